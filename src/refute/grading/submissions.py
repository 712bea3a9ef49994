"""Submissions: found, named, read safely, and recognised when they change."""

from __future__ import annotations

import hashlib
import os
import re
import stat
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import field, replace
from pathlib import Path
from tempfile import TemporaryDirectory

from refute.diagnostics import Diagnostic, InputError
from refute.files import temporary_root
from refute.grading.intake import file as limits
from refute.grading.intake.archives import is_archive, stem, unpack_class, with_archives_unpacked
from refute.grading.intake.file import File, Unusable, is_ignored, without_ignored
from refute.grading.intake.names import composed, without_accents
from refute.grading.intake.platforms import Delivery, Origin, deliveries, is_of_platform
from refute.grading.intake.sources import as_written
from refute.record import record
from refute.report.texts import translate

_UNSAFE = re.compile(r"[^\w.+=@-]+", re.ASCII)


@record
class Submission:
    """Files and folders that somebody handed in; `identity` is the name of the files about it.

    `parts` are the files and folders with their proper names, if these differ from the one at
    `path`.
    """

    name: str
    identity: str
    path: Path
    origin: Origin = field(default_factory=Origin)
    parts: tuple[tuple[str, Path], ...] = ()


@contextmanager
def submissions_at(paths: Sequence[Path], *, single: bool = False) -> Iterator[list[Submission]]:
    """The submissions named on the command line; an archive of a class is unpacked meanwhile."""
    if single or len(paths) != 1 or not (is_archive(paths[0].name) and paths[0].is_file()):
        yield find_submissions(paths, single=single)
        return
    with TemporaryDirectory(prefix="refute-class-", dir=temporary_root()) as folder:
        unpacked = Path(folder) / stem(paths[0].name)
        unpacked.mkdir()
        try:
            unpack_class(paths[0], unpacked)
        except Unusable as failure:
            message = f"`{paths[0]}` cannot be graded: {failure}"
            advice = "unpack it, and name the folder: `refute grade SPEC FOLDER`"
            raise InputError([Diagnostic("IO060", message, help=advice)]) from None
        yield find_submissions([_innermost(unpacked)])


def _innermost(folder: Path) -> Path:
    """The folder, or the only folder in it if a class was packed as a whole.

    Such a folder contains folders, or several files none of which looks like the main file of a
    program.
    """
    entries = _entries(folder)
    if len(entries) != 1 or not entries[0].is_dir() or is_of_platform(entries[0].name):
        return folder
    inside = _entries(entries[0])
    several = len(inside) > 1 and not any(_is_main(each.name) for each in inside)
    return entries[0] if several or any(map(Path.is_dir, inside)) else folder


def _is_main(name: str) -> bool:
    return Path(name).stem.casefold() in _MAIN


_MAIN = {"main", "__main__", "program", "makefile", "cargo", "package", "go"}
"""File names without endings that occur only in a program of several files."""


def find_submissions(paths: Sequence[Path], *, single: bool = False) -> list[Submission]:
    """The submissions named on the command line, or InputError.

    A single folder contains them all, each a file or a folder in it. If several are named, each is
    a submission, except that a folder that contains only folders stands for these. With `single`
    every name is a submission, whatever it is.
    """
    found: list[Delivery] = []
    for path in paths:
        if not os.path.lexists(path):
            raise InputError([Diagnostic("IO060", f"there is no submission `{path}`")])
        entries = _entries(path) if path.is_dir() and not single else []
        holds_all = path.is_dir() and len(paths) == 1 and not single
        holds_folders = bool(entries) and all(each.is_dir() for each in entries)
        inside = holds_all or holds_folders
        found.extend(deliveries(entries if inside else [path], path.absolute() if inside else None))
    if not found:
        names = ", ".join(f"`{path}`" for path in paths)
        message = f"there are no submissions in {names}"
        advice = "put each submission there as a file or as a folder of its own"
        raise InputError([Diagnostic("IO060", message, help=advice)])
    return _named(found)


def _entries(folder: Path) -> list[Path]:
    """The content of a folder, without what no student hands in."""
    return sorted(each for each in folder.iterdir() if not is_ignored(each.name))


def _named(found: Iterable[Delivery]) -> list[Submission]:
    """The submissions with identities that differ even if case is ignored."""
    taken: set[str] = set()
    made = []
    deliveries = list({one.parts: one for one in found}.values())
    people = Counter(each.who for each in deliveries)
    for each in deliveries:
        label = each.origin.label if not each.origin.platform else f"{each.who}_{each.origin.key}"
        identity = _identity(label, taken)
        taken.add(identity.casefold())
        who = each.who if people[each.who] == 1 else _told_apart(each)
        name = composed(os.fsencode(who).decode("utf-8", "replace"))
        origin = replace(each.origin, label=composed(each.origin.label))
        made.append(Submission(name, identity, each.parts[0][1], origin, each.parts))
    return made


