"""Submissions are found, told apart and copied, whatever students call them."""

from __future__ import annotations

import os
import zipfile
from pathlib import Path

import pytest

from refute.diagnostics import InputError
from refute.grading.intake import file as limits
from refute.grading.intake.file import File, Unusable
from refute.grading.submissions import (
    Submission,
    copy_into,
    files_of,
    find_submissions,
    fingerprint,
    prepared,
    submissions_at,
)
from refute.report.texts import using_language


def made(folder: Path, *names: str) -> Path:
    for name in names:
        path = folder / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("x", encoding="utf-8")
    return folder


def names(found: list[Submission]) -> list[str]:
    return [each.name for each in found]


def test_one_folder_holds_all_submissions(tmp_path: Path) -> None:
    made(tmp_path, "anna.py", "ben/main.c", ".DS_Store", "grade.toml", "__MACOSX/x.py")
    assert names(find_submissions([tmp_path])) == ["anna.py", "ben"]


def test_several_names_are_submissions_each(tmp_path: Path) -> None:
    made(tmp_path, "anna.py", "ben/main.c", "ben/more.c")
    found = find_submissions([tmp_path / "anna.py", tmp_path / "ben"])
    assert names(found) == ["anna.py", "ben"]


def test_of_several_names_a_folder_of_folders_stands_for_those(tmp_path: Path) -> None:
    made(tmp_path, "early/anna/a.py", "early/ben/b.py", "late/carl/c.py")
    found = find_submissions([tmp_path / "early", tmp_path / "late"])
    assert names(found) == ["anna", "ben", "carl"]


def test_a_single_folder_can_be_one_submission(tmp_path: Path) -> None:
    folder = made(tmp_path / "anna", "main.py", "more.py")
    assert names(find_submissions([folder], single=True)) == ["anna"]


@pytest.mark.parametrize("name", ["missing", "empty"])
def test_nothing_to_grade_is_an_error(tmp_path: Path, name: str) -> None:
    (tmp_path / "empty").mkdir()
    with pytest.raises(InputError) as failure:
        find_submissions([tmp_path / name])
    assert failure.value.diagnostics[0].code == "IO060"


def test_an_archive_that_cannot_be_unpacked_is_named(tmp_path: Path) -> None:
    archive = tmp_path / "class.zip"
    with zipfile.ZipFile(archive, "w") as content:
        content.writestr("../../evil.py", "print(1)")
    said = r"class\.zip` cannot be graded: .*`\.\./\.\./evil\.py`"
    with pytest.raises(InputError, match=said), submissions_at([archive]):
        pass


def test_identities_are_plain_different_names(tmp_path: Path) -> None:
    hostile = ["=cmd|'calc'!A0", "Zoë", "zoe", "ZOE", "日本", "a b", "-rf", "<b>", "a\nb"]
    made(tmp_path, *hostile)
    found = find_submissions([tmp_path])
    identities = [each.identity.casefold() for each in found]
    assert len(set(identities)) == len(hostile)
    for identity in identities:
        assert identity.isascii()
        assert not {"/", "\\", " ", "\n", "'", "<", "|", "!"} & set(identity)
        assert not identity.startswith((".", "-"))


def test_two_submissions_of_one_name_are_told_apart(tmp_path: Path) -> None:
    made(tmp_path, "a/main.py", "b/main.py")
    paths = [tmp_path / "a" / "main.py", tmp_path / "b" / "main.py"]
    one, two = find_submissions(paths)
    assert (one.name, two.name) == (str(paths[0]), str(paths[1]))
    assert one.identity != two.identity


def test_two_people_of_one_name_are_told_apart(tmp_path: Path) -> None:
    """Otherwise a tutor's score for one would be the other's as well."""
    folders = [f"Jan Kim_{number}_assignsubmission_file_" for number in (11, 12)]
    made(tmp_path, *(f"{each}/main.py" for each in folders))
    assert [each.name for each in find_submissions([tmp_path])] == ["Jan Kim (11)", "Jan Kim (12)"]


