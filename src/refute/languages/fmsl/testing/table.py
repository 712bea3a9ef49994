"""Test plans that people edit: tables in a Markdown file, of which only the results are rewritten.

A table is a test plan if its header has `operation`, `inputs`, `outputs` and `expected`. It may
have further columns, and the file may have anything around it; all that is kept as it is.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from refute.diagnostics import Diagnostic, InputError
from refute.languages.fmsl.testing.plan import Case, Plan
from refute.languages.fmsl.values import Record, Value, show
from refute.record import record

NEEDED = ("operation", "inputs", "outputs", "expected")
RESULT = "result"
HEADER = (*NEEDED, "covers", RESULT)

EXPECTED: Mapping[str, Record] = {
    "allowed": Record((True, True)),
    "forbidden": Record((True, False)),
    "refused": Record((False, None)),
}
"""Words for what validation gives; the pair itself may be written as well."""

_CELL = re.compile(r"(?:\\.|`[^`|]*`|[^|\\])*")


@record
class Row:
    """A line of a test plan, with the number of its line in the file, from 0."""

    line: int
    operation: str
    inputs: str
    outputs: str
    expected: str

    @property
    def key(self) -> tuple[str, str, str]:
        """What two rows for the same test share."""
        return self.operation, _bare(self.inputs), _bare(self.outputs)


@record
class TestPlan:
    """A file with test plans: its lines, and its rows."""

    __test__ = False

    lines: tuple[str, ...]
    rows: tuple[Row, ...]

    def with_results(self, results: Mapping[int, str]) -> TestPlan:
        """The plan with the results of some lines; a table without such a column gets one."""
        lines = list(self.lines)
        for table in _tables(self.lines):
            position = table.position(RESULT)
            numbers = [table.start, table.start + 1, *table.body]
            if position is None and any(number in results for number in numbers):
                for number, cell in zip(numbers, (RESULT, "---"), strict=False):
                    lines[number] = _appended(lines[number], cell)
                for number in table.body:
                    lines[number] = _appended(lines[number], results.get(number, ""))
            elif position is not None:
                for number in table.body:
                    if number in results:
                        lines[number] = _replaced(lines[number], position, results[number])
        return replace(self, lines=tuple(lines))

    def text(self) -> str:
        """The text of the file."""
        return "\n".join(self.lines)


@record
class _Table:
    """A table: where its header is, its columns, and the lines of its rows."""

    start: int
    columns: tuple[str, ...]
    body: tuple[int, ...]

    def position(self, name: str) -> int | None:
        return self.columns.index(name) if name in self.columns else None


def read_plan(text: str, name: str) -> TestPlan:
    """The test plans of a text; InputError FM064 where there is none."""
    lines = tuple(text.split("\n"))
    tables = list(_tables(lines))
    if not tables:
        message = f"`{name}` has no test plan"
        advice = f"it is a table with the columns | {' | '.join((*NEEDED, RESULT))} |"
        raise InputError([Diagnostic("FM064", message, help=advice)])
    rows = []
    for table in tables:
        above = ""
        for number in table.body:
            cells = [_bare(each) for each in _cells(lines[number])]
            found = {
                column: cells[table.columns.index(column)]
                if table.columns.index(column) < len(cells)
                else ""
                for column in NEEDED
            }
            above = found["operation"] = found["operation"] or above
            rows.append(Row(number, *(found[column] for column in NEEDED)))
    return TestPlan(lines, tuple(rows))


def _tables(lines: Sequence[str]) -> Iterable[_Table]:
    """The tables that are test plans; those in fenced blocks are not."""
    fenced = False
    for number, line in enumerate(lines):
        fenced ^= line.lstrip().startswith(("```", "~~~"))
        columns = tuple(each.strip("*_` ").lower() for each in _cells(line))
        if fenced or not set(NEEDED) <= set(columns) or number + 1 == len(lines):
            continue
        if not re.fullmatch(r"\s*\|?[\s:|-]*-[\s:|-]*", lines[number + 1]):
            continue
        end = number + 2
        while end < len(lines) and "|" in lines[end]:
            end += 1
        yield _Table(number, columns, tuple(range(number + 2, end)))


def _cells(line: str) -> list[str]:
    """The cells of a line of a table."""
    return [line[start:end].strip() for start, end in _spans(line)]


def _spans(line: str) -> list[tuple[int, int]]:
    """Where the cells of a line are."""
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


def _replaced(line: str, position: int, text: str) -> str:
    """A line with another text in a cell, as wide as before if it can be."""
    spans = _spans(line)
    if position >= len(spans):
        return _appended(line, text)
    start, end = spans[position]
    width = max(end - start - 2, 0)
    return f"{line[:start]} {_escaped(text):<{width}} {line[end:].lstrip()}".rstrip()


def _appended(line: str, text: str) -> str:
    body = line.rstrip()
    return f"{body}{'' if body.endswith('|') else ' |'} {_escaped(text)} |"


def _escaped(text: str) -> str:
    return " ".join(text.split()).replace("|", "\\|")


def _bare(cell: str) -> str:
    """A cell without the marks of code around it and with its bars as they are meant."""
    return cell.strip().strip("`").strip().replace("\\|", "|")


# Plans that are made


def written(plan: Plan, known: Iterable[Row] = ()) -> list[str]:
    """The rows of a plan as lines of a table, without those that are there already."""
    seen = {row.key for row in known}
    lines = []
    for case in plan.cases:
        for outputs in case.outputs or ((None,) * len(plan.signature.outputs),):
            row = _row(plan, case, outputs)
            if row.key not in seen:
                seen.add(row.key)
                cells = (row.operation, *map(_code, (row.inputs, row.outputs)), row.expected)
                lines.append(_line((*cells, f"{case.kind}: {case.covers}", "")))
    return lines


def _row(plan: Plan, case: Case, outputs: tuple[Value, ...]) -> Row:
    inputs, results = (", ".join(map(show, each)) for each in (case.inputs, outputs))
    words = {value: word for word, value in EXPECTED.items()}
    assert isinstance(case.expected, Record)
    expected = words.get(case.expected, show(case.expected))
    return Row(0, plan.signature.name, inputs, results, expected)


def _code(text: str) -> str:
    return f"`{_escaped(text)}`" if text else ""


def _line(cells: Iterable[str]) -> str:
    return f"| {' | '.join(cells)} |"


def new_text(title: str, plans: Iterable[Sequence[str]]) -> str:
    """The text of a new file with the tables of some plans."""
    lines = [f"# {title}"]
    for rows in plans:
        lines += ["", _line(HEADER), _line(["---"] * len(HEADER)), *rows]
    return "\n".join(lines) + "\n"


def with_rows(plan: TestPlan, rows: Sequence[str]) -> str:
    """The text of a plan with a table more, for rows that it does not have yet."""
    table = ["", _line(HEADER), _line(["---"] * len(HEADER)), *rows, ""]
    return plan.text().rstrip("\n") + "\n" + "\n".join(table) if rows else plan.text()
