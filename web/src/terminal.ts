// A terminal for conversations that take lines as they are.

import { FitAddon } from "@xterm/addon-fit";
import { Terminal } from "@xterm/xterm";
import "@xterm/xterm/css/xterm.css";
import { h } from "./dom";

export class LineTerminal {
  readonly element = h("div", { class: "terminal" });
  private readonly terminal = new Terminal({
    rows: 16,
    convertEol: true,
    cursorBlink: true,
    screenReaderMode: true,
    fontFamily: "ui-monospace, 'DejaVu Sans Mono', monospace",
    fontSize: 14,
    theme: { background: "#10181d", foreground: "#e8eef1" },
  });
  private readonly fit = new FitAddon();
  private readonly observer = new ResizeObserver(() => this.fit.fit());
  private line = "";
  private open = true;

  constructor(
    private readonly enter: (line: string) => void,
    private readonly stop: () => void,
  ) {
    this.terminal.loadAddon(this.fit);
    this.terminal.onData((data) => this.type(data));
  }

  /** Show the terminal; its element must be in the page. */
  show(): void {
    this.terminal.open(this.element);
    this.observer.observe(this.element);
    this.fit.fit();
    this.terminal.focus();
  }

  print(text: string, goesOn = false): void {
    if (goesOn) this.terminal.write(text);
    else this.terminal.writeln(text);
  }

  /** Take no more lines. */
  close(remark: string): void {
    if (this.open) this.terminal.writeln(`\x1b[2m${remark}\x1b[0m`);
    this.open = false;
    this.terminal.options.cursorBlink = false;
  }

  dispose(): void {
    this.observer.disconnect();
    this.terminal.dispose();
  }

  private type(data: string): void {
    if (!this.open) return;
    for (const character of data) {
      if (character === "\r") {
        this.terminal.writeln("");
        const line = this.line;
        this.line = "";
        this.enter(line);
      } else if (character === "\x03" || character === "\x04") {
        this.stop();
      } else if (character === "\x7f") {
        if (this.line) this.terminal.write("\b \b");
        this.line = [...this.line].slice(0, -1).join("");
      } else if (character >= " ") {
        this.line += character;
        this.terminal.write(character);
      }
    }
  }
}
