"""Drawing on a terminal: with colours, and within its width."""

from __future__ import annotations

from itertools import starmap

from rich import box
from rich.console import Console
from rich.padding import Padding
from rich.table import Table as RichTable
from rich.text import Text

from refute.report.drawing import MOST_LINES, Pen, Piece
from refute.report.outcome import Report, Table

NARROWEST = 20
"""Minimum number of columns that text is wrapped to."""


class TerminalPen(Pen):
    """Writes to a console; text is not interpreted as markup."""

    def __init__(self, console: Console) -> None:
        super().__init__(console.file.write, console.encoding)
        self.console = console

    @property
    def width(self) -> int:
        """The width of the console."""
        return self.console.width

    def text(self, content: str, style: str = "") -> Text:
        """Text with a style."""
        return Text(self.shown(content), style)

    def put(self, *pieces: Piece) -> None:
        """Write a line that is not wrapped, so that it can be copied."""
        self.console.print(Text.assemble(*starmap(self.text, pieces)), soft_wrap=True)

    def hang(self, first: Piece, *rest: Piece, below: str = "") -> None:
        """Wrap at blanks, never inside a name or a location."""
        start = self.text(*first)
        under = below or " " * start.cell_len
        room = max(self.console.width - len(under), NARROWEST)
        lines = Text.assemble(*starmap(self.text, rest)).wrap(self.console, room)
        for line in lines:
            line.rstrip()
        beside = self.text("\n" + under, first[1])
        self.console.print(Text.assemble(start, beside.join(lines)), soft_wrap=True)

    def prose(self, content: str, style: str = "", *, indent: int = 2) -> None:
        """Write prose wrapped at the margin."""
        text = Padding(self.text(content, style), (0, 0, 0, indent), expand=False)
        self.console.print(text)

    def artifacts(self, report: Report) -> None:
        """Draw the files made, but no JSON below a table with the same content."""
        tabled = any(isinstance(each, Table) for made in report.outcomes for each in made.blocks)
        for artifact in report.artifacts:
            if tabled and artifact.name.endswith(".json"):
                self.line()
                self.prose(f"{artifact.name}: not shown; `--out DIR` writes it", "dim", indent=0)
            else:
                self.artifact(artifact)

    def grid(self, table: Table) -> None:
        """Write columns that are folded if the terminal is too narrow for them."""
        drawn = RichTable(box=box.SIMPLE_HEAD, show_edge=False, pad_edge=False, padding=(0, 1))
        for header in table.header:
            drawn.add_column(self.text(header), overflow="fold", header_style="cyan")
        for row in table.rows[:MOST_LINES]:
            drawn.add_row(*(Text("\n".join(cell)) for cell in self._cells(row)))
        self.console.print(Padding(drawn, (0, 0, 0, 4), expand=False))
