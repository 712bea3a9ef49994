"""Programs that are handed in through the page, and what grading made of them."""

from __future__ import annotations

import asyncio
import secrets
import shutil
import stat
import zipfile
from collections.abc import AsyncIterator
from contextlib import suppress
from pathlib import Path, PurePosixPath
from typing import Any

from refute.web.folder import Refused
from refute.web.settings import LARGEST_UPLOAD, MOST_UPLOADED_FILES

MOST_UPLOADS = 20
LARGEST_UNPACKED = 4 * LARGEST_UPLOAD
_CHUNK = 1 << 16


class Gradings:
    """Uploads, each in a folder of its own that is removed when there are many later ones."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._sizes: dict[str, tuple[int, int]] = {}

    def new(self) -> str:
        """A new upload."""
        while len(self._sizes) >= MOST_UPLOADS:
            self._forget(next(iter(self._sizes)))
        identity = secrets.token_hex(8)
        self._handed_in(identity).mkdir(parents=True)
        self._sizes[identity] = (0, 0)
        return identity

    def _forget(self, identity: str) -> None:
        del self._sizes[identity]
        shutil.rmtree(self._folder / identity, ignore_errors=True)

    def _handed_in(self, identity: str) -> Path:
        return self._folder / identity / "handed-in"

    def _out(self, identity: str) -> Path:
        return self._folder / identity / "grades"

    def _known(self, identity: str) -> str:
        if identity not in self._sizes:
            raise Refused("there is no such upload", 404)
        return identity

    async def add(self, identity: str, name: str, content: AsyncIterator[bytes]) -> None:
        """Keep a file of an upload; an archive is unpacked."""
        path = _inside(self._handed_in(self._known(identity)), name)
        size, files = self._sizes[identity]
        if files >= MOST_UPLOADED_FILES:
            raise Refused(f"more than {MOST_UPLOADED_FILES:,} files were handed in", 413)
        path.parent.mkdir(parents=True, exist_ok=True)
        try:
            with path.open("xb") as stream:
                async for chunk in content:
                    size += len(chunk)
                    if size > LARGEST_UPLOAD:
                        path.unlink()
                        raise Refused(f"uploads are at most {LARGEST_UPLOAD >> 20} MiB", 413)
                    stream.write(chunk)
        except OSError as failure:
            raise Refused(f"cannot keep `{name}`: {failure.strerror}") from None
        self._sizes[identity] = (size, files + 1)
        if path.suffix.lower() == ".zip":
            await asyncio.to_thread(_unpack, path)

    def begin(self, identity: str) -> dict[str, Any]:
        """What a worker must be told to grade an upload."""
        folder = self._handed_in(self._known(identity))
        entries = [each for each in folder.iterdir() if not each.name.startswith((".", "__"))]
        if len(entries) == 1 and entries[0].is_dir():  # the class was dropped as one folder
            folder = entries[0]
        return {
            "submissions": [str(folder)],
            "out": str(self._out(identity)),
            "grading": identity,
        }

    def folder_of(self, identity: str) -> Path:
        """Where grading writes what it makes of an upload."""
        return self._out(self._known(identity))

    def page(self, identity: str, name: str) -> Path:
        """A file that grading has written."""
        path = _inside(self._out(self._known(identity)), name)
        if not path.is_file():
            raise Refused("there is no such page", 404)
        return path

    def archive(self, identity: str) -> Path:
        """All that grading has written, in one file."""
        out = self._out(self._known(identity))
        if not (out / "index.html").is_file():
            raise Refused("nothing was graded yet", 404)
        return Path(shutil.make_archive(str(out), "zip", out))


def _inside(folder: Path, name: str) -> Path:
    """The path of a name in a folder; Refused when it leads out of it."""
    parts = PurePosixPath(name).parts
    if not parts or "\\" in name or "\0" in name or any(each in {"/", ".."} for each in parts):
        raise Refused(f"`{name}` leads out of the folder", 403)
    path = folder.joinpath(*parts)
    if not path.resolve().is_relative_to(folder.resolve()):
        raise Refused(f"`{name}` leads out of the folder", 403)
    return path


def _unpack(archive: Path) -> None:
    """Replace an archive by what is in it, counting what really comes out of it."""
    folder, left = archive.parent, LARGEST_UNPACKED
    try:
        with zipfile.ZipFile(archive) as opened:
            entries = opened.infolist()
            if len(entries) > MOST_UPLOADED_FILES:
                raise Refused(f"the archive has more than {MOST_UPLOADED_FILES:,} files", 413)
            for entry in entries:
                if not entry.is_dir() and not _is_special(entry):
                    left = _unpack_one(opened, entry, _inside(folder, entry.filename), left)
    except (zipfile.BadZipFile, NotImplementedError, RuntimeError, OSError, EOFError) as failure:
        raise Refused(f"`{archive.name}` cannot be unpacked: {failure}") from None
    finally:
        with suppress(OSError):
            archive.unlink()


def _is_special(entry: zipfile.ZipInfo) -> bool:
    """Whether it is a link or a device, which no student needs to hand in."""
    kind = stat.S_IFMT(entry.external_attr >> 16)
    return kind not in {0, stat.S_IFREG}


def _unpack_one(opened: zipfile.ZipFile, entry: zipfile.ZipInfo, path: Path, left: int) -> int:
    """Unpack a file; the number of bytes that may still come."""
    path.parent.mkdir(parents=True, exist_ok=True)
    with opened.open(entry) as source, path.open("xb") as target:
        while chunk := source.read(_CHUNK):
            left -= len(chunk)
            if left < 0:
                message = f"the archive holds more than {LARGEST_UNPACKED >> 20} MiB"
                raise Refused(message, 413)
            target.write(chunk)
    return left
