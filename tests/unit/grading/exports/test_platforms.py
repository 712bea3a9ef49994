"""What platforms read back, against descriptions of their formats.

Moodle: the importer of the grading worksheet looks for the columns `Identifier`, `Grade` and `Last
modified (grade)`, takes the number at the end of the identifier, and reads comments from `Feedback
comments`; that of feedback files splits a folder's name at `_` into a name, the participant's
number, and the two parts of a plugin (mod/assign/feedback/offline/importgradeslib.php and
mod/assign/feedback/file/importziplib.php of Moodle). Canvas: `Student`, `ID`, `SIS User ID`, `SIS
Login ID`, `Section`, a column for each assignment, and a row `Points Possible` (the guide to
importing grades). GitHub: workflow commands (documentation of GitHub Actions), and the JSON object
in Base64 that github-education-resources/autograding-grading-reporter adds up.
"""

from __future__ import annotations

import base64
import csv
import io
import json
import re
import zipfile
from pathlib import Path

import jsonschema
import pytest

from refute.grading.exports.moodle import to_worksheet
from refute.grading.gradebook import TaskGrades, to_gradebook
from refute.grading.grades import GradedClass, GradedSubmission
from refute.grading.intake.platforms import MOODLE, Origin
from refute.grading.intake.roster import read_roster, roster_of
from refute.report.outcome import Outcome, Verdict

from ..conftest import CRASHING, RIGHT, WRONG
from ..test_grade import refute

WORKSHEET = """\
Identifier,Full name,Email address,Status,Grade,Maximum Grade,Last modified (grade),\
Feedback comments
Participant 12,Jörg Müller,joerg@uni.de,Submitted for grading,,10.00,-,
Participant 13,Ada Lovelace,ada@uni.de,Submitted for grading,,10.00,-,
Participant 99,Nobody Here,no@uni.de,No submission,,10.00,-,
"""
GRADEBOOK = """\
Student,ID,SIS User ID,SIS Login ID,Section,Sum (4711),Final Score
    Points Possible,,,,,18,(read only)
"Lovelace, Ada",11,S1,ada,A1,,0
"Müller, Jörg",12,S2,joerg,A2,,0
"Student, Test",77,,,A1,7,
"""
CLASSROOM = {
    "type": "object",
    "required": ["version", "status", "max_score", "tests"],
    "properties": {
        "version": {"const": 1},
        "status": {"enum": ["pass", "fail", "error"]},
        "max_score": {"type": "number"},
        "tests": {
            "type": "array",
            "items": {
                "type": "object",
                "required": ["name", "status", "score", "message"],
                "properties": {
                    "name": {"type": "string"},
                    "status": {"enum": ["pass", "fail", "error"]},
                    "score": {"type": "number"},
                },
            },
        },
    },
}
COMMAND = re.compile(
    r"::(?:error|warning|notice)(?: [a-z]+=[^,:\n]*(?:,[a-z]+=[^,:\n]*)*)?::[^\n]*"
)


def table(path: Path) -> list[dict[str, str]]:
    with open(path, encoding="utf-8", newline="") as stream:
        return list(csv.DictReader(stream))


