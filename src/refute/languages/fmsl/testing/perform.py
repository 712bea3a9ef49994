"""Execution of test plans: against the specification, or against an implementation."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import TYPE_CHECKING

from refute.diagnostics import Diagnostic, error
from refute.languages.fmsl.testing.implementation import Answered, ask_all
from refute.languages.fmsl.testing.protocol import NotReadable, answer, request
from refute.languages.fmsl.testing.table import Row
from refute.languages.fmsl.testing.validate import OK, Reader, Test, WrongRow, met
from refute.languages.fmsl.typecheck import Checked
from refute.languages.fmsl.values import Value, show, show_value
from refute.record import record
from refute.report.outcome import Outcome, Table, Verdict
from refute.source import Source

if TYPE_CHECKING:
    from refute.execution import Program

NO_TIME = "not decided: the conditions take too long to compute"


@record
class Performed:
    """A row with its result; the verdict is None for a row that cannot be read."""

    row: Row
    result: str
    verdict: Verdict | None


class Performance:
    """Executes rows one after the other."""

    def __init__(self, checked: Checked, reader: Reader, program: Program | None) -> None:
        self._checked = checked
        self._reader = reader
        self._program = program

    def of(self, rows: Sequence[Row]) -> list[Performed]:
        """The result of each row."""
        read: dict[int, Test] = {}
        done: dict[int, Performed] = {}
        for number, row in enumerate(rows):
            try:
                read[number] = self._reader.test(row)
            except WrongRow as failure:
                done[number] = Performed(row, f"error: {failure}", None)
        tests = list(read.values())
        found = self._executed(tests) if self._program else map(self._validated, tests)
        done |= dict(zip(read, found, strict=True))
        return [done[number] for number in range(len(rows))]

    # Against the specification

    def _validated(self, test: Test) -> Performed:
        """The verdict of the specification on a row."""
        found = self._reader.validated(test.row.operation, test.inputs, test.outputs)
        if found is None:
            return Performed(test.row, NO_TIME, Verdict.UNDECIDED)
        if test.expected is None:
            return Performed(test.row, show_value(found), Verdict.UNDECIDED)
        if met(found, test.expected):
            return Performed(test.row, OK, Verdict.PASSED)
        return Performed(test.row, f"failed: {show_value(found)}", Verdict.REFUTED)

    # Against a program

    def _executed(self, tests: Sequence[Test]) -> Iterator[Performed]:
        """The verdict of the specification on the program's output."""
        assert self._program is not None
        objects, operations = self._checked.objects, self._checked.operations
        requests = [
            request(each.row.operation, operations[each.row.operation].inputs, each.inputs, objects)
            for each in tests
        ]
        for test, answered in zip(tests, ask_all(self._program, requests), strict=True):
            result, verdict = self._judged(test, answered)
            yield Performed(test.row, result, verdict)

    def _judged(self, test: Test, answered: Answered) -> tuple[str, Verdict]:
        if answered.untried:
            return answered.untried, Verdict.UNDECIDED
        if answered.failure:
            return f"failed: {answered.failure}", Verdict.REFUTED
        signature = self._checked.operations[test.row.operation]
        try:
            outputs = answer(answered.line, signature.outputs, self._checked.objects)
        except NotReadable as failure:
            return f"failed: its answer {failure}", Verdict.REFUTED
        given = outputs or (None,) * len(signature.outputs)
        found = self._reader.validated(signature.name, test.inputs, given)
        if found is None:
            return NO_TIME, Verdict.UNDECIDED
        if found[0] is not True:
            ok = outputs is None
            return (OK, Verdict.PASSED) if ok else (self._gave(given, "must be refused"), _NO)
        if outputs is None:
            return "failed: it refused inputs that the precondition allows", _NO
        if found[1] is True or self._checked.operation(signature.name).postcondition is None:
            return OK, Verdict.PASSED
        return self._gave(given, show_value(found)), _NO

    def _gave(self, outputs: Sequence[Value], why: str) -> str:
        return f"failed: it gave {', '.join(map(show, outputs))}: {why}"


_NO = Verdict.REFUTED


def results(performed: Iterable[Performed]) -> Mapping[int, str]:
    """The results by line number."""
    return {each.row.line: each.result for each in performed}


def wrong(performed: Iterable[Performed], source: Source) -> Iterator[Diagnostic]:
    """The errors in rows that cannot be read."""
    starts = [0]
    for line in source.text.split("\n"):
        starts.append(starts[-1] + len(line) + 1)
    for each in performed:
        if each.verdict is None:
            span = source.span(starts[each.row.line], starts[each.row.line + 1] - 1)
            message = each.result.removeprefix("error: ")
            yield error("FM065", message, span)


def outcomes(performed: Sequence[Performed], against: str) -> Iterator[Outcome]:
    """For each operation, whether its rows give the expected results."""
    groups: dict[str, list[Performed]] = {}
    for each in performed:
        if each.verdict is not None:
            groups.setdefault(each.row.operation, []).append(each)
    for name, tried in groups.items():
        yield _outcome(name, tried, against)


def _outcome(name: str, tried: Sequence[Performed], against: str) -> Outcome:
    right = sum(each.verdict is Verdict.PASSED for each in tried)
    failed = any(each.verdict is Verdict.REFUTED for each in tried)
    verdict = Verdict.PASSED if right == len(tried) else Verdict.UNDECIDED
    header = ("inputs", "outputs", "expected", "result")
    rows = [(each.row.inputs, each.row.outputs, each.row.expected, each.result) for each in tried]
    return Outcome(
        name,
        "operation",
        Verdict.REFUTED if failed else verdict,
        f"{right} of {len(tried)} {'row is' if len(tried) == 1 else 'rows are'} as {against}",
        blocks=(Table("rows", header, tuple(rows)),),
        reason="" if failed or right == len(tried) else _doubt(tried),
        bound="the rows of the plan" if right == len(tried) else "",
    )


def _doubt(tried: Iterable[Performed]) -> str:
    """Why some rows are undecided."""
    doubts = (each.result for each in tried if each.result.startswith("not "))
    return next(doubts, "for some rows nothing is expected")
