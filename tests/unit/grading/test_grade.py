"""`refute grade` from the command line to the files it writes."""

from __future__ import annotations

import base64
import csv
import json
import shutil
from pathlib import Path
from typing import Any

import html5lib
import jsonschema
import pytest
from click.testing import CliRunner, Result
from junitparser import JUnitXml

from refute.cli.main import commands
from refute.grading import campaign, scoring, work
from refute.grading.configuration import Configuration
from refute.grading.rendering import finish
from refute.grading.scoring import Task, grade_submission
from refute.grading.submissions import Submission
from refute.grading.work import Work
from refute.languages.console.program import load
from refute.languages.console.testing import Campaign, Plan
from refute.languages.console.testing.exercise import with_tests
from refute.source import Source

from .conftest import CRASHING, RIGHT, SAME_WRONG, SUM, WRONG

VISIBILITY = {"enum": ["hidden", "after_due_date", "after_published", "visible"]}
FORMAT = {"enum": ["text", "html", "simple_format", "md", "ansi"]}
GRADESCOPE = {
    "type": "object",
    "properties": {
        "leaderboard": {
            "type": "array",
            "items": {
                "type": "object",
                "properties": {
                    "name": {"type": "string"},
                    "value": {},
                    "order": {"enum": ["asc", "desc"]},
                },
                "required": ["name", "value"],
            },
        },
        "score": {"type": "number"},
        "execution_time": {"type": "number", "minimum": 0},
        "output": {"type": "string"},
        "output_format": FORMAT,
        "test_output_format": FORMAT,
        "test_name_format": FORMAT,
        "visibility": VISIBILITY,
        "stdout_visibility": VISIBILITY,
        "extra_data": {"type": "object"},
        "tests": {
            "type": "array",
            "items": {
                "type": "object",
                "properties": {
                    "score": {"type": "number"},
                    "max_score": {"type": "number"},
                    "status": {"enum": ["passed", "failed"]},
                    "name": {"type": "string"},
                    "name_format": FORMAT,
                    "number": {"type": "string"},
                    "output": {"type": "string"},
                    "output_format": FORMAT,
                    "tags": {"type": "array", "items": {"type": "string"}},
                    "visibility": VISIBILITY,
                    "extra_data": {"type": "object"},
                },
                "required": ["score", "max_score", "status", "name", "visibility"],
                "additionalProperties": False,
            },
        },
    },
    "required": ["score", "tests", "execution_time", "output", "visibility"],
    "additionalProperties": False,
}
"""What Gradescope documents of `results.json`."""


def refute(*arguments: str) -> Result:
    result = CliRunner().invoke(commands, arguments, input="", prog_name="refute")
    assert isinstance(result.exception, SystemExit | None), result.exception
    return result


def hand_in(classroom: Path, files: dict[str, str]) -> None:
    for name, text in files.items():
        path = classroom / "class" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, encoding="utf-8")


def grades(classroom: Path) -> dict[str, dict[str, str]]:
    with open(classroom / "grades" / "grades.csv", encoding="utf-8", newline="") as stream:
        return {row["submission"]: row for row in csv.DictReader(stream)}


