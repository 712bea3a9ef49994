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


def test_what_was_typed_into_a_page_is_known_to_be(tmp_path: Path) -> None:
    moodle = handed_in(
        tmp_path / "moodle",
        "Ada Byron_1_assignsubmission_onlinetext_/onlinetext.html",
        "Ben Ochs_2_assignsubmission_onlinetext_onlinetext.html",
        "Eve Moss_3_assignsubmission_onlinetext_/onlinetext.html",
        "Eve Moss_3_assignsubmission_file_/main.py",
    )
    assert {each.name: each.origin.typed for each in moodle} == {
        "Ada Byron": True,
        "Ben Ochs": True,
        "Eve Moss": False,
    }
    canvas = handed_in(
        tmp_path / "canvas",
        "byronada_LATE_1_text.html",
        "ochsben_2_77_sum.py",
        "van_der_mosseve_3_link.html",
    )
    assert [(each.name, each.origin.key) for each in canvas] == [
        ("byronada", "1"),
        ("ochsben", "2"),
        ("van_der_mosseve", "3"),
    ]
    assert [each.origin.typed for each in canvas] == [True, False, False]
    assert [each.origin.late for each in canvas] == [True, False, False]
    assert [files(each) for each in canvas] == [["text.html"], ["sum.py"], ["link.html"]]


def test_canvas_without_names_of_people(tmp_path: Path) -> None:
    late, other = handed_in(tmp_path, "LATE_anon_aB3d5_501_sum.py", "anon_12345_502_sum-1.py")
    assert (late.name, late.origin.key, late.origin.late) == ("anon (aB3d5)", "aB3d5", True)
    assert (other.name, other.origin.key, other.origin.late) == ("anon (12345)", "12345", False)
    assert files(other) == ["sum.py"]


def test_other_files_do_not_hide_that_a_class_is_from_canvas(tmp_path: Path) -> None:
    names = ("ada_1_5_Sum.java", "ada_1_6_Help.java", "ben_2_7_sum.py", "notes.txt")
    found = handed_in(tmp_path, *names)
    assert [each.name for each in found] == ["ada", "ben", "notes.txt"]


def test_numbers_that_canvas_did_not_add_are_kept(tmp_path: Path) -> None:
    (ada,) = handed_in(tmp_path, "ada_1_5_part-1.py", "ada_1_6_part-2.py")
    assert files(ada) == ["part-1.py", "part-2.py"]


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