def _told_apart(delivery: Delivery) -> str:
    """A name for one of several submissions with equal names, which may be of different people."""
    if delivery.origin.platform:
        return f"{delivery.who} ({delivery.origin.key})"
    return str(delivery.parts[0][1])


def _identity(name: str, taken: set[str]) -> str:
    plain = without_accents(name).encode("ascii", "ignore").decode()
    base = _UNSAFE.sub("_", plain).strip("._-")[:60] or "submission"
    number = 1
    identity = base
    while identity.casefold() in taken:
        number += 1
        identity = f"{base}-{number}"
    return identity


# Files


def files_of(submission: Submission) -> list[File]:
    """The regular files of a submission; links are not followed, and other things ignored."""
    try:
        return sorted(without_ignored(_read(submission)), key=lambda each: each.name)
    except OSError as failure:
        name, said = Path(str(failure.filename)).name, failure.strerror or str(failure)
        raise Unusable(translate("unusable_unreadable", name=name, said=said)) from None


def _read(submission: Submission) -> list[File]:
    found: list[File] = []
    total = 0
    for name, path in _all_files(submission):
        status = path.lstat()
        if not stat.S_ISREG(status.st_mode):
            continue
        total += status.st_size
        if total > limits.LARGEST_SUBMISSION:
            raise Unusable(translate("unusable_too_large", size=limits.LARGEST_SUBMISSION >> 20))
        found.append(File(name, _content(path)))
        if len(found) > limits.MOST_FILES:
            raise Unusable(translate("unusable_too_many", count=f"{limits.MOST_FILES:,}"))
    return found


def _all_files(submission: Submission) -> Iterator[tuple[str, Path]]:
    for name, path in submission.parts or (("", submission.path),):
        yield from _walked(path, name)


def _walked(path: Path, name: str = "") -> Iterator[tuple[str, Path]]:
    """Everything in a file or folder except folders, by its proper name."""
    if path.is_symlink() or not path.is_dir():
        yield name or path.name, path
        return
    waiting = [(f"{name}/" if name else "", path)]
    while waiting:
        before, folder = waiting.pop()
        for entry in sorted(os.scandir(folder), key=lambda each: each.name):
            if is_ignored(entry.name):
                continue
            if entry.is_dir(follow_symlinks=False):
                if before.count("/") >= limits.DEEPEST:
                    raise Unusable(translate("unusable_nested", depth=limits.DEEPEST))
                waiting.append((f"{before}{entry.name}/", Path(entry.path)))
            else:
                yield f"{before}{entry.name}", Path(entry.path)


def _content(path: Path) -> bytes:
    """The content of a file, read without following a link that may have taken its place."""
    descriptor = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
    with os.fdopen(descriptor, "rb") as stream:
        return stream.read(limits.LARGEST_SUBMISSION + 1)


def prepared(files: Sequence[File], endings: Iterable[str]) -> list[File]:
    """The files as a compiler expects them: unpacked, in UTF-8, notebooks as programs."""
    known = tuple(endings)
    unpacked = without_ignored(with_archives_unpacked(files))
    made = sorted(as_written(unpacked, known), key=lambda each: each.name)
    programs = [each for each in made if Path(each.name).suffix in known]
    if programs and not any(each.content.strip() for each in programs):
        raise Unusable(translate("unusable_empty", name=programs[0].name))
    return made


def copy_into(files: Iterable[File], folder: Path) -> None:
    """Copy the files of a submission into a folder that is ours."""
    for file in files:
        target = folder / file.name
        try:
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(file.content)
        except (OSError, ValueError) as failure:
            said = getattr(failure, "strerror", None) or str(failure)
            raise Unusable(translate("unusable_unpack", name=file.name[:80], said=said)) from None


def fingerprint(submission: Submission) -> str:
    """A text that changes whenever anything in a submission does."""
    try:
        return fingerprint_of(files_of(submission))
    except Unusable as failure:
        return hashlib.sha256(str(failure).encode("utf-8", "replace")).hexdigest()


def fingerprint_of(files: Iterable[File]) -> str:
    """A text that changes whenever a name or a content does."""
    digest = hashlib.sha256()
    for file in files:
        for part in (os.fsencode(file.name), file.content):
            digest.update(len(part).to_bytes(8, "big"))
            digest.update(part)
    return digest.hexdigest()
