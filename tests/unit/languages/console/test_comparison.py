"""What counts as the same text, as the author of a specification says."""

from __future__ import annotations

from decimal import Decimal

import pytest

from refute.languages.console.comparison import (
    DEFAULT,
    Comparison,
    UnknownSetting,
    Whitespace,
    comparison_of,
)
from refute.languages.console.meaning.outputs import AnyText, Around, Exactly, Line, covers
from refute.languages.console.meaning.traces import Input, Output, accept
from refute.languages.console.show import show
from refute.languages.console.testing.cases import case_for
from refute.languages.console.testing.suite import cases_of, suite_to_json
from refute.source import Source

from .specifications import spec


def same(setting: str, expected: str, printed: str) -> bool:
    comparison = comparison_of([setting])
    return covers((Line((Exactly(expected),)),), comparison.units(printed), comparison)


@pytest.mark.parametrize(
    ("expected", "printed", "accepted"),
    [
        ("a b", "a b\n", "exact trimmed collapsed"),
        ("a b", "a b", "exact trimmed collapsed"),
        ("a b", "a b  \n", "trimmed collapsed"),
        ("a b", "\na b\n\n", "trimmed collapsed"),
        ("a b", "a   b\n", "collapsed"),
        ("a b", "a\nb\n", "collapsed"),
        ("a b", " a b\n", "collapsed"),
        ("a\nb", "a\n\nb\n", "trimmed collapsed"),
        ("a\n  b", "a\n  b\n", "exact trimmed collapsed"),
        ("a\n  b", "a\nb\n", "collapsed"),
        ("a b", "ab\n", ""),
        ("a", "a\n\n", "trimmed collapsed"),
        ("a\n", "a\n\n", "exact trimmed collapsed"),
        ("a b", "A b\n", "caseless"),
        ("straße", "STRASSE\n", "caseless"),
        ("x = 2", "x = 2.0\n", "numbers"),
        ("x = 2.5", "x = +2.50\n", "numbers"),
        ("x = 2", "x = 2.004\n", "numbers 0.01"),
        ("x = 2", "x = 2.02\n", ""),
        ("x = -2", "x = 2\n", ""),
        ("1e3", "1000\n", "numbers"),
        ("0", "-0.0\n", "numbers"),
        ("2", "22\n", ""),
    ],
)
def test_settings_accept_what_they_say(expected: str, printed: str, accepted: str) -> None:
    for setting in ("exact", "trimmed", "collapsed", "caseless", "numbers", "numbers 0.01"):
        loosest = {"caseless": "trimmed", "numbers": "trimmed", "numbers 0.01": "trimmed"}
        names = accepted.split(" ")
        wanted = (
            setting in accepted.split(" ")
            or (setting == "numbers 0.01" and "numbers" in names)
            or loosest.get(setting) in names
        )
        if setting == "numbers" and accepted == "numbers 0.01":
            wanted = False
        if setting == "numbers 0.01" and accepted == "numbers 0.01":
            wanted = True
        assert same(setting, expected, printed) is wanted, setting


def test_numbers_beside_wildcards_are_found() -> None:
    near = Comparison(tolerance=Decimal("0.1"))
    line = Line((AnyText(), Exactly("12"), AnyText()))
    assert covers((line,), ("there are 3 of them, 12.05 in all",), near)
    assert not covers((line,), ("there are 3 of them, 13 in all",), near)
    assert covers((Line((Around("12"),)),), ("it is 12.0",), near)
    assert not covers((Line((Around("12"),)),), ("12",), near)


FIVE = Line((AnyText(), Exactly("5"), AnyText()))


@pytest.mark.parametrize(
    ("printed", "fits"),
    [
        ("sum = 5.", True),
        ("5", True),
        ("(5)", True),
        ("=5;", True),
        ("5kg", True),
        ("Sum5", True),
        ("+5", True),
        ("2-5", True),
        ("x-5", True),
        ("---5---", True),
        ("5, 25", True),
        ("3,5,7", True),
        ("No.5", True),
        ("wait...5", True),
        ("1..5", True),
        ("5%", True),
        ("5 -5", True),
        ("结果是5个", True),
        ("15", False),
        ("50", False),
        ("-5", False),
        ("= -5", False),
        ("=-5", False),
        ("\u22125", False),
        ("(-5)", False),
        ("5.25", False),
        ("2.5", False),
        (".5", False),
        ("-.5", False),
        ("5.0", False),
        ("5e3", False),
        ("1E5", False),
        ("5.5.2026", False),
        ("1.2.5", False),
        ("so\n5", False),
        ("5\nso", False),
    ],
)
def test_a_number_beside_free_text_is_a_whole_number(printed: str, fits: bool) -> None:
    assert covers((FIVE,), DEFAULT.units(printed)) is fits
    loose = Comparison(loose=True)
    assert covers((FIVE,), loose.units(printed), loose)


