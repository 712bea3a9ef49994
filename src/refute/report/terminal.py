"""Draws reports and diagnostics on a terminal, or as plain text."""

from __future__ import annotations

import io
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from itertools import islice
from typing import assert_never

from rich import box
from rich.cells import cell_len
from rich.console import Console
from rich.padding import Padding
from rich.table import Table as RichTable
from rich.text import Text

from refute.diagnostics import Diagnostic, Severity, render
from refute.report import wording
from refute.report.outcome import (
    Artifact,
    Bindings,
    Block,
    Dialogue,
    Lines,
    Mark,
    Outcome,
    Outline,
    Report,
    Table,
    Turn,
    Verdict,
)

MOST_LINES = 5_000
DEEPEST_INDENT = 40

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
_PLAIN = {"✗": "x", "✓": "+", "✔": "+", "○": "o", "⊥": "!", "…": "...", "·": "-", "│": "|"}
_PLAIN |= {"→": "->", "├": "|", "└": "`", "─": "-", "‹": "<", "›": ">", "←": "<-"}


def draw(report: Report, console: Console, *, quiet: bool = False) -> None:
    """Draw a report: every outcome with its evidence or, when quiet, one line for each."""
    pen = _Pen(console)
    if not report.outcomes and not quiet:
        pen.line(wording.nothing_asked(report))
    for number, outcome in enumerate(report.outcomes):
        if quiet:
            pen.headline(outcome, f": {wording.one_line(outcome.summary)}")
        else:
            if number and not outcome.bare:
                pen.line()
            pen.outcome(outcome)
    if sum(not each.bare for each in report.outcomes) > 1 and not quiet:
        pen.line()
        pen.line(f"{wording.totals(report)} in {wording.duration(report.seconds)}", style="bold")


def draw_diagnostics(diagnostics: Iterable[Diagnostic], console: Console) -> None:
    """Draw errors and warnings as they render in plain text, with colour where there is some."""
    pen = _Pen(console)
    for diagnostic in diagnostics:
        first, *rest = render(diagnostic).split("\n")
        colour = "red" if diagnostic.severity is Severity.ERROR else "yellow"
        pen.line(first, style=f"bold {colour}")
        for line in rest:
            pen.line(line, style=colour if _underlines(line) else "")


def draw_artifacts(artifacts: Iterable[Artifact], console: Console) -> None:
    """Draw the text of files that were made but not written."""
    pen = _Pen(console)
    for artifact in artifacts:
        pen.line()
        pen.line(f"--- {wording.one_line(artifact.name)} ---", style="bold")
        pen.line(artifact.text.removesuffix("\n"))


def plain(outcome: Outcome) -> str:
    """An outcome as a terminal would show it, without colour and without a right margin."""
    stream = io.StringIO()
    _PlainPen(Console(file=stream, width=10_000, color_system=None)).outcome(outcome)
    return "\n".join(line.rstrip() for line in stream.getvalue().splitlines())


