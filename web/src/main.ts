// The workbench: files, an editor, questions, and what came of them.

import "./style.css";
import { type Asked, Connection, Refusal, server } from "./connection";
import { Conversation, type Opening } from "./conversation";
import { h } from "./dom";
import { drafts } from "./drafts";
import { Editor } from "./editor";
import { ClassView } from "./class-view";
import { type HandedIn, HandingIn } from "./handing-in";
import { type Class, type Command, type Language, type Place, type Start, type Values, commandsFor, label, languageOf } from "./model";
import type { LanguageServer } from "./language-server";
import { OptionForm } from "./options";
import { PlanView } from "./plan-view";
import type { GoTo } from "./outcomes";
import { Question } from "./question";
import { linkTo, sharedIn } from "./share";
import { Sidebar } from "./sidebar";

class Workbench {
  private readonly connection = new Connection();
  private readonly editor = new Editor(() => this.changed(), () => void this.ask(), () => void this.save());
  private readonly title = h("h1", {}, "refute");
  private readonly note = h("p", { class: "note", role: "status" });
  private readonly commands = h("div", { class: "commands", role: "group", "aria-label": "question" });
  private readonly settings = h("details", { class: "settings" });
  private readonly extra = h("div", { class: "extra" });
  private readonly go = h("button", { type: "button", class: "primary", click: () => void this.ask() });
  private readonly class = h("div");
  private readonly results = h("div", { class: "results-list" });
  private readonly menu = h("button", { type: "button", class: "menu", "aria-expanded": "false", click: () => this.toggleMenu() }, "Files");
  private readonly revertButton = h("button", { type: "button", hidden: true, click: () => void this.revert() }, "Revert");
  private readonly saveButton = h("button", { type: "button", click: () => void this.save() }, "Save");
  private readonly sidebar: Sidebar;
  private place: Place = "folder";
  private name = "";
  private version = "";
  private openings = 0;
  private language: Language | undefined;
  private command: Command | undefined;
  private options: OptionForm | undefined;
  private handing: HandingIn | undefined;
  private plan: PlanView | undefined;
  private conversation: Conversation | undefined;
  private server: LanguageServer | null = null;

