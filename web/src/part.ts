// One of several questions that a command answers: waiting, being answered, answered, or asked alone.

import { h } from "./dom";
import type { End, Message, Outcome } from "./model";
import { type GoTo, drawDiagnostic } from "./outcomes";

export interface PartActions {
  goTo: GoTo;
  /** What the button that asks this question alone says. */
  alone: string;
  ask: (listener: (message: Message) => void) => void;
  draw: (outcome: Outcome, entries: string[]) => HTMLElement;
}

export class Part {
  readonly element: HTMLElement;
  private readonly status = h("span", { class: "quiet", role: "status" }, "waiting");
  private readonly head: HTMLElement;
  private readonly button: HTMLElement;
  private readonly answers = h("div", { class: "answers" });
  private fresh = true;

  constructor(
    private readonly label: string,
    line: number | null,
    private readonly actions: PartActions,
  ) {
    const { goTo, alone } = actions;
    const place = line !== null && h("button", { type: "button", class: "place", click: () => goTo.go(line, 1) }, `line ${line}`);
    this.button = h("button", { type: "button", class: "small", click: () => this.askAlone(), "aria-label": `${alone}: ${label}` }, alone);
    this.head = h("div", { class: "part-head row" }, h("span", { class: "asked" }, label), place, this.status, h("span", { class: "spacer" }), this.button);
    this.element = h("div", { class: "part", role: "group", "aria-label": label }, this.head, this.answers);
  }

  begin(): void {
    this.fresh = true;
    this.head.hidden = false;
    this.say("working…");
  }

  /** Show an answer; it says what it is about, so that only the button is left of the heading. */
  add(answer: HTMLElement): void {
    if (this.fresh) this.answers.replaceChildren();
    this.fresh = false;
    this.answers.append(answer);
    this.say("");
    const body = answer.querySelector(".body");
    body?.append(this.button);
    this.head.hidden = body !== null;
  }

  /** Nothing more comes; what was not answered can still be asked alone. */
  end(): void {
    if (this.fresh && this.answers.childElementCount === 0) this.say("not answered");
  }

  private say(text: string): void {
    this.status.textContent = text;
  }

  private askAlone(): void {
    this.head.append(this.button);
    this.begin();
    this.button.focus();
    this.actions.ask((message) => this.take(message));
  }

  private take(message: Message): void {
    switch (message.kind) {
      case "progress":
        this.say(message.text.replace(`${this.label}: `, ""));
        break;
      case "outcome":
        this.add(this.actions.draw(message.outcome, message.entries));
        break;
      case "diagnostic":
        this.add(drawDiagnostic(message.diagnostic, message.text, this.actions.goTo));
        break;
      case "end":
        this.conclude(message);
        break;
    }
  }

  private conclude(end: End): void {
    const failure = end.failure ?? end.bug;
    this.say(failure ? `no answer: ${failure}` : "");
    this.end();
  }
}
