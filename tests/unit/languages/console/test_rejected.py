"""Specifications that make no sense are rejected where their comments say, and nowhere else."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from refute.diagnostics import Diagnostic, InputError, render
from refute.files import read_source
from refute.languages.console.program import load

ROOT = Path(__file__).parents[4]
REJECTED = sorted(ROOT.glob("tests/corpus/console/rejected/*.ios"))


def found_at(diagnostic: Diagnostic) -> tuple[int, str]:
    assert diagnostic.primary is not None
    span = diagnostic.primary.span
    return span.source.position(span.start)[0], diagnostic.code


@pytest.mark.parametrize("path", REJECTED, ids=lambda path: path.stem)
def test_a_rejected_specification_has_its_diagnostics(path: Path) -> None:
    source = read_source(path)
    with pytest.raises(InputError) as rejected:
        load(source)
    lines = enumerate(source.text.splitlines(), 1)
    expected = {(number, code) for number, line in lines for code in re.findall(r"# (IO\d+)", line)}
    assert {found_at(each) for each in rejected.value.diagnostics} == expected
    assert all(render(each) for each in rejected.value.diagnostics)
