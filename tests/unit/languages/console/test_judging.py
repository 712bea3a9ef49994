"""Which runs are right: bad inputs, free prompts, the end of input, exit codes."""

from __future__ import annotations

from dataclasses import replace

import pytest

from refute.diagnostics import InputError
from refute.execution.program import Ending, Event, LineRead, Run, TextWritten
from refute.languages.console.program import load
from refute.languages.console.testing.cases import case_for
from refute.languages.console.testing.judging import Kind, judge
from refute.languages.console.types import Mistyped, Value
from refute.source import Source

from .specifications import spec


def events(*steps: str | int) -> tuple[Event, ...]:
    """Texts are printed, numbers are typed; `?` before a text types that."""
    made: list[Event] = []
    for step in steps:
        typed = isinstance(step, int) or step.startswith("?")
        made.append(LineRead(str(step).removeprefix("?")) if typed else TextWritten(str(step)))
    return tuple(made)


def verdict(text: str, values: tuple[Value, ...], run: Run) -> str:
    found = judge(case_for(spec(text), values), run)
    return "right" if found is None else str(found.kind)


def finished(*steps: str | int) -> Run:
    return Run(events(*steps), Ending.FINISHED, exit_code=0)


RETRY = 'print "N?"\nread n : nat else retry\nprint n\n'
SAID = 'print "N?"\nread n : nat else retry:\n    print "Not {*}"\nprint n\n'
SILENT = 'print "N?"\nread n : nat else retry: pass\nprint n\n'
STOP = "read n : nat else stop\nprint n\n"
STOP_SAID = 'read n : nat else stop: print "Bad"\nprint n\n'


@pytest.mark.parametrize(
    ("text", "answer", "right"),
    [
        (RETRY, (), True),
        (RETRY, ("N? ",), True),
        (RETRY, ("That is negative.\nTry again\nN? ",), True),
        (SAID, (), False),
        (SAID, ("Not allowed\n",), True),
        (SAID, ("Not allowed\nN? ",), True),
        (SAID, ("Nothing\n",), False),
        (SAID, ("N? ",), False),
        (SAID, ("Not allowed\nsomething\n",), False),
        (SILENT, (), True),
        (SILENT, ("N? ",), True),
        (SILENT, ("Not allowed\n",), False),
    ],
)
def test_a_bad_input_is_answered_as_the_author_says(
    text: str, answer: tuple[str, ...], right: bool
) -> None:
    bad: tuple[Value, ...]
    for bad in ((-1,), (-1, -2), (Mistyped("abc"), Mistyped("")), (Mistyped("1.5"), -7)):
        steps = [step for value in bad for step in (f"?{value}", *answer)]
        run = finished("N? ", *steps, 3, "3\n")
        assert (verdict(text, (*bad, 3), run) == "right") is right
    late = finished("N? ", -1, *answer, 3, "That was -1\n3\n")
    assert verdict(text, (-1, 3), late) != "right"


@pytest.mark.parametrize(
    ("text", "said", "right"),
    [
        (STOP, "", True),
        (STOP, "Bad\nBye\n", True),
        (STOP_SAID, "", False),
        (STOP_SAID, "Bad", True),
    ],
)
def test_a_program_may_say_why_it_stops(text: str, said: str, right: bool) -> None:
    assert (verdict(text, (-1,), finished(-1, said)) == "right") is right
    assert verdict(text, (-1,), Run(events(-1, "Bad\n"), Ending.WANTED_MORE)) != "right"


def test_only_printing_answers_a_bad_input() -> None:
    for text in (
        "read n : nat else retry:\n    read m : nat\nprint n\n",
        "read n : nat else retry:\n    if 1 == 1:\n        print 1\nprint n\n",
        "read n : nat else retry: print n\nprint n\n",
    ):
        with pytest.raises(InputError) as failure:
            load(Source("x.ios", text))
        assert failure.value.diagnostics[0].code in {"IO022", "IO013"}


FREE = "compare prompts free\nread a : int\nread b : int\nprint a + b\n"
FREE_ASKED = (
    'compare prompts free\nprint "A?"\nread a : int\nprint "B:"\nread b : int\nprint a + b\n'
)


