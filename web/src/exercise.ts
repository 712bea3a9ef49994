// The page of an exercise: what is to be done, a program that is handed in, and what came of it.

import { Connection, Refusal, sheetOf, uploadsAt } from "./connection";
import { Conversation } from "./conversation";
import { h } from "./dom";
import { HandingIn } from "./handing-in";
import type { End, Message } from "./model";

export async function openExercise(place: string): Promise<void> {
  document.body.replaceChildren(h("p", { class: "failure", role: "status" }, "The sheet is being written…"));
  const { name, sheet } = await sheetOf(place);
  document.title = name;
  document.body.replaceChildren(new Exercise(place, sheet).element);
}

class Exercise {
  readonly element: HTMLElement;
  private readonly connection: Connection;
  private readonly handing: HandingIn;
  private readonly status = h("p", { class: "status", role: "status" });
  private readonly results = h("div", { class: "results-list" });
  private readonly go = h("button", { type: "button", class: "primary", click: () => void this.handIn() }, "Hand in");
  private conversation: Conversation | undefined;

  constructor(
    private readonly place: string,
    sheet: string,
  ) {
    this.connection = new Connection(`${place}/socket`);
    this.handing = new HandingIn(() => undefined, { uploads: uploadsAt(place), single: true });
    const trying = h("button", { type: "button", click: () => void this.tryIt() }, "Try it in a terminal");
    this.element = h(
      "main",
      { class: "exercise" },
      h("iframe", { class: "sheet", srcdoc: sheet, sandbox: "", title: "the exercise" }),
      h("section", { class: "handing", "aria-label": "hand in" }, h("h1", {}, "Hand in your program"), this.handing.element, h("div", { class: "row" }, this.go, trying), this.status, this.results),
    );
  }

  private async upload(): Promise<string | null> {
    try {
      const upload = (await this.handing.send())?.upload ?? null;
      if (upload === null) this.status.textContent = "Choose or type a program first.";
      return upload;
    } catch (failure) {
      this.status.textContent = failure instanceof Refusal ? failure.message : String(failure);
      return null;
    }
  }

  private clear(): void {
    this.conversation?.leave();
    this.conversation = undefined;
    this.results.replaceChildren();
    this.status.textContent = "";
  }

  private async tryIt(): Promise<void> {
    const upload = await this.upload();
    if (upload === null) return;
    this.clear();
    this.conversation = new Conversation(this.connection, { begin: { upload } }, { file: "", go: () => undefined }, null);
    this.results.replaceChildren(this.conversation.element);
  }

  private async handIn(): Promise<void> {
    const upload = await this.upload();
    if (upload === null) return;
    this.clear();
    this.go.disabled = true;
    this.status.textContent = "Waiting…";
    this.connection.open({ do: "ask", upload }, (message) => this.take(message));
  }

  private take(message: Message): void {
    if (message.kind === "started") this.status.textContent = "Your program is being run…";
    if (message.kind === "count") this.status.textContent = `${message.done} of ${message.all}`;
    if (message.kind === "end") this.end(message);
  }

  private end(end: End): void {
    this.go.disabled = false;
    if (!end.grading || end.bug || end.failure || end.code === 2) {
      this.status.textContent = end.failure ?? "This could not be graded; ask who gave you the link.";
      return;
    }
    this.status.textContent = "This is what came of it:";
    const page = `${this.place}/results/${end.grading}`;
    this.results.replaceChildren(h("iframe", { class: "result", src: page, title: "what came of it" }));
    this.results.scrollIntoView({ block: "nearest" });
  }
}
