// One question and its answers as they arrive.

import type { Asked, Channel, Connection } from "./connection";
import { h } from "./dom";
import { label } from "./model";
import type { Diagnostic, End, Message, Outcome, Spot } from "./model";
import { type GoTo, drawArtifact, drawDiagnostic, drawOutcome } from "./outcomes";
import { table } from "./blocks";
import { Part } from "./part";

export class Question {
  readonly element: HTMLElement;
  readonly diagnostics: Diagnostic[] = [];
  readonly spots: Spot[] = [];
  private readonly status = h("p", { class: "status", role: "status" });
  private readonly answers = h("div", { class: "answers" });
  /** Below the answers, since nobody asked for them. */
  private readonly warnings = h("div", { class: "answers" });
  private readonly interim = h("div", { class: "interim" });
  private readonly bar = h("progress", { "aria-label": "progress", hidden: true });
  private readonly stop = h("button", { type: "button", class: "stop", click: () => this.cancel() }, "Stop");
  private readonly known: Outcome[] = [];
  private readonly channel: Channel;
  private count = { refuted: 0, all: 0 };
  private parts: Part[] = [];
  private part: Part | undefined;
  /** Whether it ended with grades. */
  grading = false;

  constructor(
    private readonly connection: Connection,
    private readonly asked: Asked & { upload?: string | null; keep?: boolean },
    private readonly goTo: GoTo,
    private readonly done: (question: Question) => void,
    private readonly play: ((entries: string[]) => void) | null,
    private readonly text: () => string,
  ) {
    const line = h("div", { class: "status-line" }, this.status, this.bar, this.stop);
    this.element = h("div", { class: "question", "aria-busy": "true" }, line, this.interim, this.answers, this.warnings);
    this.say("Waiting…");
    this.channel = connection.open({ do: "ask", ...asked }, (message) => this.take(message));
  }

  cancel(): void {
    this.channel.send({ do: "cancel" });
    this.stop.disabled = true;
  }

  private say(text: string): void {
    this.status.textContent = text;
  }

  private take(message: Message): void {
    switch (message.kind) {
      case "started":
        this.say("Working…");
        break;
      case "progress":
        this.say(message.text);
        break;
      case "count":
        this.counted(message.done, message.all);
        break;
      case "interim":
        this.known.push(message.outcome);
        this.drawInterim();
        break;
      case "outcome":
        this.count.all += 1;
        this.spots.push(...message.spots);
        this.count.refuted += message.outcome.verdict === "refuted" ? 1 : 0;
        this.add(this.drawn(message.outcome, message.entries));
        break;
      case "diagnostic":
        this.complain(message.diagnostic, message.text);
        break;
      case "artifact":
        this.answers.append(drawArtifact(message.name, message.text));
        break;
      case "parts":
        this.drawParts(message.parts);
        break;
      case "part":
        this.part = this.parts[message.number];
        this.part?.begin();
        break;
      case "said":
        this.answers.append(h("p", { class: "said" }, message.text));
        break;
      case "end":
        this.end(message);
        break;
    }
  }

  /** Several questions have a place each, where their answers come and where each can be asked alone. */
  private drawParts(parts: { label: string; line: number | null }[]): void {
    if (parts.length < 2) return;
    const alone = `${label(this.asked.command)} this one`;
    this.parts = parts.map((each, number) => {
      const nth = parts.slice(0, number).filter((other) => other.label === each.label).length;
      const ask = (listener: (message: Message) => void) =>
        void this.connection.open({ do: "ask", ...this.asked, text: this.text(), only: { label: each.label, nth } }, listener);
      const draw = (outcome: Outcome, entries: string[]) => this.drawn(outcome, entries);
      return new Part(each.label, each.line, { goTo: this.goTo, alone, ask, draw });
    });
    this.answers.append(...this.parts.map((each) => each.element));
  }

  private add(answer: HTMLElement): void {
    if (this.part === undefined) this.answers.append(answer);
    else this.part.add(answer);
  }

  /** An error, or a warning, briefly where there was one of its kind before. */
  private complain(diagnostic: Diagnostic, text: string): void {
    const alike = (each: Diagnostic) => each.code === diagnostic.code && each.help === diagnostic.help;
    const isWarning = diagnostic.severity === "warning";
    const drawn = drawDiagnostic(diagnostic, text, this.goTo, isWarning && this.diagnostics.some(alike));
    this.diagnostics.push(diagnostic);
    if (isWarning && this.part === undefined) this.warnings.append(drawn);
    else this.add(drawn);
  }

  /** An outcome; one that can be played again offers that. */
  private drawn(outcome: Outcome, entries: string[]): HTMLElement {
    const element = drawOutcome(outcome, this.goTo);
    if (this.play !== null && entries.length > 0) {
      const again = h("button", { type: "button", click: () => this.play?.(entries) }, "Play it step by step");
      element.querySelector(".body")?.append(again);
    }
    return element;
  }

  private counted(done: number, all: number): void {
    this.say(`${done} of ${all}`);
    this.bar.hidden = false;
    this.bar.max = all;
    this.bar.value = done;
  }

  /** What the answer will be made of: a table while there are many, and evidence to open. */
  private drawInterim(): void {
    const rows = this.known.map((each) => [each.question, each.word, each.summary]);
    const several = rows.length > 1 && table(["", "verdict", "summary"], rows, "so far");
    const evidence = this.known.map((each) => drawOutcome(each, this.goTo, this.known.length === 1));
    this.interim.replaceChildren(...(several ? [several] : []), ...evidence);
  }

  private end(end: End): void {
    this.stop.remove();
    this.bar.remove();
    for (const each of this.parts) each.end();
    this.element.setAttribute("aria-busy", "false");
    this.say(this.conclusion(end));
    this.grading = end.grading !== undefined && end.code !== 2;
    if (this.grading && !this.asked.keep) {
      const results = `/gradings/${end.grading}`;
      this.answers.append(
        h(
          "p",
          { class: "results" },
          h("a", { href: `${results}/index.html`, target: "_blank", rel: "noopener" }, "All pages"),
          " ",
          h("a", { href: `${results}.zip`, download: "grades.zip" }, "Download everything"),
        ),
      );
    }
    this.done(this);
  }

  private conclusion(end: End): string {
    if (end.bug) return `This is a bug of refute, not of your input: ${end.bug}`;
    if (end.failure) return `No answer: ${end.failure}.`;
    const took = end.seconds !== undefined ? ` (${end.seconds.toFixed(1)} s)` : "";
    const { all, refuted } = this.count;
    const what = `${all} ${all === 1 ? "answer" : "answers"}${refuted ? `, ${refuted} refuted` : ""}`;
    if (end.interrupted) return `Stopped; ${what} so far.`;
    if (end.code === 2) return "The specification or the question is not right yet.";
    return `Done: ${what}${took}.`;
  }
}