  constructor(private readonly start: Start) {
    this.sidebar = new Sidebar(
      start,
      (place, name) => this.chosen(() => void this.open(place, name)),
      (name) => this.chosen(() => void this.create(name)),
      (run) => this.join(run),
    );
    this.saveButton.disabled = start.public;
    document.body.replaceChildren(this.layout());
    document.addEventListener("keydown", (event) => {
      if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey) || event.defaultPrevented) return;
      event.preventDefault();
      void this.ask();
    });
  }

  private layout(): HTMLElement {
    const header = h(
      "header",
      {},
      h("a", { class: "skip", href: "#answers" }, "Skip to the answers"),
      this.menu,
      this.title,
      this.note,
      h("div", { class: "spacer" }),
      this.revertButton,
      this.saveButton,
      h("button", { type: "button", click: () => void this.share() }, "Copy link"),
      h("button", { type: "button", click: switchTheme, "aria-label": "Switch between light and dark" }, "◐"),
    );
    const asking = h(
      "section",
      { class: "asking", id: "answers", "aria-label": "questions and answers", tabindex: -1 },
      this.commands,
      this.settings,
      this.extra,
      h("div", { class: "row" }, this.go, h("small", {}, "Ctrl+Enter")),
      this.class,
      h("h2", { class: "unseen" }, "Answers"),
      this.results,
    );
    const editing = h("section", { class: "editing", "aria-label": "editor" }, this.editor.element);
    return h("div", { class: "page" }, header, this.sidebar.element, h("main", {}, editing, asking));
  }

  private toggleMenu(open = !document.body.classList.contains("menu-open")): void {
    document.body.classList.toggle("menu-open", open);
    this.menu.setAttribute("aria-expanded", String(open));
  }

  /** Close the menu when something in it was chosen; what arrives by itself leaves it open. */
  private chosen(then: () => void): void {
    this.toggleMenu(false);
    then();
  }

  // Files

  async begin(): Promise<void> {
    const shared = await sharedIn(location.hash);
    const run = /^#run=([\w-]+)$/.exec(location.hash)?.[1];
    if (shared !== null) {
      this.show("folder", shared.name, shared.text, "");
      this.choose(shared.command, shared.options);
      this.say("from a link; nothing was run yet");
    } else {
      const { opened, files, gallery } = this.start;
      if (opened || files.length > 0) await this.open("folder", opened || files[0]!);
      else if (gallery.length > 0) await this.open("gallery", gallery.find((each) => each.startsWith("funlogic/")) ?? gallery[0]!);
    }
    if (run !== undefined) this.join(run);
    await this.connectEditor();
  }

  /** Show a file; one that was chosen later, or questions about it, are not replaced by one that arrives late. */
  private async open(place: Place, name: string): Promise<void> {
    const opening = ++this.openings;
    await this.attempt(async () => {
      const draft = drafts.read(place, name);
      const { text, version } = draft ?? (await server.read(place, name));
      if (opening !== this.openings) return;
      this.show(place, name, text, version);
      if (draft !== null) this.say("with changes that are not saved");
    });
  }

  private async create(name: string): Promise<void> {
    if (this.start.files.includes(name) || drafts.read("folder", name) !== null) await this.open("folder", name);
    else this.show("folder", name, "", "");
  }

  /** Back to the text that is saved, or to none. */
  private async revert(): Promise<void> {
    await this.attempt(async () => {
      const { text, version } = this.version ? await server.read(this.place, this.name) : { text: "", version: "" };
      drafts.forget(this.place, this.name);
      this.sidebar.drawFiles();
      this.show(this.place, this.name, text, version);
    });
  }

  private show(place: Place, name: string, text: string, version: string): void {
    this.openings += 1;
    Object.assign(this, { place, name, version });
    this.language = languageOf(name, this.start.languages);
    this.title.textContent = name;
    document.title = `${name} – refute`;
    this.sidebar.select(place, name);
    this.revertButton.hidden = drafts.read(place, name) === null;
    this.editor.open(text);
    this.serve();
    this.say(this.language === undefined ? "the ending of this name belongs to no language" : "");
    this.results.replaceChildren();
    this.endConversation();
    this.drawCommands();
  }

  /** Have the language server look at the text, if there is one. */
  private serve(): void {
    if (this.server === null || this.language === undefined) return;
    const uri = `file:///${this.start.public ? "gallery" : this.place}/${this.name.split("/").map(encodeURIComponent).join("/")}`;
    this.editor.serve(this.server.serving(uri, this.language.name));
  }

  private async connectEditor(): Promise<void> {
    const { LanguageServer } = await import("./language-server");
    this.server = await LanguageServer.open(() => void this.reconnectEditor());
    this.serve();
  }

  /** The language server is gone: have another one, sooner or later. */
  private async reconnectEditor(): Promise<void> {
    this.server = null;
    this.editor.serve([]);
    for (let pause = 1000; this.server === null; pause = Math.min(2 * pause, 60_000)) {
      await new Promise((resume) => setTimeout(resume, pause));
      await this.connectEditor();
    }
  }

  /** What was edited is kept until it is saved. */
  private changed(): void {
    if (!this.name) return;
    const kept = drafts.keep(this.place, this.name, { text: this.editor.text, version: this.version });
    if (!kept) this.say("the browser has no room to keep what you change; save it");
    if (this.revertButton.hidden) this.sidebar.drawFiles();
    this.revertButton.hidden = !kept;
  }

  private async save(): Promise<void> {
    if (this.start.public) return this.say("a public server keeps no files; copy the link instead");
    await this.attempt(async () => {
      const name = this.place === "gallery" ? this.name.split("/").pop()! : this.name;
      const { version } = await server.write(name, this.editor.text, this.place === "gallery" ? "" : this.version);
      drafts.forget(this.place, this.name);
      this.revertButton.hidden = true;
      Object.assign(this, { place: "folder", name, version });
      this.sidebar.add(name);
      this.sidebar.select("folder", name);
      this.title.textContent = name;
      this.say("saved");
    });
  }

  private async share(): Promise<void> {
    const options = this.options?.values ?? {};
    const name = this.name.split("/").pop()!;
    const link = await linkTo({ name, text: this.editor.text, command: this.command?.name ?? "check", options });
    try {
      await navigator.clipboard.writeText(link);
      this.say("the link is in the clipboard");
    } catch {
      location.hash = new URL(link).hash;
      this.say("the link is in the address bar");
    }
  }

  private say(text: string): void {
    this.note.textContent = text;
  }

  private async attempt(action: () => Promise<void>): Promise<void> {
    try {
      await action();
    } catch (failure) {
      this.say(failure instanceof Refusal ? failure.message : `that did not work: ${String(failure)}`);
    }
  }

  // Questions

  private drawCommands(): void {
    const offered = this.language === undefined ? [] : commandsFor(this.name, this.language);
    this.commands.replaceChildren(
      ...offered.map((each) =>
        h("button", { type: "button", "data-command": each.name, "aria-pressed": "false", click: () => this.choose(each.name) }, label(each.name)),
      ),
    );
    this.choose(offered.some((each) => each.name === this.command?.name) ? this.command!.name : (offered[0]?.name ?? ""));
  }

  private choose(name: string, values: Values = {}): void {
    const offered = this.language === undefined ? [] : commandsFor(this.name, this.language);
    this.command = offered.find((each) => each.name === name);
    for (const each of this.commands.querySelectorAll<HTMLElement>("button")) {
      each.setAttribute("aria-pressed", String(each.dataset["command"] === name));
    }
    this.go.hidden = this.command === undefined;
    this.settings.hidden = this.command === undefined;
    if (this.command === undefined) return;
    this.go.textContent = this.command.conversation ? "Start" : name === "plan" ? "Run the plan" : label(name);
    this.options = new OptionForm(this.command, values);
    this.settings.replaceChildren(h("summary", {}, "Options"), this.options.element);
    this.settings.open = Object.keys(values).length > 0;
    const takes = this.command.takes.includes("submissions");
    this.handing = takes ? new HandingIn(() => void this.ask(), { enrol: (roster) => void this.enrol(roster) }) : undefined;
    this.plan = name === "plan" ? this.planView() : undefined;
    document.body.classList.toggle("planning", this.plan !== undefined);
    this.extra.replaceChildren(...this.extras(name));
    this.class.replaceChildren();
    if (takes) void this.attempt(async () => this.showClass(await this.classNow()));
  }

  /** What a command offers besides its options. */
  private extras(command: string): HTMLElement[] {
    const also = (label: string, click: () => void) => h("p", { class: "also" }, h("button", { type: "button", click }, label));
    if (this.handing !== undefined) {
      return [this.handing.element, also("Try it in a terminal", () => void this.tryProgram(this.handing!))];
    }
    if (this.plan !== undefined) return [this.plan.element];
    const graded = this.language?.commands.some((each) => each.name === "grade");
    return command === "sheet" && graded ? [also("Make a page for students", () => void this.makeExercise())] : [];
  }

  private planView(): PlanView {
    const { name, plan } = this.language!;
    return new PlanView(this.connection, name, plan!, () => this.asked(), this.goTo, !this.start.public);
  }

  private async tryProgram(handing: HandingIn): Promise<void> {
    await this.attempt(async () => {
      const upload = (await handing.send())?.upload;
      if (!upload) return this.say("choose or type a program first");
      this.converse({ begin: { ...this.asked(), upload } }, false);
    });
  }

  /** A link for students, who see the sheet and hand in, and nothing else. */
  private async makeExercise(): Promise<void> {
    await this.attempt(async () => {
      const { id } = await server.beginExercise(this.asked());
      const address = `${location.origin}/exercise/${id}`;
      const link = h("a", { href: address, target: "_blank", rel: "noopener" }, address);
      this.results.replaceChildren(
        h("p", { class: "said" }, "Students who open this link see the sheet, hand in a program and get its verdict:"),
        h("p", { class: "said exercise-link" }, link),
      );
    });
  }

  // The class of a specification

  private classNow(): Promise<Class> {
    return server.classOf(this.place, this.name);
  }

  private showClass(known: Class): void {
    this.handing?.show(known);
    const { place, name } = this;
    const view = new ClassView(this.connection, () => server.classOf(place, name), () => this.choose("grade"));
    this.class.replaceChildren(...(view.show(known) ? [view.element] : []));
  }

  /** Take a roster for the class, and let its grades follow. */
  private async enrol(roster: File | null): Promise<void> {
    await this.attempt(async () => {
      const known = await server.roster(this.place, this.name, roster ?? new Blob([]));
      this.showClass(known);
      this.say(known.roster === null ? "the class has no roster" : `the roster has ${known.roster} people`);
      if (known.grades !== null) await this.grade({ upload: null, keep: true });
    });
  }

  private async grade(handed: HandedIn): Promise<void> {
    const asked = { ...this.asked(), ...handed };
    const ended = (question: Question) => {
      this.mark(question, asked.name);
      if (asked.keep && question.grading) void this.attempt(async () => this.showClass(await this.classNow()));
    };
    this.showQuestion(new Question(this.connection, asked, this.goTo, ended, this.player(), () => asked.text));
  }

  private showQuestion(question: Question): void {
    this.results.replaceChildren(question.element);
    question.element.scrollIntoView({ block: this.settings.open ? "start" : "nearest" });
  }

  private asked(): Asked {
    return {
      command: this.command!.name,
      name: this.name,
      text: this.editor.text,
      place: this.place,
      options: this.options!.values,
    };
  }

  /** The text of a file as it is now, or as it was if another one is open. */
  private textOf(asked: Asked): string {
    return asked.name === this.name && asked.place === this.place ? this.editor.text : asked.text;
  }

  private async ask(): Promise<void> {
    if (this.command === undefined) return;
    if (this.command.conversation) return this.converse({ begin: this.asked() });
    if (this.plan !== undefined) return this.plan.run();
    await this.attempt(async () => {
      const handed = this.handing === undefined ? undefined : await this.handing.send();
      if (handed === null) return this.say("choose or type a program first");
      this.endConversation();
      if (handed !== undefined) return this.grade(handed);
      const asked = this.asked();
      this.showQuestion(new Question(this.connection, asked, this.goTo, (ended) => this.mark(ended, asked.name), this.player(), () => this.textOf(asked)));
    });
  }

  /** Plays entries in a conversation with the text as it is, if the language has one. */
  private player(): ((entries: string[]) => void) | null {
    const play = this.language?.commands.find((each) => each.name === "play");
    if (play === undefined) return null;
    return (entries) => this.converse({ begin: { ...this.asked(), command: "play", options: {} }, entries });
  }

  /** Without a language server the editor shows what the last question found. */
  private mark(ended: Question, name: string): void {
    if (name === this.name) this.editor.show(ended.spots);
    if (this.server === null && name === this.name) this.editor.mark(ended.diagnostics, name);
  }

  private converse(opening: Opening, shareable = true): void {
    this.endConversation();
    const asked = this.asked();
    const together = "begin" in opening && shareable && !this.start.public ? () => void this.workTogether(asked) : null;
    this.conversation = new Conversation(this.connection, opening, this.goTo, together);
    this.results.replaceChildren(this.conversation.element);
  }

  private endConversation(): void {
    this.conversation?.leave();
    this.conversation = undefined;
  }

  private async workTogether(asked: Asked): Promise<void> {
    await this.attempt(async () => {
      const { id } = await server.beginRun(asked);
      location.hash = `#run=${id}`;
      this.join(id);
      this.say("others can open this address");
    });
  }

  private join(run: string): void {
    const who = localStorage.getItem("refute-name") ?? window.prompt("What is your name?") ?? "";
    localStorage.setItem("refute-name", who);
    if (location.hash !== `#run=${run}`) location.hash = `#run=${run}`;
    this.converse({ join: run, who });
  }

  private get goTo(): GoTo {
    return { file: this.name, go: (line, column) => this.editor.goTo(line, column) };
  }
}

function switchTheme(): void {
  const dark = document.documentElement.dataset["theme"] ?? (matchMedia("(prefers-color-scheme: dark)").matches ? "dark" : "light");
  document.documentElement.dataset["theme"] = dark === "dark" ? "light" : "dark";
  localStorage.setItem("refute-theme", document.documentElement.dataset["theme"]);
}

async function main(): Promise<void> {
  const theme = localStorage.getItem("refute-theme");
  if (theme) document.documentElement.dataset["theme"] = theme;
  try {
    const exercise = /^\/exercise\/[\w-]+$/.exec(location.pathname)?.[0];
    if (exercise !== undefined) await (await import("./exercise")).openExercise(exercise);
    else await new Workbench(await server.start()).begin();
  } catch (failure) {
    document.body.replaceChildren(h("p", { class: "failure" }, failure instanceof Error ? failure.message : String(failure)));
  }
}

void main();