@pytest.fixture(scope="module")
def exported(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """One class as Moodle and as Canvas hand it out, graded with their tables."""
    folder = tmp_path_factory.mktemp("exports")
    (folder / "sum.ios").write_text(
        "read n : 0..3\nuntil len(x.all) == n:\n    read x : 0..9\nprint sum(x.all)\n", "utf-8"
    )
    (folder / "grade.toml").write_text("points = 9\n", "utf-8")
    (folder / "worksheet.csv").write_text(WORKSHEET, "utf-8")
    (folder / "gradebook.csv").write_text(GRADEBOOK, "utf-8")
    files = {
        "moodle/Jörg Müller_12_assignsubmission_file_/sum.py": RIGHT,
        "moodle/Ada Lovelace_13_assignsubmission_file/sum.py": CRASHING,
        "moodle/Bob X_14_assignsubmission_file_/essay.docx": "?",
        "canvas/lovelaceada_11_501_sum.py": WRONG,
        "canvas/muellerjoerg_LATE_12_502_sum.py": RIGHT,
    }
    for name, text in files.items():
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    for export, roster in (("moodle", "worksheet.csv"), ("canvas", "gradebook.csv")):
        words = ["grade", str(folder / "sum.ios"), str(folder / export)]
        out = str(folder / f"{export}-grades")
        result = refute(*words, "--out", out, "--roster", str(folder / roster))
        assert result.exit_code in {0, 3}, result.output
    return folder


def test_moodle_gets_its_worksheet_back(exported: Path) -> None:
    rows = table(exported / "moodle-grades" / "export" / "moodle-grades.csv")
    before = list(csv.DictReader(io.StringIO(WORKSHEET)))
    assert [*rows[0]] == [*before[0]]
    assert [row["Identifier"] for row in rows] == [row["Identifier"] for row in before]
    assert [row["Grade"] for row in rows] == ["10.0", "6.6667", ""]
    assert "✗ no numbers at all" in rows[1]["Feedback comments"]
    assert rows[2] == before[2]


def test_moodle_finds_everybody_in_the_feedback(exported: Path) -> None:
    with zipfile.ZipFile(exported / "moodle-grades" / "export" / "moodle-feedback.zip") as archive:
        names = archive.namelist()
        texts = [archive.read(name).decode() for name in names]
    assert sorted(names) == [
        "Ada Lovelace_13_assignsubmission_file/feedback.txt",
        "Bob X_14_assignsubmission_file_/feedback.txt",
        "Jörg Müller_12_assignsubmission_file_/feedback.txt",
    ]
    for name in names:
        _, number, kind, plugin, *_ = name.split("/")[0].split("_")
        assert number.isdigit()
        assert (kind, plugin) == ("assignsubmission", "file")
    assert any("not graded" in text for text in texts)


def test_canvas_gets_a_column_for_the_task(exported: Path) -> None:
    rows = table(exported / "canvas-grades" / "export" / "canvas-grades.csv")
    assert [*rows[0]] == ["Student", "ID", "SIS User ID", "SIS Login ID", "Section", "Sum (4711)"]
    assert rows[0]["Student"].strip() == "Points Possible"
    assert rows[0]["Sum (4711)"] == "18.0"
    found = {row["ID"]: row["Sum (4711)"] for row in rows[1:]}
    assert found == {"11": "12.0", "12": "18.0", "77": "7"}


def test_a_roster_comes_back_with_more_columns(exported: Path) -> None:
    rows = table(exported / "moodle-grades" / "export" / "roster.csv")
    found = [(row["Full name"], row["sum.ios score"], row["sum.ios outcome"]) for row in rows]
    assert found == [
        ("Jörg Müller", "9.0", "right"),
        ("Ada Lovelace", "6.0", "crashed"),
        ("Nobody Here", "", "nothing was handed in"),
    ]
    own = table(exported / "canvas-grades" / "grades.csv")
    assert {(row["name"], row["group"], row["late"]) for row in own} == {
        ("Lovelace, Ada", "A1", ""),
        ("Müller, Jörg", "A2", "late"),
    }


def test_github_gets_annotations_and_results(exported: Path) -> None:
    for folder in (exported / "moodle-grades" / "submissions").iterdir():
        lines = (folder / "annotations.txt").read_text("utf-8").splitlines()
        assert lines
        assert all(COMMAND.fullmatch(line) for line in lines), lines
        record = json.loads(base64.b64decode((folder / "classroom.txt").read_text("utf-8")))
        jsonschema.validate(record, CLASSROOM)
        assert sum(test["score"] for test in record["tests"]) <= record["max_score"]


def test_several_tasks_make_one_gradebook(exported: Path) -> None:
    folders = [str(exported / "moodle-grades"), str(exported / "canvas-grades")]
    result = refute("gradebook", *folders, "--roster", str(exported / "gradebook.csv"))
    assert result.exit_code == 0, result.output
    rows = {row["Student"]: row for row in csv.DictReader(io.StringIO(result.stdout))}
    assert [*rows["Lovelace, Ada"].values()][-3:] == ["6.0", "6.0", "12.0"]
    assert [*rows["Student, Test"].values()][-3:] == ["", "", ""]
    assert refute("gradebook", str(exported)).exit_code == 2


def test_a_gradebook_has_the_class_as_it_was_graded_last(tmp_path: Path) -> None:
    """Not who is gone, nor a better program that was replaced; and not a class half graded."""
    (tmp_path / "one.ios").write_text("read x : int\nprint x\n", "utf-8")
    handed_in, out = tmp_path / "class", tmp_path / "out"
    for name in ("ada", "ben"):
        (handed_in / name).mkdir(parents=True)
    words = ["grade", str(tmp_path / "one.ios"), str(handed_in), "--out", str(out)]
    assert refute(*words).exit_code == 3
    (handed_in / "ben").rmdir()
    assert refute(*words).exit_code == 3
    assert "ben" not in refute("gradebook", str(out)).stdout
    (out / "grades.json").unlink()
    unfinished = refute("gradebook", str(out))
    assert unfinished.exit_code == 2
    assert "not graded yet" in unfinished.stderr


def test_people_are_found_by_what_names_only_one_of_them() -> None:
    roster = roster_of(
        [
            ("identifier", "github_username", "name"),
            ("ada@uni.de", "adal", "Ada Lovelace"),
            ("ada@fh.de", "ada2", "Ada Other"),
        ]
    )
    assert roster.person("adal", Origin("github", "adal")) == roster.people[0]
    assert roster.person("ada_lovelace.py", Origin()) == roster.people[0]
    assert roster.person("ada", Origin()) is None


def test_people_are_found_however_a_system_spells_them() -> None:
    roster = roster_of([("Vorname", "Nachname"), ("Lukasz", "Zak"), ("Jörg", "Müller")])
    assert roster.person("Łukasz Żak", Origin(MOODLE, "4")) == roster.people[0]
    assert roster.person("Müller, Jörg", Origin(MOODLE, "5")) == roster.people[1]
    two = roster_of([("name",), ("Jorg Muller",), ("Jörg Müller",)])
    assert two.person("Jörg Müller", Origin()) == two.people[1]
    assert two.person("Jörg Muller", Origin()) is None


def test_a_line_of_the_roster_for_several_submissions_is_told(tmp_path: Path) -> None:
    (tmp_path / "roster.csv").write_text("name\nJan Kim\n", "utf-8")
    (tmp_path / "one.ios").write_text("read x : int\nprint x\n", "utf-8")
    for name in ("Jan Kim", "Kim, Jan", "Ada"):
        (tmp_path / "class" / name).mkdir(parents=True)
    words = ["grade", str(tmp_path / "one.ios"), str(tmp_path / "class")]
    options = ["--roster", str(tmp_path / "roster.csv"), "--out", str(tmp_path / "out")]
    said = " ".join(refute(*words, *options).stderr.split())
    assert "one line of the roster stands for `Jan Kim`, `Kim, Jan`: the best of them" in said
    assert "does not name who handed in `Ada`" in said
    exported = tmp_path / "out" / "export" / "roster.csv"
    assert exported.is_file()
    refute(*words, "--out", str(tmp_path / "out"))
    assert not exported.exists(), "it would have the grades of an earlier time"


def test_a_gradebook_keeps_one_row_for_each_person() -> None:
    """Whatever language they choose for a task, and also where two have the same name."""

    def task(name: str, **scores: float) -> TaskGrades:
        outcome = Outcome("x", "submission", Verdict.REFUTED, "wrong")
        made = [
            GradedSubmission(who, who, "", outcome, score=score, points=9.0)
            for who, score in scores.items()
        ]
        return TaskGrades(name, 9.0, tuple(made))

    tasks = [task("one", **{"ada.py": 3, "dr. no": 1}), task("two", **{"ada.c": 4, "ada.zip": 5})]
    rows = [*csv.reader(io.StringIO(to_gradebook(tasks, None)))][1:]
    assert ["dr. no", "1", "", "1"] in rows
    assert ["ada", "3", "", "3"] in rows
    assert ["ada.c", "", "4", "4"] in rows
    rows = [*csv.reader(io.StringIO(to_gradebook([tasks[0], task("two", **{"ada.c": 4})], None)))]
    assert ["ada", "3", "4", "7"] in rows


def test_a_worksheet_that_a_german_spreadsheet_saved_goes_back_as_moodle_wants_it(
    tmp_path: Path,
) -> None:
    """Semicolons and an old encoding come in; UTF-8 with commas goes out, and decimal commas."""
    header = "ID;Vollständiger Name;Bewertung;Bestwertung;Zuletzt geändert (Bewertung)"
    header += ";Feedback als Kommentar"
    sheet = f"{header}\r\nTeilnehmer/in12;Jörg Müller;;10,00;-;\r\n"
    (tmp_path / "bewertung.csv").write_bytes(sheet.encode("cp1252"))
    roster = read_roster(tmp_path / "bewertung.csv")
    outcome = Outcome("x", "submission", Verdict.REFUTED, "falsch")
    origin = Origin(MOODLE, "12", "Jörg Müller_12_assignsubmission_file_")
    graded = GradedSubmission(
        "Jörg Müller", "m", "Python", outcome, score=3.5, points=7.0, origin=origin
    )
    (tmp_path / "out.csv").write_text(
        to_worksheet(GradedClass("t", (graded,), points=7.0, roster=roster)), "utf-8", newline=""
    )
    (row,) = table(tmp_path / "out.csv")
    assert [*row] == header.split(";")
    assert row["ID"] == "Teilnehmer/in12"
    assert row["Bewertung"] == "5,0"
