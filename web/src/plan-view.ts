// A test plan: tables whose cells are edited here, carried out by the server, and kept as Markdown.

import { type Asked, type Channel, type Connection, Refusal, server } from "./connection";
import { download, freshId, h } from "./dom";
import type { End, Message, Plan, PlanFormat, PlanRow, PlanTable } from "./model";
import { type GoTo, drawDiagnostic } from "./outcomes";

export class PlanView {
  readonly element: HTMLElement;
  private readonly tables = h("div", { class: "plan-tables" });
  private readonly note = h("p", { class: "status", role: "status" });
  private readonly wrong = h("div", { class: "answers" });
  private readonly stop = h("button", { type: "button", hidden: true, click: () => this.channel?.send({ do: "cancel" }) }, "Stop");
  private readonly choosing = h("select", { id: freshId() });
  private readonly saving = h("button", { type: "button", click: () => void this.save() }, "Save");
  private channel: Channel | null = null;
  private plan: Plan = { text: "", tables: [], version: "" };
  private file: string;
  private opening = 0;

  constructor(
    private readonly connection: Connection,
    private readonly language: string,
    private readonly format: PlanFormat,
    private readonly asked: () => Asked,
    private readonly goTo: GoTo,
    private readonly kept: boolean,
  ) {
    this.file = newName(goTo.file);
    this.choosing.addEventListener("change", () => void this.open(this.choosing.value));
    const where = h("div", { class: "row" }, h("label", { for: this.choosing.id }, "Test plan"), this.choosing);
    const keeping = h(
      "div",
      { class: "row" },
      this.stop,
      kept && this.saving,
      h("button", { type: "button", click: () => this.download() }, "Download"),
    );
    this.element = h("section", { class: "plan", "aria-label": "test plan" }, kept && where, this.tables, keeping, this.note, this.wrong);
    this.draw();
    void this.find();
  }

  /** The plans that are there; the one of the name that ours would have is opened, or the only one. */
  private async find(): Promise<void> {
    const { plans } = await server.plans(this.language);
    const folder = this.file.slice(0, this.file.lastIndexOf("/") + 1);
    const near = plans.filter((each) => each.slice(0, each.lastIndexOf("/") + 1) === folder);
    const chosen = near.includes(this.file) ? this.file : near.length === 1 ? near[0]! : "";
    const others = plans.map((each) => h("option", { value: each, selected: each === chosen }, each));
    const fresh = !plans.includes(this.file) && h("option", { value: "" }, `new: ${this.file}`);
    this.choosing.replaceChildren(...(fresh ? [fresh] : []), ...others);
    if (chosen) await this.open(chosen);
  }

  private async open(name: string): Promise<void> {
    this.opening += 1;
    const number = this.opening;
    const plan = name ? await server.readPlan(this.language, name) : { text: "", tables: [], version: "" };
    if (number !== this.opening) return;
    this.file = name || newName(this.goTo.file);
    this.plan = plan;
    this.say("");
    this.draw();
  }

  private say(text: string): void {
    this.note.textContent = text;
  }

  private changed(): void {
    this.saving.disabled = false;
    this.say("");
  }

  // The tables

  private draw(): void {
    if (this.plan.tables.length === 0) {
      const begin = () => {
        this.plan.tables.push({ columns: this.format.header, rows: [emptyRow(this.format.header.length)] });
        this.draw();
        this.tables.querySelector("input")?.focus();
      };
      this.tables.replaceChildren(
        h("p", { class: "said" }, "There is no plan yet. Run it to have test cases made for every operation, or write the rows yourself."),
        h("button", { type: "button", click: begin }, "Write a row"),
      );
      return;
    }
    this.tables.replaceChildren(...this.plan.tables.map((each, number) => this.table(each, number)));
  }

  private table(table: PlanTable, number: number): HTMLElement {
    const lists = table.columns.map((name, column) => this.usual(table, name, column));
    const body = h("tbody", {}, ...table.rows.map((row) => this.row(table, row, lists)));
    const head = [...table.columns.map((each) => h("th", { scope: "col" }, each)), h("th", { scope: "col" }, h("span", { class: "unseen" }, "change"))];
    const name = this.plan.tables.length > 1 ? `test plan, table ${number + 1}` : "test plan";
    const add = () => {
      const row = emptyRow(table.columns.length);
      table.rows.push(row);
      const drawn = this.row(table, row, lists);
      body.append(drawn);
      drawn.querySelector("input")?.focus();
      this.changed();
    };
    return h(
      "div",
      {},
      ...lists.filter((each) => each !== null),
      h("div", { class: "scroll", role: "group", "aria-label": name, tabindex: 0 }, h("table", { class: "editable" }, h("thead", {}, h("tr", {}, ...head)), body)),
      h("button", { type: "button", class: "quiet", click: add }, "Add a row"),
    );
  }

  /** What is usually written in a column: what the language says, and what stands there already. */
  private usual(table: PlanTable, name: string, column: number): HTMLElement | null {
    const said = this.format.choices[name];
    if (said === undefined && column > 0) return null;
    const there = table.rows.map((each) => each.cells[column] ?? "").filter(Boolean);
    const options = [...new Set(said ?? there)].map((each) => h("option", { value: each }));
    return h("datalist", { id: freshId() }, ...options);
  }

