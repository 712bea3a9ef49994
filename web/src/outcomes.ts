// Outcomes, diagnostics and files, each drawn when it arrives.

import { drawBlocks } from "./blocks";
import { download, h } from "./dom";
import type { Diagnostic, Outcome } from "./model";

/** Leads to places in the text that was asked about. */
export interface GoTo {
  file: string;
  go: (line: number, column: number) => void;
}

const SYMBOLS = { refuted: "✗", undecided: "?", passed: "✓", confirmed: "✔" };

export function drawOutcome(outcome: Outcome, goTo: GoTo, open = true): HTMLElement {
  const badge = h("span", { class: `badge ${outcome.verdict}` }, `${SYMBOLS[outcome.verdict]} ${outcome.word}`);
  const heading = h(
    "summary",
    {},
    badge,
    " ",
    h("span", { class: "asked" }, [outcome.kind, outcome.question].filter(Boolean).join(" ")),
  );
  const remarks = [
    outcome.bound && `bound: ${outcome.bound}`,
    outcome.reason && `why: ${outcome.reason}`,
    ...Object.entries(outcome.statistics).map(([name, value]) => `${name.replaceAll("_", " ")} ${value ?? "–"}`),
    outcome.seconds >= 0.005 && `${outcome.seconds.toFixed(2)} s`,
  ].filter(Boolean);
  return h(
    "details",
    { class: `outcome ${outcome.verdict}`, open },
    heading,
    h(
      "div",
      { class: "body" },
      h("p", { class: "summary" }, outcome.summary, " ", place(outcome.place, goTo)),
      ...drawBlocks(outcome.blocks),
      remarks.length > 0 && h("p", { class: "remarks" }, remarks.join(" · ")),
    ),
  );
}

/** A button that leads to `file:line:column`. */
function place(text: string, goTo: GoTo): HTMLElement | undefined {
  const found = /^(.*):(\d+):(\d+)$/.exec(text);
  if (found === null || found[1] !== goTo.file) return undefined;
  const [line, column] = [Number(found[2]), Number(found[3])];
  return h("button", { type: "button", class: "place", click: () => goTo.go(line, column) }, `line ${line}`);
}

/** A diagnostic; a brief one shows neither the source nor the help. */
export function drawDiagnostic(diagnostic: Diagnostic, text: string, goTo: GoTo, brief = false): HTMLElement {
  const at = diagnostic.primary?.place;
  return h(
    "section",
    { class: `diagnostic ${diagnostic.severity}` },
    h("p", {}, h("strong", {}, `${diagnostic.severity} ${diagnostic.code}: `), diagnostic.message),
    at && !brief && h("pre", { tabindex: 0 }, text.split("\n").slice(2).filter((line) => !line.includes("= help:")).join("\n")),
    diagnostic.help && !brief && h("p", { class: "help" }, diagnostic.help),
    at?.file === goTo.file &&
      h("button", { type: "button", class: "place", click: () => goTo.go(at.line, at.column) }, `line ${at.line}`),
  );
}

export function drawArtifact(name: string, text: string): HTMLElement {
  const shown = /\.html?$/.test(name)
    ? h("iframe", { srcdoc: text, sandbox: "", title: name })
    : name.endsWith(".svg")
      ? h("img", { src: `data:image/svg+xml,${encodeURIComponent(text)}`, alt: name })
      : h("pre", { tabindex: 0 }, text);
  return h(
    "details",
    { class: "artifact", open: !(shown instanceof HTMLPreElement) },
    h("summary", {}, h("span", { class: "badge file" }, "file"), " ", name),
    h("div", { class: "body" }, h("button", { type: "button", click: () => download(name, text) }, "Download"), shown),
  );
}
