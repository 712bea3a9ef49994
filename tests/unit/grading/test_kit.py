"""A kit works by itself, and agrees with what grading says."""

from __future__ import annotations

import json
import subprocess
import sys
from dataclasses import asdict
from pathlib import Path
from typing import Any

import pytest

from refute import api
from refute.diagnostics import InputError
from refute.grading.kit import check
from refute.grading.kit.check import accepts
from refute.languages.console.program import load
from refute.languages.console.testing.cases import case_for
from refute.languages.console.testing.suite import step_to_json
from refute.source import Source

from .conftest import CRASHING, RIGHT, WRONG
from .test_grade import grades, refute


def compared(text: str) -> dict[str, object]:
    checked = load(Source("x.ios", text))
    made = asdict(checked.comparison)
    tolerance = checked.comparison.tolerance
    return {**made, "tolerance": None if tolerance is None else str(tolerance)}


ONE = "read x : int\n"


@pytest.mark.parametrize(
    ("text", "values", "right", "wrong"),
    [
        (ONE + "print x", (5,), ["5\n", "5", "5  \n"], ["6", "55", "", "5 6", "-5"]),
        (ONE + 'print "{*}{x}{*}"', (5,), ["x = 5!", "5", "is: 5."], ["55", "-5", "5.5", "x"]),
        (ONE + 'print "{*}{x}{*}"', (-5,), ["= -5", "-5"], ["5", "--", "-55"]),
        ('print "Hi there"\n' + ONE, (1,), ["Hi there\n", "Hi there"], ["Hi  there", "hi there"]),
        ('print? "{*}"\n' + ONE + "print x", (7,), ["How? 7", "7", "Number:\n7\n"], ["How? 8"]),
        ("compare collapsed\n" + ONE + 'print "a b {x}"', (1,), ["a\nb 1", "a  b   1"], ["ab 1"]),
        ("compare caseless\n" + ONE + 'print "Sum"', (1,), ["SUM", "sum"], ["sums"]),
        ("compare numbers 0.1\n" + ONE + "print x", (2,), ["2", "2.05", "1.9"], ["2.2", "x"]),
    ],
)
def test_the_kit_accepts_what_the_specification_allows(
    text: str, values: tuple[int, ...], right: list[str], wrong: list[str]
) -> None:
    case = case_for(load(Source("x.ios", text)), values)
    steps = [step_to_json(each) for each in case.expected]
    settings = compared(text)
    assert [each for each in right if not accepts(steps, each, settings)] == []
    assert [each for each in wrong if accepts(steps, each, settings)] == []


def test_many_free_texts_take_no_time() -> None:
    steps: list[dict[str, Any]] = [{"print": [[[{"any": "*"}]], []]}, {"read": 1}] * 30
    steps.append({"print": [[[{"any": "*"}, {"text": "9"}, {"any": "*"}]]]})
    settings = compared(ONE)
    assert not accepts(steps, "? " * 500, settings)


def test_a_folder_checks_programs_without_the_specification(classroom: Path) -> None:
    assert refute("kit", "sum.ios").exit_code == 0
    (classroom / "sum.ios").unlink()
    found = {}
    for name, text in {"right": RIGHT, "wrong": WRONG, "crash": CRASHING}.items():
        (classroom / f"{name}.py").write_text(text, encoding="utf-8")
        done = subprocess.run(
            [sys.executable, "-I", "sum-kit/check.py", f"{name}.py"],
            capture_output=True, text=True, check=False,
        )  # fmt: skip
        found[name] = (done.returncode, "✗" in done.stdout, "on all tests" in done.stdout)
    assert found == {
        "right": (0, False, True),
        "wrong": (1, True, False),
        "crash": (1, True, False),
    }


@pytest.mark.parametrize(
    "program", ["while True:\n    pass\n", "while True:\n    print('x' * 9999)\n"]
)
def test_a_program_that_does_not_end_is_soon_known(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, program: str
) -> None:
    monkeypatch.setattr(check, "SECONDS", 0.2 if "pass" in program else 60)
    (tmp_path / "endless.py").write_text(program, encoding="utf-8")
    parts: tuple[str, ...] = ("lines", "steps", "example", "arguments", "ways")
    test = {**{part: [] for part in parts}, "behaviour": "any", "files": {}}
    names = ("too_long", "you_typed", "should_have_happened", "what_happened")
    suite = {"texts": dict.fromkeys(names, ""), "compare": {}, "tests": [test] * 99}
    marks = check.checked(check.command_for([str(tmp_path / "endless.py")]), suite)
    assert marks == {"any": [False] * 99}


def test_a_misspelt_program_is_not_a_wrong_one(classroom: Path) -> None:
    out = classroom / "kit"
    assert refute("kit", str(classroom / "sum.ios"), "--out", str(out)).exit_code == 0

    def checked(word: str) -> subprocess.CompletedProcess[str]:
        words = [sys.executable, str(out / "check.py"), word]
        return subprocess.run(words, capture_output=True, text=True, check=False, cwd=out)

    missing = checked("smu.py")
    assert (missing.returncode, missing.stdout) == (2, "There is no file smu.py here.\n")
    assert checked("--help").returncode == 0


def test_a_kit_that_is_handed_in_is_not_the_program(classroom: Path) -> None:
    refute("kit", "sum.ios", "--out", str(classroom / "class" / "ada"))
    (classroom / "class" / "ada" / "exercise1.py").write_text(RIGHT, encoding="utf-8")
    assert refute("grade", "sum.ios", "class").exit_code == 0
    assert grades(classroom)["ada"]["score"] == "9.0"


def test_hidden_tests_are_not_in_it(classroom: Path) -> None:
    settings = 'tests = 3\n[visibility]\ntests = "hidden"\nshown = 1\n'
    (classroom / "grade.toml").write_text(settings, encoding="utf-8")
    report = api.open("sum.ios").kit().report
    suite = json.loads(next(each.text for each in report.artifacts if each.name == "tests.json"))
    assert [test["lines"] for test in suite["tests"]] == [["0"]]
    (classroom / "grade.toml").write_text('[visibility]\ntests = "hidden"\n', encoding="utf-8")
    with pytest.raises(InputError, match="no test is visible"):
        list(api.open("sum.ios").kit())
