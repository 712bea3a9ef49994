"""Unknown functions, which are functions of the program."""

import pytest

from asking import report_on
from refute.report.outcome import Bindings, Verdict
from refute.search import STRATEGY_NAMES
from refute.source import Source

from .programs import answers, asked, shown

FUNCTIONS = """
inc x = x + 1
double x = x + x
add x y = x + y
triple = \\x -> 3 * x
same x = x
"""


@pytest.mark.parametrize("strategy", STRATEGY_NAMES)
@pytest.mark.parametrize(
    ("query", "found"),
    [
        ("solve f where map f [1, 2] == [3, 6]", ["triple"]),
        ("solve f x where f x == 6 and x > 0", ["double, 3", "inc, 5", "same, 6", "triple, 2"]),
        ("solve f where f (f 1 2) 3 == 6", ["add"]),
        ("solve f where f 'a' == 'a'", ["same"]),
        ("solve f g where f (g 3) == 12", ["double, double", "triple, inc"]),
        ("let f free in case (f 1 == 2) of True -> f", ["double", "inc"]),
    ],
)
def test_a_function_is_found(query: str, found: list[str], strategy: str) -> None:
    outcome = asked(FUNCTIONS + query, strategy=strategy)
    assert outcome.verdict is Verdict.PASSED
    assert "program's functions" in outcome.summary
    assert sorted(shown(outcome)) == found


def test_no_function_fits() -> None:
    outcome = asked("solve f where f (Just 'a') == (1, 2)")
    assert outcome.verdict is Verdict.UNDECIDED
    assert "none of the program's fits" in outcome.reason


def test_a_function_is_shown_by_its_name() -> None:
    assert answers(FUNCTIONS + "map add [1]") == ["[add 1]"]
    assert answers(FUNCTIONS + "let f x = x in [f, inc]") == ["[<function>, inc]"]


def _checked(text: str) -> list[tuple[Verdict, object]]:
    found = report_on("check", Source("test.fl", FUNCTIONS + text), size=3).outcomes
    return [(each.verdict, each.blocks[:1]) for each in found]


def test_a_property_of_functions_is_refuted_but_never_confirmed() -> None:
    ((verdict, blocks),) = _checked("property p(f, x) = f (f x) == f x + 1")
    assert verdict is Verdict.REFUTED
    assert isinstance(blocks, tuple)
    assert isinstance(blocks[0], Bindings)
    assert dict(blocks[0].rows) == {"f": "double", "x": "0"}
    ((verdict, _),) = _checked("property p(f, x) = f (x + 0) == f x")
    assert verdict is Verdict.PASSED
