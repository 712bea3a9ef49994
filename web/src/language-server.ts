// The language server in the editor: what is wrong, quick fixes, colours, hover, completion, names.

import { completionKeymap } from "@codemirror/autocomplete";
import { type Diagnostic, setDiagnostics } from "@codemirror/lint";
import {
  LSPClient,
  LSPPlugin,
  findReferencesKeymap,
  formatKeymap,
  hoverTooltips,
  jumpToDefinitionKeymap,
  renameKeymap,
  serverCompletion,
} from "@codemirror/lsp-client";
import { type Extension, StateEffect, StateField } from "@codemirror/state";
import { Decoration, type DecorationSet, EditorView, keymap } from "@codemirror/view";

interface Range {
  start: { line: number; character: number };
  end: { line: number; character: number };
}
interface Problem {
  range: Range;
  severity?: number;
  code?: string;
  message: string;
}
interface Fix {
  title: string;
  edit?: { changes?: Record<string, { range: Range; newText: string }[]> };
}

/** Milliseconds without typing after which the language server is told of the text. */
const PAUSE = 150;

/** A connection to the language server; null when the server has none for us. */
export class LanguageServer {
  private readonly client: LSPClient;
  private view: EditorView | null = null;
  private pending: ReturnType<typeof setTimeout> | undefined;

  private constructor(socket: WebSocket) {
    this.client = new LSPClient({
      extensions: [serverCompletion(), hoverTooltips(), { notificationHandlers: this.handlers() }, colours],
      timeout: 20_000,
      sanitizeHTML: harmless,
    });
    const takers = new Set<(value: string) => void>();
    socket.addEventListener("message", (event) => takers.forEach((each) => each(event.data)));
    this.client.connect({
      send: (message) => void (socket.readyState === WebSocket.OPEN && socket.send(message)),
      subscribe: (taker) => void takers.add(taker),
      unsubscribe: (taker) => void takers.delete(taker),
    });
  }

  /** Connect; `lost` is called when a connection that was there is gone. */
  static open(lost: () => void): Promise<LanguageServer | null> {
    return new Promise((resolve) => {
      const scheme = location.protocol === "https:" ? "wss" : "ws";
      const socket = new WebSocket(`${scheme}://${location.host}/editor`);
      socket.addEventListener("open", () => {
        socket.addEventListener("close", lost);
        resolve(new LanguageServer(socket));
      });
      socket.addEventListener("close", () => resolve(null));
    });
  }

  /** What makes an editor one of a document in a language. */
  serving(uri: string, language: string): Extension {
    return [
      this.client.plugin(uri, language),
      EditorView.updateListener.of((update) => {
        this.view = update.view;
        if (update.docChanged) this.syncSoon();
      }),
      keymap.of([
        ...completionKeymap,
        ...formatKeymap,
        ...renameKeymap,
        ...jumpToDefinitionKeymap,
        ...findReferencesKeymap,
      ]),
    ];
  }

  private syncSoon(): void {
    clearTimeout(this.pending);
    this.pending = setTimeout(() => this.client.sync(), PAUSE);
  }

  private handlers() {
    return {
      "textDocument/publishDiagnostics": (_: LSPClient, params: { uri: string; diagnostics: Problem[] }) => {
        void this.show(params.uri, params.diagnostics);
        return true;
      },
    };
  }

  private async show(uri: string, problems: Problem[]): Promise<void> {
    const view = this.view;
    const plugin = view && LSPPlugin.get(view);
    if (!view || plugin?.uri !== uri) return;
    const doc = view.state.doc;
    const found = await Promise.all(problems.map((each) => this.drawn(plugin, each)));
    if (view.state.doc === doc) view.dispatch(setDiagnostics(view.state, found));
    await this.colour(view, plugin);
  }

  private async drawn(plugin: LSPPlugin, problem: Problem): Promise<Diagnostic> {
    const asked = {
      textDocument: { uri: plugin.uri },
      range: problem.range,
      context: { diagnostics: [problem], only: ["quickfix"] },
    };
    const fixes = await this.client.request<object, Fix[] | null>("textDocument/codeAction", asked).catch(() => null);
    return {
      from: plugin.fromPosition(problem.range.start),
      to: plugin.fromPosition(problem.range.end),
      severity: problem.severity === 1 ? "error" : problem.severity === 2 ? "warning" : "info",
      source: problem.code,
      message: problem.message,
      actions: (fixes ?? []).flatMap((fix) => {
        const edits = fix.edit?.changes?.[plugin.uri];
        return edits ? [{ name: fix.title, apply: (view: EditorView) => this.apply(view, plugin, edits) }] : [];
      }),
    };
  }

  private apply(view: EditorView, plugin: LSPPlugin, edits: { range: Range; newText: string }[]): void {
    const changes = edits.map((each) => ({
      from: plugin.fromPosition(each.range.start),
      to: plugin.fromPosition(each.range.end),
      insert: each.newText,
    }));
    view.dispatch({ changes });
  }

  /** Colour the text as the language server understands it. */
  private async colour(view: EditorView, plugin: LSPPlugin): Promise<void> {
    const legend = this.client.serverCapabilities?.semanticTokensProvider?.legend.tokenTypes;
    const doc = view.state.doc;
    if (!legend) return;
    const asked = { textDocument: { uri: plugin.uri } };
    const tokens = await this.client
      .request<object, { data: number[] } | null>("textDocument/semanticTokens/full", asked)
      .catch(() => null);
    if (tokens === null || view.state.doc !== doc) return;
    view.dispatch({ effects: newColours.of(decorations(tokens.data, legend, view)) });
  }
}

const TEXT = "p,pre,code,em,strong,ul,ol,li,br,hr,h1,h2,h3,h4,table,thead,tbody,tr,th,td,span";

/** A text in HTML with nothing in it that leads or does anything. */
function harmless(html: string): string {
  const parsed = new DOMParser().parseFromString(html, "text/html").body;
  for (const each of [...parsed.querySelectorAll("*")]) {
    for (const name of each.getAttributeNames()) each.removeAttribute(name);
    if (!each.matches(TEXT)) each.replaceWith(each.matches("script,style") ? "" : (each.textContent ?? ""));
  }
  return parsed.innerHTML;
}

const newColours = StateEffect.define<DecorationSet>();

const colours = StateField.define<DecorationSet>({
  create: () => Decoration.none,
  update(value, transaction) {
    for (const each of transaction.effects) if (each.is(newColours)) return each.value;
    return value.map(transaction.changes);
  },
  provide: (field) => EditorView.decorations.from(field),
});

/** Five numbers a token: lines and characters since the one before, length, kind, modifiers. */
function decorations(data: number[], legend: string[], view: EditorView): DecorationSet {
  const doc = view.state.doc;
  const found = [];
  let line = 0;
  let character = 0;
  for (let at = 0; at + 4 < data.length; at += 5) {
    const [down, right, length, kind] = [data[at]!, data[at + 1]!, data[at + 2]!, data[at + 3]!];
    line += down;
    character = down > 0 ? right : character + right;
    if (line >= doc.lines) break;
    const { from: start, to: end } = doc.line(line + 1);
    const from = Math.min(start + character, end);
    const to = Math.min(from + length, end);
    if (from < to) found.push(Decoration.mark({ class: `token-${legend[kind] ?? ""}` }).range(from, to));
  }
  return Decoration.set(found, true);
}
