// Handing in programs: typed in, chosen, or dropped as files, folders and archives.

import { type Uploads, server } from "./connection";
import { freshId, h } from "./dom";
import type { Class } from "./model";

type Found = { name: string; content: Blob };

/** What is graded: an upload, or, without one, what was handed in before; a class is kept. */
export type HandedIn = { upload: string | null; keep: boolean };

const ARCHIVE = /\.(zip|tar|tgz|tbz2|txz|tar\.(gz|bz2|xz))$/i;

/** Takes a roster for the class, or null for none. */
type Enrol = (roster: File | null) => void;

export class HandingIn {
  readonly element: HTMLElement;
  private readonly known = h("p", { class: "known" });
  private readonly roster = h("input", { id: freshId(), type: "file", accept: ".csv,.tsv,.txt,text/csv" });
  private readonly chosen = h("p", { class: "chosen", role: "status" }, "Nothing is chosen yet.");
  private readonly text = h("textarea", { id: freshId(), rows: 8, spellcheck: "false" });
  private readonly without: HTMLElement;
  private readonly uploads: Uploads;
  private readonly name = h("input", { id: freshId(), type: "text", value: "main.py" });
  private found: Found[] = [];
  private again = false;

  /** `hint` is called when something was dropped, `enrol` with a roster; a `single` program is no class. */
  constructor(
    hint: () => void,
    { uploads = server, single = false, enrol = () => undefined }: { uploads?: Uploads; single?: boolean; enrol?: Enrol } = {},
  ) {
    this.uploads = uploads;
    this.roster.addEventListener("change", () => enrol(this.roster.files?.[0] ?? null));
    this.without = h("button", { type: "button", click: () => enrol(null) }, "Remove");
    const people = h("span", {}, this.roster, this.without);
    const files = h("input", { id: freshId(), type: "file", multiple: true });
    files.addEventListener("change", () => this.take(plain(files.files)));
    const folder = h("input", { id: freshId(), type: "file", webkitdirectory: true });
    folder.addEventListener("change", () => this.take(plain(folder.files)));
    const zone = h(
      "div",
      { class: "drop" },
      h("p", {}, single ? "Drop your program here." : "Drop a program, a folder with one submission each, or the archive of your learning platform here."),
      h("div", { class: "row" }, h("label", { for: files.id }, "files or archive"), files),
      !single && h("div", { class: "row" }, h("label", { for: folder.id }, "a folder"), folder),
      this.chosen,
      !single && h("div", { class: "row" }, h("label", { for: this.roster.id }, "roster"), people),
      this.known,
    );
    zone.addEventListener("dragover", (event) => {
      event.preventDefault();
      zone.classList.add("over");
    });
    zone.addEventListener("dragleave", () => zone.classList.remove("over"));
    zone.addEventListener("drop", async (event) => {
      event.preventDefault();
      zone.classList.remove("over");
      this.take(await dropped(event.dataTransfer));
      hint();
    });
    this.element = h(
      "div",
      { class: "handing-in" },
      zone,
      h(
        "details",
        { open: single },
        h("summary", {}, "or type the program"),
        h("label", { for: this.name.id }, "file name; its ending says the language"),
        this.name,
        h("label", { for: this.text.id }, "program"),
        this.text,
      ),
    );
  }

  private take(found: Found[]): void {
    this.found = found;
    const bytes = found.reduce((sum, each) => sum + each.content.size, 0);
    const first = found[0]?.name ?? "";
    this.chosen.textContent =
      found.length === 1 ? first : `${found.length} files, ${(bytes / 1024).toFixed(0)} KiB in all`;
  }

  /** Say what is known of the class. */
  show(known: Class): void {
    this.again = known.handed_in;
    this.roster.value = "";
    this.without.hidden = known.roster === null;
    const people = known.roster === null ? "" : ` The roster has ${known.roster} people.`;
    this.known.textContent = known.handed_in
      ? `A class was handed in before; with nothing chosen it is graded again.${people}`
      : people.trim();
  }

  /** Send what is handed in; null when there is nothing. One program is tried and not kept. */
  async send(): Promise<HandedIn | null> {
    const typed = this.text.value.trim() ? [{ name: this.name.value, content: new Blob([this.text.value]) }] : [];
    const all = typed.length > 0 ? typed : this.found;
    if (all.length === 0) return this.again ? { upload: null, keep: true } : null;
    const { id } = await this.uploads.newUpload();
    for (const each of all) await this.uploads.upload(id, each.name, each.content);
    return { upload: id, keep: all.length > 1 || all[0]!.name.includes("/") || ARCHIVE.test(all[0]!.name) };
  }
}

function plain(files: FileList | null): Found[] {
  return [...(files ?? [])].map((each) => ({ name: each.webkitRelativePath || each.name, content: each }));
}

async function dropped(transfer: DataTransfer | null): Promise<Found[]> {
  const entries = [...(transfer?.items ?? [])].map((each) => each.webkitGetAsEntry());
  const inside = await Promise.all(entries.map((each) => (each ? walk(each) : [])));
  return inside.flat();
}

async function walk(entry: FileSystemEntry): Promise<Found[]> {
  const path = entry.fullPath.replace(/^\//, "");
  if (entry instanceof FileSystemFileEntry) {
    const file = await new Promise<File>((resolve, reject) => entry.file(resolve, reject));
    return [{ name: path, content: file }];
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  const found: Found[] = [];
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (some.length === 0) return found;
    for (const each of some) found.push(...(await walk(each)));
  }
}
