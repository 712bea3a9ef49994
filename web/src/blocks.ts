// Evidence as elements: one function for each kind of block.

import { download, h } from "./dom";
import type { Block, Edge, Labelled, Turn } from "./model";

/** All blocks of an outcome; dialogues that follow each other stand side by side. */
export function drawBlocks(blocks: Block[]): HTMLElement[] {
  const drawn: HTMLElement[] = [];
  for (let at = 0; at < blocks.length; at += 1) {
    const together = [drawBlock(blocks[at]!)];
    while (blocks[at]!.kind === "dialogue" && blocks[at + 1]?.kind === "dialogue") {
      at += 1;
      together.push(drawBlock(blocks[at]!));
    }
    drawn.push(together.length === 1 ? together[0]! : h("div", { class: "side-by-side" }, ...together));
  }
  return drawn;
}

function drawBlock(block: Block): HTMLElement {
  switch (block.kind) {
    case "bindings":
      return titled(block.title, bindings(block.rows));
    case "lines":
      return titled(block.title, h("pre", { tabindex: 0 }, ...block.lines.map((each) => h("span", { class: "line" }, `${each}\n`))));
    case "table":
      return titled(block.title, table(block.header, block.rows, block.title));
    case "outline":
      return outline(block.nodes);
    case "dialogue":
      return titled(block.title, dialogue(block.turns));
    case "graph":
      return titled(block.title, picture(block.svg, block.title, graphInWords(block.nodes, block.edges)));
    case "diagram":
      return titled(block.title, block.pictures.length > 2 ? stepped(block.pictures, block.svg, block.title) : picture(block.svg, block.title));
    default:
      return h("pre", { class: "block", tabindex: 0 }, JSON.stringify(block satisfies never, null, 2));
  }
}

function titled(title: string, content: HTMLElement): HTMLElement {
  return h("section", { class: "block" }, title && h("h3", {}, title), content);
}

function bindings(rows: { name: string; value: string }[]): HTMLElement {
  const list = h("dl", { class: "bindings" });
  for (const { name, value } of rows) {
    list.append(h("div", {}, h("dt", {}, name), h("dd", {}, h("code", {}, value))));
  }
  return list;
}

export function table(header: string[], rows: string[][], name: string): HTMLElement {
  const head = h("tr", {}, ...header.map((each) => h("th", { scope: "col" }, each)));
  const body = rows.map((row) => h("tr", {}, ...row.map((cell) => h("td", {}, cell))));
  const drawn = h("table", {}, h("thead", {}, head), h("tbody", {}, ...body));
  return h("div", { class: "scroll", tabindex: 0, role: "group", "aria-label": name || "table" }, drawn);
}

// Dialogues: what happened on the left, what should have happened beside it.

function dialogue(turns: Turn[]): HTMLElement {
  const compared = turns.some((each) => each.beside);
  const columns = ["happened", "expected"].map((each) => h("th", { scope: "col" }, each));
  const head = compared && h("thead", {}, h("tr", {}, ...columns));
  const body = turns.map((each) => turnRow(each, compared));
  const drawn = h("table", { class: "dialogue" }, head, h("tbody", {}, ...body));
  return h("div", { class: "scroll", tabindex: 0, role: "group", "aria-label": "dialogue" }, drawn);
}

function turnRow(turn: Turn, compared: boolean): HTMLElement {
  const said = turn.pieces.map((each) =>
    each.typed
      ? h("kbd", {}, each.text || "↵", h("span", { class: "unseen" }, " (typed)"))
      : h("span", {}, each.text),
  );
  const note = turn.note && h("em", {}, turn.note);
  const wrong = turn.wrong && h("strong", { class: "wrong-mark" }, "✗ ", h("span", { class: "unseen" }, "wrong: "));
  const happened = h("td", {}, wrong, ...said, note);
  const beside = compared && h("td", { class: "beside" }, turn.beside);
  return h("tr", { class: turn.wrong ? "wrong" : undefined }, happened, beside);
}

// Outlines: trees that fold and zoom.

const SYMBOLS: Record<string, string> = {
  open: "○",
  answer: "✓",
  failed: "✗",
  impossible: "⊥",
  cut: "…",
  unknown: "?",
};

interface Node {
  label: string;
  mark: string;
  children: Node[];
}

function outline(nodes: { depth: number; label: string; mark: string }[]): HTMLElement {
  const tree = h("ul", { class: "outline" }, ...nested(nodes).map((each) => branch(each, 0)));
  const box = h("div", { class: "scroll", tabindex: 0, role: "group", "aria-label": "tree" }, tree);
  const fold = (open: boolean) => () => {
    for (const each of tree.querySelectorAll("details")) each.open = open;
  };
  const tools = h(
    "div",
    { class: "tools", role: "group", "aria-label": "tree view" },
    h("button", { type: "button", click: fold(true) }, "Unfold all"),
    h("button", { type: "button", click: fold(false) }, "Fold all"),
    ...zooming((size) => (tree.style.fontSize = `${size}em`)),
  );
  return h("section", { class: "block" }, tools, box);
}

