// A conversation: in a terminal, with a form, or entry by entry.

import type { Asked, Channel, Connection } from "./connection";
import { freshId, h } from "./dom";
import { drawForm, entriesOf, formFor } from "./forms";
import type { Entry, Message, Outcome, State } from "./model";
import { type GoTo, drawArtifact, drawDiagnostic, drawOutcome } from "./outcomes";
import type { LineTerminal } from "./terminal";

/** What a page holds: its own conversation, or its part in a run that others see. */
export type Opening = { begin: Asked | { upload: string }; entries?: string[] } | { join: string; who: string };

export class Conversation {
  readonly element: HTMLElement;
  private readonly transcript = h("div", { class: "transcript", "aria-live": "polite" });
  private readonly below = h("div", { class: "entering" });
  private readonly offers = h("div", { class: "offers row", role: "group", "aria-label": "what can be entered now" });
  private readonly playback = h("p", { class: "playback" });
  private readonly planned: string[];
  private played = 0;
  private readonly people = h("div", { class: "people" });
  private readonly channel: Channel;
  private readonly shared: boolean;
  private readonly who: string;
  private readonly typed = new Map<string, string>();
  private readonly past: string[] = [];
  private latest: HTMLElement[] = [];
  private state: State | null = null;
  private seen = 0;
  /** Whose tasks are shown; in a run with others, who this is. */
  private user: string;
  private readonly userKey: string;
  private terminal: LineTerminal | null = null;
  private say: (entry: string) => void = () => undefined;
  private waiting: { text: string; goesOn: boolean }[] = [];
  /** What has come since a button was pressed that is not released yet. */
  private late: Message[] | null = null;

  constructor(
    connection: Connection,
    opening: Opening,
    private readonly goTo: GoTo,
    private readonly together: (() => void) | null,
  ) {
    this.below.append(h("p", { class: "status", role: "status" }, "Starting…"));
    this.element = h("div", { class: "conversation" }, this.people, this.transcript, this.below);
    this.shared = "join" in opening;
    this.who = "join" in opening ? opening.who : "";
    this.userKey = "join" in opening ? `refute-user-${opening.join}` : "refute-user";
    this.user = sessionStorage.getItem(this.userKey) ?? "";
    this.planned = "begin" in opening ? [...(opening.entries ?? [])] : [];
    const message =
      "join" in opening ? { do: "join", run: opening.join, who: opening.who } : { do: "converse", ...opening.begin };
    if (this.planned.length > 0) this.element.prepend(this.playback);
    this.drawPlayback();
    this.element.addEventListener("pointerdown", () => this.hold());
    this.channel = connection.open(message, (told) => (this.late === null ? this.take(told) : this.late.push(told)));
  }

  /** A button that is replaced or moves while it is pressed gets no click: until then all stays. */
  private hold(): void {
    this.late ??= [];
    const release = () => setTimeout(() => {
      const late = this.late ?? [];
      this.late = null;
      late.forEach((each) => this.take(each));
    });
    for (const each of ["pointerup", "pointercancel"]) window.addEventListener(each, release, { once: true });
  }

  leave(): void {
    this.channel.send({ do: "leave" });
    this.terminal?.dispose();
  }

  private take(message: Message): void {
    switch (message.kind) {
      case "outcome":
        this.show(message.bare ? h("p", { class: "said" }, message.outcome.summary) : this.drawn(message.outcome));
        break;
      case "diagnostic":
        this.show(drawDiagnostic(message.diagnostic, message.text, this.goTo));
        break;
      case "artifact":
        this.show(drawArtifact(message.name, message.text));
        break;
      case "said":
        this.print(message.text, message.goes_on ?? false);
        break;
      case "refused":
        this.show(h("p", { class: "diagnostic warning" }, message.text));
        break;
      case "state":
        void this.stand(message);
        break;
      case "run":
        this.seen = message.seen;
        this.drawPeople(message.people, message.entries);
        break;
      case "end":
        if (message.failure || message.bug) this.show(h("p", { class: "diagnostic error" }, message.failure ?? message.bug ?? ""));
        if (message.interrupted) this.show(h("p", { class: "said" }, "interrupted"));
        if (this.state === null) this.below.replaceChildren();
        if (this.hasForm) this.replaceLatest();
        this.below.removeAttribute("aria-busy");
        break;
    }
  }

  /** Beside a form, what it shows in other words is folded. */
  private drawn(outcome: Outcome): HTMLElement {
    return drawOutcome(outcome, this.goTo, !this.hasForm || outcome.verdict === "refuted");
  }

  private get hasForm(): boolean {
    return this.state?.form != null;
  }

  /** With a form only the latest answer matters; else all of them stay. */
  private show(element: HTMLElement): void {
    if (this.hasForm && this.latest.length === 0) this.transcript.replaceChildren();
    this.latest.push(element);
    if (this.terminal === null || element.classList.contains("outcome")) this.transcript.append(element);
    else this.terminal.print(element.textContent ?? "");
    element.scrollIntoView({ block: "nearest" });
  }

