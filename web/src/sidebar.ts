// The files of the folder, the gallery, and the runs that people work on.

import { server } from "./connection";
import { h } from "./dom";
import type { Place, Start } from "./model";

export class Sidebar {
  readonly element: HTMLElement;
  private readonly files = h("ul");
  private readonly runs = h("ul");
  private current = "";

  constructor(
    private readonly start: Start,
    private readonly open: (place: Place, name: string) => void,
    create: (name: string) => void,
    private readonly join: (run: string) => void,
  ) {
    const name = h("input", { type: "text", placeholder: `new${start.languages[0]?.endings[0] ?? ""}`, "aria-label": "name of a new file" });
    const make = (event: Event) => {
      event.preventDefault();
      if (name.value.trim()) create(name.value.trim());
      name.value = "";
    };
    const own = h(
      "section",
      {},
      h("h2", {}, start.folder || "Files"),
      this.files,
      h("form", { class: "row new", submit: make }, name, h("button", { type: "submit" }, "New")),
    );
    const running = h("details", { toggle: () => void this.refreshRuns() }, h("summary", {}, h("h2", {}, "Runs")), this.runs);
    this.element = h(
      "nav",
      { class: "sidebar", "aria-label": "files" },
      !start.public && own,
      h("section", {}, h("h2", {}, "Examples"), ...this.gallery()),
      !start.public && h("section", {}, running),
    );
    this.drawFiles();
  }

  private gallery(): HTMLElement[] {
    return this.start.languages.map((language) => {
      const names = this.start.gallery.filter((each) => each.startsWith(`${language.name}/`));
      const list = h("ul", {}, ...names.map((each) => this.item("gallery", each, each.slice(language.name.length + 1))));
      return h("details", {}, h("summary", { title: language.summary }, language.name), list);
    });
  }

  private item(place: Place, name: string, shown = name): HTMLElement {
    const key = `${place}/${name}`;
    return h(
      "li",
      {},
      h(
        "button",
        { type: "button", class: "file", "data-key": key, "aria-current": key === this.current ? "true" : undefined, click: () => this.open(place, name) },
        shown,
      ),
    );
  }

  private drawFiles(): void {
    this.files.replaceChildren(...this.start.files.map((each) => this.item("folder", each)));
    if (this.start.files.length === 0) this.files.append(h("li", { class: "quiet" }, "no specifications yet"));
  }

  /** A file that was saved for the first time. */
  add(name: string): void {
    if (this.start.files.includes(name)) return;
    this.start.files.push(name);
    this.start.files.sort();
    this.drawFiles();
  }

  select(place: Place, name: string): void {
    this.current = `${place}/${name}`;
    for (const each of this.element.querySelectorAll<HTMLElement>("[data-key]")) {
      if (each.dataset["key"] === this.current) each.setAttribute("aria-current", "true");
      else each.removeAttribute("aria-current");
    }
  }

  private async refreshRuns(): Promise<void> {
    const { runs } = await server.runs();
    const items = runs.map((each) => {
      const people = each.people.length > 0 ? `, ${each.people.length} there now` : "";
      const told = `${each.name}: ${each.entries.length} steps${people}`;
      return h("li", {}, h("button", { type: "button", class: "file", click: () => this.join(each.id) }, told));
    });
    this.runs.replaceChildren(...(items.length > 0 ? items : [h("li", { class: "quiet" }, "none yet")]));
  }
}