@dataclass(frozen=True, slots=True)
class _Pen:
    """Writes on one console what its encoding can show; takes no text for markup."""

    console: Console

    def text(self, content: str, style: str = "") -> Text:
        """The content, harmless and encodable."""
        shown = wording.visible(content)
        encoding = self.console.encoding
        try:
            shown.encode(encoding)
        except UnicodeEncodeError:
            replaced = "".join(_PLAIN.get(char, char) for char in shown)
            shown = replaced.encode(encoding, "backslashreplace").decode(encoding)
        return Text(shown, style)

    def line(self, content: str = "", style: str = "", *, indent: int = 0) -> None:
        """One stretch of text that is not wrapped, so that it can be copied."""
        self.put(self.text(" " * indent + content, style))

    def put(self, *parts: Text) -> None:
        """A line as it is."""
        self.console.print(Text.assemble(*parts), soft_wrap=True)

    def prose(self, content: str, style: str = "", *, indent: int = 2) -> None:
        """Words that are wrapped at the margin."""
        text = Padding(self.text(content, style), (0, 0, 0, indent), expand=False)
        self.console.print(text)

    def headline(self, outcome: Outcome, after: str = "") -> None:
        """The verdict and the question."""
        verdict = f"{wording.VERDICT_SYMBOLS[outcome.verdict]} {outcome.called}"
        called = self.text(f"{verdict:<11} ", _VERDICT_STYLES[outcome.verdict])
        self.put(called, self.text(wording.asked(outcome), "bold"), self.text(after))

    def outcome(self, outcome: Outcome) -> None:
        """An outcome with its evidence."""
        if outcome.bare:
            self.line(wording.shortened(outcome.summary))
            return
        self.headline(outcome, f"  ({wording.one_line(outcome.place)})" if outcome.place else "")
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
        """A piece of evidence."""
        match block:
            case Bindings(title, rows):
                self.title(title)
                names = [wording.one_line(name) for name, _ in rows]
                width = max(map(cell_len, names), default=0)
                for name, (_, value) in zip(names, rows, strict=True):
                    self.binding(name + " " * (width - cell_len(name)), value)
            case Lines(title, lines):
                self.title(title)
                for line in lines[:MOST_LINES]:
                    self.line(wording.shortened(line), indent=4)
                self.left_out(len(lines) - MOST_LINES, "lines")
            case Table():
                self.title(block.title)
                self.table(block)
            case Outline():
                self.outline(block)
            case Dialogue():
                self.dialogue(block)
            case _:
                assert_never(block)

    def title(self, title: str) -> None:
        """The title of a block."""
        if title:
            self.line(wording.one_line(title), "underline", indent=2)

    def left_out(self, count: int, what: str) -> None:
        """Says that there is more, if there is."""
        if count > 0:
            self.line(f"… {count:,} more {what}", "dim", indent=4)

    def binding(self, name: str, value: str) -> None:
        """`name = value`; a value of several lines stays in its column."""
        start = f"    {name} = "
        first, *rest = wording.shortened(value).split("\n")
        self.put(self.text(start, "cyan"), self.text(first))
        for line in rest:
            self.line(line, indent=cell_len(start))

    def table(self, table: Table) -> None:
        """Rows under a header."""
        drawn = RichTable(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False, padding=(0, 1))
        for header in table.header:
            drawn.add_column(self.text(header), overflow="fold", header_style="cyan")
        for row in table.rows[:MOST_LINES]:
            drawn.add_row(*(self.text(wording.shortened(cell)) for cell in row))
        self.console.print(Padding(drawn, (0, 0, 0, 4), expand=False))
        self.left_out(len(table.rows) - MOST_LINES, "rows")

    def dialogue(self, dialogue: Dialogue) -> None:
        """What a terminal showed; what was typed stands in pointed brackets."""
        typed = any(typed for turn in dialogue.turns for _, typed in turn.pieces)
        self.title(f"{dialogue.title}{' (‹typed›)' if typed else ''}")
        for turn in dialogue.turns[:MOST_LINES]:
            self.turn(turn)
        self.left_out(len(dialogue.turns) - MOST_LINES, "lines")

    def turn(self, turn: Turn) -> None:
        """One line of a dialogue."""
        style = "bold red" if turn.wrong else ""
        parts = [self.text("    ✗ " if turn.wrong else "      ", style)]
        for text, typed in turn.pieces:
            shown = wording.one_line(text)
            parts.append(self.text(f"‹{shown}›", "cyan") if typed else self.text(shown, style))
        if turn.note:
            parts.append(self.text(f"({wording.one_line(turn.note)})", style or "dim"))
        if turn.beside:
            parts.append(self.text(f"   ← should be {wording.one_line(turn.beside)}", "green"))
        self.put(*parts)

    def outline(self, outline: Outline) -> None:
        """A tree, each node on a line with its mark; very deep nodes stop moving to the right."""
        for guide, node in islice(_guided(outline), MOST_LINES):
            symbol = f"{wording.MARK_SYMBOLS[node.mark]} "
            mark = f"  ({node.mark})" if node.mark is not Mark.OPEN else ""
            label = self.text(wording.one_line(node.label))
            style = _MARK_STYLES[node.mark]
            guides = self.text(f"  {guide}", "dim")
            self.put(guides, self.text(symbol, style), label, self.text(mark, "dim"))
        self.left_out(sum(1 for _ in wording.preorder(outline)) - MOST_LINES, "nodes")


class _PlainPen(_Pen):
    """Writes most things without a console's help, which takes ten times as long."""

    def put(self, *parts: Text) -> None:
        """A line as it is."""
        self.console.file.write("".join(part.plain for part in parts) + "\n")

    def prose(self, content: str, style: str = "", *, indent: int = 2) -> None:
        """Words, moved to the right."""
        for line in self.text(content).plain.split("\n"):
            self.line(line, style, indent=indent)


def _guided(outline: Outline) -> Iterable[tuple[str, Outline]]:
    """Every node with the lines that lead to it."""
    waiting = [("", "", outline)]
    while waiting:
        guide, below, node = waiting.pop()
        yield guide, node
        below = below[: 2 * DEEPEST_INDENT]
        last = len(node.children) - 1
        for number in range(last, -1, -1):
            elbow, under = ("└─", "  ") if number == last else ("├─", "│ ")
            waiting.append((below + elbow, below + under, node.children[number]))


def _underlines(line: str) -> bool:
    """Whether a line of a rendered diagnostic points at the line above it."""
    before, bar, after = line.partition("|")
    return bool(bar) and not before.strip() and after.strip()[:1] in {"^", "-"}
