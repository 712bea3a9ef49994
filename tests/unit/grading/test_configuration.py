"""`grade.toml`: what it sets, and what is said about its mistakes."""

from __future__ import annotations

from decimal import Decimal

import pytest

from refute.diagnostics import Diagnostic, InputError
from refute.grading.configuration import Configuration, read_configuration
from refute.grading.toolchains import by_ending
from refute.languages.console.comparison import Comparison, Whitespace
from refute.languages.console.testing.exercise import GRADABLE
from refute.source import Source

WHOLE = """
points = 12.5
scoring = "all or nothing"
tests = 40
main = "solution"
compare = ["collapsed", "caseless", "numbers 0.01", "prompts lenient"]

[limits]
seconds = 0.5
megabytes = 64
timeouts = 1

[visibility]
output = "hidden"
tests = "after_due_date"
shown = 3

[languages.python]
run = ["python3", "-I", "{main}"]

[languages.Whitespace]
endings = [".ws"]
run = "wspace {main}"
"""


def read(text: str) -> Configuration:
    return read_configuration(Source("grade.toml", text), GRADABLE.settings)


def wrong(text: str) -> list[Diagnostic]:
    with pytest.raises(InputError) as failure:
        read(text)
    return list(failure.value.diagnostics)


def test_everything_can_be_set() -> None:
    made = read(WHOLE)
    assert (made.points, made.all_or_nothing, made.tests) == (12.5, True, 40)
    assert made.main == ("solution",)
    assert made.settings["compare"] == Comparison(Whitespace.COLLAPSED, True, Decimal("0.01"), True)
    assert (made.limits.seconds, made.limits.megabytes, made.limits.timeouts) == (0.5, 64, 1)
    assert (made.visibility, made.test_visibility, made.shown_tests) == (
        "hidden",
        "after_due_date",
        3,
    )
    known = by_ending(made.toolchains)
    assert known[".py"].run == ("python3", "-I", "{main}")
    assert known[".ws"].run == ("wspace", "{main}")
    assert known[".c"].build


def test_nothing_need_be_set() -> None:
    assert read("# empty\n") == Configuration()


@pytest.mark.parametrize(
    ("text", "place", "words", "advice"),
    [
        ("pionts = 3", "1:1", "no key `pionts`", "did you mean `points`?"),
        ("points = -1", "1:1", "cannot be -1", "from 0 on"),
        ("points = nan", "1:1", "cannot be nan", "a number"),
        ("tests = true", "1:1", "cannot be True", "whole number"),
        ("x = 1\n[limits]\nsecnds = 1", "1:1", "no key `x`", "the keys are"),
        ("[limits]\nsecnds = 1", "2:1", "no key `secnds`", "did you mean `seconds`?"),
        ("limits = 3", "1:1", "`limits` is a table", "[limits]"),
        ('scoring = "al or nothing"', "1:1", "cannot be", "did you mean `all or nothing`?"),
        ('compare = "colapsed"', "1:1", "`colapsed` is not a way", "did you mean `collapsed`?"),
        ('compare = "exact, trimmed"', "1:1", "exclude each other", "leave one"),
        ("compare = 3", "1:1", "cannot be 3", "list of texts"),
        ('[visibility]\ntests = "visble"', "2:1", "cannot be", "did you mean `visible`?"),
        ("[languages.Pyton]", "1:12", "`Pyton` is not a language", "did you mean `python`?"),
        ('[languages.Foo]\nendings = ".f"\nrun = []', "3:1", "`run` cannot be []", "list of words"),
        ('[languages.c]\nendings = ["c"]', "2:1", "cannot be", "begins with a dot"),
    ],
)
def test_a_mistake_is_shown_where_it_is(text: str, place: str, words: str, advice: str) -> None:
    diagnostic = wrong(text)[0]
    assert diagnostic.code == "IO062"
    assert diagnostic.primary is not None
    assert str(diagnostic.primary.span) == f"grade.toml:{place}"
    assert words in diagnostic.message
    assert advice in diagnostic.help


def test_all_mistakes_are_told_in_order() -> None:
    found = wrong("tests = 0\n[limits]\nseconds = 0\n[visibility]\nx = 1\n")
    assert [each.message.split()[0] for each in found] == ["`tests`", "`seconds`", "there"]


@pytest.mark.parametrize("text", ["points = ", "points 3", "[limits", "a = 1\na = 2\n"])
def test_what_is_no_toml_is_said_so(text: str) -> None:
    (diagnostic,) = wrong(text)
    assert diagnostic.code == "IO061"
    assert diagnostic.primary is not None


def test_a_hint_names_an_outcome_in_any_language() -> None:
    made = read(
        '[[hints]]\nkind = "Abgestürzt"\nsay = "x"\n\n[[hints]]\nkind = "slow"\nsay = "y"\n'
    )
    fitting = [[hint.fits(kind, "", "") for kind in ("crashed", "too slow")] for hint in made.hints]
    assert fitting == [[True, False], [False, True]]
    (found,) = wrong('[[hints]]\nkind = "crashd"\nsay = "x"\n')
    text = '[[hints]]\nkind = "slow"\nsay = "x"\n[[hints]]\nkind = "boo"\nsay = "x"\n'
    (second,) = wrong(text)
    assert second.primary is not None
    assert second.primary.span.start == text.rindex("kind")
    text = '[[hints]]\nkind = "slow"\nsay = "x"\n[[hints]]\nsay = "x"\n'
    (second,) = wrong(text)
    assert second.primary is not None
    assert second.primary.span.start == text.rindex("hints")
    assert (found.code, found.help) == ("IO062", "did you mean `crashed`?")
