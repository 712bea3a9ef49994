"""A report is the same with another hash seed, in several processes and beside busy ones.

This takes a few examples of each language, and some that are left undecided by their effort;
`python -m benchmarks.same_answer` takes all of them.
"""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path
from typing import Any

from benchmarks.same_answer import ROOT, busy, report

import refute

EXAMPLES = [
    "workflow/tax.top",
    "fmsl/bank-careless.fmsl",
    "funlogic/reverse.fl",
    "nominal/interpreter.apl",
    "console/greeter.ios",
]

NONLINEAR = r"""
task main = enter Int <&> enter Int <&> enter Int >>? \((x, y), z).
  if x > 0 and y > 0 and z > 0 then edit (x, y, z) else fail
property cubes(x, y, z) = x * x * x + y * y * y != z * z * z
property positive(x, y, z) = x + y + z > 2
"""


def report_everywhere(*arguments: str | Path) -> tuple[int, Any]:
    """The report of one process, and so of several with another hash seed on a busy machine."""
    quiet = report(1, "--jobs", "1", *arguments)
    with busy():
        assert report(2, *arguments) == quiet
    return quiet


def test_examples_get_the_same_report_everywhere() -> None:
    code, found = report_everywhere(*(ROOT / "examples" / name for name in EXAMPLES))
    assert code == 1
    assert len(found["reports"]) == len(EXAMPLES)


def test_what_a_part_answers_does_not_depend_on_those_before_it() -> None:
    document = refute.open(ROOT / "examples" / "fmsl" / "calendar-careless.fmsl")
    in_order = [each.outcomes() for each in document.questions()]
    alone = [document.questions()[number].outcomes() for number in reversed(range(len(in_order)))]
    assert [*map(_untimed, in_order)] == [*map(_untimed, reversed(alone))]


def _untimed(outcomes: list[refute.Outcome]) -> list[refute.Outcome]:
    return [replace(each, seconds=0.0) for each in outcomes]


def test_what_is_cut_is_cut_at_the_same_point(tmp_path: Path) -> None:
    path = tmp_path / "cubes.top"
    path.write_text(NONLINEAR, "utf-8")
    assert report_everywhere(path, "--effort", "0.02")[0] == 3


def test_a_walk_that_is_cut_stops_at_the_same_node() -> None:
    path = ROOT / "examples" / "console" / "high_low.ios"
    assert report_everywhere(path, "--samples", "5", "--effort", "0.02")[0] == 3