@pytest.fixture(scope="module")
def graded(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A class with one of each sort, graded once for all tests that only look at the files."""
    folder = tmp_path_factory.mktemp("graded")

    (folder / "sum.ios").write_text(SUM, encoding="utf-8")
    (folder / "grade.toml").write_text("tests = 3\npoints = 9\n", encoding="utf-8")
    (folder / "class").mkdir()
    hand_in(
        folder,
        {
            "right.py": RIGHT,
            "wrong.py": WRONG,
            "same/main.py": SAME_WRONG,
            "crash.py": CRASHING,
            "=cmd|'calc'!A0.py": RIGHT,
            "<b>ö.py": "print('\\x1b[31m</script><script>alert(1)</script>')\n",
            "broken.c": "int main(void) { return 0 }\n",
            "essay.docx": "I did not know how.",
        },
    )
    (folder / "class" / "nothing").mkdir()
    spec, out = str(folder / "sum.ios"), str(folder / "grades")
    result = refute("grade", spec, str(folder / "class"), "--out", out, "--json")
    assert result.exit_code == 3, result.output
    (folder / "answer.json").write_text(result.stdout, encoding="utf-8")
    return folder


def test_everybody_gets_what_is_due(graded: Path) -> None:
    found = {name: (row["outcome"], row["score"]) for name, row in grades(graded).items()}
    assert found == {
        "right.py": ("right", "9.0"),
        "'=cmd|'calc'!A0.py": ("right", "9.0"),
        "wrong.py": ("wrong output", found["wrong.py"][1]),
        "same": ("wrong output", found["wrong.py"][1]),
        "crash.py": ("crashed", found["crash.py"][1]),
        "<b>ö.py": ("wrong output", "0.0"),
        "broken.c": ("does not compile", "0.0") if shutil.which("gcc") else found["broken.c"],
        "essay.docx": ("could not be graded", ""),
        "nothing": ("could not be graded", ""),
    }
    assert 0 < float(found["wrong.py"][1]) < 9
    if shutil.which("gcc"):
        assert "error: expected" in grades(graded)["broken.c"]["what"]


def test_no_cell_is_a_formula(graded: Path) -> None:
    with open(graded / "grades" / "grades.csv", encoding="utf-8", newline="") as stream:
        for row in csv.reader(stream):
            assert not [cell for cell in row if cell.startswith(("=", "+", "-", "@"))]


def test_those_who_fail_in_the_same_way_are_one_group(graded: Path) -> None:
    (outcome,) = json.loads((graded / "answer.json").read_text("utf-8"))["outcomes"]
    table = outcome["blocks"][1]
    groups = {tuple(row[1].split(", ")) for row in table["rows"]}
    assert ("same", "wrong.py") in groups
    assert ("crash.py",) in groups


def test_results_are_as_gradescope_wants_them(graded: Path) -> None:
    folders = sorted(graded.joinpath("grades", "submissions").iterdir())
    assert len(folders) == 9
    for folder in folders:
        record = json.loads((folder / "results.json").read_text("utf-8"))
        jsonschema.validate(record, GRADESCOPE)
        scores = sum(test["score"] for test in record["tests"])
        assert record["score"] == pytest.approx(scores, abs=0.01)
        assert "\x1b" not in record["output"]
        assert (folder / "feedback.txt").read_text("utf-8").strip()


def test_junit_has_a_suite_for_everybody(graded: Path) -> None:
    document = JUnitXml.fromfile(str(graded / "grades" / "junit.xml"))
    suites = {suite.name: suite for suite in document}
    assert len(suites) == 9
    right = suites["refute grade right.py"]
    assert (right.tests, right.failures, right.errors) == (3, 0, 0)
    wrong = suites["refute grade wrong.py"]
    assert wrong.failures > 0
    assert suites["refute grade essay.docx"].errors == 1


def test_pages_are_well_formed_harmless_and_linked(graded: Path) -> None:
    folder = graded / "grades"
    pages = [folder / "index.html", *folder.glob("submissions/*/index.html")]
    assert len(pages) == 10
    for page in pages:
        text = page.read_text("utf-8")
        parser = html5lib.HTMLParser(strict=True, namespaceHTMLElements=False)
        tree = parser.parse(text)
        assert "<script>alert" not in text
        assert "\x1b" not in text
        for link in tree.iter("a"):
            assert (page.parent / link.attrib["href"].partition("#")[0]).resolve().is_file()
        for tag in ("link", "img", "iframe"):
            assert not list(tree.iter(tag))
        assert [each.attrib for each in tree.iter("script")] in ([], [{}])


def test_the_class_page_shows_outcomes_groups_and_a_table(graded: Path) -> None:
    text = (graded / "grades" / "index.html").read_text("utf-8")
    assert "Inputs that most fail on" in text
    assert "ways to fail" in text
    assert "&lt;b&gt;ö.py" in text
    parser = html5lib.HTMLParser(namespaceHTMLElements=False)
    table = next(each for each in parser.parse(text).iter("table") if each.get("id") == "grades")
    assert len(list(table.iter("tr"))) == 10


def test_feedback_shows_the_dialogue_and_the_tests(graded: Path) -> None:
    folder = graded / "grades" / "submissions" / "wrong.py"
    text = (folder / "feedback.txt").read_text("utf-8")
    assert "✗" in text
    assert "← should be" in text
    assert "What should have happened:" in text
    assert "✓ no numbers at all (1 of 1 tests" in text


def test_what_is_known_is_not_graded_again(
    classroom: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    lacking = "import not_installed_here\n"
    hand_in(classroom, {"needs.py": lacking, "right.py": RIGHT, "wrong.py": WRONG, "odd.xyz": ""})
    seen: list[list[str]] = []

    def watched(missing: list[Work], task: Task, _pool: object) -> Any:
        seen.append([each.submission.name for each in missing])
        return ((each, finish(each.submission, task, each.depends)) for each in missing)

    monkeypatch.setattr(campaign, "grade_all", watched)
    for _ in range(2):
        assert refute("grade", "sum.ios", "class").exit_code == 3
    hand_in(classroom, {"right.py": RIGHT + "\n"})
    refute("grade", "sum.ios", "class")
    (classroom / "grade.toml").write_text("tests = 2\n", encoding="utf-8")
    refute("grade", "sum.ios", "class")
    everybody = ["needs.py", "odd.xyz", "right.py", "wrong.py"]
    assert seen == [everybody, ["needs.py"], ["needs.py", "right.py"], everybody]
    assert refute("grade", "sum.ios", "class", "--fresh").exit_code == 3
    assert seen[-1] == everybody


def test_what_was_finished_before_an_interruption_is_kept(
    classroom: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    hand_in(classroom, {f"{name}.py": RIGHT for name in "abcd"})
    really = work.grade_all

    def interrupted(submissions: list[object], *rest: object) -> object:
        for number, result in enumerate(really(submissions, *rest)):  # type: ignore[arg-type]
            yield result
            if number == 1:
                raise KeyboardInterrupt

    monkeypatch.setattr(campaign, "grade_all", interrupted)
    result = CliRunner().invoke(commands, ["grade", "sum.ios", "class", "--jobs", "1"])
    assert result.exit_code != 0
    records = sorted(classroom.glob("grades/submissions/*/record.json"))
    assert len(records) == 2
    page = (classroom / "grades" / "index.html").read_text("utf-8")
    assert "2 still to be graded" in page
    assert "run the same command again" in page
    monkeypatch.setattr(campaign, "grade_all", really)
    assert refute("grade", "sum.ios", "class").exit_code == 0
    assert len(grades(classroom)) == 4


def test_our_own_error_is_the_grade_of_one_submission(classroom: Path) -> None:
    hand_in(classroom, {"right.py": RIGHT, "bad.py": RIGHT})
    bad = classroom / "class" / "bad.py"
    bad.unlink()
    bad.mkdir()
    (bad / "main.py").write_text(RIGHT, encoding="utf-8")
    (bad / ("x" * 200)).mkdir(mode=0o755)
    assert refute("grade", "sum.ios", "class").exit_code == 0


def test_exit_codes(classroom: Path) -> None:
    hand_in(classroom, {"wrong.py": WRONG})
    assert refute("grade", "sum.ios", "class").exit_code == 0
    assert refute("grade", "sum.ios", "class", "--fail-on-wrong").exit_code == 1
    result = refute("grade", "sum.ios")
    assert result.exit_code == 2
    assert result.stderr.startswith("error[IO060]")
    (classroom / "grade.toml").write_text("test = 2\n", encoding="utf-8")
    result = refute("grade", "sum.ios", "class")
    assert result.exit_code == 2
    assert "did you mean `tests`?" in result.stderr


def test_a_language_that_is_not_installed_is_named(classroom: Path) -> None:
    config = '[languages.Nolang]\nendings = [".nol"]\nrun = ["nolang-interpreter", "{main}"]\n'
    (classroom / "grade.toml").write_text(config, encoding="utf-8")
    hand_in(classroom, {"one.nol": "x"})
    assert refute("grade", "sum.ios", "class").exit_code == 3
    row = grades(classroom)["one.nol"]
    assert row["outcome"] == "could not be graded"
    assert "`nolang-interpreter` for Nolang is not installed" in row["what"]
    assert row["score"] == ""


def test_a_compiler_that_never_works_is_not_the_fault_of_the_student(classroom: Path) -> None:
    config = '[languages.c]\nendings = [".c"]\n'
    (classroom / "grade.toml").write_text(config, encoding="utf-8")
    hand_in(classroom, {"x.c": "int main(void) { return 0 }\n"})
    refute("grade", "sum.ios", "class")
    expected = "does not compile" if shutil.which("gcc") else "could not be graded"
    assert grades(classroom)["x.c"]["outcome"] == expected


def test_the_tests_stop_after_too_many_time_outs(classroom: Path) -> None:
    config = "tests = 5\n[limits]\nseconds = 0.3\ntimeouts = 1\n"
    (classroom / "grade.toml").write_text(config, encoding="utf-8")
    hand_in(classroom, {"endless.py": "while True: pass\n"})
    assert refute("grade", "sum.ios", "class").exit_code == 0
    record = json.loads(
        (classroom / "grades" / "submissions" / "endless.py" / "results.json").read_text("utf-8")
    )
    assert record["extra_data"]["outcome"] == "too slow"
    assert {tag for test in record["tests"] for tag in test["tags"]} == {"too slow", "not run"}
    assert sum(test["extra_data"]["tests"] for test in record["tests"]) == 5


def test_visibility_and_scoring_are_as_configured(classroom: Path) -> None:
    config = (
        'tests = 3\npoints = 3\nscoring = "all or nothing"\n'
        '[visibility]\ntests = "hidden"\nshown = 1\noutput = "after_published"\n'
    )
    (classroom / "grade.toml").write_text(config, encoding="utf-8")
    hand_in(classroom, {"wrong.py": WRONG})
    refute("grade", "sum.ios", "class")
    record = json.loads(
        (classroom / "grades" / "submissions" / "wrong.py" / "results.json").read_text("utf-8")
    )
    assert record["score"] == 0
    assert record["visibility"] == "after_published"
    assert {test["visibility"] for test in record["tests"][1:]} == {"hidden"}
    assert record["tests"][0]["visibility"] == "visible"
    assert sum(test["max_score"] for test in record["tests"]) == pytest.approx(3, abs=0.01)
    folder = classroom / "grades" / "submissions" / "wrong.py"
    for name in ("feedback.txt", "annotations.txt"):
        text = (folder / name).read_text("utf-8")
        assert "fails tests that are not shown here" in text
        assert "several rounds" not in text
    assert "fails tests that are not shown here" in record["output"]
    shown = base64.b64decode((folder / "classroom.txt").read_text("utf-8")).decode()
    assert "several rounds" not in shown


def test_comparison_can_be_set_for_a_class(classroom: Path) -> None:
    hand_in(classroom, {"float.py": RIGHT.replace("print(", "print(1.0 * ")})
    refute("grade", "sum.ios", "class")
    assert grades(classroom)["float.py"]["outcome"] == "wrong output"
    text = (classroom / "grades/submissions/float.py/feedback.txt").read_text("utf-8")
    assert "The numbers have the right values, but are written in another way." in text
    (classroom / "grade.toml").write_text('tests = 3\ncompare = "numbers"\n', encoding="utf-8")
    refute("grade", "sum.ios", "class")
    assert grades(classroom)["float.py"]["outcome"] == "right"


def test_junk_and_huge_files_stop_nobody(classroom: Path) -> None:
    hand_in(classroom, {"right.py": RIGHT})
    (classroom / "class" / "junk.py").write_bytes(bytes(range(256)) * 40)
    with open(classroom / "class" / "huge.py", "wb") as stream:
        stream.truncate(200 << 20)
    assert refute("grade", "sum.ios", "class").exit_code == 3
    found = {name: row["outcome"] for name, row in grades(classroom).items()}
    assert found == {"right.py": "right", "junk.py": "crashed", "huge.py": "could not be graded"}


def test_an_exception_while_grading_becomes_a_grade(
    classroom: Path, monkeypatch: pytest.MonkeyPatch
) -> None:

    checked = load(Source("sum.ios", SUM))
    exercise = with_tests(Campaign(checked, Plan()), 2)
    task = Task("sum.ios", exercise, Configuration())

    def broken(*_: object) -> None:
        raise ZeroDivisionError("oops")

    monkeypatch.setattr(scoring, "files_of", broken)
    graded = grade_submission(Submission("x", "x", classroom), task)
    assert graded.outcome.called == "our own error"
    assert graded.score is None
    assert "ZeroDivisionError: oops" in graded.outcome.summary


def test_a_command_that_is_not_there_is_said_so(classroom: Path) -> None:
    config = '[languages.Own]\nendings = [".own"]\nrun = ["./missing"]\n'
    (classroom / "grade.toml").write_text(config, encoding="utf-8")
    hand_in(classroom, {"one.own": "x"})
    assert refute("grade", "sum.ios", "class").exit_code == 3
    row = grades(classroom)["one.own"]
    assert (row["outcome"], row["score"]) == ("could not be graded", "")
    assert "`./missing`" in row["what"]
