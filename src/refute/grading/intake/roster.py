"""The people of a course, from a table that a platform or a person made.

Whatever the columns are called, a row belongs to a submission when one of its cells names it: a
number of Moodle or Canvas, a user of GitHub, a name, an address. The columns stay as they are, so
that the table can be given back with the grades in it.
"""

from __future__ import annotations

import csv
import io
import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from refute.diagnostics import Diagnostic, InputError
from refute.files import decode, read_content
from refute.grading.intake.names import without_accents
from refute.grading.intake.platforms import CANVAS, MOODLE, Origin
from refute.grading.intake.sources import in_utf8

_PARTICIPANT = re.compile(r"\D+(\d+)")
_FIRST = {"first name", "vorname", "given name", "firstname"}
_LAST = {"last name", "surname", "nachname", "family name", "lastname", "familienname"}
_FULL = {"full name", "name", "student", "vollständiger name", "student name"}
_GROUP = {"group", "gruppe", "groups", "gruppen", "section", "team", "tutorial", "tutorium"}
_NUMBER = {"id number", "id-nummer", "matriculation number", "matrikelnummer", "matriculation",
           "sis user id", "student id", "number", "nummer", "id"}  # fmt: skip
_IDENTIFIER = {"identifier", "id", "github_username", "github username", "kennung"}
_GRADE = {"grade", "bewertung"}
_FEEDBACK = {"feedback comments", "feedback als kommentar"}
_MODIFIED = {"last modified (grade)", "zuletzt geändert (bewertung)"}
_MAXIMUM = {"maximum grade", "bestwertung"}


@dataclass(frozen=True, slots=True)
class Person:
    """A row of the table, and what of it is known to mean something."""

    cells: tuple[str, ...]
    name: str = ""
    number: str = ""
    group: str = ""


@dataclass(frozen=True, slots=True)
class Roster:
    """A table of people; `header` and cells are as they were read."""

    header: tuple[str, ...]
    people: tuple[Person, ...]
    delimiter: str = ","
    title: tuple[tuple[str, ...], ...] = ()
    _index: Mapping[str, Person] = field(default_factory=dict, repr=False, compare=False)

    def person(self, name: str, origin: Origin) -> Person | None:
        """Whose submission it is, if that can be told without doubt."""
        keys = [key for key in _keys_of(name, origin) if key in self._index]
        return self._index[keys[0]] if keys else None

    def column(self, names: Iterable[str]) -> int | None:
        """The number of the first column with one of some names."""
        wanted = set(names)
        found = [number for number, each in enumerate(self.header) if each.casefold() in wanted]
        return found[0] if found else None

    @property
    def is_worksheet(self) -> bool:
        """Whether it is the grading worksheet of an assignment in Moodle."""
        needed = (_IDENTIFIER, _GRADE, _MODIFIED)
        return all(self.column(each) is not None for each in needed)

    @property
    def is_gradebook(self) -> bool:
        """Whether it is the gradebook of a course in Canvas."""
        return {"student", "id", "section"} <= {each.casefold() for each in self.header}

    @property
    def grade_column(self) -> int | None:
        """Where Moodle's worksheet wants the points."""
        return self.column(_GRADE)

    @property
    def feedback_column(self) -> int | None:
        """Where Moodle's worksheet wants the comment."""
        return self.column(_FEEDBACK)

    @property
    def maximum_column(self) -> int | None:
        """Where Moodle's worksheet says how many points there are."""
        return self.column(_MAXIMUM)


def read_roster(path: Path) -> Roster:
    """The roster in a file, or InputError IO065."""
    text = decode(in_utf8(read_content(path)), str(path))
    try:
        delimiter = csv.Sniffer().sniff(text.split("\n")[0], ",;\t").delimiter
    except csv.Error:
        delimiter = ","
    lines = [tuple(row) for row in csv.reader(io.StringIO(text), delimiter=delimiter) if any(row)]
    if len(lines) < 2:
        advice = "write a line with the names of columns, and a line for each person"
        raise InputError([Diagnostic("IO065", f"`{path}` is no table of people", help=advice)])
    return roster_of(lines, delimiter)


def roster_of(lines: Sequence[tuple[str, ...]], delimiter: str = ",") -> Roster:
    """The roster of a table whose first line has the names of the columns."""
    header = tuple(each.strip() for each in lines[0])
    padded = [(*row, *[""] * (len(header) - len(row)))[: len(header)] for row in lines[1:]]
    title = [row for row in padded[:2] if _is_title(header, row)]
    plain = Roster(header, ())
    people = tuple(_person(plain, row) for row in padded if row not in title)
    return Roster(header, people, delimiter, tuple(title), _index(header, people))


def _is_title(header: Sequence[str], row: Sequence[str]) -> bool:
    """Whether a line of Canvas' gradebook is about columns, such as `Points Possible`."""
    first = row[0].strip().casefold()
    return first == "points possible" or (not first and header[0].casefold() == "student")


def _person(roster: Roster, row: tuple[str, ...]) -> Person:
    def cell(names: Iterable[str]) -> str:
        number = roster.column(names)
        return "" if number is None else row[number].strip()

    both = " ".join(filter(None, (cell(_FIRST), cell(_LAST))))
    return Person(row, cell(_FULL) or both, cell(_NUMBER), cell(_GROUP))


def _index(header: Sequence[str], people: Iterable[Person]) -> dict[str, Person]:
    """People by everything that names exactly one of them."""
    found: dict[str, Person] = {}
    doubtful: set[str] = set()
    for person in people:
        for key in set(_keys(header, person)):
            if key in found:
                doubtful.add(key)
            found[key] = person
    return {key: person for key, person in found.items() if key not in doubtful}


def _keys(header: Sequence[str], person: Person) -> Iterator[str]:
    for column, cell in zip(header, person.cells, strict=True):
        text, name = cell.strip(), column.casefold()
        if not text:
            continue
        yield f"text {_plain(text)}"
        if "@" in text:
            yield f"text {_plain(text.split('@')[0])}"
        participant = _PARTICIPANT.fullmatch(text)
        if name in {"identifier", "kennung", "id"} and participant:
            yield f"{MOODLE} {participant[1]}"
        if name == "id":
            yield f"{CANVAS} {text}"
    if person.name:
        words = _words(person.name)
        yield f"text {_plain(person.name)}"
        for order in (words, words[::-1]):
            yield f"squashed {_plain(''.join(order))}"
            yield f"bare {_bare(order)}"


def _keys_of(name: str, origin: Origin) -> Iterator[str]:
    if origin.platform:
        yield f"{origin.platform} {origin.key}"
    yield f"text {_plain(name)}"
    yield f"text {_plain(name.rpartition('.')[0] or name)}"
    yield f"squashed {_plain(''.join(_words(name)))}"
    yield f"bare {_bare(_words(name))}"


def _words(name: str) -> list[str]:
    return [each for each in re.split(r"[\s,]+", name) if each]


def _bare(words: Sequence[str]) -> str:
    """A name as systems spell it that know no accents."""
    return _plain(without_accents("".join(words)))


def _plain(text: str) -> str:
    return unicodedata.normalize("NFKC", text).casefold().replace("_", " ")