  private replaceLatest(): void {
    this.transcript.replaceChildren(...this.latest);
    this.latest = [];
  }

  private print(text: string, goesOn: boolean): void {
    if (this.terminal !== null) this.terminal.print(text, goesOn);
    else this.waiting.push({ text, goesOn });
  }

  private async stand(state: State): Promise<void> {
    const before = this.state;
    this.state = state;
    if (this.shared && before === null) this.recognise(state);
    if (state.verbatim) await this.standInTerminal(state);
    else if (state.form !== null) this.standInForm(state);
    else if (before === null) this.standAtPrompt(state);
    this.drawOffers(state);
    if (!state.verbatim) this.printWaiting();
  }

  private printWaiting(): void {
    for (const each of this.waiting.splice(0)) this.transcript.append(h("p", { class: "said" }, each.text));
  }

  private async standInTerminal(state: State): Promise<void> {
    if (this.terminal === null) {
      const { LineTerminal } = await import("./terminal");
      const interrupt = () => this.channel.send({ do: "interrupt" });
      this.terminal = new LineTerminal((line) => this.enter({ text: line }), interrupt);
      this.element.prepend(this.terminal.element);
      this.terminal.show();
      for (const each of this.waiting.splice(0)) this.terminal.print(each.text, each.goesOn);
    }
    this.below.replaceChildren();
    if (state.finished) this.terminal.close("(the end)");
  }

  private standInForm(state: State): void {
    const focused = document.activeElement;
    const key = focused instanceof HTMLElement && this.below.contains(focused) ? focused.dataset["key"] : undefined;
    if (!(this.user in state.users)) this.user = "";
    const own = this.user === "" ? state.form! : formFor(state.form!, this.user, state.users[this.user] ?? []);
    const tasks = own === null ? [] : entriesOf(own).filter((each) => !each.startsWith(":"));
    const idle = this.user !== "" && tasks.length === 0;
    const form = h(
      "fieldset",
      { disabled: this.shared && this.user === "" && Object.keys(state.users).length > 0 },
      h("legend", { class: "unseen" }, "task"),
      idle && h("p", { class: "said" }, `There is nothing to do for ${this.user} now.`),
      own !== null && drawForm(own, (element, text) => this.enter({ element, text, user: this.user }), this.typed),
    );
    form.classList.add("task-form");
    const offer =
      this.together !== null &&
      h("p", {}, h("button", { type: "button", class: "quiet", click: this.together }, "Work on it together"));
    const choosing = this.shared ? this.beingSomebody(state) : this.choosingUser(state);
    const people = Object.keys(state.users).length > 0 ? [choosing] : [];
    this.below.replaceChildren(...people, form, this.asking(state), ...(offer ? [offer] : []));
    this.element.append(this.transcript);
    for (const each of this.latest) if (each instanceof HTMLDetailsElement) each.open = each.classList.contains("refuted");
    if (key !== undefined) {
      [...this.below.querySelectorAll<HTMLElement>("[data-key]")].find((each) => each.dataset["key"] === key)?.focus();
    }
  }

  /** Who has been somebody in this run, or is called like a user, is that one. */
  private recognise(state: State): void {
    const alike = Object.keys(state.users).find((each) => each.toLowerCase() === this.who.trim().toLowerCase());
    const user = this.user in state.users ? this.user : (alike ?? "");
    if (user !== "") this.be(user);
  }

  private be(user: string): void {
    this.user = user;
    sessionStorage.setItem(this.userKey, user);
    this.channel.send({ do: "be", user });
  }

  /** In a run with others everybody is one user, chosen once, or looks on. */
  private beingSomebody(state: State): HTMLElement {
    const roles = (name: string) => (state.users[name] ?? []).filter((each) => each !== name).join(", ");
    if (this.user !== "") {
      const also = roles(this.user) ? ` (${roles(this.user)})` : "";
      return h("p", { class: "row user" }, "You are ", h("strong", {}, `${this.user}${also}`));
    }
    const choose = (name: string) => () => {
      this.be(name);
      this.standInForm(state);
    };
    const offered = Object.keys(state.users).map((each) =>
      h("button", { type: "button", class: "act", title: roles(each), click: choose(each) }, each),
    );
    const said = h("span", {}, "You look on. To take part, say who you are:");
    return h("div", { class: "row user", role: "group", "aria-label": "who you are" }, said, ...offered);
  }

  /** Whose forms are shown; without anybody all of them, as for somebody who looks after the run. */
  private choosingUser(state: State): HTMLElement {
    const id = freshId();
    const named = Object.entries(state.users).map(([name, roles]) => {
      const also = roles.filter((each) => each !== name);
      const text = also.length > 0 ? `${name} (${also.join(", ")})` : name;
      return h("option", { value: name, selected: name === this.user }, text);
    });
    const choice = h("select", { id }, h("option", { value: "" }, "everybody"), ...named);
    choice.addEventListener("change", () => {
      this.user = choice.value;
      sessionStorage.setItem(this.userKey, this.user);
      this.standInForm(state);
    });
    return h("p", { class: "row user" }, h("label", { for: id }, "I see the tasks of"), choice);
  }

