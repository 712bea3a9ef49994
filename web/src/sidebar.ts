// The files of the folder, the gallery, and the runs that people work on.

import { server } from "./connection";
import { h } from "./dom";
import { drafts } from "./drafts";
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
    const button = h("button", { type: "button", class: "file", "data-key": `${place}/${name}`, click: () => this.open(place, name) }, shown);
    return h("li", {}, button);
  }

  /** The files of the folder itself, then those of the folders inside it. */
  drawFiles(): void {
    const unfolded = new Set([...this.files.querySelectorAll("details[open] > summary")].map((each) => each.textContent));
    const folders = new Map<string, string[]>([["", []]]);
    for (const each of new Set([...this.start.files, ...this.unsaved()])) {
      const folder = each.slice(0, each.lastIndexOf("/") + 1);
      folders.set(folder, [...(folders.get(folder) ?? []), each]);
    }
    const items = [...folders].flatMap(([folder, names]) => {
      const inside = names.map((each) => this.item("folder", each, each.slice(folder.length)));
      return folder === "" ? inside : [h("li", {}, h("details", { open: unfolded.has(folder) }, h("summary", {}, folder), h("ul", {}, ...inside)))];
    });
    this.files.replaceChildren(...(items.length > 0 ? items : [h("li", { class: "quiet" }, "no specifications yet")]));
    this.show();
  }

  /** Files that were never saved. */
  private unsaved(): string[] {
    return drafts.names().flatMap((each) => (each.startsWith("folder/") ? [each.slice("folder/".length)] : []));
  }

  /** A file that was saved for the first time. */
  add(name: string): void {
    if (!this.start.files.includes(name)) this.start.files.push(name);
    this.start.files.sort();
    this.drawFiles();
  }

  select(place: Place, name: string): void {
    this.current = `${place}/${name}`;
    this.show();
  }

  /** Show which file is open, and which ones have changes that are not saved. */
  private show(): void {
    const edited = drafts.names();
    for (const each of this.element.querySelectorAll<HTMLElement>("[data-key]")) {
      const key = each.dataset["key"]!;
      if (key === this.current) each.setAttribute("aria-current", "true");
      else each.removeAttribute("aria-current");
      if (edited.includes(key)) each.setAttribute("aria-description", "not saved");
      else each.removeAttribute("aria-description");
    }
    this.element.querySelector("[aria-current]")?.closest("details")?.setAttribute("open", "");
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
