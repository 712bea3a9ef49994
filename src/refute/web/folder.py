"""The files that the page shows: those of one folder and of the gallery, and no others."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Iterator
from pathlib import Path, PurePosixPath

from refute.diagnostics import InputError
from refute.files import read_source, rewrite_text
from refute.languages import LANGUAGES
from refute.web.settings import LARGEST_TEXT

MOST_FILES = 2_000
DEEPEST = 6
LONGEST_NAME = 255  # bytes, on all usual file systems


class Refused(Exception):
    """A request that is refused; the message says why, `status` is the HTTP status."""

    def __init__(self, message: str, status: int = 400) -> None:
        super().__init__(message)
        self.status = status


class Folder:
    """Files of some kind in a folder, by relative name."""

    def __init__(self, root: Path, is_shown: Callable[[str], bool] | None = None) -> None:
        self._root = root.resolve()
        self._is_shown = is_shown or is_specification

    def names(self) -> list[str]:
        """The names of the files, including those in subfolders."""
        return sorted(self._walk())[:MOST_FILES]

    def read(self, name: str) -> tuple[str, str]:
        """The text of a file and its version."""
        try:
            text = read_source(self._path(name)).text
        except InputError as failure:
            if failure.diagnostics[0].code == "F005":  # a new file is empty
                return "", _version("")
            raise Refused(self._message(failure), 404) from None
        return text, _version(text)

    def write(self, name: str, text: str, before: str) -> str:
        """Save a file whose version was `before`, empty for a new one; returns its new version."""
        if len(text) > LARGEST_TEXT:
            raise Refused(f"the text is longer than {LARGEST_TEXT >> 20} MiB", 413)
        path = self._path(name)
        if path.exists() != bool(before) or (before and self.read(name)[1] != before):
            raise Refused(f"`{name}` was changed by somebody else in the meantime", 409)
        try:
            rewrite_text(path, text)
        except InputError as failure:
            raise Refused(self._message(failure)) from None
        return _version(text)

    def _message(self, failure: InputError) -> str:
        """An error message that does not reveal where the folder is."""
        return str(failure).replace(f"{self._root}{os.sep}", "")

    def _path(self, name: str) -> Path:
        """The path of a file, which must be of the kind and inside the folder."""
        parts = PurePosixPath(name).parts
        plain = name and not name.startswith("/") and "\\" not in name and "\0" not in name
        if not plain or any(each.startswith(".") or _is_too_long(each) for each in parts):
            raise Refused(f"`{name}` is not the name of a file in the folder", 403)
        path = Path(os.path.realpath(self._root / name))
        if not path.is_relative_to(self._root) or path.is_symlink():
            raise Refused(f"`{name}` is outside the folder", 403)
        if not self._is_shown(path.name):
            raise Refused(f"`{name}` does not have the ending of such files", 403)
        return path

    def _walk(self) -> Iterator[str]:
        waiting = [(self._root, "", 0)]
        while waiting:
            folder, before, depth = waiting.pop()
            for entry in _entries(folder):
                if entry.is_dir(follow_symlinks=False) and depth < DEEPEST:
                    waiting.append((Path(entry.path), f"{before}{entry.name}/", depth + 1))
                elif self._is_shown(entry.name) and os.path.isfile(entry.path):
                    yield before + entry.name


def _entries(folder: Path) -> list[os.DirEntry[str]]:
    try:
        return [each for each in os.scandir(folder) if not _is_hidden(each.name)]
    except OSError:
        return []


def _is_too_long(name: str) -> bool:
    return len(name.encode("utf-8", "replace")) > LONGEST_NAME


def _is_hidden(name: str) -> bool:
    return name.startswith((".", "__")) or name == "node_modules"


def is_specification(name: str) -> bool:
    """Whether a file of this name may be shown; Python files are not, as most are programs."""
    known = [
        ending
        for each in LANGUAGES.values()
        for ending in (*each.endings, *each.sketches)
        if ending != ".py"
    ]
    return name.lower().endswith(tuple(known))


def _version(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()[:20]