  /** Commands that change nothing, each with what it may be about. */
  private asking(state: State): HTMLElement {
    const usages = Object.entries(state.commands).filter(([usage]) => state.asides.includes(usage.split(" ")[0]!));
    const forms = usages.map(([usage, means]) => {
      const [word, argument] = [usage.split(" ")[0]!, usage.split(" ").slice(1).join(" ").replaceAll(/[[\]]/g, "")];
      const about = argument && h("input", { type: "text", "aria-label": argument.toLowerCase(), placeholder: argument.toLowerCase() });
      const submit = (event: Event) => {
        event.preventDefault();
        this.enter({ text: about ? `${word} ${about.value}`.trim() : word, aside: true });
      };
      const name = word.slice(1).charAt(0).toUpperCase() + word.slice(2);
      return h("form", { class: "row aside", submit }, h("button", { type: "submit", title: means }, name), about, h("small", {}, means.replaceAll("`", "")));
    });
    return h("div", { class: "asides" }, ...forms);
  }

  /** Entries that go on from where the conversation stands, such as the next answer. */
  private drawOffers(state: State): void {
    const within = this.offers.contains(document.activeElement) ? document.activeElement?.textContent : undefined;
    const buttons = state.offers.map((each) =>
      h("button", { type: "button", class: "act", title: each.entry, click: () => this.say(each.entry) }, each.label),
    );
    this.offers.replaceChildren(...buttons);
    if (within !== undefined) (buttons.find((each) => each.textContent === within) ?? buttons[0])?.focus();
  }

  private standAtPrompt(state: State): void {
    const id = freshId();
    const words = h("datalist", { id: `${id}-words` }, ...state.names.map((each) => h("option", { value: each })));
    const input = h("input", {
      id,
      type: "text",
      autocomplete: "off",
      autocapitalize: "off",
      spellcheck: "false",
      list: words.id,
    });
    let back = 0;
    input.addEventListener("keydown", (event) => {
      if (event.key !== "ArrowUp" && event.key !== "ArrowDown") return;
      back = Math.min(this.past.length, Math.max(0, back + (event.key === "ArrowUp" ? 1 : -1)));
      input.value = this.past[this.past.length - back] ?? "";
      event.preventDefault();
    });
    const submit = (event: Event) => {
      event.preventDefault();
      if (!input.value.trim()) return;
      this.past.push(input.value);
      this.transcript.append(h("p", { class: "entry" }, h("code", {}, `${state.prompt}${input.value}`)));
      this.enter({ text: input.value });
      input.value = "";
      back = 0;
    };
    this.say = (entry) => {
      input.value = entry;
      form.requestSubmit();
    };
    const use = (usage: string) => () => {
      const given = /^[^A-Z[]+/.exec(usage)?.[0] ?? usage;
      input.value = given;
      if (given === usage) form.requestSubmit();
      else input.focus();
    };
    const known = Object.entries(state.commands).map(([usage, means]) =>
      h("div", {}, h("dt", {}, h("button", { type: "button", class: "command", click: use(usage) }, usage)), h("dd", {}, means)),
    );
    const form = h(
        "form",
        { class: "prompt", submit },
        h("label", { for: id }, "your entry"),
        h(
          "div",
          { class: "row" },
          input,
          words,
          h("button", { type: "submit" }, "Enter"),
          h("button", { type: "button", class: "quiet", click: () => this.channel.send({ do: "interrupt" }) }, "Stop"),
        ),
    );
    this.below.replaceChildren(
      this.offers,
      form,
      known.length > 0 ? h("details", { open: state.offers.length === 0 }, h("summary", {}, "commands"), h("dl", { class: "bindings" }, ...known)) : "",
    );
    input.focus();
  }

  private drawPeople(people: string[], entries: Entry[]): void {
    const names = people.map((each) => each || "somebody").join(", ");
    const steps = entries.map((each) =>
      h("li", {}, h("strong", {}, each.who || "somebody"), " ", each.told, " ", h("small", {}, each.at)),
    );
    this.people.replaceChildren(
      h("p", {}, `Working on this run: ${names}`),
      h("details", {}, h("summary", {}, `${entries.length} steps so far`), h("ol", {}, ...steps)),
    );
  }

  /** A way through the conversation that was found before, one entry after the other. */
  private drawPlayback(): void {
    const next = this.planned[this.played];
    const all = this.planned.length;
    if (next === undefined) return this.playback.replaceChildren(`All ${all} steps are played.`);
    const step = () => {
      this.played += 1;
      this.enter({ text: next });
      this.drawPlayback();
    };
    const told = `Step ${this.played + 1} of ${all}: ${next}`;
    this.playback.replaceChildren(h("button", { type: "button", class: "act", click: step }, told));
  }

  private enter(entry: { text: string; element?: string; user?: string; aside?: boolean }): void {
    this.below.setAttribute("aria-busy", "true");
    this.channel.send({ do: "enter", ...entry, ...(this.shared ? { seen: this.seen } : {}) });
  }
}
