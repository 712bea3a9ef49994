"""Abbreviations: what they mean where they are used, and the names that they give to things."""

from __future__ import annotations

import pytest

from refute import console
from refute.diagnostics import InputError
from refute.languages.console.abbreviated import NO_BREAK
from refute.languages.console.meaning.traces import perform
from refute.languages.console.neighbours import neighbours_of
from refute.languages.console.solution import written
from refute.languages.console.testing.behaviours import behaviours_of
from refute.languages.console.testing.cases import case_for
from refute.languages.console.typecheck import Checked, check_specification
from refute.report.texts import using_language

from .specifications import spec

LENGTH = f"length(a,{NO_BREAK}b)"
FILM = """def length(a, b) = (b - a - 1) mod 1440 + 1
read a : 0..1439
read b : 0..1439
if length(a, b) >= 150:
    print "break"
else:
    print "no break"
"""


def printed(checked: Checked, *values: int) -> str:
    return str(perform(checked.body, values))


@pytest.mark.parametrize(
    ("text", "result"),
    [
        ("def f(xs) = max([v for v in xs])\nread n : int\nprint sum([f([v]) for v in [n]])", "5"),
        ("def f(v) = sum([v for v in [1, 2, 3]])\nread n : int\nprint f(n)", "6"),
        (
            "def f(x) = sum([v * x for v in [1, 2]])\nread n : int\nprint sum([f(v) for v in [n]])",
            "15",
        ),
        ("def f(xs) = sum([n for n in xs])\nread n : int\nprint f([n, 2])", "7"),
    ],
)
def test_names_inside_of_an_abbreviation_are_its_own(text: str, result: str) -> None:
    assert f"'{result}'" in printed(spec(text), 5)


@pytest.mark.parametrize("values", [(0, 149), (0, 150), (0, 300), (5, 5)])
def test_a_behaviour_is_named_by_the_abbreviation(values: tuple[int, int]) -> None:
    checked = spec(FILM)
    (found,) = behaviours_of(checked, [case_for(checked, values)]).values()
    assert LENGTH in found.words["en"]
    assert LENGTH in found.words["de"]
    assert "1440" not in found.words["en"] + found.detail


def test_a_neighbour_is_told_by_the_abbreviation_unless_that_is_what_is_changed() -> None:
    with using_language("en"):
        said = {each.words: each.likeness for each in neighbours_of(spec(FILM))}
    likenesses = set(said.values())
    assert any(f"{LENGTH} is more than 150" in each for each in likenesses)
    assert all(each.count(LENGTH) != 1 for each in likenesses if "instead of" in each)
    assert any("1441" in each and "length" not in each for each in likenesses)


def test_a_comparison_with_a_word_has_neighbours_that_take_another_one_as_well() -> None:
    text = 'read c : {"red", "green", "blue"}\nif c == "red":\n    print "stop"\n'
    found = [each.words for each in neighbours_of(spec(text))]
    assert any('c == "red" or c == "green"' in each for each in found)
    assert any('c == "red" or c == "blue"' in each for each in found)


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ('read x : int\nprint "{*}big{*}" if x > 3 else "small"', "printed as it stands"),
        ('read c : str\nif "a" <= c:\n    print "yes"', 'code("a") <= code(c)'),
    ],
)
def test_what_does_not_mean_what_it_seems_to_is_refused_with_advice(text: str, said: str) -> None:
    with pytest.raises(InputError) as refused:
        spec(text)
    assert any(said in each.message + each.help for each in refused.value.diagnostics)


def test_an_unknown_name_in_an_abbreviation_is_marked_once_with_advice() -> None:
    text = "def twice(a) = 2 * totl + a\nread total : int\nprint twice(total)\nprint twice(1)\n"
    with pytest.raises(InputError) as caught:
        spec(text)
    (only,) = caught.value.diagnostics
    assert only.primary is not None
    assert (only.code, only.primary.span.text) == ("IO003", "totl")
    assert only.help == "did you mean `total`?"


def test_braces_may_be_printed_from_an_expression() -> None:
    assert "{" in printed(spec('read x : int\nprint "{" if x > 3 else "{}"'), 5)


def test_a_set_in_a_template_may_be_a_difference() -> None:
    spec('print "{*}{a : 1..6} {b : 1..6 \\ {a}}{*}"')
    with pytest.raises(InputError):
        spec('print "a \\ b"')


def test_an_enumeration_has_a_name_with_a_capital() -> None:
    with pytest.raises(ValueError, match=r"one_of\('up', 'down'\)"):
        console.members("up", "down")


def test_a_function_of_python_is_not_called_by_its_name() -> None:
    with pytest.raises(TypeError, match="apply"):
        console.call(len, "word")  # type: ignore[arg-type]


def test_no_language_is_advised_that_cannot_help_either() -> None:
    number = console.ints("number")
    made = console.read(number, console.integer) + console.write(console.apply(abs, number))
    with pytest.raises(InputError) as refused:
        written(check_specification(made.tree), "python")
    (found,) = refused.value.diagnostics
    assert "--language" not in found.help
