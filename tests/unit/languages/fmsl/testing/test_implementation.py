"""Programs that implement operations: the protocol, and what they do wrong."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest

from asking import report_on
from refute.execution import Ending, Run, TextWritten
from refute.languages.fmsl.testing.implementation import (
    GIVEN_UP,
    STOPPED,
    Answered,
    ask_all,
    start,
)
from refute.languages.fmsl.testing.perform import Performance, outcomes
from refute.languages.fmsl.testing.protocol import NotReadable, answer, read, written
from refute.languages.fmsl.testing.table import new_text, read_plan
from refute.languages.fmsl.testing.validate import Reader
from refute.languages.fmsl.types import ListOf, Named, Part
from refute.languages.fmsl.values import Atomic, Record, Value
from refute.report.outcome import Verdict
from refute.solver import Effort
from refute.source import Source

from ..specifications import checked

OBJECTS = checked("""
object Red; object Green; object Colour = Red or Green;
object Point = x:integer and y:real;
object Pair = integer and string;
object Shape = colour:Colour and at:Point and next:Shape;
object Square extends Shape components: side:integer; end Square;
object Any = p:Point or n:integer or t:string;
object All = Any*;
object Shapes = Shape*;
""").objects
SHAPE = Record((Atomic("Red"), Record((1, 2.5)), None))
EXAMPLES = Path(__file__).parents[5] / "examples" / "fmsl"


@pytest.mark.parametrize(
    ("value", "name", "text"),
    [
        (SHAPE, "Shape", '{"colour": "Red", "at": {"x": 1, "y": 2.5}, "next": null}'),
        (Record((1, "a")), "Pair", '[1, "a"]'),
        ((Record((1, 2)), 3, "a", None), "All", '[{"x": 1, "y": 2}, 3, "a", null]'),
        ((Record((*SHAPE, 4)),), "Shapes",
         '[{"colour": "Red", "at": {"x": 1, "y": 2.5}, "next": null, "side": 4}]'),
        ((), "All", "[]"),
        (None, "Shape", "null"),
    ],
)  # fmt: skip
def test_values_are_written_and_read_back(value: Value, name: str, text: str) -> None:
    assert json.dumps(written(value, Named(name), OBJECTS)) == text
    assert read(json.loads(text), Named(name), OBJECTS) == value


@pytest.mark.parametrize(
    "line",
    [
        "", "nothing", "[]", "{}", '{"outputs": 3}', '{"outputs": {}}', '{"outputs": {"p": 1}}',
        '{"outputs": {"p": {"x": 1.5, "y": 2}}}', '{"outputs": {"p": {"x": 1, "y": NaN}}}',
        '{"outputs": {"p": {"x": true, "y": 1}}}', '{"outputs": {"p": {"x": 1}}}',
        '{"outputs": {"p": {"x": 1, "y": 2, "z": 3}}}', '{"outputs": {"p": null, "q": 1}}',
        '{"outputs": {"p": null}, "refused": "no"}', "[" * 100_000, "9" * 10_000,
        '{"outputs": {"p": {"x": 1e999, "y": 1}}}',
    ],
)  # fmt: skip
def test_what_is_no_answer_is_told(line: str) -> None:
    with pytest.raises(NotReadable):
        answer(line, [Part("p", Named("Point"))], OBJECTS)


def test_deep_answers_are_refused() -> None:
    deep = "[" * 500 + "]" * 500
    with pytest.raises(NotReadable):
        answer(f'{{"outputs": {{"l": {deep}}}}}', [Part("l", ListOf(Named("All")))], OBJECTS)


class Scripted:
    """A program that answers requests by a table and ends at those that are not there."""

    def __init__(self, answers: dict[str, str], ending: Ending = Ending.CRASHED) -> None:
        self.answers, self.ending, self.runs = answers, ending, 0

    def run(self, lines: Sequence[str]) -> Run:
        self.runs += 1
        printed = ""
        for line in lines:
            if line not in self.answers:
                return Run((TextWritten(printed),), self.ending, ("boom",))
            printed += self.answers[line] + "\n"
        return Run((TextWritten(printed),), Ending.FINISHED)

    def close(self) -> None:
        pass


def test_a_program_that_ends_early_is_started_again_for_the_rest() -> None:
    program = Scripted({str(n): f"a{n}" for n in range(40) if n not in (3, 17)})
    found = list(ask_all(program, [str(n) for n in range(40)]))
    assert [each.line for each in found] == ["" if n in (3, 17) else f"a{n}" for n in range(40)]
    assert found[3] == Answered(failure="it crashed: boom")
    assert program.runs < 10


def test_a_program_that_hangs_again_and_again_is_given_up() -> None:
    program = Scripted({"0": "a", "3": "b"}, Ending.TOO_LONG)
    found = list(ask_all(program, [str(n) for n in range(40)]))
    late, given_up = (
        "it gave no answer in time",
        "not tried: it gave no answer in time 3 times in a row",
    )
    assert [each.line for each in found[:4]] == ["a", "", "", "b"]
    assert [each.failure for each in found[4:]] == [late] * 3 + [""] * 33
    assert [each.untried for each in found[4:]] == [""] * 3 + [given_up] * 33
    assert program.runs == 8


def test_when_the_time_is_up_the_rest_is_not_tried() -> None:
    program = start(["sleep", "60"], None, effort=Effort(time_limit=0.01))
    assert [each.untried for each in ask_all(program, ["1", "2"])] == [STOPPED] * 2
    program.close()


def test_what_was_not_tried_refutes_nothing() -> None:
    text = "operation {} inputs: n:integer; outputs: m:integer; postcondition: m = n; end {};"
    both = checked("".join(text.replace("{}", each) for each in ("Late", "Next")))
    plan = new_text(
        "plan", [["| Late | 1 | 1 | allowed | |"] * 3, ["| Next | 1 | 1 | allowed | |"]]
    )
    hanging = Scripted({}, Ending.TOO_LONG)
    performed = Performance(both, Reader(both, Effort()), hanging).of(read_plan(plan, "plan").rows)
    late, next_one = outcomes(performed, "specified")
    assert (late.verdict, next_one.verdict) == (Verdict.REFUTED, Verdict.UNDECIDED)
    assert next_one.reason == GIVEN_UP


def test_more_lines_than_requests_are_no_answers() -> None:
    found = list(ask_all(Scripted({"1": "a\nb\nc", "2": "d"}), ["1", "2"]))
    assert found[0].failure == "it printed more lines than there were requests"
    assert found[1].line == "d"


@pytest.mark.parametrize(
    ("code", "words"),
    [
        ("while True: pass", "it gave no answer in time"),
        ("import time; time.sleep(1000)", "it gave no answer in time"),
        ("while True: print('x' * 1000)", "it printed too much"),
        ("raise SystemExit(0)", "it printed no line for this request"),
        ("import os; os.kill(os.getpid(), 9)", "it crashed: Killed (signal SIGKILL)"),
    ],
)
def test_hostile_programs_are_bounded(code: str, words: str) -> None:
    program = start([sys.executable, "-c", code], None, seconds=0.3)
    try:
        assert list(ask_all(program, ["{}"])) == [Answered(failure=words)]
    finally:
        program.close()


@pytest.mark.skipif(shutil.which("gcc") is None, reason="there is no gcc")
def test_the_example_in_c_is_found_out(tmp_path: Path) -> None:
    program = tmp_path / "account"
    subprocess.run(["gcc", "-o", program, EXAMPLES / "account.c"], check=True)
    source = Source("account.fmsl", (EXAMPLES / "account.fmsl").read_text())
    plan = tmp_path / "plan.md"
    plan.write_text(
        "| operation | inputs | outputs | expected | result |\n|---|---|---|---|---|\n"
        "| Deposit | {1, 0}, 2 | {3, 0} | allowed | |\n"
        "| Deposit | {1, 0}, 0 | nil | refused | |\n"
        "| Withdraw | {1, 2}, 1 | {0, 2} | allowed | |\n"
        "| Withdraw | {1, 2}, 3 | {-2, 2} | allowed | |\n"
    )
    report = report_on("tests", source, plan=str(plan), program=(str(program),))
    deposit, withdraw = report.outcomes
    assert (deposit.verdict, withdraw.verdict) == (Verdict.PASSED, Verdict.REFUTED)
    assert withdraw.summary == "1 of 2 rows are as specified"
    assert "it refused inputs that the precondition allows" in plan.read_text()


def test_answers_that_are_printed_when_the_input_ends_are_taken() -> None:
    code = "import sys\nfor line in sys.stdin: print(line.strip().upper())"
    program = start([sys.executable, "-c", code], None)
    assert [each.line for each in ask_all(program, ["a", "b", "c"])] == ["A", "B", "C"]
