// The class of a specification: grades to search, what tutors say, and files for platforms.

import { type Connection, server } from "./connection";
import { freshId, h } from "./dom";
import type { Class, Graded } from "./model";

const QUIET_BEFORE_WRITING = 1000;

/** A table of grades; a row opens the page of a submission, with points and a comment beside it. */
export class ClassView {
  readonly element: HTMLElement;
  private readonly status = h("p", { class: "note", role: "status" });
  private readonly files = h("p", { class: "results" });
  private readonly heading = h("h2", {}, "Class");
  private readonly body = h("tbody");
  private readonly absent = h("p", { class: "absent" });
  private readonly search = h("input", { id: freshId(), type: "search", placeholder: "name, outcome, comment" });
  private readonly student: Student;
  private rows: Graded[] = [];
  private shown: Graded[] = [];
  private waiting: number | undefined;

  constructor(
    private readonly connection: Connection,
    private readonly reload: () => Promise<Class>,
    private readonly forgotten: () => void,
  ) {
    this.search.addEventListener("input", () => this.draw());
    this.student = new Student((row) => this.save(row));
    const header = ["submission", "points", "outcome", "comment"].map((each) => h("th", { scope: "col" }, each));
    const table = h("table", { class: "grades" }, h("thead", {}, h("tr", {}, ...header)), this.body);
    this.element = h(
      "section",
      { class: "class-view", "aria-label": "class" },
      this.heading,
      this.files,
      h("div", { class: "row" }, h("label", { for: this.search.id }, "search"), this.search, this.status),
      h("div", { class: "scroll", tabindex: 0, role: "region", "aria-label": "grades" }, table),
      this.absent,
      this.student.element,
    );
  }

  /** Show what is known; whether there is anything to show. */
  show(known: Class): boolean {
    const grades = known.grades;
    this.element.hidden = grades === null;
    if (grades === null) return false;
    this.rows = grades.submissions;
    const average = grades.average === null ? "" : `, ${shortly(grades.average)} of ${shortly(grades.points)} points on average`;
    this.heading.textContent = `Class: ${this.rows.length} ${this.rows.length === 1 ? "submission" : "submissions"}${average}`;
    this.student.class(known.id, grades.points);
    this.drawFiles(known.id, grades.files);
    const people = grades.absent;
    this.absent.textContent = people.length > 0 ? `Nothing was handed in by ${people.join(", ")}.` : "";
    this.draw();
    if (grades.stale) this.writeLater(known.id);
    return true;
  }

  private drawFiles(id: string, files: string[]): void {
    const results = `/gradings/${id}`;
    const all = h("a", { href: `${results}/index.html`, target: "_blank", rel: "noopener" }, "All pages");
    const each = files.map((name) => h("a", { href: `${results}/${name}`, download: name.split("/").pop()! }, name.split("/").pop()!));
    const archive = h("a", { href: `${results}.zip`, download: "grades.zip" }, "Download everything");
    const forget = h("button", { type: "button", click: () => void this.forget(id) }, "Forget this class");
    this.files.replaceChildren(...[all, ...each, archive, forget].flatMap((link) => [link, " "]));
  }

  private draw(): void {
    const words = this.search.value.toLowerCase().split(/\s+/).filter(Boolean);
    this.shown = this.rows.filter((row) => words.every((word) => text(row).includes(word)));
    this.body.replaceChildren(...this.shown.map((row) => this.row(row)));
  }

  private row(row: Graded): HTMLElement {
    const open = () => this.student.open(this.shown, this.shown.indexOf(row));
    const name = h("button", { type: "button", class: "name", click: open }, row.person || row.name);
    const about = [row.group, row.late ? "late" : ""].filter(Boolean).join(", ");
    const corrected = row.corrected !== null && h("small", { title: `computed: ${shortly(row.computed)}` }, " corrected");
    return h(
      "tr",
      { class: row.verdict },
      h("td", {}, name, about && h("small", {}, ` ${about}`)),
      h("td", { class: "number" }, shortly(row.score), corrected),
      h("td", { title: row.summary }, row.outcome),
      h("td", {}, row.comment),
    );
  }

  private async save(row: Graded): Promise<void> {
    const id = this.student.grading;
    await server.remark(id, row.identity, { score: row.corrected, comment: row.comment });
    row.score = row.corrected ?? row.computed;
    this.draw();
    this.writeLater(id);
  }

