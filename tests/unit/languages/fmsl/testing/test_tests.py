"""Test cases: what they cover, and what is written about them."""

import csv
import io
import json
import subprocess
import sys
from pathlib import Path

import pytest

from asking import report_on
from refute.diagnostics import InputError
from refute.languages.options import OptionValue
from refute.report.outcome import Report, Verdict
from refute.source import Source

from ..users import FIGURES, add_user, figure

SPECIFICATION = add_user(f"precondition: {FIGURES['3.34']};\n postcondition: udb' = udb + ur;")
GOOD = """
def AddUser(udb, ur):
    name, id, email, phone = ur
    area, num = phone or (None, None)
    if id is None or len(id) > 8 or any(other[1] == id for other in udb):
        raise ValueError("id")
    if area is not None and len(str(abs(area))) != 3 or num is not None and len(str(abs(num))) != 7:
        raise ValueError("phone")
    return [*udb, ur]
"""


def made(text: str = SPECIFICATION, **options: OptionValue) -> Report:
    given = {"operation": "AddUser", **options}
    return report_on("tests", Source("users.fmsl", text), effort=12, **given)


@pytest.fixture(scope="module")
def report() -> Report:
    return made()


def written(report: Report, name: str) -> str:
    return next(each.text for each in report.artifacts if each.name == name)


def test_each_part_of_the_precondition_is_false_on_its_own(report: Report) -> None:
    plan = json.loads(written(report, "AddUser.json"))
    outside = [each["covers"] for each in plan["cases"] if each["kind"] == "outside"]
    assert outside == [
        "exists (ur' in udb) ur'.id = ur.id",
        "not (ur.id != nil)",
        "not (#(ur.id) <= 8)",
        "not (if (ur.phone.area != nil) then (#(ur.phone.area) = 3))",
        "not (if (ur.phone.num != nil) then (#(ur.phone.num) = 7))",
    ]
    assert {each["expected"][0] for each in plan["cases"] if each["kind"] == "outside"} == {False}
    assert report.verdict is Verdict.PASSED
    assert plan["impossible"] == plan["unknown"] == []


def test_allowed_and_forbidden_outputs_are_there(report: Report) -> None:
    plan = json.loads(written(report, "AddUser.json"))
    valid = [each for each in plan["cases"] if each["kind"] == "valid"]
    assert [each["covers"] for each in valid] == ["udb is empty", "udb is not empty"]
    assert all(each["complete"] and each["expected"] == [True, True] for each in valid)
    for each in valid:
        udb, ur = each["inputs"]["udb"], each["inputs"]["ur"]
        assert each["allowed"] == [{"udb'": [*udb, ur]}]
        assert list(ur) == ["name", "id", "email", "phone"]
    forbidden = [each for each in plan["cases"] if each["kind"] == "forbidden"]
    assert [each["expected"] for each in forbidden] == [[True, False]]


def test_the_table_has_a_line_for_each_call(report: Report) -> None:
    rows = list(csv.DictReader(io.StringIO(written(report, "AddUser.csv"))))
    assert [row["kind"] for row in rows] == ["valid"] * 2 + ["forbidden"] + ["outside"] * 5
    assert {row["expected"] for row in rows} == {
        "{ true, true }",
        "{ true, false }",
        "{ false, nil }",
    }


def test_the_calls_give_what_is_said_of_them(report: Report) -> None:
    text = written(report, "AddUser.fmsl")
    answers = [each.summary for each in report_on("run", Source("calls.fmsl", text)).outcomes]
    comments = [line[3:] for line in text.splitlines() if line.startswith("-- {")]
    assert answers == comments
    assert len(answers) == 8


@pytest.mark.parametrize(
    ("before", "after", "failing"),
    [
        ("", "", 0),
        ("[*udb, ur]", "[ur, *udb]", 1),
        ("len(id) > 8", "len(id) > 9", 1),
    ],
)
def test_the_pytest_file_runs_against_an_implementation(
    report: Report, tmp_path: Path, before: str, after: str, failing: int
) -> None:
    (tmp_path / "AddUser.py").write_text(GOOD.replace(before, after) if before else GOOD)
    (tmp_path / "test_AddUser.py").write_text(written(report, "test_AddUser.py"))
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "test_AddUser.py"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    expected = f"{failing} failed, {8 - failing} passed" if failing else "8 passed"
    assert expected in done.stdout


def test_where_a_choice_is_left_the_specification_judges(tmp_path: Path) -> None:
    report = made(figure("3.19"), module="implementation:add")
    text = written(report, "test_AddUser.py")
    assert "from implementation import add\n" in text
    (tmp_path / "implementation.py").write_text("def add(udb, ur):\n    return [ur, *udb, ur]\n")
    (tmp_path / "test_AddUser.py").write_text(text)
    command = [sys.executable, "-m", "pytest", "-q", "-p", "no:cacheprovider", "test_AddUser.py"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False)
    assert " passed" in done.stdout
    assert "failed" not in done.stdout


def test_the_branches_of_the_postcondition_are_covered() -> None:
    text = """
op Sign inputs: x:integer; outputs: s:integer;
  post: if x > 0 then s = 1 else (if x = 0 then s = 0 else s = 0 - 1); end Sign;
"""
    report = made(text, operation="Sign")
    plan = json.loads(written(report, "Sign.json"))
    covered = [each["covers"] for each in plan["cases"] if each["kind"] == "valid"]
    assert covered == ["x > 0", "not (x > 0)", "x = 0", "not (x = 0)"]
    assert all(len(each["allowed"]) == 1 for each in plan["cases"] if each["kind"] == "valid")


@pytest.mark.parametrize(
    ("options", "code"),
    [
        ({"operation": None}, "FM062"),
        ({"operation": "AdUser"}, "FM062"),
        ({"module": "no module"}, "FM063"),
        ({"size": 9}, "FM061"),
    ],
)
def test_wrong_options_are_rejected(options: dict[str, OptionValue], code: str) -> None:
    given = {"operation": "AddUser", **options}
    with pytest.raises(InputError) as failure:
        report_on("tests", Source("users.fmsl", SPECIFICATION), **given)
    assert [each.code for each in failure.value.diagnostics] == [code]
