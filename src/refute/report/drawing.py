"""Drawing of reports and diagnostics as plain text; `terminal` adds colours and wrapping."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from itertools import islice
from typing import TypeAlias, assert_never

from refute.diagnostics import Diagnostic, Severity, render
from refute.report import wording
from refute.report.outcome import (
    Artifact,
    Bindings,
    Block,
    Change,
    Dialogue,
    Graph,
    Lines,
    Mark,
    ObjectDiagram,
    Outcome,
    Outline,
    Report,
    Table,
    Turn,
    Verdict,
)
from refute.report.wording import text_width

MOST_LINES = 5_000
DEEPEST_INDENT = 40
HELP = "= help: "
LEADS_TO = "  →  "

_VERDICT_STYLES: Mapping[Verdict, str] = {
    Verdict.REFUTED: "bold red",
    Verdict.UNDECIDED: "bold yellow",
    Verdict.PASSED: "bold green",
    Verdict.CONFIRMED: "bold green",
}
_MARK_STYLES: Mapping[Mark, str] = {
    Mark.OPEN: "",
    Mark.ANSWER: "green",
    Mark.FAILED: "red",
    Mark.IMPOSSIBLE: "dim",
    Mark.CUT: "yellow",
    Mark.UNKNOWN: "yellow",
}
_CHANGE_STYLES: Mapping[Change, str] = {
    Change.SAME: "",
    Change.ADDED: "green",
    Change.REMOVED: "red",
    Change.CHANGED: "yellow",
}
_PLAIN = {"✗": "x", "✓": "+", "✔": "+", "○": "o", "⊥": "!", "…": "...", "·": "-", "│": "|"}
_PLAIN |= {"→": "->", "├": "|", "└": "`", "─": "-", "‹": "<", "›": ">", "←": "<-"}


Piece: TypeAlias = tuple[str, str]
"""A stretch of text and its style."""


def plain(outcome: Outcome) -> str:
    """An outcome as a terminal would show it, without colours and without a right margin."""
    lines: list[str] = []
    Pen(lines.append).outcome(outcome)
    return "\n".join("".join(lines).splitlines())


class Pen:
    """Writes what its encoding can represent, line by line, without colours or a margin."""

    def __init__(self, write: Callable[[str], object], encoding: str = "utf-8") -> None:
        self._write = write
        self._encoding = encoding
        self._drawn = 0

    @property
    def width(self) -> int:
        """Maximum number of columns for pictures side by side."""
        return 80

    def report(self, report: Report, *, quiet: bool = False) -> None:
        """Draw every outcome with its evidence or, if quiet, on one line."""
        for outcome in report.outcomes:
            self.next(outcome, quiet=quiet)
        self.end(report, quiet=quiet)

    def next(self, outcome: Outcome, *, quiet: bool = False) -> None:
        """Draw another outcome, separated from the previous one."""
        if quiet:
            self.put(*_headline(outcome, f": {wording.one_line(outcome.summary)}"))
        else:
            if self._drawn and not outcome.bare:
                self.line()
            self.outcome(outcome)
        self._drawn += 1

    def end(self, report: Report, *, quiet: bool = False) -> None:
        """Draw what follows after all outcomes."""
        if quiet:
            return
        if not report.outcomes:
            self.line(wording.nothing_asked(report))
        elif sum(not each.bare for each in report.outcomes) > 1:
            self.line()
            taken = wording.duration(report.seconds)
            self.line(f"{wording.totals(report)} in {taken}", "bold")

    def diagnostics(self, diagnostics: Iterable[Diagnostic]) -> None:
        """Draw errors and warnings with the source lines that they refer to.

        Of several warnings that give the same advice, only the first is drawn whole.
        """
        known = set[tuple[str, str]]()
        for diagnostic in diagnostics:
            first, *rest = render(diagnostic).split("\n")
            kind = diagnostic.code, diagnostic.help
            where = diagnostic.primary
            is_brief = diagnostic.severity is Severity.WARNING and not diagnostic.secondary
            if where and is_brief and kind in known:
                first, rest = f"{first} ({where.span})", []
            known.add(kind)
            colour = "red" if diagnostic.severity is Severity.ERROR else "yellow"
            self.beside(": ", first, f"bold {colour}")
            for line in rest:
                if line.lstrip().startswith(HELP):
                    self.beside(HELP, line)
                else:
                    self.line(line, colour if _underlines(line) else "")

    def artifacts(self, report: Report) -> None:
        """Draw the files that were made but not written."""
        for artifact in report.artifacts:
            self.artifact(artifact)

    def artifact(self, artifact: Artifact) -> None:
        """Draw the name and the text of a file."""
        self.line()
        self.line(f"--- {wording.one_line(artifact.name)} ---", "bold")
        self.line(artifact.text.removesuffix("\n"))

    def shown(self, content: str) -> str:
        """The content, escaped and encodable."""
        text = wording.visible(content)
        try:
            text.encode(self._encoding)
        except UnicodeEncodeError:
            replaced = "".join(_PLAIN.get(char, char) for char in text)
            text = replaced.encode(self._encoding, "backslashreplace").decode(self._encoding)
        return text

    def put(self, *pieces: Piece) -> None:
        """Write a line that is not wrapped, so that it can be copied."""
        text = "".join(self.shown(text) for text, _ in pieces)
        self._write("\n".join(line.rstrip() for line in text.split("\n")) + "\n")

    def hang(self, first: Piece, *rest: Piece, below: str = "") -> None:
        """Write a line whose rest may be wrapped beside the first piece; `below` is under that."""
        self.put(first, *rest)

    def prose(self, content: str, style: str = "", *, indent: int = 2) -> None:
        """Write prose that may be wrapped at a margin."""
        for line in content.split("\n"):
            self.line(line, style, indent=indent)

    def grid(self, table: Table) -> None:
        """Write the header and the rows of a table in columns."""
        rows = [self._cells(row) for row in (table.header, *table.rows[:MOST_LINES])]
        widths = [
            max((text_width(line) for row in rows for line in row[column]), default=0)
            for column in range(len(table.header))
        ]
        self._row(rows[0], widths)
        self.line("─" * (sum(widths) + 3 * (len(widths) - 1)), indent=4)
        for row in rows[1:]:
            self._row(row, widths)

    def _cells(self, row: Iterable[str]) -> list[list[str]]:
        return [self.shown(wording.shortened(cell)).expandtabs(4).split("\n") for cell in row]

    def _row(self, cells: list[list[str]], widths: list[int]) -> None:
        for number in range(max(map(len, cells), default=1)):
            parts = [lines[number] if number < len(lines) else "" for lines in cells]
            padded = [
                part + " " * (width - text_width(part))
                for part, width in zip(parts, widths, strict=True)
            ]
            self.line("   ".join(padded), indent=4)

    def line(self, content: str = "", style: str = "", *, indent: int = 0) -> None:
        """Write a line with one style."""
        self.put((" " * indent + content, style))

    def beside(self, mark: str, content: str, style: str = "") -> None:
        """Write a line whose text may be wrapped beside a mark; not wrapped without a mark."""
        before, mark, after = content.partition(mark)
        self.hang((before + mark, style), (after, style)) if mark else self.line(content, style)

    def outcome(self, outcome: Outcome) -> None:
        """Draw an outcome with its evidence."""
        if outcome.bare:
            self.line(wording.shortened(outcome.summary))
            return
        place = f"  ({wording.one_line(outcome.place)})" if outcome.place else ""
        self.hang(*_headline(outcome, place))
        self.prose(outcome.summary)
        for block in outcome.blocks:
            self.block(block)
        if outcome.bound:
            self.prose(f"bound: {outcome.bound}")
        if outcome.reason:
            self.prose(f"reason: {outcome.reason}")
        if numbers := wording.statistics(outcome):
            self.prose(numbers, "dim")

    def block(self, block: Block) -> None:
        """Draw a piece of evidence."""
        match block:
            case Bindings(title, rows):
                self.title(title)
                names = [wording.one_line(name) for name, _ in rows]
                width = max(map(text_width, names), default=0)
                for name, (_, value) in zip(names, rows, strict=True):
                    self.binding(name + " " * (width - text_width(name)), value)
            case Lines(title, lines):
                self.title(title)
                for line in lines[:MOST_LINES]:
                    self.beside(LEADS_TO, "    " + wording.shortened(line))
                self.left_out(len(lines) - MOST_LINES, "lines")
            case Table():
                self.title(block.title)
                self.table(block)
            case Outline():
                self.outline(block)
            case Dialogue():
                self.dialogue(block)
            case Graph():
                self.graph(block)
            case ObjectDiagram():
                self.diagram(block)
            case _:
                assert_never(block)

    def title(self, title: str) -> None:
        """Draw the title of a block."""
        if title:
            self.hang(("  ", ""), (wording.one_line(title), "underline"))

    def left_out(self, count: int, what: str) -> None:
        """Say how much was left out, if anything."""
        if count > 0:
            self.line(f"… {count:,} more {what}", "dim", indent=4)

    def binding(self, name: str, value: str) -> None:
        """Draw `name = value`; a value of several lines stays in its column."""
        start = f"    {name} = "
        first, *rest = wording.shortened(value).split("\n")
        self.put((start, "cyan"), (first, ""))
        for line in rest:
            self.line(line, indent=text_width(start))

    def table(self, table: Table) -> None:
        """Draw rows under a header."""
        self.grid(table)
        self.left_out(len(table.rows) - MOST_LINES, "rows")

    def dialogue(self, dialogue: Dialogue) -> None:
        """Draw what a terminal showed; typed text is in angle brackets."""
        typed = any(typed for turn in dialogue.turns for _, typed in turn.pieces)
        self.title(f"{dialogue.title}{' (‹typed›)' if typed else ''}")
        for turn in dialogue.turns[:MOST_LINES]:
            self.turn(turn)
        self.left_out(len(dialogue.turns) - MOST_LINES, "lines")

    def diagram(self, diagram: ObjectDiagram) -> None:
        """Draw pictures of objects; differences are marked with a sign."""
        from refute.report.diagram import text_lines  # noqa: PLC0415 - loads what draws pictures

        self.title(diagram.title)
        for line in text_lines(diagram, self.width - 4):
            styled = [(text, _CHANGE_STYLES[change]) for text, change in line]
            self.put(("    ", ""), *styled)

    def turn(self, turn: Turn) -> None:
        """Draw one line of a dialogue."""
        style = "bold red" if turn.wrong else ""
        pieces: list[Piece] = [("    ✗ " if turn.wrong else "      ", style)]
        for text, typed in turn.pieces:
            shown = wording.one_line(text)
            pieces.append((f"‹{shown}›", "cyan") if typed else (shown, style))
        if turn.note:
            pieces.append((f"({wording.one_line(turn.note)})", style or "dim"))
        if turn.beside:
            pieces.append((f"   ← should be {wording.one_line(turn.beside)}", "green"))
        self.put(*pieces)

    def outline(self, outline: Outline) -> None:
        """Draw a tree, each node on a line with its mark; the indentation is bounded."""
        for guide, below, node in islice(_guided(outline), MOST_LINES):
            symbol = f"{wording.MARK_SYMBOLS[node.mark]} "
            mark = f"  ({node.mark})" if node.mark is not Mark.OPEN else ""
            pieces = (symbol, _MARK_STYLES[node.mark]), (wording.one_line(node.label), "")
            self.hang((f"  {guide}", "dim"), *pieces, (mark, "dim"), below=f"  {below}")
        self.left_out(sum(1 for _ in wording.preorder(outline)) - MOST_LINES, "nodes")

    def graph(self, graph: Graph) -> None:
        """Draw every node of a graph with its number, followed by the targets of its edges."""
        self.title(graph.title)
        width = len(str(len(graph.nodes)))
        for number, (label, mark) in enumerate(graph.nodes[:MOST_LINES]):
            start = f"    {number + 1:>{width}} {wording.MARK_SYMBOLS[mark]} "
            said = f"  ({mark})" if mark is not Mark.OPEN else ""
            shown = (wording.one_line(label), ""), (said, "dim")
            self.hang((start, _MARK_STYLES[mark]), *shown)
            for source, target, name in graph.edges:
                if source == number:
                    reason = f"  {wording.one_line(name)}" if name else ""
                    self.put((" " * len(start), ""), (f"→ {target + 1}", ""), (reason, "dim"))
        self.left_out(len(graph.nodes) - MOST_LINES, "nodes")


def _headline(outcome: Outcome, after: str) -> tuple[Piece, Piece, Piece]:
    """The verdict and the question."""
    verdict = f"{wording.VERDICT_SYMBOLS[outcome.verdict]} {outcome.called}"
    called = (f"{verdict:<11} ", _VERDICT_STYLES[outcome.verdict])
    return called, (wording.asked(outcome), "bold"), (after, "")


def _guided(outline: Outline) -> Iterable[tuple[str, str, Outline]]:
    """Every node with the guides before it, and those for its details."""
    waiting = [("", "", outline)]
    while waiting:
        guide, below, node = waiting.pop()
        yield guide, below + ("│ " if node.children else "  "), node
        below = below[: 2 * DEEPEST_INDENT]
        last = len(node.children) - 1
        for number in range(last, -1, -1):
            elbow, under = ("└─", "  ") if number == last else ("├─", "│ ")
            waiting.append((below + elbow, below + under, node.children[number]))


def _underlines(line: str) -> bool:
    """Whether a line of a rendered diagnostic marks part of the line above it."""
    before, bar, after = line.partition("|")
    return bool(bar) and not before.strip() and after.strip()[:1] in {"^", "-"}