def test_letters_without_a_plain_form_keep_their_sound(tmp_path: Path) -> None:
    made(tmp_path, "Łukasz Groß")
    assert find_submissions([tmp_path])[0].identity == "Lukasz_Gross"


def test_names_that_are_no_text_are_shown_as_some(tmp_path: Path) -> None:
    path = os.fsencode(tmp_path) + b"/caf\xe9.py"
    with open(path, "wb"):
        pass
    (found,) = find_submissions([tmp_path])
    assert found.name == "caf�.py"
    assert files_of(found)[0].content == b""


def test_links_and_pipes_are_left_out(tmp_path: Path) -> None:
    secret = tmp_path / "secret.py"
    secret.write_text("answers", encoding="utf-8")
    folder = made(tmp_path / "student", "main.py")
    (folder / "link.py").symlink_to(secret)
    (folder / "up").symlink_to(tmp_path)
    os.mkfifo(folder / "pipe.py")
    (found,) = find_submissions([folder, folder])
    copied = tmp_path / "copy"
    copied.mkdir()
    copy_into(files_of(found), copied)
    assert sorted(each.name for each in copied.rglob("*")) == ["main.py"]


def test_a_submission_that_is_a_link_has_no_files(tmp_path: Path) -> None:
    (tmp_path / "secret").write_text("answers", encoding="utf-8")
    link = tmp_path / "me.py"
    link.symlink_to(tmp_path / "secret")
    assert files_of(Submission("me.py", "me", link)) == []


def test_what_cannot_be_read_is_unusable(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is not an error of ours; a folder may also be gone since it was listed."""
    made(tmp_path, "ada/main.py")
    (found,) = find_submissions([tmp_path])

    def refused(*_: object) -> int:
        raise PermissionError(13, "Permission denied", str(tmp_path / "ada" / "main.py"))

    monkeypatch.setattr("os.open", refused)
    with pytest.raises(Unusable, match=r"`main\.py` cannot be read: Permission denied"):
        files_of(found)


def test_what_is_too_much_is_unusable(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    made(tmp_path, *(f"{number}.py" for number in range(5)))
    submission = Submission("s", "s", tmp_path)
    monkeypatch.setattr(limits, "MOST_FILES", 4)
    with pytest.raises(Unusable, match="more than 4 files"):
        files_of(submission)
    monkeypatch.setattr(limits, "MOST_FILES", 10)
    monkeypatch.setattr(limits, "LARGEST_SUBMISSION", 4)
    with pytest.raises(Unusable, match="larger than"):
        files_of(submission)


def test_a_fingerprint_changes_with_contents_and_names(tmp_path: Path) -> None:
    made(tmp_path, "main.py", "more.py")
    submission = Submission("s", "s", tmp_path)
    seen = {fingerprint(submission)}
    (tmp_path / "main.py").write_text("y", encoding="utf-8")
    seen.add(fingerprint(submission))
    (tmp_path / "more.py").rename(tmp_path / "other.py")
    seen.add(fingerprint(submission))
    assert len(seen) == 3
    assert fingerprint(submission) in seen


def test_an_empty_program_is_said_to_be_one_in_the_language_of_the_course() -> None:
    with pytest.raises(Unusable, match=r"`a\.py` is empty"):
        prepared([File("a.py", b" \r\n"), File("notes.txt", b"x")], [".py"])
    with pytest.raises(Unusable, match="ist leer"), using_language("de"):
        prepared([File("a.py", b"")], [".py"])
    prepared([File("__init__.py", b""), File("a.py", b"print(1)")], [".py"])


def test_an_archive_of_a_folder_of_programs_is_a_class(tmp_path: Path) -> None:
    for number, inside in enumerate((["ada.py", "bob.c"], ["main.py", "more.py"], ["one.py"])):
        with zipfile.ZipFile(tmp_path / f"{number}.zip", "w") as archive:
            for name in inside:
                archive.writestr(f"folder/{name}", "1")
    found = []
    for number in range(3):
        with submissions_at([tmp_path / f"{number}.zip"]) as submissions:
            found.append(names(submissions))
    assert found == [["ada.py", "bob.c"], ["folder"], ["folder"]]
