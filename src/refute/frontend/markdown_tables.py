"""Tables in Markdown texts: found, read and edited, with everything else left exactly as it is."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterable, Iterator, Sequence

from refute.record import record

_CELL = re.compile(r"(?:\\.|`[^`|]*`|[^|\\])*")
_RULE = re.compile(r"\s*\|?[\s:|-]*-[\s:|-]*")


@record
class MarkdownTable:
    """A table: the line of its header, its columns in lower case, and the lines of its rows."""

    start: int
    columns: tuple[str, ...]
    body: tuple[int, ...]

    def position(self, name: str) -> int | None:
        """The position of a column, from 0."""
        return self.columns.index(name) if name in self.columns else None


def tables(lines: Sequence[str], needed: Collection[str]) -> Iterator[MarkdownTable]:
    """The tables that have some columns, outside of fenced blocks."""
    fenced = False
    for number, line in enumerate(lines):
        fenced ^= line.lstrip().startswith(("```", "~~~"))
        columns = tuple(each.strip("*_` ").lower() for each in cells(line))
        if fenced or not set(needed) <= set(columns) or number + 1 == len(lines):
            continue
        if not _RULE.fullmatch(lines[number + 1]):
            continue
        end = number + 2
        while end < len(lines) and "|" in lines[end]:
            end += 1
        yield MarkdownTable(number, columns, tuple(range(number + 2, end)))


def cells(line: str) -> list[str]:
    """The cells of a line of a table, as they are written."""
    return [line[start:end].strip() for start, end in _spans(line)]


def _spans(line: str) -> list[tuple[int, int]]:
    """The positions of the cells of a line."""
    spans, start = [], 0
    while start <= len(line):
        found = _CELL.match(line, start)
        end = found.end() if found else start
        spans.append((start, end))
        start = end + 1 if end < len(line) and line[end] == "|" else len(line) + 1
    if line.lstrip().startswith("|"):
        spans = spans[1:]
    if line.rstrip().endswith("|") and spans and not line[slice(*spans[-1])].strip():
        spans = spans[:-1]
    return spans


def replaced(line: str, position: int, text: str) -> str:
    """A line with another text in a cell, of the same width if possible."""
    spans = _spans(line)
    while position > len(spans):
        line = appended(line, "")
        spans = _spans(line)
    if position == len(spans):
        return appended(line, text)
    start, end = spans[position]
    width = max(end - start - 2, 0)
    return f"{line[:start]} {escaped(text):<{width}} {line[end:].lstrip()}".rstrip()


def appended(line: str, text: str) -> str:
    """A line with an additional cell."""
    body = line.rstrip()
    return f"{body}{'' if body.endswith('|') else ' |'} {escaped(text)} |"


def line_of(row: Iterable[str]) -> str:
    """A line of a table with these cells."""
    return f"| {' | '.join(row)} |"


def escaped(text: str) -> str:
    """A text as it is written in a cell."""
    return " ".join(text.split()).replace("|", "\\|")


def bare(cell: str) -> str:
    """A cell without code marks and with its bars unescaped."""
    return cell.strip().strip("`").strip().replace("\\|", "|")


def code(text: str) -> str:
    """A text as code in a cell."""
    return f"`{escaped(text)}`" if text else ""


# Tables that are edited elsewhere, cell by cell


@record
class GridRow:
    """A row of a grid; its line in the text, from 0, or None for a new row."""

    line: int | None
    cells: tuple[str, ...]


@record
class Grid:
    """A table to be edited: its columns, and its rows without code marks."""

    columns: tuple[str, ...]
    rows: tuple[GridRow, ...]


def grids(text: str, needed: Collection[str]) -> list[Grid]:
    """The tables of a text that have some columns, to be edited."""
    lines = text.split("\n")
    return [
        Grid(each.columns, tuple(_grid_row(number, lines, each) for number in each.body))
        for each in tables(lines, needed)
    ]


def _grid_row(number: int, lines: Sequence[str], table: MarkdownTable) -> GridRow:
    return GridRow(number, _padded(map(bare, cells(lines[number])), len(table.columns)))


def _padded(row: Iterable[str], count: int) -> tuple[str, ...]:
    found = [*row][:count]
    return (*found, *[""] * (count - len(found)))


def with_grids(text: str, needed: Collection[str], edited: Sequence[Grid]) -> str:
    """A text whose tables have the rows of grids; lines of unchanged rows stay as they are.

    Raises ValueError if the grids do not belong to its tables.
    """
    lines = text.split("\n")
    found = list(tables(lines, needed))
    if [each.columns for each in found] != [each.columns for each in edited]:
        raise ValueError("the tables are not those of the text")
    for table, grid in reversed([*zip(found, edited, strict=True)]):
        named = {row.line for row in grid.rows} - {None}
        if not named <= {*table.body}:
            raise ValueError("a row is not one of the table")
        lines[table.start + 2 : table.start + 2 + len(table.body)] = [
            _edited("" if row.line is None else lines[row.line], row, len(table.columns))
            for row in grid.rows
        ]
    return "\n".join(lines)


def _edited(line: str, row: GridRow, count: int) -> str:
    """A line with the cells of a row; code stays code."""
    wanted = _padded(row.cells, count)
    if row.line is None:
        return line_of(map(escaped, wanted))
    before = _padded(cells(line), count)
    for position, (old, new) in enumerate(zip(before, wanted, strict=True)):
        if bare(old).split() != new.split():
            line = replaced(line, position, f"`{new}`" if new and old.startswith("`") else new)
    return line
