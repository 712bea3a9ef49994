"""The corpus of workflows: what is rejected and why."""

import re
from collections import Counter
from pathlib import Path

import pytest

from asking import report_on
from refute.diagnostics import Diagnostic, InputError
from refute.files import read_source

CORPUS = Path(__file__).parents[2] / "corpus" / "workflow"
ROOT = Path(__file__).parents[3]
REJECTED = sorted(CORPUS.glob("rejected/*.top"))
WHOLE_FILE = {"no_task.top": "TH015", "deep.top": "TH004", "nothing_to_check.top": "TH018"}
"""Complaints about a whole file, which have no line."""


def named(path: Path) -> str:
    return path.name


def complaints(path: Path) -> tuple[Diagnostic, ...]:
    command = "check" if path.name == "nothing_to_check.top" else "run"
    with pytest.raises(InputError) as caught:
        report_on(command, read_source(path))
    return caught.value.diagnostics


def place(diagnostic: Diagnostic) -> tuple[int, str]:
    assert diagnostic.primary is not None, diagnostic
    span = diagnostic.primary.span
    return span.source.position(span.start)[0], diagnostic.code


@pytest.mark.parametrize("path", REJECTED, ids=named)
def test_each_offending_line_is_rejected_with_its_code(path: Path) -> None:
    found = complaints(path)
    if path.name in WHOLE_FILE:
        assert [each.code for each in found] == [WHOLE_FILE[path.name]]
        return
    lines = enumerate(path.read_text("utf-8").splitlines(), start=1)
    expected = Counter(
        (number, code) for number, line in lines for code in re.findall(r"-- (TH\d{3})", line)
    )
    assert expected, "a rejected file says why"
    assert Counter(map(place, found)) == expected


def test_every_accepted_file_has_an_answer() -> None:
    typed = [path.read_text("utf-8").split("\n")[0] for path in CORPUS.glob("*.txt")]
    shown = {word.rpartition("/")[2] for line in typed for word in line.split()}
    assert {path.name for path in CORPUS.glob("*.top")} <= shown
