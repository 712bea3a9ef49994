"""Other exercises of the same difficulty."""

from __future__ import annotations

from pathlib import Path
from random import Random

import pytest

import refute
from refute.languages.console.parser import parse
from refute.languages.console.show import show
from refute.languages.console.variants.changes import changed
from refute.languages.console.variants.difficulty import difficulty
from refute.source import Source

from .specifications import SUM, spec

TASK = """\
read x : 1..20
if x > 12:
    print "large"
else:
    print x + 3
"""


def test_difficulty_counts_what_a_program_is_made_of() -> None:
    found = difficulty(spec(TASK))
    assert (found.steps, found.branches, found.loops, found.operators) == (3, 1, 0, 2)
    assert difficulty(spec(SUM)).total > difficulty(spec("read x : int\nprint x\n")).total
    assert str(difficulty(spec("read x : int\nprint x\n"))) == "2 (2 steps)"


@pytest.mark.parametrize("seed", range(5))
def test_changes_make_other_specifications(seed: int) -> None:
    specification = parse(Source("task.ios", TASK))
    made = changed(specification, Random(seed), 3)
    assert made is not None
    assert show(made.specification) != show(specification)
    assert made.words


def test_nothing_can_be_changed_about_an_echo() -> None:
    assert changed(parse(Source("echo.ios", "read x : int\nprint x\n")), Random(0), 3) is None


def test_variants_come_with_sheet_and_solution(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("task.ios").write_text(TASK)
    report = refute.open("task.ios").ask("variants", count=1).report
    names = [each.name for each in report.artifacts]
    assert names == ["task_1.ios", "task_1.md", "task_1.py"]
    assert report.outcomes[0].summary.startswith("difficulty 6")
    assert report.artifacts[0].text != TASK