  private row(table: PlanTable, row: PlanRow, lists: (HTMLElement | null)[]): HTMLElement {
    const number = () => table.rows.indexOf(row) + 1;
    const cells = table.columns.map((name, column) => {
      if (name === this.format.result) return result(row.cells[column] ?? "");
      const label = () => `${name}, row ${number()}`;
      const input = h("input", {
        type: "text", value: row.cells[column] ?? "", "aria-label": label(), list: lists[column]?.id, spellcheck: "false", autocomplete: "off", size: width(table, column), placeholder: column === 0 ? above(table, row) : undefined,
      });
      input.addEventListener("focus", () => input.setAttribute("aria-label", label()));
      input.addEventListener("input", () => {
        row.cells[column] = input.value;
        this.changed();
      });
      return h("td", {}, input);
    });
    const remove = () => {
      table.rows.splice(table.rows.indexOf(row), 1);
      drawn.remove();
      this.changed();
    };
    const removing = h("button", { type: "button", class: "quiet", "aria-label": `Delete row ${number()}`, title: "Delete this row", click: remove }, "✕");
    const drawn = h("tr", {}, ...cells, h("td", {}, removing));
    return drawn;
  }

  // Running and keeping

  /** Have the plan carried out; what came of each row stands in it, and in the file if there is one. */
  run(): void {
    const plan = { text: this.plan.text, tables: this.plan.tables };
    this.wrong.replaceChildren();
    this.say("Working…");
    this.stop.hidden = false;
    this.channel = this.connection.open({ do: "ask", ...this.asked(), command: "tests", plan }, (message) => this.take(message));
  }

  private take(message: Message): void {
    switch (message.kind) {
      case "progress":
        this.say(message.text);
        break;
      case "diagnostic":
        this.wrong.append(drawDiagnostic(message.diagnostic, message.text, this.goTo));
        break;
      case "plan":
        this.plan = { ...this.plan, text: message.text, tables: message.tables };
        this.draw();
        break;
      case "end":
        this.stop.hidden = true;
        void this.end(message);
        break;
    }
  }

  private async end(end: End): Promise<void> {
    const failure = end.failure ?? end.bug;
    if (failure !== undefined || end.interrupted) return this.say(failure ? `No answer: ${failure}` : "Stopped.");
    const told = this.counted();
    if (told === "") return this.say("The specification or the plan is not right yet.");
    this.say(told);
    if (this.kept) await this.save(told);
  }

  private counted(): string {
    const rows = this.plan.tables.flatMap((table) => {
      const column = table.columns.indexOf(this.format.result);
      return column < 0 ? [] : table.rows.map((row) => row.cells[column] ?? "");
    });
    if (rows.length === 0) return "";
    const right = rows.filter((each) => each === "ok").length;
    const wrong = rows.filter((each) => /^(failed|error)/.test(each)).length;
    const open = rows.length - right - wrong;
    const rest = open > 0 ? `, ${open} with nothing expected` : "";
    return `${right} of ${rows.length} rows are as expected${wrong ? `, ${wrong} ${wrong === 1 ? "is" : "are"} not` : ""}${rest}.`;
  }

  private async save(told = ""): Promise<void> {
    try {
      const rows = this.plan.tables.map((each) => [...each.rows]);
      const kept = await server.writePlan(this.language, this.file, this.plan);
      Object.assign(this.plan, { text: kept.text, version: kept.version });
      rows.forEach((those, table) => those.forEach((row, number) => (row.line = kept.tables[table]?.rows[number]?.line ?? null)));
      if (this.choosing.value !== this.file) {
        const saved = h("option", { value: this.file, selected: true }, this.file);
        this.choosing.replaceChildren(...[...this.choosing.options].filter((each) => each.value !== ""), saved);
      }
      this.saving.disabled = true;
      this.say(`${told} Saved in ${this.file}.`.trim());
    } catch (failure) {
      if (!(failure instanceof Refusal)) throw failure;
      this.say(`${told} Not saved: ${failure.message}.`.trim());
    }
  }

  private download(): void {
    download(this.file, this.plan.text);
  }
}

const newName = (specification: string) => `${specification.replace(/\.[^./]*$/, "")}-plan.md`;

const emptyRow = (columns: number): PlanRow => ({ line: null, cells: Array.from({ length: columns }, () => "") });

/** What a row that leaves its first cell empty takes from the rows above it. */
function above(table: PlanTable, row: PlanRow): string {
  const before = table.rows.slice(0, table.rows.indexOf(row)).map((each) => each.cells[0] ?? "");
  return before.filter(Boolean).pop() ?? "";
}

function width(table: PlanTable, column: number): number {
  const longest = Math.max(...table.rows.map((each) => (each.cells[column] ?? "").length), table.columns[column]!.length);
  return Math.min(30, Math.max(4, longest + 1));
}

function result(text: string): HTMLElement {
  const kind = text === "ok" ? "right" : /^(failed|error)/.test(text) ? "wrong" : "";
  return h("td", { class: `result ${kind}` }, text);
}
