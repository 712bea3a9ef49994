"""Specifications as courses publish them: all of the language is read."""

from __future__ import annotations

from pathlib import Path

import pytest

import refute
from refute.diagnostics import Severity
from refute.files import read_source
from refute.languages.fmsl.parser import parse
from refute.languages.fmsl.program import load
from refute.languages.fmsl.show import show
from refute.report.outcome import Table, Verdict
from refute.source import Source

from .specifications import answers, ran
from .users import asked

COURSES = sorted(Path(__file__).parents[3].joinpath("corpus/fmsl/courses").glob("*.fmsl"))


@pytest.mark.parametrize("path", COURSES, ids=lambda path: path.stem)
def test_a_specification_of_a_course_is_accepted_and_runs(path: Path) -> None:
    checked = load(read_source(path))
    assert all(each.severity is Severity.WARNING for each in checked.warnings)
    report = ran(path.read_text("utf-8"))
    assert report.exit_code == 0
    assert len(report.outcomes) == path.read_text("utf-8").count("\n>")


def test_there_are_fifteen_of_them() -> None:
    assert len(COURSES) == 15


def course(name: str) -> str:
    return next(each for each in COURSES if each.stem == name).read_text("utf-8")


@pytest.mark.parametrize(
    ("name", "expected"),
    [
        ("operators", ["81", "55", "120", "7"]),
        ("grader", ["A", "nil"]),
        ("days-of-the-week", ["{ true, true }"]),
        ("persons", ["{ true, true }"]),
        ("questions", ["{ true, true }"]),
        ("qualified", ["{ 15, 2 }"]),
    ],
)
def test_it_means_what_the_manual_says(name: str, expected: list[str]) -> None:
    assert answers(course(name)) == expected


def test_a_file_in_english_is_told_what_is_still_to_be_made_formal() -> None:
    (answer,) = asked(course("english")).outcomes
    (table,) = answer.blocks
    assert answer.verdict is Verdict.UNDECIDED
    assert isinstance(table, Table)
    assert table.rows == (
        ("Pay", "in English", "in English"),
        ("Ship", "unfinished", "missing"),
    )


def test_files_are_included(tmp_path: Path) -> None:
    (tmp_path / "types.fmsl").write_text('object Age = integer; include "main.fmsl";')
    main = tmp_path / "main.fmsl"
    main.write_text('include "types.fmsl"; object P = name:string and age:Age;')
    assert {"Age", "P"} <= load(read_source(main)).objects.definitions.keys()


@pytest.mark.parametrize("listed", ["Find, ...", "..."])
def test_operations_still_to_be_listed_are_noted(listed: str) -> None:
    text = f"object Person\n    components: name:string;\n    operations: {listed};\nend Person;\n"
    text += "operation Find\n    inputs: n:string;\n    postcondition: n = n;\nend Find;\n"
    source = Source("x.fmsl", text)
    shown = show(parse(source))
    assert f"operations: {listed};" in shown
    assert parse(Source("y.fmsl", shown)) == parse(source)
    report = refute.open(text, language="fmsl").run().report
    assert [each.code for each in report.diagnostics] == ["FM033"]
