// What can be entered in a conversation, as fields and buttons.

import { freshId, h } from "./dom";
import type { Form } from "./model";

/** Called with the entry of a field or button, and the text of a field. */
export type Enter = (element: string, text: string) => void;

/** The part of a form that is for a user with these roles or for everybody; null when there is none. */
export function formFor(form: Form, user: string, roles: string[]): Form | null {
  if (form.is === "shown") return form;
  if (form.is !== "group") return form.role === "" || roles.includes(form.role) ? { ...form, label: own(form.label, user) } : null;
  const parts = form.parts.map((each) => formFor(each, user, roles)).filter((each) => each !== null);
  const entered = form.parts.some((each) => each.is !== "shown");
  if (entered && parts.every((each) => each.is === "shown")) return null;
  return { ...form, parts, between: parts.length > 1 ? form.between : "" };
}

/** A label without saying whose it is to the one whose it is. */
const own = (label: string, user: string) => label.replace(`${user}: `, "").replace(` (${user})`, "");

/** All that can be entered in a form. */
export function entriesOf(form: Form): string[] {
  if (form.is === "group") return form.parts.flatMap(entriesOf);
  return form.is === "shown" ? [] : [form.entry];
}

/** Draw a form; what was typed into a field of the form before and not entered yet stays. */
export function drawForm(form: Form, enter: Enter, typed: Map<string, string>): HTMLElement {
  switch (form.is) {
    case "group":
      return group(form.parts, form.between, enter, typed);
    case "shown":
      return h("p", { class: "shown" }, form.label && h("span", { class: "label" }, form.label), form.value);
    case "button":
      return button(form, enter);
    case "field":
      return field(form, enter, typed);
  }
}

function group(parts: Form[], between: string, enter: Enter, typed: Map<string, string>): HTMLElement {
  const drawn = parts.map((each) => drawForm(each, enter, typed));
  if (!between) return h("div", { class: "group" }, ...drawn);
  const joined = drawn.flatMap((each, index) =>
    index === 0 ? [each] : [h("span", { class: "between" }, between), each],
  );
  return h("div", { class: "group beside" }, ...joined);
}

function button(form: Form & { is: "button" }, enter: Enter): HTMLButtonElement {
  const drawn = h("button", { type: "button", class: "act", click: () => enter(form.entry, "") }, form.label);
  drawn.dataset["key"] = `${form.entry} ${form.label}`;
  return drawn;
}

function field(form: Form & { is: "field" }, enter: Enter, typed: Map<string, string>): HTMLElement {
  const id = freshId();
  const key = `${form.entry} ${form.label}`;
  const value = typed.get(key) ?? form.value;
  const input = form.choices.length > 0 ? choice(id, form.choices, value) : line(id, form.kind, value);
  input.dataset["key"] = key;
  input.addEventListener("input", () => typed.set(key, input.value));
  const submit = (event: Event) => {
    event.preventDefault();
    typed.delete(key);
    enter(form.entry, input.value);
  };
  return h(
    "form",
    { class: "field", submit },
    h("label", { for: id }, form.label),
    h("div", { class: "row" }, input, h("button", { type: "submit" }, "Enter")),
    form.value !== "" && h("small", {}, `now ${form.value}`),
  );
}

function choice(id: string, choices: string[], value: string): HTMLSelectElement {
  const none = value === "" && [h("option", { value: "" }, "choose")];
  const offered = choices.map((each) => h("option", { value: each, selected: each === value }, each));
  return h("select", { id, required: true }, ...(none || []), ...offered);
}

function line(id: string, kind: string, value: string): HTMLInputElement {
  return h("input", {
    id,
    type: "text",
    inputmode: kind === "number" ? "numeric" : "text",
    value,
    autocomplete: "off",
    required: kind !== "text",
  });
}
