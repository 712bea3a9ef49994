"""Unpacking archives without trusting anything that they say about themselves.

Only regular files are extracted; links and devices are ignored. Extracted data is counted on the
way, so that a small archive of something huge is stopped early.
"""

from __future__ import annotations

import bz2
import gzip
import io
import lzma
import stat
import tarfile
import zipfile
import zlib
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path, PurePosixPath
from typing import IO, Any, cast

from refute.files import write_bytes
from refute.grading.intake import file as limits
from refute.grading.intake.file import File, Unusable, check_size, is_ignored, safe_name
from refute.report.texts import translate

_TAR = (".tar", ".tar.gz", ".tgz", ".tar.bz2", ".tbz2", ".tar.xz", ".txz")
ENDINGS = (".zip", *_TAR)
UNKNOWN = (".rar", ".7z", ".gz", ".xz", ".bz2")
"""Archives that we cannot unpack."""

LARGEST_CLASS = 8 << 30
_NESTED = 3
_UTF8_NAMES = 0x800
_ENCRYPTED = 0x1
_COMPRESSIONS: tuple[tuple[bytes, Callable[[IO[bytes]], Any]], ...] = (
    (b"\x1f\x8b", lambda stream: gzip.GzipFile(fileobj=stream)),
    (b"BZh", bz2.BZ2File),
    (b"\xfd7zXZ", lzma.LZMAFile),
)
_DAMAGED = (
    zipfile.BadZipFile,
    tarfile.TarError,
    zlib.error,
    lzma.LZMAError,
    EOFError,
    OSError,
    RuntimeError,
    NotImplementedError,
    ValueError,
    KeyError,
)


def is_archive(name: str) -> bool:
    """Whether a file of this name is an archive that can be unpacked."""
    return name.lower().endswith(ENDINGS)


def stem(name: str) -> str:
    """The name of an archive without its ending."""
    ending = max((each for each in ENDINGS if name.lower().endswith(each)), key=len, default="")
    return name[: len(name) - len(ending)] if ending else name


def with_archives_unpacked(files: Sequence[File], depth: int = _NESTED) -> list[File]:
    """The files, with archives replaced by the files in them.

    An archive that is the only file is replaced by its content; others become folders.
    """
    if depth == 0 or not any(is_archive(each.name) for each in files):
        return list(files)
    alone = len(files) == 1
    found: dict[str, File] = {}
    for each in files:
        for one in _unpacked(each, alone=alone) if is_archive(each.name) else [each]:
            found[one.name] = one
        check_size(found.values())
    return with_archives_unpacked(list(found.values()), depth - 1)


def _unpacked(archive: File, *, alone: bool) -> Iterator[File]:
    folder = "" if alone else f"{stem(archive.name)}/"
    stream, most = io.BytesIO(archive.content), limits.LARGEST_SUBMISSION
    for name, content in _entries(archive.name, stream, most):
        yield File(f"{folder}{name}", content)


def unpack_class(archive: Path, folder: Path) -> None:
    """Unpack the archive of a whole class into an empty folder."""
    with archive.open("rb") as stream:
        for name, content in _entries(archive.name, stream, LARGEST_CLASS):
            target = folder / name
            if not target.resolve().is_relative_to(folder.resolve()):
                raise Unusable(translate("unusable_leads_out", name=name))
            write_bytes(target, content)


def _entries(name: str, stream: IO[bytes], most: int) -> Iterator[tuple[str, bytes]]:
    """Yield the regular files of an archive; Unusable if it is damaged or too large."""
    last, left = PurePosixPath(name).name, most
    try:
        read = _from_zip if last.lower().endswith(".zip") else _from_tar
        for entry, content in read(stream, most):
            left -= len(content)
            if left < 0:
                raise Unusable(translate("unusable_unpacks_to", name=last, size=most >> 20))
            safe = safe_name(entry)
            if not any(map(is_ignored, PurePosixPath(safe).parts)):
                yield safe, content
    except _DAMAGED as failure:
        said = " ".join(str(failure).split())[:100]
        said = said or type(failure).__name__
        raise Unusable(translate("unusable_unpack", name=last, said=said)) from None


def _from_zip(stream: IO[bytes], most: int) -> Iterator[tuple[str, bytes]]:
    with zipfile.ZipFile(stream) as opened:
        for entry in opened.infolist():
            kind = stat.S_IFMT(entry.external_attr >> 16)
            if entry.is_dir() or kind not in {0, stat.S_IFREG}:
                continue
            if entry.flag_bits & _ENCRYPTED:
                raise Unusable(translate("unusable_password"))
            with opened.open(entry) as source:
                content = source.read(min(most, limits.LARGEST_SUBMISSION) + 1)
            most -= len(content)
            yield _zip_name(entry), content


def _zip_name(entry: zipfile.ZipInfo) -> str:
    """The name of an entry; some systems write UTF-8 without marking it."""
    if entry.flag_bits & _UTF8_NAMES:
        return entry.filename
    try:
        return entry.filename.encode("cp437").decode("utf-8")
    except UnicodeError:
        return entry.filename


def _from_tar(stream: IO[bytes], most: int) -> Iterator[tuple[str, bytes]]:
    with tarfile.open(fileobj=_decompressed(stream, most)) as opened:
        for entry in opened:
            source = opened.extractfile(entry) if entry.isreg() else None
            if source is not None:
                content = source.read(min(most, limits.LARGEST_SUBMISSION) + 1)
                most -= len(content)
                yield entry.name, content


def _decompressed(stream: IO[bytes], most: int) -> IO[bytes]:
    """A tar file to be read sequentially, after counting what is compressed in it."""
    start = stream.read(6)
    stream.seek(0)
    for mark, opened in _COMPRESSIONS:
        if start.startswith(mark):
            return cast("IO[bytes]", _Counted(opened(stream), most + (most >> 2) + (1 << 20)))
    return stream


class _Counted(io.RawIOBase):
    """A stream of which no more than a number of bytes is ever read, seeking included."""

    def __init__(self, stream: IO[bytes], most: int) -> None:
        self._stream = stream
        self._most = most

    def readable(self) -> bool:
        return True

    def seekable(self) -> bool:
        return True

    def tell(self) -> int:
        return self._stream.tell()

    def seek(self, offset: int, whence: int = 0) -> int:
        if whence != 0 or offset > self._most:
            raise Unusable(translate("unusable_too_much"))
        return self._stream.seek(offset)

    def read(self, size: int = -1) -> bytes:
        content = self._stream.read(self._most + 1 if size < 0 else min(size, self._most + 1))
        if self._stream.tell() > self._most:
            raise Unusable(translate("unusable_too_much"))
        return content
