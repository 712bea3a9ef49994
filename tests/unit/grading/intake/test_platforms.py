"""Submissions are those of people, however a platform names their files."""

from __future__ import annotations

from pathlib import Path

from refute.grading.intake.platforms import CANVAS, GITHUB, MOODLE
from refute.grading.submissions import Submission, files_of, find_submissions


def handed_in(folder: Path, *names: str) -> list[Submission]:
    for name in names:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(name, encoding="utf-8")
    return find_submissions([folder])


def files(submission: Submission) -> list[str]:
    return [each.name for each in files_of(submission)]


def test_folders_of_moodle(tmp_path: Path) -> None:
    first, second, third = handed_in(
        tmp_path,
        "Müller Jörg_123457_assignsubmission_file_/Sum.java",
        "Müller Jörg_123457_assignsubmission_onlinetext_/onlinetext.html",
        "Ann-Kathrin O'Neil_99_assignsubmission_file/src/main.py",
        "Zoë X_7_assignsubmission_file_main.py",
    )
    origins = {each.name: each.origin for each in (first, second, third)}
    assert origins["Müller Jörg"].platform == MOODLE
    assert origins["Müller Jörg"].key == "123457"
    assert origins["Müller Jörg"].label == "Müller Jörg_123457_assignsubmission_file_"
    assert origins["Ann-Kathrin O'Neil"].label == "Ann-Kathrin O'Neil_99_assignsubmission_file"
    assert origins["Zoë X"].label == "Zoë X_7_assignsubmission_file_"
    found = {each.name: files(each) for each in (first, second, third)}
    assert found == {
        "Müller Jörg": ["Sum.java"],
        "Ann-Kathrin O'Neil": ["src/main.py"],
        "Zoë X": ["main.py"],
    }


def test_names_of_canvas(tmp_path: Path) -> None:
    first, second = handed_in(
        tmp_path,
        "lovelaceada_11_501_Sum.java",
        "lovelaceada_11_502_Helper-2.java",
        "babbagecharles_LATE_12_503_main_program.py",
    )
    assert (first.name, first.origin.platform, first.origin.key) == (
        "babbagecharles",
        CANVAS,
        "12",
    )
    assert first.origin.late
    assert files(first) == ["main_program.py"]
    assert (second.origin.key, second.origin.late) == ("11", False)
    assert files(second) == ["Helper.java", "Sum.java"]


def test_clones_of_github_classroom(tmp_path: Path) -> None:
    folder = tmp_path / "sum-submissions"
    first, second = handed_in(folder, "sum-ada/main.py", "sum-ada/.git/config", "sum-ben-x/main.py")
    assert (first.name, first.origin.platform) == ("ada", GITHUB)
    assert second.name == "ben-x"
    assert second.origin.label == "sum-ben-x"
    assert files(first) == ["main.py"]


def test_plain_names_stay_as_they_are(tmp_path: Path) -> None:
    found = handed_in(tmp_path, "ada.py", "a_1_2_b.py", "ben/main.py")
    assert [each.name for each in found] == ["a_1_2_b.py", "ada.py", "ben"]
    assert not any(each.origin.platform for each in found)
