"""What a student is told about a wrong run."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pytest

from refute.execution.program import Ending, LineRead, Run, TextWritten, typing_command
from refute.languages.console.feedback import evidence
from refute.languages.console.feedback.causes import cause
from refute.languages.console.feedback.dialogue import actual, expected
from refute.languages.console.feedback.hints import hints
from refute.languages.console.testing.cases import case_for
from refute.languages.console.testing.judging import Failure, Kind, judge, steady
from refute.languages.console.types import Value
from refute.report.outcome import Dialogue, Lines, Turn
from refute.report.texts import translate

from .specifications import spec

ASK = 'print "Name?"\nread name : str\nprint "Hello {name}" | "Hi {name}"\nprint "Bye"\n'
ONE = "read x : int\nprint x\n"


def run(*events: str | LineRead, ending: Ending = Ending.FINISHED) -> Run:
    made = [each if isinstance(each, LineRead) else TextWritten(each) for each in events]
    return Run(tuple(made), ending)


def failure(text: str, values: tuple[Value, ...], done: Run) -> Failure:
    found = judge(case_for(spec(text), values), done)
    assert found is not None
    return found


def marked(dialogue: Dialogue) -> Turn:
    (turn,) = (turn for turn in dialogue.turns if turn.wrong)
    return turn


def printed(turn: Turn) -> str:
    return "".join(text for text, _ in turn.pieces)


@pytest.mark.parametrize(
    ("done", "kind"),
    [
        (run(LineRead("1"), "2\n"), Kind.WRONG_OUTPUT),
        (run(LineRead("1"), "1\n2\n"), Kind.WRONG_OUTPUT),
        (run("1\n"), Kind.WRONG_OUTPUT),
        (run(LineRead("1")), Kind.MISSING_OUTPUT),
        (run(), Kind.STOPS_EARLY),
        (run(LineRead("1"), "1\n", ending=Ending.WANTED_MORE), Kind.WAITS),
        (run(LineRead("1"), ending=Ending.TOO_LONG), Kind.TOO_SLOW),
        (run(LineRead("1"), "1\n" * 9, ending=Ending.TOO_MUCH), Kind.TOO_MUCH),
        (run(LineRead("1"), ending=Ending.CRASHED), Kind.CRASHED),
        (run(ending=Ending.NOT_STARTED), Kind.NOT_STARTED),
    ],
)
def test_kinds_are_told_apart_and_each_has_one_marked_line(done: Run, kind: Kind) -> None:
    found = failure(ONE, (1,), done)
    assert found.kind is kind
    assert found.reason.endswith((".", "an error", "started: "))
    assert list(evidence(found))
    marked(actual(found))


def test_the_dialogue_is_what_the_terminal_showed() -> None:
    done = run("Name? ", LineRead("Ada"), "Hello Ada\nBy\n")
    dialogue = actual(failure(ASK, ("Ada",), done))
    assert dialogue.turns == (
        Turn((("Name? ", False), ("Ada", True))),
        Turn((("Hello Ada", False),)),
        Turn((("By", False),), wrong=True, beside='"Bye"'),
        Turn(note="stops"),
    )


def test_a_missing_output_is_marked_where_it_is_missing() -> None:
    done = run(LineRead("Ada"), "Hello Ada\nBye\n")
    dialogue = actual(failure(ASK, ("Ada",), done))
    assert dialogue.turns[0] == Turn(wrong=True, beside='"Name?"', note="prints nothing")
    assert dialogue.turns[1] == Turn((("Ada", True),))


def test_the_expected_dialogue_is_the_simplest_right_one() -> None:
    case = case_for(spec(ASK), ("Ada",))
    shown = [printed(turn) for turn in expected(case.expected).turns]
    assert shown == ["Name?", "Ada", "Hello Ada", "Bye", ""]


BILL = """\
read a : int
read b : int
print "{*}Items{*}{2}{*}"
print "{*}{a + b}{*}"
print? "{*}"
print "Bye"
"""


@pytest.mark.parametrize(
    ("lines", "wrong", "beside"),
    [
        (["Items: 2", "Total: 50", "Bye"], "Total: 50", '"118" with any text around it'),
        (["Items: 2", "Total: 118", "Thanks!", "By"], "By", '"Bye"'),
        (["Items: 3", "Total: 118", "Bye"], "Items: 3", '"Items 2" with any text around it'),
        (["Items: 2", "Bye"], "", '"118" with any text around it'),
        (["Total: 118", "Bye"], "", '"Items 2" with any text around it'),
        (["Items: 2", "Total: 118"], "", '"Bye"'),
        (["Items: 2", "Total: 118", "so", "Bye", "!"], "!", "nothing"),
        (["Items: 2", "x", "y", "Total: 118", "Bye"], "x", "nothing"),
    ],
)
def test_the_line_that_differs_is_to_blame(lines: list[str], wrong: str, beside: str) -> None:
    done = run(LineRead("100"), LineRead("18"), "".join(f"{line}\n" for line in lines))
    found = failure(BILL, (100, 18), done)
    turn = marked(actual(found))
    assert (printed(turn), turn.beside) == (wrong, beside)
    assert "…" not in found.reason


def test_with_words_as_units_the_line_of_the_wrong_word_is_to_blame() -> None:
    text = 'compare collapsed\nread x : int\nprint "a b"\nprint "c {x}"\n'
    found = failure(text, (1,), run(LineRead("1"), "a\nb\nc\n2\n"))
    assert printed(marked(actual(found))) == "2"


def test_what_was_wrong_before_a_crash_is_marked_as_well() -> None:
    done = Run((LineRead("1"), TextWritten("2\n")), Ending.CRASHED, ("Error: boom",))
    turns = actual(failure(ONE, (1,), done)).turns
    assert [(printed(turn), turn.beside) for turn in turns if turn.wrong] == [
        ("2", '"1"'),
        ("", "the end"),
    ]


def test_what_went_to_the_error_stream_is_shown_with_a_hint() -> None:
    done = Run((LineRead("1"),), Ending.FINISHED, errors=("warning", "1"))
    found = failure(ONE, (1,), done)
    assert translate("hint_error_stream") in hints(found)
    assert Lines("on the error stream", ("warning", "1")) in evidence(found)
    assert translate("hint_error_stream") not in hints(
        failure(ONE, (1,), replace(done, errors=("11",)))
    )


class Changing:
    """A program that does something else in every run."""

    def __init__(self, *texts: str) -> None:
        self._runs = iter([run(LineRead("1"), text) for text in texts])

    def run(self, _lines: Sequence[str]) -> Run:
        return next(self._runs)

    def close(self) -> None:
        """Nothing is left behind."""


@pytest.mark.parametrize(
    ("texts", "kind", "words"),
    [
        (("2\n", "2\n"), Kind.WRONG_OUTPUT, 'printed "2"'),
        (("2\n", "1\n"), Kind.UNSTEADY, "of 3 runs on the same inputs 1 was right"),
        (("1\n", "1\n"), Kind.UNSTEADY, "of 3 runs on the same inputs 2 were right"),
        (("3\n", "4\n"), Kind.WRONG_OUTPUT, "It prints something else in each run."),
        (("1\n3\n", ""), Kind.UNSTEADY, "of 3 runs on the same inputs none were right"),
    ],
)
def test_a_program_that_does_something_else_in_every_run_is_said_to(
    texts: tuple[str, ...], kind: Kind, words: str
) -> None:
    found = steady(failure(ONE, (1,), run(LineRead("1"), "2\n")), Changing(*texts))
    assert found.kind is kind
    assert words in found.reason


@pytest.mark.parametrize(("text", "words"), [("1\n", "Once it was right."), ("2\n", 'printed "2"')])
def test_a_program_that_depends_on_time_is_said_to(text: str, words: str) -> None:
    done = replace(run(LineRead("1"), text), differs=True, approximate=True)
    found = steady(failure(ONE, (1,), done), Changing())
    assert found.kind is Kind.UNSTEADY
    assert words in found.reason
    assert list(evidence(found))


def causes(*done: Run) -> list[str]:
    return [cause(failure(BILL, (100, 18), each)) for each in done]


def test_failures_of_one_cause_are_one_group_and_those_of_others_are_not() -> None:
    start = (LineRead("100"), LineRead("18"), TextWritten("Items: 2\n"))
    joined = [
        Run((*start, TextWritten(f"{text} 10018\nBye\n")), Ending.FINISHED) for text in ("a", "b")
    ]
    zero = Run(start, Ending.CRASHED, ("ZeroDivisionError: division by zero",))
    errors = Run((*start, TextWritten("Bye\n")), Ending.FINISHED, errors=("118",))
    missing = Run((*start, TextWritten("Bye\n")), Ending.FINISHED)
    other = Run((*start, TextWritten("82\nBye\n")), Ending.FINISHED)
    found = causes(*joined, zero, errors, missing, other)
    assert found[0] == found[1]
    assert len(set(found)) == 5
    later = Run((LineRead("7"), LineRead("8"), TextWritten("Items: 2\n78\nBye\n")), Ending.FINISHED)
    assert cause(failure(BILL, (7, 8), later)) == found[0]


def test_long_dialogues_keep_the_wrong_line() -> None:
    text = "read n : nat\nuntil len(x.all) == n:\n    read x : int\nprint sum(x.all)\n"
    values = (500, *range(500))
    done = run(*(LineRead(str(value)) for value in values), "wrong\n")
    dialogue = actual(failure(text, values, done))
    assert len(dialogue.turns) < 50
    assert printed(marked(dialogue)) == "wrong"
    assert any("more lines" in turn.note for turn in dialogue.turns)


def test_very_long_lines_are_cut() -> None:
    dialogue = actual(failure(ONE, (1,), run(LineRead("1"), "x" * 90_000)))
    assert len(printed(marked(dialogue))) < 400


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("hello Ada\nBye\n", "Only upper and lower case letters differ."),
        ("Hello  Ada\nBye\n", "Only blanks, tabs or line ends differ"),
        ("Hello\tAda\nBye\n", "Hello⇥Ada"),
        ("Hello \x1b[1mAda\x1b[0m\nBye\n", "an escape sequence (U+001B)"),
        ("Hello Ada\0\nBye\n", "NUL (U+0000)"),
        ("Hello Ada\u200b\nBye\n", "ZERO WIDTH SPACE (U+200B)"),
        ("Hello Аda\nBye\n", "“А” is CYRILLIC CAPITAL LETTER A (U+0410), not “A”"),
    ],
)
def test_what_is_hard_to_see_is_said(text: str, words: str) -> None:
    found = failure(ASK, ("Ada",), run("Name?", LineRead("Ada"), text))
    assert words in " ".join(hints(found))


def test_other_differences_have_no_such_hint() -> None:
    done = run("Name?", LineRead("Ada"), "Hello Eve\nBye\n")
    assert list(hints(failure(ASK, ("Ada",), done))) == []


def test_blanks_are_made_visible_where_they_matter_only() -> None:
    exact = f"compare exact\n{ASK}"
    done = run("Name?", LineRead("Ada"), "Hello Ada  \nBye\n")
    assert printed(marked(actual(failure(exact, ("Ada",), done)))) == "Hello Ada··"
    done = run("Name?", LineRead("Ada"), "Hello Eve  \nBye\n")
    assert printed(marked(actual(failure(exact, ("Ada",), done)))) == "Hello Eve  "


LATE = run(LineRead("Ada"), "Name? Hello Ada\nBye\n")


def test_a_late_prompt_is_wrong_with_a_hint_unless_the_author_is_lenient() -> None:
    found = failure(ASK, ("Ada",), LATE)
    assert found.kind is Kind.MISSING_OUTPUT
    assert translate("hint_late_prompt") in hints(found)
    lenient = spec(f"compare prompts lenient\n{ASK}")
    assert judge(case_for(lenient, ("Ada",)), LATE) is None


@pytest.mark.parametrize(
    "done",
    [
        run("Name? Hello Ada\n", LineRead("Ada"), "Bye\n"),
        run(LineRead("Ada"), "Name? Hello Ada\n"),
        run(LineRead("Ada"), "Hello Ada\nName?\nBye\n"),
        run("Name? Hello Ada\nBye\n"),
    ],
)
def test_leniency_is_for_what_comes_late_only(done: Run) -> None:
    lenient = spec(f"compare prompts lenient\n{ASK}")
    assert judge(case_for(lenient, ("Ada",)), done) is not None


def test_an_approximate_order_is_said() -> None:
    done = Run((LineRead("1"),), Ending.FINISHED, approximate=True)
    assert translate("hint_approximate") in hints(failure(ONE, (1,), done))


def test_inputs_are_typed_by_a_command_whatever_they_are() -> None:
    command = typing_command(["it's", "%d", "-n"], ["python3", "my file.py"])
    assert command == """printf '%s\\n' 'it'"'"'s' %d -n | python3 'my file.py'"""
    assert typing_command([], ["./a"]) == "./a < /dev/null"
    assert typing_command(["1"], ["./a"], Ending.WANTED_MORE) == "(printf '%s\\n' 1; cat) | ./a"
    assert typing_command([], ["./a"], Ending.WANTED_MORE) == "cat | ./a"


def test_free_text_that_may_come_or_not_is_no_alternative_of_its_own() -> None:
    text = 'read x : int\nprint "{*}wrong{*}"\nprint? "{*}"\nread y : int\n'
    found = failure(text, (1, 0), run(LineRead("1"), ending=Ending.CRASHED))
    assert marked(actual(found)).beside == '"wrong" with any text around it'


def test_a_run_that_is_right_but_for_its_prompts_says_so() -> None:
    told = translate("hint_prompts")
    one, other = (
        failure(ONE, (1,), run(f"{prompt}: ", LineRead("1"), "1\n")) for prompt in ("Zahl", "x")
    )
    assert told in [*hints(one)]
    assert cause(one) == cause(other)
    wrong = failure(ONE, (1,), run("x: ", LineRead("1"), "2\n"))
    assert told not in [*hints(wrong)]
    assert cause(wrong) != cause(one)
    assert told not in [*hints(failure(ONE, (1,), run("x:\n", LineRead("1"), "1\n")))]
