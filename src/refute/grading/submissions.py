"""What was handed in: found, named, copied without surprises, and recognised when it changes."""

from __future__ import annotations

import hashlib
import os
import re
import stat
import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from refute.diagnostics import Diagnostic, InputError

LARGEST_SUBMISSION = 64 << 20
MOST_FILES = 5_000
DEEPEST = 100
_IGNORED = {"__pycache__", "__MACOSX", "node_modules", "grade.toml", "Thumbs.db", "desktop.ini"}
_UNSAFE = re.compile(r"[^\w.+=@-]+", re.ASCII)


@dataclass(frozen=True, slots=True)
class Submission:
    """A file or a folder that was handed in; `identity` names the files about it."""

    name: str
    identity: str
    path: Path


class Unusable(Exception):
    """A submission that cannot be tried, for a reason of its own."""


def find_submissions(paths: Sequence[Path], *, single: bool = False) -> list[Submission]:
    """The submissions that the command line names, or InputError.

    One folder holds them all, each a file or a folder in it. Of several names each is a
    submission, but a folder that holds nothing but folders stands for those. With `single`
    every name is a submission, whatever it is.
    """
    found: list[Path] = []
    for path in paths:
        if not os.path.lexists(path):
            raise InputError([Diagnostic("IO060", f"there is no submission `{path}`")])
        entries = _entries(path) if path.is_dir() and not single else []
        holds_all = path.is_dir() and len(paths) == 1 and not single
        holds_folders = bool(entries) and all(each.is_dir() for each in entries)
        found.extend(entries if holds_all or holds_folders else [path])
    if not found:
        names = ", ".join(f"`{path}`" for path in paths)
        message = f"there are no submissions in {names}"
        advice = "put each submission there as a file or as a folder of its own"
        raise InputError([Diagnostic("IO060", message, help=advice)])
    return _named(found)


def _entries(folder: Path) -> list[Path]:
    """What is in a folder, without what no student hands in."""
    return sorted(each for each in folder.iterdir() if not _is_ignored(each.name))


def _is_ignored(name: str) -> bool:
    return name.startswith(".") or name in _IGNORED


def _named(paths: Iterable[Path]) -> list[Submission]:
    """The submissions with identities that are all different, also where case does not count."""
    taken: set[str] = set()
    made = []
    for path in dict.fromkeys(paths):
        name = path.name or path.absolute().name
        identity = _identity(name, taken)
        taken.add(identity.casefold())
        made.append(Submission(os.fsencode(name).decode("utf-8", "replace"), identity, path))
    return made


def _identity(name: str, taken: set[str]) -> str:
    plain = unicodedata.normalize("NFKD", name).encode("ascii", "ignore").decode()
    base = _UNSAFE.sub("_", plain).strip("._-")[:60] or "submission"
    number = 1
    identity = base
    while identity.casefold() in taken:
        number += 1
        identity = f"{base}-{number}"
    return identity


@dataclass(frozen=True, slots=True)
class File:
    """A regular file of a submission by its name in it."""

    name: str
    path: Path
    size: int


def files_of(submission: Submission) -> list[File]:
    """The regular files of a submission; links are not followed, and other things left out."""
    found: list[File] = []
    total = 0
    for name, path in _walked(submission.path):
        status = path.lstat()
        if stat.S_ISREG(status.st_mode):
            found.append(File(name, path, status.st_size))
            total += status.st_size
        if total > LARGEST_SUBMISSION:
            raise Unusable(f"it is larger than {LARGEST_SUBMISSION >> 20} MiB")
        if len(found) > MOST_FILES:
            raise Unusable(f"it has more than {MOST_FILES:,} files")
    return sorted(found, key=lambda each: each.name)


def _walked(path: Path) -> Iterator[tuple[str, Path]]:
    """Everything in a submission that is no folder, by its name in it."""
    if path.is_symlink() or not path.is_dir():
        yield path.name, path
        return
    waiting = [("", path)]
    while waiting:
        before, folder = waiting.pop()
        for entry in sorted(os.scandir(folder), key=lambda each: each.name):
            if _is_ignored(entry.name):
                continue
            if entry.is_dir(follow_symlinks=False):
                if before.count("/") >= DEEPEST:
                    raise Unusable(f"its folders are nested more than {DEEPEST} deep")
                waiting.append((f"{before}{entry.name}/", Path(entry.path)))
            else:
                yield f"{before}{entry.name}", Path(entry.path)


def copy_into(files: Iterable[File], folder: Path) -> None:
    """Copy the files of a submission into a folder that is ours."""
    for file in files:
        target = folder / file.name
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(content(file))


def content(file: File) -> bytes:
    """What is in a file, read without following a link that may have taken its place."""
    descriptor = os.open(file.path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
    with os.fdopen(descriptor, "rb") as stream:
        return stream.read(LARGEST_SUBMISSION + 1)


def fingerprint(submission: Submission) -> str:
    """A text that changes when anything in a submission does."""
    digest = hashlib.sha256()
    try:
        for file in files_of(submission):
            for part in (os.fsencode(file.name), content(file)):
                digest.update(len(part).to_bytes(8, "big"))
                digest.update(part)
    except (OSError, Unusable) as failure:
        digest.update(str(failure).encode("utf-8", "replace"))
    return digest.hexdigest()