@pytest.mark.parametrize(
    ("printed", "fits"),
    [("-5", True), ("= -5.", True), ("=-5", True), ("0-5", False), ("x-5", False), ("5", False)],
)
def test_a_negative_number_has_its_sign(printed: str, fits: bool) -> None:
    assert covers((Line((AnyText(), Exactly("-5"), AnyText())),), (printed,)) is fits
    assert covers((Line((Around("-5"),)),), (f"is {printed}",)) is fits


@pytest.mark.parametrize(
    ("printed", "fits"),
    [
        ("12 is even.", True),
        ("even", True),
        ("__even__", True),
        ("EVEN/even", True),
        ("uneven", False),
        ("evening", False),
        ("se\u0301even", False),
    ],
)
def test_a_word_beside_free_text_is_a_whole_word(printed: str, fits: bool) -> None:
    line = Line((AnyText(), Exactly("even"), AnyText()))
    assert covers((line,), DEFAULT.units(printed)) is fits


def test_free_text_stays_within_its_line_unless_it_is_said_to_go_across() -> None:
    for nonempty in (False, True):
        within = Line((AnyText(nonempty), Exactly("5"), AnyText(nonempty)))
        across = Line((AnyText(nonempty, True), Exactly("5"), AnyText(nonempty, True)))
        assert not covers((within,), ("so", "a 5 b", "it is"))
        assert covers((within,), ("a 5 b",))
        assert covers((across,), ("so", "a 5 b", "it is"))
        assert not covers((across,), ("so", "a 15 b", "it is"))


def test_the_parts_of_a_pattern_are_not_joined_to_one_number() -> None:
    line = Line((Exactly("1"), AnyText(), Exactly("2")))
    assert line.example == "1 2"
    assert covers((line,), ("1-2",))
    assert not covers((line,), ("12",))
    assert Line((AnyText(), Exactly("Hello"), AnyText(), Exactly("Ada"))).example == "Hello Ada"


def test_numbers_that_would_take_forever_do_not() -> None:
    near = Comparison(tolerance=Decimal(1))
    line = (Line((Exactly("1"),)),)
    assert not covers(line, ("1e999999999",), near)
    assert not covers(line, ("9" * 50_000,), near)


def test_matching_takes_time_in_proportion_to_the_text() -> None:
    line = Line(tuple(part for _ in range(8) for part in (AnyText(), Exactly("a"))))
    assert not covers((line,), ("a" * 50_000 + "b",) * 2, Comparison(loose=True))
    assert covers((line, line), ("a" * 50_000,) * 2, Comparison(loose=True))
    assert not covers((line,), ("a " * 50_000 + "b",) * 2)
    assert covers((line, line), ("a " * 50_000 + "a",) * 2)


@pytest.mark.parametrize(
    ("settings", "words", "advice"),
    [
        (["colapsed"], "is not a way to compare", "did you mean `collapsed`?"),
        (["numbers x"], "is no tolerance", "0.01"),
        (["numbers -1"], "is no tolerance", "0.01"),
        (["numbers inf"], "is no tolerance", "0.01"),
        (["exact", "collapsed"], "exclude each other", "leave one"),
        (["quite something else"], "is not a way to compare", "the settings are `exact`"),
    ],
)
def test_other_settings_are_rejected(settings: list[str], words: str, advice: str) -> None:
    with pytest.raises(UnknownSetting, match=words) as failure:
        comparison_of(settings)
    assert advice in failure.value.advice


TEXT = 'compare collapsed, caseless, numbers 0.01, prompts lenient\nread x : int\nprint "N {x}"\n'


def test_a_specification_says_how_to_compare() -> None:
    checked = spec(TEXT)
    comparison = Comparison(Whitespace.COLLAPSED, True, Decimal("0.01"), True)
    assert checked.comparison == comparison
    assert show(checked.specification).splitlines()[0] == TEXT.splitlines()[0]
    assert spec("read x : int\n").comparison == DEFAULT
    assert spec("read compare : int\nprint compare\n").types
    trace = (Input(3), Output("n"), Output("3.001"))
    assert accept(checked.body, trace, comparison)
    assert not accept(checked.body, trace)


def test_a_suite_remembers_how_to_compare() -> None:
    checked = spec(TEXT)
    case = case_for(checked, (3,))
    assert cases_of(Source("s", suite_to_json([case], "x")), checked) == [case]
