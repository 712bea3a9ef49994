"""A file of a submission, and the limits for all files of a submission."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable
from pathlib import PurePosixPath

from refute.record import record
from refute.report.texts import translate

LARGEST_SUBMISSION = 64 << 20
MOST_FILES = 5_000
DEEPEST = 100
LONGEST_NAME = 255
_IGNORED = {"__pycache__", "__MACOSX", "grade.toml", "Thumbs.db", "desktop.ini"}
_KIT = ("check.py", b'"""Check a program before handing it in.')
"""The program of a kit, with which students check their programs, and how it begins."""

_ENVIRONMENT = "pyvenv.cfg"
"""A file in folders into which Python installs packages."""

_MANIFEST = "package.json"
_MODULES = "node_modules"


class Unusable(Exception):
    """A submission that cannot be run, for a reason of its own."""


class MissingTool(Unusable):
    """A submission that needs something that this machine does not have."""


@record
class File:
    """A regular file of a submission; its name is relative, with `/` between folders."""

    name: str
    content: bytes

    @property
    def text(self) -> str:
        """Its content as text, whatever it is."""
        return self.content.decode("utf-8", "replace")


def is_ignored(name: str) -> bool:
    """Whether a file or folder of this name was not written by a student."""
    return name.startswith(".") or name in _IGNORED


def safe_name(name: str) -> str:
    """A name in an archive with plain separators; Unusable if it leads out of the archive."""
    plain = unicodedata.normalize("NFC", name.replace("\\", "/"))
    parts = PurePosixPath(plain).parts
    if not parts or plain.startswith("/") or ".." in parts or "\0" in plain or ":" in parts[0]:
        raise Unusable(translate("unusable_leads_out", name=name))
    if any(len(part.encode("utf-8", "surrogateescape")) > LONGEST_NAME for part in parts):
        raise Unusable(translate("unusable_long_name", name=name[:40]))
    if len(parts) > DEEPEST:
        raise Unusable(translate("unusable_nested", depth=DEEPEST))
    return "/".join(parts)


def check_size(files: Iterable[File]) -> None:
    """Unusable if there are too many files or they are too large together."""
    total = count = 0
    for file in files:
        total, count = total + len(file.content), count + 1
        if total > LARGEST_SUBMISSION:
            raise Unusable(translate("unusable_too_large", size=LARGEST_SUBMISSION >> 20))
        if count > MOST_FILES:
            raise Unusable(translate("unusable_too_many", count=f"{MOST_FILES:,}"))


def without_ignored(files: Iterable[File]) -> list[File]:
    """The files that a student wrote, and packages that the program itself requires."""
    kept = [each for each in files if not _is_foreign(each)]
    paths = [PurePosixPath(each.name) for each in kept]
    manifests = {path.parent for path in paths if _is_manifest(path)}
    environments = {path.parent for path in paths if path.name == _ENVIRONMENT}
    return [
        each
        for each, path in zip(kept, paths, strict=True)
        if _belongs(path, manifests) and environments.isdisjoint(path.parents)
    ]


def _is_foreign(file: File) -> bool:
    path = PurePosixPath(file.name)
    name, beginning = _KIT
    of_kit = path.name == name and file.content.startswith(beginning)
    return of_kit or any(map(is_ignored, path.parts))


def _is_manifest(path: PurePosixPath) -> bool:
    return path.name == _MANIFEST and _MODULES not in path.parts


def _belongs(path: PurePosixPath, manifests: set[PurePosixPath]) -> bool:
    if _MODULES not in path.parts:
        return True
    above = PurePosixPath(*path.parts[: path.parts.index(_MODULES)])
    return above in manifests
