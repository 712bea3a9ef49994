"""What a student is told about a wrong run."""

from __future__ import annotations

import pytest

from refute.execution.program import Ending, Run, Took, Wrote, typing_command
from refute.languages.console.feedback import evidence
from refute.languages.console.feedback.dialogue import actual, expected
from refute.languages.console.feedback.hints import APPROXIMATE, LATE_PROMPT, hints
from refute.languages.console.testing.judging import Failure, Kind, case_for, judge
from refute.languages.console.types import Value
from refute.report.outcome import Dialogue, Turn

from .specifications import spec

ASK = 'print "Name?"\nread name : str\nprint "Hello {name}" | "Hi {name}"\nprint "Bye"\n'
ONE = "read x : int\nprint x\n"


def run(*events: str | Took, ending: Ending = Ending.FINISHED) -> Run:
    made = [each if isinstance(each, Took) else Wrote(each) for each in events]
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
        (run(Took("1"), "2\n"), Kind.WRONG_OUTPUT),
        (run(Took("1"), "1\n2\n"), Kind.WRONG_OUTPUT),
        (run("1\n"), Kind.WRONG_OUTPUT),
        (run(Took("1")), Kind.MISSING_OUTPUT),
        (run(), Kind.STOPS_EARLY),
        (run(Took("1"), "1\n", ending=Ending.WANTED_MORE), Kind.WAITS),
        (run(Took("1"), ending=Ending.TOO_LONG), Kind.TOO_SLOW),
        (run(Took("1"), "1\n" * 9, ending=Ending.TOO_MUCH), Kind.TOO_MUCH),
        (run(Took("1"), ending=Ending.CRASHED), Kind.CRASHED),
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
    done = run("Name? ", Took("Ada"), "Hello Ada\nBy\n")
    dialogue = actual(failure(ASK, ("Ada",), done))
    assert dialogue.turns == (
        Turn((("Name? ", False), ("Ada", True))),
        Turn((("Hello Ada", False),)),
        Turn((("By", False),), wrong=True, beside='"Bye"'),
        Turn(note="stops"),
    )


def test_a_missing_output_is_marked_where_it_is_missing() -> None:
    done = run(Took("Ada"), "Hello Ada\nBye\n")
    dialogue = actual(failure(ASK, ("Ada",), done))
    assert dialogue.turns[0] == Turn(wrong=True, beside='"Name?"', note="prints nothing")
    assert dialogue.turns[1] == Turn((("Ada", True),))


def test_the_expected_dialogue_is_the_simplest_right_one() -> None:
    case = case_for(spec(ASK), ("Ada",))
    shown = [printed(turn) for turn in expected(case.expected).turns]
    assert shown == ["Name?", "Ada", "Hello Ada", "Bye", ""]


def test_long_dialogues_keep_the_wrong_line() -> None:
    text = "read n : nat\nuntil len(x.all) == n:\n    read x : int\nprint sum(x.all)\n"
    values = (500, *range(500))
    done = run(*(Took(str(value)) for value in values), "wrong\n")
    dialogue = actual(failure(text, values, done))
    assert len(dialogue.turns) < 50
    assert printed(marked(dialogue)) == "wrong"
    assert any("more lines" in turn.note for turn in dialogue.turns)


def test_very_long_lines_are_cut() -> None:
    dialogue = actual(failure(ONE, (1,), run(Took("1"), "x" * 90_000)))
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
    found = failure(ASK, ("Ada",), run("Name?", Took("Ada"), text))
    assert words in " ".join(hints(found))


def test_other_differences_have_no_such_hint() -> None:
    done = run("Name?", Took("Ada"), "Hello Eve\nBye\n")
    assert list(hints(failure(ASK, ("Ada",), done))) == []


def test_blanks_are_made_visible_where_they_matter_only() -> None:
    exact = f"compare exact\n{ASK}"
    done = run("Name?", Took("Ada"), "Hello Ada  \nBye\n")
    assert printed(marked(actual(failure(exact, ("Ada",), done)))) == "Hello Ada··"
    done = run("Name?", Took("Ada"), "Hello Eve  \nBye\n")
    assert printed(marked(actual(failure(exact, ("Ada",), done)))) == "Hello Eve  "


LATE = run(Took("Ada"), "Name? Hello Ada\nBye\n")


def test_a_late_prompt_is_wrong_with_a_hint_unless_the_author_is_lenient() -> None:
    found = failure(ASK, ("Ada",), LATE)
    assert found.kind is Kind.MISSING_OUTPUT
    assert LATE_PROMPT in hints(found)
    lenient = spec(f"compare prompts lenient\n{ASK}")
    assert judge(case_for(lenient, ("Ada",)), LATE) is None


@pytest.mark.parametrize(
    "done",
    [
        run("Name? Hello Ada\n", Took("Ada"), "Bye\n"),
        run(Took("Ada"), "Name? Hello Ada\n"),
        run(Took("Ada"), "Hello Ada\nName?\nBye\n"),
        run("Name? Hello Ada\nBye\n"),
    ],
)
def test_leniency_is_for_what_comes_late_only(done: Run) -> None:
    lenient = spec(f"compare prompts lenient\n{ASK}")
    assert judge(case_for(lenient, ("Ada",)), done) is not None


def test_an_approximate_order_is_said() -> None:
    done = Run((Took("1"),), Ending.FINISHED, approximate=True)
    assert APPROXIMATE in hints(failure(ONE, (1,), done))


def test_inputs_are_typed_by_a_command_whatever_they_are() -> None:
    command = typing_command(["it's", "%d", "-n"], ["python3", "my file.py"])
    assert command == """printf '%s\\n' 'it'"'"'s' %d -n | python3 'my file.py'"""
    assert typing_command([], ["./a"]) == "./a < /dev/null"
