"""Editable test plans: tables in a Markdown file, of which only the results are rewritten.

A table is a test plan if its header has `operation`, `inputs`, `outputs` and `expected`. It may
have further columns, and the file may contain anything else; all of that is preserved.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace

from refute.diagnostics import Diagnostic, InputError
from refute.frontend.markdown_tables import appended, bare, cells, code, line_of, replaced, tables
from refute.languages.fmsl.plans import PLAN
from refute.languages.fmsl.testing.plan import Case, Plan
from refute.languages.fmsl.values import Record, Value, show
from refute.record import record

NEEDED, RESULT, HEADER = PLAN.needed, PLAN.result, PLAN.header

EXPECTED: Mapping[str, Record] = {
    "allowed": Record((True, True)),
    "forbidden": Record((True, False)),
    "refused": Record((False, None)),
}
"""Words for results of validation; the pair itself may be written as well."""


@record
class Row:
    """A line of a test plan, with its line number in the file, from 0."""

    line: int
    operation: str
    inputs: str
    outputs: str
    expected: str

    @property
    def key(self) -> tuple[str, str, str]:
        """A key that rows for the same test share."""
        return self.operation, bare(self.inputs), bare(self.outputs)


@record
class TestPlan:
    """A file with test plans: its lines and rows."""

    __test__ = False

    lines: tuple[str, ...]
    rows: tuple[Row, ...]

    def with_results(self, results: Mapping[int, str]) -> TestPlan:
        """The plan with the results of some lines; tables without a result column get one."""
        lines = list(self.lines)
        for table in tables(self.lines, NEEDED):
            position = table.position(RESULT)
            numbers = [table.start, table.start + 1, *table.body]
            if position is None and any(number in results for number in numbers):
                for number, cell in zip(numbers, (RESULT, "---"), strict=False):
                    lines[number] = appended(lines[number], cell)
                for number in table.body:
                    lines[number] = appended(lines[number], results.get(number, ""))
            elif position is not None:
                for number in table.body:
                    if number in results:
                        lines[number] = replaced(lines[number], position, results[number])
        return replace(self, lines=tuple(lines))

    def text(self) -> str:
        """The text of the file."""
        return "\n".join(self.lines)


def read_plan(text: str, name: str) -> TestPlan:
    """The test plans in a text; raises InputError FM064 if there is none."""
    lines = tuple(text.split("\n"))
    plans = list(tables(lines, NEEDED))
    if not plans:
        message = f"`{name}` has no test plan"
        advice = f"it is a table with the columns | {' | '.join((*NEEDED, RESULT))} |"
        raise InputError([Diagnostic("FM064", message, help=advice)])
    rows = []
    for table in plans:
        above = ""
        for number in table.body:
            row = [bare(each) for each in cells(lines[number])]
            found = {
                column: row[table.columns.index(column)]
                if table.columns.index(column) < len(row)
                else ""
                for column in NEEDED
            }
            above = found["operation"] = found["operation"] or above
            rows.append(Row(number, *(found[column] for column in NEEDED)))
    return TestPlan(lines, tuple(rows))


# Generated plans


def written(plan: Plan, known: Iterable[Row] = ()) -> list[str]:
    """The rows of a plan as table lines, without those that exist already."""
    seen = {row.key for row in known}
    lines = []
    for case in plan.cases:
        for outputs in case.outputs or ((None,) * len(plan.signature.outputs),):
            row = _row(plan, case, outputs)
            if row.key not in seen:
                seen.add(row.key)
                row_cells = (row.operation, *map(code, (row.inputs, row.outputs)), row.expected)
                lines.append(line_of((*row_cells, f"{case.kind}: {case.covers}", "")))
    return lines


def _row(plan: Plan, case: Case, outputs: tuple[Value, ...]) -> Row:
    inputs, results = (", ".join(map(show, each)) for each in (case.inputs, outputs))
    words = {value: word for word, value in EXPECTED.items()}
    assert isinstance(case.expected, Record)
    expected = words.get(case.expected, show(case.expected))
    return Row(0, plan.signature.name, inputs, results, expected)


def new_text(title: str, plans: Iterable[Sequence[str]]) -> str:
    """The text of a new file with the tables of some plans."""
    lines = [f"# {title}"]
    for rows in plans:
        lines += ["", line_of(HEADER), line_of(["---"] * len(HEADER)), *rows]
    return "\n".join(lines) + "\n"


def with_rows(plan: TestPlan, rows: Sequence[str]) -> str:
    """The text of a plan with an additional table for new rows."""
    table = ["", line_of(HEADER), line_of(["---"] * len(HEADER)), *rows, ""]
    return plan.text().rstrip("\n") + "\n" + "\n".join(table) if rows else plan.text()
