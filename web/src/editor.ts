// The editor: CodeMirror with the diagnostics of the last answer.

import { autocompletion, closeBrackets, closeBracketsKeymap, completionKeymap } from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap, indentWithTab } from "@codemirror/commands";
import { bracketMatching, foldGutter, foldKeymap, indentUnit } from "@codemirror/language";
import { lintKeymap, setDiagnostics } from "@codemirror/lint";
import { highlightSelectionMatches, searchKeymap } from "@codemirror/search";
import { Compartment, EditorState, type Extension, StateEffect, StateField } from "@codemirror/state";
import {
  Decoration,
  type DecorationSet,
  EditorView,
  drawSelection,
  highlightActiveLine,
  highlightActiveLineGutter,
  keymap,
  lineNumbers,
} from "@codemirror/view";
import type { Diagnostic, Spot } from "./model";

const THEME = EditorView.theme({
  "&": { height: "100%", fontSize: "0.95rem", backgroundColor: "var(--surface)", color: "var(--text)" },
  ".cm-scroller": { fontFamily: "var(--mono)", lineHeight: "1.55" },
  ".cm-gutters": { backgroundColor: "var(--surface)", color: "var(--quiet)", border: "none" },
  ".cm-activeLine, .cm-activeLineGutter": { backgroundColor: "var(--tint)" },
  ".cm-cursor": { borderLeftColor: "var(--text)" },
  "&.cm-focused": { outline: "2px solid var(--accent)", outlineOffset: "-2px" },
  "&.cm-focused .cm-selectionBackground, .cm-selectionBackground": { backgroundColor: "var(--selection) !important" },
  ".cm-tooltip, .cm-panels": { backgroundColor: "var(--raised)", color: "var(--text)", borderColor: "var(--line)" },
  ".cm-panels button, .cm-panels input": { color: "inherit", background: "var(--surface)" },
});

const showSpots = StateEffect.define<DecorationSet>();

/** What became of stretches of the text; gone as soon as it is edited. */
const spots = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(shown, transaction) {
    for (const effect of transaction.effects) if (effect.is(showSpots)) return effect.value;
    return transaction.docChanged ? Decoration.none : shown;
  },
  provide: (field) => EditorView.decorations.from(field),
});

const MEANINGS: Record<string, string> = {
  answer: "reached",
  impossible: "no input reaches this",
  unknown: "not reached within the bound",
};

export class Editor {
  readonly element: HTMLElement;
  private readonly view: EditorView;
  private readonly served = new Compartment();
  private readonly extensions: Extension;

  constructor(changed: () => void, ask: () => void, save: () => void) {
    const own = keymap.of([
      { key: "Mod-Enter", run: () => (ask(), true) },
      { key: "Mod-s", run: () => (save(), true), preventDefault: true },
    ]);
    this.extensions = [own, this.usual(changed)];
    this.view = new EditorView({ state: EditorState.create({ extensions: this.extensions }) });
    this.element = this.view.dom;
  }

  private usual(changed: () => void): Extension {
    return [
      lineNumbers(),
      foldGutter(),
      history(),
      drawSelection(),
      highlightActiveLine(),
      highlightActiveLineGutter(),
      highlightSelectionMatches(),
      bracketMatching(),
      closeBrackets(),
      autocompletion(),
      indentUnit.of("  "),
      EditorView.lineWrapping,
      EditorView.contentAttributes.of({ "aria-label": "specification", tabindex: "0" }),
      EditorView.updateListener.of((update) => update.docChanged && changed()),
      THEME,
      spots,
      this.served.of([]),
      keymap.of([
        ...closeBracketsKeymap,
        ...defaultKeymap,
        ...searchKeymap,
        ...historyKeymap,
        ...foldKeymap,
        ...completionKeymap,
        ...lintKeymap,
        indentWithTab,
      ]),
    ];
  }

  get text(): string {
    return this.view.state.doc.toString();
  }

  /** Show another text, with a history of its own; the language server must be told anew what it is. */
  open(text: string): void {
    this.serve([]);
    this.view.setState(EditorState.create({ doc: text, extensions: this.extensions }));
    this.view.scrollDOM.scrollTop = 0;
  }

  /** Use what a language server adds. */
  serve(serving: Extension): void {
    this.view.dispatch({ effects: this.served.reconfigure(serving) });
  }

  goTo(line: number, column: number): void {
    const at = this.offset(line, column);
    this.view.dispatch({ selection: { anchor: at }, effects: EditorView.scrollIntoView(at, { y: "center" }) });
    this.view.focus();
  }

  /** Mark what is wrong; positions in other files are left out. */
  mark(diagnostics: Diagnostic[], file: string): void {
    const found = diagnostics.flatMap((each) => {
      const at = each.primary?.place;
      if (!at || at.file !== file) return [];
      const from = this.offset(at.line, at.column);
      const to = Math.max(from, this.offset(at.end_line, at.end_column));
      const message = [each.message, each.primary?.text, each.help].filter(Boolean).join("\n");
      return [{ from, to, severity: each.severity, message, source: each.code }];
    });
    this.view.dispatch(setDiagnostics(this.view.state, found));
  }

  /** Show what became of stretches of the text. */
  show(found: Spot[]): void {
    const marks = found.flatMap((each) => {
      const [from, to] = [this.offset(...each.from), this.offset(...each.to)];
      const shown = Decoration.mark({ class: `spot ${each.mark}`, attributes: { title: MEANINGS[each.mark] ?? each.mark } });
      return this.linesOf(from, to).map(([start, end]) => shown.range(start, end));
    });
    this.view.dispatch({ effects: showSpots.of(Decoration.set(marks, true)) });
  }

  /** A stretch line by line, without blanks around it. */
  private linesOf(from: number, to: number): [number, number][] {
    const found: [number, number][] = [];
    for (let at = from; at < to; ) {
      const line = this.view.state.doc.lineAt(at);
      const text = line.text.slice(at - line.from, to - line.from);
      const start = at + text.length - text.trimStart().length;
      const end = at + text.trimEnd().length;
      if (start < end) found.push([start, end]);
      at = line.to + 1;
    }
    return found;
  }

  private offset(line: number, column: number): number {
    const doc = this.view.state.doc;
    const found = doc.line(Math.min(Math.max(1, line), doc.lines));
    return Math.min(found.from + column - 1, found.to);
  }

  focus(): void {
    this.view.focus();
  }
}