@pytest.mark.parametrize(
    ("text", "run", "kind"),
    [
        (FREE, finished(1, 2, "3\n"), "right"),
        (FREE, finished("a: ", 1, "second: ", 2, "3\n"), "right"),
        (FREE, finished("a:\n", 1, 2, "3\n"), "wrong output"),
        (FREE, finished("hello\na: ", 1, 2, "3\n"), "wrong output"),
        (FREE, finished("a: ", 1, "b: ", 2, "4\n"), "wrong output"),
        (FREE, finished("a: ", 1, "b: ", 2), "output missing"),
        (FREE_ASKED, finished("A?", 1, "B: ", 2, "3\n"), "right"),
        (FREE_ASKED, finished("A?\n> ", 1, "B:\n> ", 2, "3\n"), "right"),
        (FREE_ASKED, finished("A?\n> ", 1, "> ", 2, "3\n"), "output missing"),
        (
            FREE,
            Run(events(1, 2, "3\n", "more? "), Ending.WANTED_MORE),
            "waits for input that will not come",
        ),
    ],
)
def test_free_prompts_are_what_stands_before_an_input_on_its_line(
    text: str, run: Run, kind: str
) -> None:
    assert verdict(text, (1, 2), run) == kind


def test_free_prompts_may_also_come_late_where_that_is_allowed() -> None:
    both = FREE.replace("free", "free, prompts lenient")
    late = finished(1, 2, "a: b: 3\n")
    assert verdict(both, (1, 2), late) == "right"
    assert verdict(FREE, (1, 2), late) == "wrong output"


def test_a_free_prompt_is_no_answer_to_a_bad_input() -> None:
    checked = spec(f"compare prompts free\n{SAID}")
    run = finished("N? ", -1, "N? ", 3, "3\n")
    found = judge(case_for(checked, (-1, 3)), run)
    assert found is not None
    assert found.reason == 'It read on, but should have printed "Not" with any text around it.'


SUM = "read a : int\nread b : int\nprint a + b\n"


@pytest.mark.parametrize(
    ("before", "after", "kind"),
    [
        ((1, 2), ("3\n",), "reads on to the end of input"),
        ((1, 2, "3\n"), (), "reads on to the end of input"),
        ((1, 2), ("4\n",), "waits for input that will not come"),
        ((1, 2), None, "waits for input that will not come"),
    ],
)
def test_a_program_that_waits_for_the_end_of_input_is_told_so(
    before: tuple[str | int, ...], after: tuple[str, ...] | None, kind: str
) -> None:
    ended = None if after is None else events(*after)
    run = Run(events(*before), Ending.WANTED_MORE, exit_code=0, after_end=ended)
    assert verdict(SUM, (1, 2), run) == kind
    lenient = verdict(f"compare end lenient\n{SUM}", (1, 2), run)
    assert lenient == ("right" if kind.startswith("reads on") else kind)


def test_an_exit_code_reports_an_error_unless_the_program_must_stop_early() -> None:
    assert verdict(SUM, (1, 2), Run(events(1, 2, "3\n"), Ending.FINISHED, exit_code=3)) == "crashed"
    assert verdict(STOP, (-1,), Run(events(-1), Ending.FINISHED, exit_code=1)) == "right"
    said = Run(events(-1), Ending.CRASHED, ("Error: bad",), exit_code=1, errors=("Error: bad",))
    assert verdict(STOP, (-1,), said) == "right"
    assert verdict(STOP_SAID, (-1,), said) == "output missing"
    errors = ('  File "a.py", line 3, in <module>', "ValueError: bad")
    assert verdict(STOP, (-1,), replace(said, errors=errors)) == "crashed"
    assert verdict(STOP, (-1,), replace(said, exit_code=-11)) == "crashed"
    assert verdict(STOP, (1,), Run(events(1, "1\n"), Ending.FINISHED, exit_code=1)) == "crashed"


def test_a_crash_is_a_crash_even_after_wrong_output() -> None:
    detail = ("ZeroDivisionError: division by zero",)
    found = judge(case_for(spec(SUM), (1, 2)), Run(events(1, 2, "4\n"), Ending.CRASHED, detail))
    assert found is not None
    assert found.kind is Kind.CRASHED
    assert "division by zero" in found.reason
    assert 'It printed "4"' in found.reason


@pytest.mark.parametrize(
    "text", ["", "pass\n", "# nothing\n", "given x : int = 3\n", "compare exact\n"]
)
def test_an_empty_specification_is_said_to_be_empty(text: str) -> None:
    with pytest.raises(InputError) as failure:
        load(Source("x.ios", text))
    assert [each.code for each in failure.value.diagnostics] == ["IO023"]
