"""A report is the same with another hash seed and beside busy processes; times apart.

This takes a few examples of each language, and some that are left undecided by their effort;
`python -m benchmarks.same_answer` takes all of them.
"""

from __future__ import annotations

from pathlib import Path

import pytest
from benchmarks.same_answer import ROOT, busy, report

EXAMPLES = [
    "workflow/tax.top",
    "fmsl/bank-careless.fmsl",
    "funlogic/reverse.fl",
    "nominal/lists.apl",
    "console/greeter.ios",
]

NONLINEAR = r"""
task main = enter Int <&> enter Int <&> enter Int >>? \((x, y), z).
  if x > 0 and y > 0 and z > 0 then edit (x, y, z) else fail
property cubes(x, y, z) = x * x * x + y * y * y != z * z * z
property positive(x, y, z) = x + y + z > 2
"""


@pytest.mark.parametrize("name", EXAMPLES)
def test_an_example_gets_the_same_report_everywhere(name: str) -> None:
    path = ROOT / "examples" / name
    quiet = report(path, 1)
    with busy():
        assert report(path, 2) == quiet


def test_what_is_cut_is_cut_at_the_same_point(tmp_path: Path) -> None:
    path = tmp_path / "cubes.top"
    path.write_text(NONLINEAR, "utf-8")
    quiet = report(path, 1, ["--effort", "0.05"])
    assert quiet[0] == 3
    with busy():
        assert report(path, 2, ["--effort", "0.05"]) == quiet


def test_a_walk_that_is_cut_stops_at_the_same_node() -> None:
    path = ROOT / "examples" / "console" / "high_low.ios"
    asked = ["--samples", "5", "--effort", "0.02"]
    quiet = report(path, 1, asked)
    assert quiet[0] == 3
    with busy():
        assert report(path, 2, asked) == quiet
