"""Archives are unpacked whatever made them, and whatever they try."""

from __future__ import annotations

import gzip
import io
import stat
import tarfile
import zipfile
from pathlib import Path

import pytest

from refute.diagnostics import InputError
from refute.grading.intake import file as limits
from refute.grading.intake.archives import is_archive, stem, with_archives_unpacked
from refute.grading.intake.file import File, Unusable
from refute.grading.submissions import submissions_at


def zipped(files: dict[str, bytes]) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return stream.getvalue()


def tarred(files: dict[str, bytes], mode: str = "w:gz") -> bytes:
    stream = io.BytesIO()
    with tarfile.open(fileobj=stream, mode=mode) as archive:  # type: ignore[call-overload]
        for name, content in files.items():
            entry = tarfile.TarInfo(name)
            entry.size = len(content)
            archive.addfile(entry, io.BytesIO(content))
    return stream.getvalue()


def unpacked(name: str, content: bytes, **others: bytes) -> dict[str, bytes]:
    files = [File(name, content), *(File(each, text) for each, text in others.items())]
    return {each.name: each.content for each in with_archives_unpacked(files)}


FILES = {"a/main.py": b"1", "b.txt": b"2"}


def test_an_archive_alone_stands_for_what_is_in_it() -> None:
    for name, content in (
        ("x.zip", zipped(FILES)),
        ("X.ZIP", zipped(FILES)),
        ("x.tar", tarred(FILES, "w")),
        ("x.tar.gz", tarred(FILES)),
        ("x.tgz", tarred(FILES)),
        ("x.tar.bz2", tarred(FILES, "w:bz2")),
        ("x.tar.xz", tarred(FILES, "w:xz")),
    ):
        assert is_archive(name)
        assert stem(name).lower() == "x"
        assert unpacked(name, content) == FILES


def test_an_archive_beside_other_files_becomes_a_folder() -> None:
    found = unpacked("more.zip", zipped({"lib.py": b"1"}), **{"main.py": b"2"})
    assert found == {"more/lib.py": b"1", "main.py": b"2"}


def test_archives_in_archives_are_unpacked_but_not_without_end() -> None:
    inner = zipped({"main.py": b"1"})
    assert unpacked("x.zip", zipped({"y.zip": zipped({"z.zip": inner})})) == {"main.py": b"1"}
    deep = zipped({"1.zip": zipped({"2.zip": zipped({"3.zip": inner})})})
    assert [*unpacked("x.zip", deep)] == ["3.zip"]


def test_what_macs_add_is_left_out() -> None:
    files = {"main.py": b"1", "__MACOSX/._main.py": b"2", ".DS_Store": b"3"}
    assert unpacked("x.zip", zipped(files)) == {"main.py": b"1"}


def test_names_with_umlauts_come_out_right() -> None:
    content = zipped({"Grüße/Größe.py": b"1"})
    assert unpacked("x.zip", content) == {"Grüße/Größe.py": b"1"}
    unmarked = zipped({"Gr__sse.py": b"1"}).replace(b"Gr__sse", "Grösse".encode())
    assert unpacked("x.zip", unmarked) == {"Grösse.py": b"1"}
    decomposed = zipped({"Grösse.py": b"1"})
    assert unpacked("x.zip", decomposed) == {"Grösse.py": b"1"}


@pytest.mark.parametrize("name", ["../x.py", "/etc/x.py", "a/../../x.py", "C:\\x.py", "..\\x.py"])
@pytest.mark.parametrize("pack", [zipped, tarred])
def test_names_that_lead_out_are_refused(name: str, pack: object) -> None:
    assert callable(pack)
    with pytest.raises(Unusable, match="leads out"):
        unpacked("x.zip" if pack is zipped else "x.tgz", pack({name: b"1"}))


def test_links_and_devices_stay_behind() -> None:
    stream = io.BytesIO()
    with tarfile.open(fileobj=stream, mode="w") as archive:
        for kind in (tarfile.SYMTYPE, tarfile.LNKTYPE, tarfile.CHRTYPE, tarfile.FIFOTYPE):
            entry = tarfile.TarInfo("link.py")
            entry.type, entry.linkname = kind, "/etc/passwd"
            archive.addfile(entry)
    assert unpacked("x.tar", stream.getvalue()) == {}
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w") as packed:
        link = zipfile.ZipInfo("link.py")
        link.external_attr = (stat.S_IFLNK | 0o777) << 16
        packed.writestr(link, "/etc/passwd")
    assert unpacked("x.zip", stream.getvalue()) == {}


def test_bombs_are_stopped(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(limits, "LARGEST_SUBMISSION", 1 << 20)
    zeros = bytes(3 << 20)
    for name, content in (
        ("x.zip", zipped({"a": zeros})),
        ("x.tgz", tarred({"a": zeros})),
        ("x.tgz", gzip.compress(bytes(30 << 20))),
        ("x.zip", zipped({str(number): bytes(1 << 19) for number in range(4)})),
        ("x.zip", zipped({"y.zip": zipped({"a": zeros})})),
    ):
        with pytest.raises(Unusable, match="unpacks to"):
            unpacked(name, content)
    monkeypatch.setattr(limits, "MOST_FILES", 3)
    with pytest.raises(Unusable, match="more than 3 files"):
        unpacked("x.zip", zipped({str(number): b"" for number in range(4)}))


@pytest.mark.parametrize("name", ["x.zip", "x.tar", "x.tgz"])
def test_damaged_archives_are_said_to_be(name: str) -> None:
    for content in (b"", b"no archive", zipped(FILES)[:40], tarred(FILES)[:40]):
        with pytest.raises(Unusable, match="cannot be unpacked"):
            unpacked(name, content)


def test_a_password_is_named() -> None:
    content = bytearray(zipped({"a": b"1"}))
    for mark in (b"PK\x03\x04", b"PK\x01\x02"):
        start = content.index(mark)
        content[start + (6 if mark == b"PK\x03\x04" else 8)] |= 1
    with pytest.raises(Unusable, match="password"):
        unpacked("x.zip", bytes(content))


def test_an_archive_can_hold_a_whole_class(tmp_path: Path) -> None:
    path = tmp_path / "class.zip"
    path.write_bytes(zipped({"all/ada/main.py": b"1", "all/ben.py": b"2"}))
    with submissions_at([path]) as found:
        assert [each.name for each in found] == ["ada", "ben.py"]
        folder = found[0].path
        assert (folder / "main.py").read_bytes() == b"1"
    assert not folder.exists()
    path.write_bytes(zipped({"../x": b""}))
    with pytest.raises(InputError, match="leads out"), submissions_at([path]):
        pass
