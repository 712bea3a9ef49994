"""Programs uploaded through the page, and the results of grading them.

An upload is temporary: it has its own folder, which is removed after many later uploads. The class
of a specification is stored beside the specifications: the last submissions, its roster, its
grades, and remarks by tutors, so that grading can continue where it was.
"""

from __future__ import annotations

import asyncio
import hashlib
import json
import secrets
import shutil
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path, PurePosixPath
from typing import Any
from urllib.parse import quote

from refute.diagnostics import InputError
from refute.files import write_bytes, write_text
from refute.grading.comments import Comments, read_comments, write_remark
from refute.grading.grades import Remark
from refute.grading.intake.archives import is_archive
from refute.grading.intake.roster import read_roster
from refute.grading.pages import LISTING
from refute.web.folder import Refused
from refute.web.processes import Json
from refute.web.settings import LARGEST_TEXT, LARGEST_UPLOAD, MOST_UPLOADED_FILES

MOST_UPLOADS = 20
_HANDED_IN, _GRADES, _ROSTER, _ASKED = "handed-in", "grades", "roster.csv", "asked.json"


class Gradings:
    """The uploads and classes of one server, by names that are used in addresses."""

    def __init__(self, scratch: Path, kept: Path) -> None:
        self._scratch = scratch
        self._kept = kept
        self._sizes: dict[str, tuple[int, int]] = {}
        self._turns: dict[str, asyncio.Lock] = {}

    # Uploads

    def new(self) -> str:
        """Create an upload; returns its name."""
        while len(self._sizes) >= MOST_UPLOADS:
            self._forget_upload(next(iter(self._sizes)))
        identity = secrets.token_hex(8)
        (self._scratch / identity / _HANDED_IN).mkdir(parents=True)
        self._sizes[identity] = (0, 0)
        return identity

    def _forget_upload(self, identity: str) -> None:
        del self._sizes[identity]
        shutil.rmtree(self._scratch / identity, ignore_errors=True)

    def _upload(self, identity: str) -> Path:
        if identity not in self._sizes:
            raise Refused("there is no such upload", 404)
        return self._scratch / identity

    async def add(self, identity: str, name: str, content: AsyncIterator[bytes]) -> None:
        """Add a file to an upload."""
        path = _inside(self._upload(identity) / _HANDED_IN, name)
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

    # Classes

    def class_of(self, place: str, name: str) -> str:
        """The class of a specification, even if it has no submissions yet."""
        return self._named(quote(f"{place}/{name}", safe="", encoding="utf-8"))

    @staticmethod
    def _named(folder: str) -> str:
        return f"class-{hashlib.sha256(folder.encode()).hexdigest()[:16]}"

    def _folder(self, identity: str) -> Path:
        """The folder of an upload or a class."""
        if identity in self._sizes:
            return self._scratch / identity
        known = self._kept.iterdir() if self._kept.is_dir() else ()
        found = [each for each in known if self._named(each.name) == identity]
        if not found:
            raise Refused("there is no such grading", 404)
        return found[0]

    def _made(self, place: str, name: str) -> Path:
        folder = self._kept / quote(f"{place}/{name}", safe="")
        if len(folder.name) > 200:
            raise Refused("the name of the specification is too long for a class")
        folder.mkdir(parents=True, exist_ok=True)
        return folder

    def known(self, place: str, name: str) -> Json:
        """The state of the class of a specification."""
        identity = self.class_of(place, name)
        try:
            folder = self._folder(identity)
        except Refused:
            return {"id": identity, "handed_in": False, "roster": None, "grades": None}
        return {
            "id": identity,
            "handed_in": (folder / _HANDED_IN).is_dir(),
            "roster": _people(folder / _ROSTER),
            "grades": _listing(folder / _GRADES),
        }

    def take_roster(self, place: str, name: str, content: bytes) -> None:
        """Store a roster for a class; Refused if it is invalid. Without content, remove it."""
        path = self._made(place, name) / _ROSTER
        if not content:
            path.unlink(missing_ok=True)
            return
        before = path.read_bytes() if path.is_file() else None
        write_bytes(path, content)
        try:
            read_roster(path)
        except InputError as failure:
            path.unlink() if before is None else write_bytes(path, before)
            said = failure.diagnostics[0].message.replace(str(path), "the roster")
            raise Refused(said.replace("`the roster`", "the roster")) from None

    def remark(self, identity: str, submission: str, given: Json) -> None:
        """Store a tutor's remark about a submission of a class."""
        out = self._folder(identity) / _GRADES
        listing = _read(out) or {"submissions": [], "points": 0}
        rows = listing["submissions"]
        row = next((each for each in rows if each["identity"] == submission), None)
        if row is None:
            raise Refused("there is no such submission", 404)
        names = [each["name"] for each in rows]
        own = row["name"] if names.count(row["name"]) == 1 else submission
        key = next((each for each in _names(row) if read_comments(out).of(each)), own)
        write_remark(out, key, _remark(given, listing["points"]))

    def forget(self, identity: str) -> None:
        """Delete a class and all of its files."""
        if identity in self._sizes:
            raise Refused("only classes can be forgotten", 403)
        shutil.rmtree(self._folder(identity))

    # Grading

    @asynccontextmanager
    async def grading(self, job: Json, upload: str | None, *, keep: bool) -> AsyncIterator[Json]:
        """Yield the job for a worker that grades an upload, or the class of a specification.

        A class is graded by one worker at a time. An upload replaces the previous submissions.
        """
        if not keep:
            yield {**job, **self.begin(upload or "")}
            return
        identity = self.class_of(job["place"], job["name"])
        async with self._turns.setdefault(identity, asyncio.Lock()):
            folder = self._made(job["place"], job["name"])
            if upload:
                await asyncio.to_thread(_replace, self._upload(upload) / _HANDED_IN, folder)
                self._forget_upload(upload)
            write_text(folder / _ASKED, json.dumps(job))
            yield {**job, **_folders(folder, _class_in(folder / _HANDED_IN)), "grading": identity}

    def begin(self, upload: str) -> Json:
        """The job for a worker that grades an upload."""
        folder = self._upload(upload)
        return {**_folders(folder, _folder_in(folder / _HANDED_IN)), "grading": upload}

    def asked(self, identity: str) -> Json:
        """The question with which a class was graded last."""
        try:
            record: Json = json.loads((self._folder(identity) / _ASKED).read_text("utf-8"))
        except (OSError, ValueError):
            raise Refused("the class was not graded yet", 404) from None
        return record

    def folder_of(self, identity: str) -> Path:
        """The folder for the results of grading an upload."""
        return self._upload(identity) / _GRADES

    def page(self, identity: str, name: str) -> Path:
        """A file made by grading."""
        path = _inside(self._folder(identity) / _GRADES, name)
        if not path.is_file():
            raise Refused("there is no such page", 404)
        return path

    def archive(self, identity: str) -> Path:
        """All files made by grading, in one archive."""
        out = self._folder(identity) / _GRADES
        if not (out / "index.html").is_file():
            raise Refused("nothing was graded yet", 404)
        return Path(shutil.make_archive(str(out), "zip", out))


