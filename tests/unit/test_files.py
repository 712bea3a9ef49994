import json
import os
from pathlib import Path

import pytest

from refute import files
from refute.diagnostics import InputError
from refute.execution.spawning.supervisors import marked_folder
from refute.files import decode, read_source, write_parts, write_text


def code(failure: pytest.ExceptionInfo[InputError]) -> str:
    (diagnostic,) = failure.value.diagnostics
    return diagnostic.code


def test_text_comes_with_plain_line_ends_and_without_a_mark(tmp_path: Path) -> None:
    path = tmp_path / "a.fl"
    path.write_bytes(b"\xef\xbb\xbfone\r\ntwo\rthree\n")
    assert read_source(path).text == "one\ntwo\nthree\n"
    assert read_source(path).name == str(path)


@pytest.mark.parametrize(
    ("content", "expected"),
    [(b"\xff\xfe", "F004"), (b"a\0b", "F004"), (b"", "F005"), (b" \n\t", "F005")],
)
def test_what_is_no_text_is_rejected(content: bytes, expected: str) -> None:
    with pytest.raises(InputError) as failure:
        decode(content, "a.fl")
    assert code(failure) == expected


def test_the_line_of_a_wrong_byte_is_named() -> None:
    with pytest.raises(InputError, match="byte 0xff in line 2"):
        decode(b"one\n\xff", "a.fl")


def test_what_is_no_file_is_rejected(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    large = tmp_path / "large.fl"
    large.write_text("x" * 100)
    monkeypatch.setattr(files, "LARGEST_SOURCE", 99)
    loop = tmp_path / "loop.fl"
    loop.symlink_to(loop)
    for path, expected in (
        (tmp_path / "missing.fl", "F001"),
        (tmp_path, "F002"),
        (loop, "F003"),
        (tmp_path / ("x" * 300), "F003"),
        (large, "F006"),
    ):
        with pytest.raises(InputError) as failure:
            read_source(path)
        assert code(failure) == expected


@pytest.mark.skipif(os.geteuid() == 0, reason="everything is readable for root")
def test_a_file_without_permission_is_rejected(tmp_path: Path) -> None:
    path = tmp_path / "secret.fl"
    path.write_text("x")
    path.chmod(0)
    with pytest.raises(InputError) as failure:
        read_source(path)
    assert code(failure) == "F003"


def test_a_file_is_written_whole_with_its_folders(tmp_path: Path) -> None:
    path = tmp_path / "new" / "a.txt"
    write_text(path, "größer\n")
    write_text(path, "second\n")
    assert path.read_text("utf-8") == "second\n"
    assert [each.name for each in path.parent.iterdir()] == ["a.txt"]


def test_a_name_that_is_no_text_is_written_escaped(tmp_path: Path) -> None:
    path = tmp_path / "a.json"
    write_text(path, '"b\udcff"')
    assert path.read_bytes() == b'"b\\udcff"'
    assert json.loads(path.read_bytes()) == "b\udcff"
    write_parts(path, ['"b', '\udcff"'])
    assert path.read_bytes() == b'"b\\udcff"'


def test_what_cannot_be_written_leaves_nothing_behind(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("kept")
    (tmp_path / "folder").mkdir()
    for path in (tmp_path / "file" / "x", tmp_path / "folder"):
        with pytest.raises(InputError) as failure:
            write_text(path, "text")
        assert code(failure) == "F007"
    assert (tmp_path / "file").read_text() == "kept"
    assert sorted(each.name for each in tmp_path.iterdir()) == ["file", "folder"]


def test_a_program_that_cannot_be_tested_for_want_of_a_folder_is_not_refuted(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def nothing_to_write_to() -> str:
        raise FileNotFoundError(2, "No usable temporary directory found")

    monkeypatch.setattr("tempfile.gettempdir", nothing_to_write_to)
    with pytest.raises(InputError) as found:
        marked_folder()
    assert code(found) == "F015"
