"""The names that learning platforms give to submissions, so that grades can be returned.

Moodle's download has folders `Name_12345_assignsubmission_file_` (without the last `_` since 4.1),
or files that begin so; the number is the participant's. Canvas gives every file the name
`name_LATE_userid_submissionid_file`, and `-1` before the ending of a file that was handed in again;
anonymous people have `anon_` and five characters instead of a name and a number. Text typed into a
page of the platform is an HTML file, which Moodle names by the kind of submission and Canvas calls
`name_userid_text.html`. GitHub Classroom clones `assignment-user` into a folder
`assignment-submissions`.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from pathlib import Path

from refute.record import record

MOODLE, CANVAS, GITHUB = "moodle", "canvas", "github"

_MOODLE = re.compile(r"(?P<who>[^_]+)_(?P<number>\d+)_assignsubmission_(?P<kind>[a-z]+)(?:_(.*))?")
_CANVAS = re.compile(
    r"(?:LATE_(?=anon_))?(?P<who>anon(?=_\w{5}_)|.+?)_(?:LATE_)?(?P<user>(?<=anon_)\w{5}|\d+)"
    r"_(?:\d+_(?P<file>.+)|(?P<page>(?:text|link)\.html))"
)
_LATE = re.compile(r"(?:[^_]+_)?LATE_")
_TYPED = "text.html"
_AGAIN = re.compile(r"-\d+(?=\.[^.]+$)")
_CLONES = "-submissions"
_ONLINE_TEXT = "onlinetext"


@record
class Origin:
    """Where a submission came from.

    `key` is the number or name by which the `platform` identifies the person, `label` the name of
    the file or folder as delivered by the platform; `typed` means that it was typed into a page of
    the platform.
    """

    platform: str = ""
    key: str = ""
    label: str = ""
    late: bool = False
    typed: bool = False


@record
class Delivery:
    """The submission of one person: files and folders, each with its original name.

    The name of a folder is empty if its content belongs to the top.
    """

    who: str
    origin: Origin
    parts: tuple[tuple[str, Path], ...]


def deliveries(entries: Sequence[Path], folder: Path | None = None) -> list[Delivery]:
    """The submissions in a folder, by person, whatever the platform named them.

    A single name may have the form of Canvas by chance; if most have it, they are from there.
    """
    found = _from_moodle(entries)
    rest = [each for each in entries if not _MOODLE.fullmatch(each.name)]
    canvas = [each for each in rest if each.is_file() and _CANVAS.fullmatch(each.name)]
    if 2 * len(canvas) > len(rest):
        found += _from_canvas(canvas)
        rest = [each for each in rest if each not in canvas]
    return [*found, *(_plain(each, _assignment(rest, folder)) for each in rest)]


def is_of_platform(name: str) -> bool:
    """Whether a folder has the name of one person's submission on a platform."""
    return _MOODLE.fullmatch(name) is not None


def _from_moodle(entries: Iterable[Path]) -> list[Delivery]:
    """Moodle's folders and files; text typed into a page counts only if there is nothing else."""
    people: dict[str, list[tuple[re.Match[str], Path]]] = {}
    for entry in entries:
        found = _MOODLE.fullmatch(entry.name)
        if found:
            people.setdefault(found["number"], []).append((found, entry))
    return [_of_participant(each) for each in people.values()]


def _of_participant(entries: Sequence[tuple[re.Match[str], Path]]) -> Delivery:
    files = [each for each in entries if each[0]["kind"] != _ONLINE_TEXT]
    typed, files = not files, files or list(entries)
    first, path = files[0]
    parts = tuple((found[4] or "", each) for found, each in files)
    label = path.name if path.is_dir() else path.name.removesuffix(first[4] or "")
    return Delivery(first["who"], Origin(MOODLE, first["number"], label, typed=typed), parts)


def _from_canvas(entries: Iterable[Path]) -> list[Delivery]:
    people: dict[tuple[str, str], list[tuple[re.Match[str], Path]]] = {}
    for entry in entries:
        found = _CANVAS.fullmatch(entry.name)
        assert found is not None
        people.setdefault((found["who"], found["user"]), []).append((found, entry))
    return [_of_user(each) for each in people.values()]


def _of_user(entries: Sequence[tuple[re.Match[str], Path]]) -> Delivery:
    first, path = entries[0]
    late = any(_LATE.match(each.name) for _, each in entries)
    typed = all(found["page"] == _TYPED for found, _ in entries)
    names = [found["file"] or found["page"] for found, _ in entries]
    plain = [_AGAIN.sub("", each) for each in names]
    names = plain if len({*plain}) == len(plain) else names
    parts = tuple(zip(names, (each for _, each in entries), strict=True))
    return Delivery(first["who"], Origin(CANVAS, first["user"], path.name, late, typed), parts)


def _assignment(entries: Sequence[Path], folder: Path | None) -> str:
    """The common prefix of clones made by GitHub Classroom; empty if these are none."""
    if folder is None or not folder.name.endswith(_CLONES):
        return ""
    start = f"{folder.name.removesuffix(_CLONES)}-"
    return start if all(each.name.startswith(start) for each in entries) else ""


def _plain(entry: Path, assignment: str) -> Delivery:
    who = entry.name or entry.absolute().name
    origin = Origin(label=who)
    if assignment and len(who) > len(assignment):
        who = who.removeprefix(assignment)
        origin = Origin(GITHUB, who, entry.name)
    return Delivery(who, origin, ((entry.name if not entry.is_dir() else "", entry),))
