// Elements in one expression.

type Attributes = Record<string, string | boolean | number | EventListener | undefined>;
type Child = Node | string | undefined | null | false;

/** An element; attributes that are functions listen to the event of their name. */
export function h<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: Child[]
): HTMLElementTagNameMap[K] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === "function") element.addEventListener(name, value);
    else if (value === true) element.setAttribute(name, "");
    else if (value !== false && value !== undefined) element.setAttribute(name, String(value));
  }
  element.append(...children.filter((each): each is Node | string => Boolean(each)));
  return element;
}

let numbers = 0;

/** A name for an element that another one refers to. */
export function freshId(): string {
  numbers += 1;
  return `element-${numbers}`;
}

/** Offer a text to be kept as a file. */
export function download(name: string, text: string): void {
  const address = URL.createObjectURL(new Blob([text], { type: "text/plain" }));
  h("a", { href: address, download: name.split("/").pop() ?? name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}