def _folder_in(handed_in: Path) -> Path:
    """The folder of the submissions, which may all be in a single folder."""
    if not handed_in.is_dir():
        raise Refused("nothing was handed in yet")
    entries = [each for each in handed_in.iterdir() if not each.name.startswith((".", "__"))]
    return entries[0] if len(entries) == 1 and entries[0].is_dir() else handed_in


def _class_in(handed_in: Path) -> Path:
    """The class, which may also be a single archive."""
    folder = _folder_in(handed_in)
    entries = [*folder.iterdir()]
    return entries[0] if len(entries) == 1 and is_archive(entries[0].name) else folder


def _folders(folder: Path, handed_in: Path) -> Json:
    """The folders of a grading, and the roster if there is one."""
    roster = folder / _ROSTER
    found = {"roster": str(roster)} if roster.is_file() else {}
    return {"submissions": [str(handed_in)], "out": str(folder / _GRADES), **found}


def _replace(handed_in: Path, folder: Path) -> None:
    """Replace the previous submissions by an upload."""
    target = folder / _HANDED_IN
    shutil.rmtree(target, ignore_errors=True)
    shutil.move(handed_in, target)


def _people(roster: Path) -> int | None:
    """The number of people in a roster."""
    try:
        return len(read_roster(roster).people) if roster.is_file() else None
    except InputError:
        return None


def _read(out: Path) -> Json | None:
    try:
        record: Json = json.loads((out / LISTING).read_text("utf-8"))
    except (OSError, ValueError):
        return None
    return record


def _listing(out: Path) -> Json | None:
    """The grades of a class with the current remarks; `stale` if the files lack some of them."""
    record = _read(out)
    if record is None:
        return None
    try:
        comments = read_comments(out)
    except InputError:
        comments = Comments({})
    record["stale"] = False
    for row in record["submissions"]:
        remark = comments.of(*_names(row)) or Remark()
        before = row["comment"], row["corrected"]
        row |= {"comment": remark.comment, "corrected": remark.score}
        row["score"] = row["computed"] if remark.score is None else remark.score
        record["stale"] |= before != (remark.comment, remark.score)
    return record


def _names(row: Json) -> tuple[str, ...]:
    """The names of a submission that may be used in remarks."""
    return row["identity"], row["name"], row["label"]


def _remark(given: Json, points: float) -> Remark | None:
    """The remark sent by a page; None if it is empty."""
    score: Any = given.get("score")
    comment = given.get("comment", "")
    if not isinstance(comment, str) or len(comment) > LARGEST_TEXT:
        raise Refused("a comment is a text")
    is_number = isinstance(score, int | float) and not isinstance(score, bool)
    if score is not None and (not is_number or not 0 <= score <= points):
        raise Refused(f"points are a number from 0 to {points:g}")
    if score is None and not comment.strip():
        return None
    return Remark(comment.strip(), None if score is None else float(score))


def _inside(folder: Path, name: str) -> Path:
    """The path of a name in a folder; Refused if it leads out of it."""
    parts = PurePosixPath(name).parts
    if not parts or "\\" in name or "\0" in name or any(each in {"/", ".."} for each in parts):
        raise Refused(f"`{name}` leads out of the folder", 403)
    path = folder.joinpath(*parts)
    if not path.resolve().is_relative_to(folder.resolve()):
        raise Refused(f"`{name}` leads out of the folder", 403)
    return path