  /** Have the files written again once nobody has changed anything for a moment. */
  private writeLater(id: string): void {
    this.status.textContent = "saved; the files are being written…";
    window.clearTimeout(this.waiting);
    this.waiting = window.setTimeout(() => this.write(id), QUIET_BEFORE_WRITING);
  }

  private write(id: string): void {
    this.connection.open({ do: "regrade", grading: id }, (message) => {
      if (message.kind !== "end") return;
      const failed = message.failure ?? message.bug;
      if (failed) this.status.textContent = `saved, but the files could not be written: ${failed}`;
      else void this.written();
    });
  }

  private async written(): Promise<void> {
    const known = await this.reload();
    this.status.textContent = "saved; all files are up to date";
    if (!this.student.isOpen) this.show(known);
  }

  private async forget(id: string): Promise<void> {
    if (!window.confirm("Remove what was handed in, the grades and all comments?")) return;
    await server.forgetClass(id);
    this.forgotten();
  }
}

/** The page of one submission, and what a tutor says about it. */
class Student {
  readonly element: HTMLDialogElement;
  grading = "";
  private readonly name = h("h2");
  private readonly score = h("input", { id: freshId(), type: "number", min: 0, step: "any" });
  private readonly comment = h("textarea", { id: freshId(), rows: 2 });
  private readonly said = h("span", { role: "status" });
  private readonly frame = h("iframe", { title: "the page of the submission" });
  private readonly back = h("button", { type: "button", click: () => void this.go(-1) }, "← Previous");
  private readonly on = h("button", { type: "button", click: () => void this.go(1) }, "Next →");
  private rows: Graded[] = [];
  private at = 0;

  constructor(private readonly save: (row: Graded) => Promise<void>) {
    const close = h("button", { type: "button", click: () => void this.close() }, "Close");
    const keep = h("button", { type: "button", class: "primary", click: () => void this.keep() }, "Save");
    this.element = h(
      "dialog",
      { class: "student" },
      h("header", {}, this.name, h("div", { class: "row" }, this.back, this.on, close)),
      h(
        "div",
        { class: "remark" },
        h("div", {}, h("label", { for: this.score.id }, "points"), this.score),
        h("div", {}, h("label", { for: this.comment.id }, "comment for the student"), this.comment),
        h("div", { class: "row" }, keep, this.said),
      ),
      this.frame,
    );
    this.element.addEventListener("cancel", (event) => {
      event.preventDefault();
      void this.close();
    });
  }

  class(grading: string, points: number): void {
    this.grading = grading;
    this.score.title = `of ${shortly(points)}`;
  }

  get isOpen(): boolean {
    return this.element.open;
  }

  open(rows: Graded[], at: number): void {
    Object.assign(this, { rows, at });
    const row = rows[at]!;
    this.name.textContent = row.person && row.person !== row.name ? `${row.person} (${row.name})` : row.name;
    this.score.value = row.corrected === null ? "" : String(row.corrected);
    this.score.placeholder = row.computed === null ? "not graded" : `${shortly(row.computed)} (computed)`;
    this.comment.value = row.comment;
    this.said.textContent = "";
    this.back.disabled = at === 0;
    this.on.disabled = at === rows.length - 1;
    const page = `/gradings/${this.grading}/submissions/${encodeURIComponent(row.identity)}/index.html`;
    this.frame.contentWindow?.location.replace(page);
    if (!this.element.open) this.element.showModal();
  }

  /** Save what was changed; whether that worked. */
  private async keep(): Promise<boolean> {
    const row = this.rows[this.at]!;
    if (!this.score.checkValidity()) {
      this.said.textContent = "points are a number from 0 on";
      return false;
    }
    const corrected = this.score.value === "" ? null : Number(this.score.value);
    const comment = this.comment.value.trim();
    if (corrected === row.corrected && comment === row.comment) return true;
    const before = { corrected: row.corrected, comment: row.comment };
    Object.assign(row, { corrected, comment });
    try {
      await this.save(row);
      this.said.textContent = "saved";
      return true;
    } catch (failure) {
      Object.assign(row, before);
      this.said.textContent = failure instanceof Error ? failure.message : String(failure);
      return false;
    }
  }

  private async go(step: number): Promise<void> {
    if (await this.keep()) this.open(this.rows, this.at + step);
  }

  private async close(): Promise<void> {
    if (await this.keep()) this.element.close();
  }
}

function shortly(points: number | null): string {
  return points === null ? "–" : String(Math.round(points * 100) / 100);
}

function text(row: Graded): string {
  return [row.name, row.person, row.group, row.outcome, row.summary, row.comment, row.late ? "late" : ""].join(" ").toLowerCase();
}
