"""The corpus of functional logic programs: what is rejected and why."""

import re
from collections import Counter
from pathlib import Path

import pytest

from asking import entered, report_on, talk_about
from refute.diagnostics import Diagnostic, InputError
from refute.files import read_source
from refute.source import Source

CORPUS = Path(__file__).parents[2] / "corpus" / "funlogic"
SOURCES = Path(__file__).parents[3] / "src" / "refute" / "languages" / "funlogic"
REJECTED = sorted(CORPUS.glob("rejected/*.fl"))
ELSEWHERE = {"FL004": "deep.fl", "FL031": "nothing_asked.fl"}
"""Complaints about a whole file, which have no line."""


def named(path: Path) -> str:
    return path.name


def complaints(path: Path) -> tuple[Diagnostic, ...]:
    try:
        return report_on("run", read_source(path)).diagnostics
    except InputError as failure:
        return failure.diagnostics


def place(diagnostic: Diagnostic) -> tuple[int, str]:
    assert diagnostic.primary is not None, diagnostic
    span = diagnostic.primary.span
    return span.source.position(span.start)[0], diagnostic.code


@pytest.mark.parametrize("path", REJECTED, ids=named)
def test_each_offending_line_is_rejected_with_its_code(path: Path) -> None:
    found = complaints(path)
    if path.name in ELSEWHERE.values():
        assert [ELSEWHERE.get(each.code) for each in found] == [path.name]
        return
    lines = enumerate(path.read_text("utf-8").splitlines(), start=1)
    expected = Counter(
        (number, code) for number, line in lines for code in re.findall(r"-- (FL\d{3})$", line)
    )
    assert expected, "a rejected program says why"
    assert Counter(map(place, found)) == expected


def test_every_code_is_in_the_corpus_or_tried_here() -> None:
    used = {
        code
        for path in SOURCES.rglob("*.py")
        for code in re.findall(r'"(FL\d{3})"', path.read_text())
    }
    tried = {code for path in REJECTED for code in re.findall(r"FL\d{3}", path.read_text())}
    assert used == tried | ELSEWHERE.keys() | {"FL032", "FL033", "FL034", "FL035", "FL036"}


def code_of(caught: pytest.ExceptionInfo[InputError]) -> list[str]:
    return [each.code for each in caught.value.diagnostics]


def test_a_file_without_properties_has_nothing_to_check() -> None:
    with pytest.raises(InputError) as caught:
        report_on("check", read_source(CORPUS / "rejected" / "nothing_asked.fl"))
    assert code_of(caught) == ["FL031"]


@pytest.mark.parametrize(
    ("function", "code", "help_text"),
    [
        (None, "FL033", "append"),
        ("apend", "FL033", "did you mean `append`?"),
        ("map", "FL034", ""),
    ],
)
def test_functions_that_no_test_data_can_be_made_for(
    function: str | None, code: str, help_text: str
) -> None:
    with pytest.raises(InputError) as caught:
        report_on("tests", read_source(CORPUS / "lists.fl"), function=function)
    assert code_of(caught) == [code]
    assert help_text in caught.value.diagnostics[0].help


def test_the_type_of_nothing() -> None:
    with pytest.raises(InputError) as caught:
        entered(talk_about(Source("new.fl", "")), ":type")
    assert code_of(caught) == ["FL032"]
