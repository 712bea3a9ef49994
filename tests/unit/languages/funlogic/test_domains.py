"""Conditions on small numbers, and when they are looked at."""

import pytest

from asking import report_on
from refute.source import Source

from .programs import asked, report, shown


@pytest.mark.parametrize(
    ("query", "expected"),
    [
        (
            "solve a b c where a*a + b*b == c*c and 0 < a and a < b and b < c and c < 16",
            ["3, 4, 5", "5, 12, 13", "6, 8, 10", "9, 12, 15"],
        ),
        ("solve x where x > 0 and x < 30 and x mod 7 == 3 and x div 5 == 3", ["17"]),
        ("solve b x where (b == (x > 3)) and x < 5 and x > 2", ["False, 3", "True, 4"]),
    ],
)
def test_few_small_numbers_need_no_solver(query: str, expected: list[str]) -> None:
    outcome = asked(query)
    assert outcome.called == "complete"
    assert shown(outcome) == expected
    assert "solver queries" not in outcome.statistics


def test_what_must_hold_is_looked_at_before_a_loop_goes_on_for_ever() -> None:
    text = "loop n = loop (n + 1)\nsolve x where x > 3 and x < 2 and loop x == 1\n"
    (outcome,) = report(text).outcomes
    assert outcome.called == "complete"


def test_what_was_assumed_holds_of_the_inputs_without_a_value() -> None:
    text = "property p(x, y) = if x > 3 and y < x and y > 2 then 10 div (x - 5) > -99 else True"
    (outcome,) = report_on("check", Source("test.fl", text)).outcomes
    assert outcome.called == "refuted"
    assert "('x', '5')" in str(outcome.blocks)