/** Buttons that change a size, which is 1 at first. */
function zooming(resize: (size: number) => void): HTMLElement[] {
  let size = 1;
  const zoom = (factor: number) => () => {
    size = Math.min(2.5, Math.max(0.4, size * factor));
    resize(size);
  };
  return [
    h("button", { type: "button", "aria-label": "Smaller", click: zoom(0.8) }, "−"),
    h("button", { type: "button", "aria-label": "Larger", click: zoom(1.25) }, "+"),
  ];
}

/** The trees that a list of nodes in preorder stands for. */
function nested(nodes: { depth: number; label: string; mark: string }[]): Node[] {
  const root: Node = { label: "", mark: "", children: [] };
  const path = [root];
  for (const { depth, label, mark } of nodes) {
    const node = { label, mark, children: [] };
    path.length = depth + 1;
    path[depth]!.children.push(node);
    path.push(node);
  }
  return root.children;
}

function branch(node: Node, depth: number): HTMLElement {
  const mark = h("span", { class: `mark ${node.mark}`, title: node.mark }, SYMBOLS[node.mark] ?? "", " ");
  const content = [mark, h("span", { class: "unseen" }, ` ${node.mark}: `), h("span", {}, node.label)];
  if (node.children.length === 0) return h("li", {}, h("span", { class: "leaf" }, ...content));
  const inside = h("ul", {}, ...node.children.map((each) => branch(each, depth + 1)));
  return h("li", {}, h("details", { open: depth < 6 }, h("summary", {}, ...content), inside));
}

// Pictures: drawn by the server, so that they look the same wherever they are shown.

function picture(svg: string, name: string, words?: HTMLElement): HTMLElement {
  const drawn = drawing(svg);
  if (drawn === null) return h("pre", { tabindex: 0 }, svg);
  const width = Number(drawn.getAttribute("width") ?? 0);
  drawn.removeAttribute("height");
  const tools = h(
    "div",
    { class: "tools", role: "group", "aria-label": "picture" },
    ...zooming((size) => drawn.setAttribute("width", String(width * size))),
    h("button", { type: "button", click: () => download("picture.svg", svg) }, "Download"),
  );
  const box = scrolled(drawn, name || "picture");
  return h("div", {}, tools, box, words && h("details", {}, h("summary", {}, "in words"), words));
}

function drawing(svg: string): SVGSVGElement | null {
  const read = new DOMParser().parseFromString(svg, "image/svg+xml").documentElement;
  return read.localName === "svg" ? (document.importNode(read, true) as unknown as SVGSVGElement) : null;
}

function scrolled(drawn: SVGSVGElement | null, name: string): HTMLElement {
  drawn?.setAttribute("aria-label", name);
  return h("div", { class: "scroll picture", tabindex: 0, role: "group", "aria-label": name }, drawn);
}

/** Moments one at a time, forwards and back; all of them at once on demand. */
function stepped(moments: { title: string; svg: string }[], whole: string, name: string): HTMLElement {
  let at = 0;
  const shown = h("div");
  const told = h("span", { class: "moment", role: "status" });
  const button = (text: string, means: string, where: () => number) =>
    h("button", { type: "button", "aria-label": means, title: means, click: () => show(where()) }, text);
  const last = moments.length - 1;
  const buttons = [
    button("First", "To the first step", () => 0),
    button("◀ Back", "One step back", () => at - 1),
    button("Forwards ▶", "One step forwards", () => at + 1),
    button("Last", "To the last step", () => last),
  ];
  const show = (number: number) => {
    at = Math.min(last, Math.max(0, number));
    const moment = moments[at]!;
    told.textContent = `Step ${at} of ${last}`;
    shown.replaceChildren(scrolled(drawing(moment.svg), `${name || "object diagram"}, ${moment.title}`));
    buttons.forEach((each, index) => (each.ariaDisabled = String(index < 2 ? at === 0 : at === last)));
  };
  const tools = h("div", { class: "tools stepper", role: "group", "aria-label": "steps" }, ...buttons, told);
  tools.addEventListener("keydown", (event) => {
    const moves: Record<string, number> = { ArrowLeft: at - 1, ArrowRight: at + 1, Home: 0, End: last };
    const where = moves[event.key];
    if (where === undefined) return;
    event.preventDefault();
    show(where);
  });
  const all = h("details", {}, h("summary", {}, "all steps"), picture(whole, name));
  show(0);
  return h("div", {}, tools, shown, all);
}

function graphInWords(nodes: Labelled[], edges: Edge[]): HTMLElement {
  const said = (node: Labelled) => (node.mark === "open" ? node.label : `${node.label} (${node.mark})`);
  const items = nodes.map((node, number) => {
    const leaving = edges.filter((each) => each.from === number);
    const led = leaving.map((each) => h("li", {}, `${each.label} → ${nodes[each.to]?.label ?? ""}`));
    return h("li", {}, said(node), led.length > 0 && h("ul", {}, ...led));
  });
  return h("ul", { class: "words" }, ...items);
}
