"""The people of a course, from a table made by a platform or a person.

Whatever the columns are called, a row belongs to a submission if one of its cells identifies it: a
number of Moodle or Canvas, a user of GitHub, a name, an address. The columns are kept as they are,
so that the table can be returned with the grades in it.
"""

from __future__ import annotations

import csv
import io
import re
import unicodedata
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import field
from pathlib import Path

from refute.diagnostics import Diagnostic, InputError
from refute.files import decode, read_content
from refute.grading.intake.names import without_accents
from refute.grading.intake.platforms import CANVAS, MOODLE, Origin
from refute.grading.intake.sources import in_utf8
from refute.record import record

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
_KNOWN = {*_FIRST, *_LAST, *_FULL, *_GROUP, *_NUMBER, *_IDENTIFIER, "email", "e-mail", "mail",
          "email address", "e-mail-adresse", "user", "username", "login", "sis login id",
          "anmeldename"}  # fmt: skip
_TELLING = re.compile(r"[\d@]")
"""Occurs in numbers and addresses, but not in the names of columns."""

_DELIMITERS = (";", "\t", ",")
_SEPARATOR = re.compile(r"sep=([;,\t|])", re.IGNORECASE)
"""A first line that tells a spreadsheet the separator of cells."""

_WORKBOOKS = (b"PK\x03\x04", b"\xd0\xcf\x11\xe0")


@record
class Person:
    """A row of the table, with the cells whose meaning is known."""

    cells: tuple[str, ...]
    name: str = ""
    number: str = ""
    group: str = ""


@record
class Roster:
    """A table of people; `header` and cells are as they were read."""

    header: tuple[str, ...]
    people: tuple[Person, ...]
    delimiter: str = ","
    title: tuple[tuple[str, ...], ...] = ()
    _index: Mapping[str, Person] = field(default_factory=dict, repr=False, compare=False)

    def person(self, name: str, origin: Origin) -> Person | None:
        """The person who made a submission, if that is unambiguous."""
        keys = [key for key in _keys_of(name, origin) if key in self._index]
        return self._index[keys[0]] if keys else None

    def column(self, names: Iterable[str]) -> int | None:
        """The position of the first column with one of some names."""
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
        """The column for the points in Moodle's worksheet."""
        return self.column(_GRADE)

    @property
    def feedback_column(self) -> int | None:
        """The column for the comment in Moodle's worksheet."""
        return self.column(_FEEDBACK)

    @property
    def maximum_column(self) -> int | None:
        """The column with the maximum points in Moodle's worksheet."""
        return self.column(_MAXIMUM)


def read_roster(path: Path) -> Roster:
    """Read the roster in a file; InputError IO065 if it is none."""
    content = read_content(path)
    if content.startswith(_WORKBOOKS):
        raise _no_roster(f"`{path}` is a workbook of a spreadsheet", "save it as CSV")
    lines, delimiter = _table(decode(in_utf8(content), str(path)))
    if len(lines) < 2:
        advice = "write a line with the names of columns, and a line for each person"
        raise _no_roster(f"`{path}` is not a table of people", advice)
    if not _has_header(lines):
        shown = delimiter.join(lines[0])[:60]
        advice = "write a line above it with a name for each column, such as `name` or `id`"
        raise _no_roster(f"the first line of `{path}` names no columns: `{shown}`", advice)
    return roster_of(lines, delimiter)


def _no_roster(message: str, advice: str) -> InputError:
    return InputError([Diagnostic("IO065", message, help=advice)])


def _table(text: str) -> tuple[list[tuple[str, ...]], str]:
    """The rows of a table and its separator: the one for which most rows are equally long."""
    first, _, rest = text.partition("\n")
    said = _SEPARATOR.fullmatch(first.strip("\ufeff \r"))
    if said:
        return _lines(rest, said[1]), said[1]
    tables = {each: _lines(text, each) for each in _DELIMITERS}

    def fitting(delimiter: str) -> tuple[int, int]:
        lengths = [len(row) for row in tables[delimiter]]
        width = max(lengths[:1], default=0)
        return (lengths.count(width) if width > 1 else 0), width

    best = max(tables, key=fitting)
    return (tables[best], best) if fitting(best)[0] else (tables[","], ",")


def _lines(text: str, delimiter: str) -> list[tuple[str, ...]]:
    try:
        read = [tuple(row) for row in csv.reader(io.StringIO(text), delimiter=delimiter)]
    except csv.Error:
        return []
    return [row for row in read if any(map(str.strip, row))]


def _has_header(lines: Sequence[tuple[str, ...]]) -> bool:
    """Whether the first line contains the names of columns.

    That is so if it has a known name, or words above a column of numbers or addresses.
    """
    first, *others = lines
    if any(each.strip().casefold() in _KNOWN for each in first):
        return True
    return any(
        not _TELLING.search(title)
        and all(_TELLING.search("".join(row[n : n + 1])) for row in others)
        for n, title in enumerate(first)
    )


def roster_of(lines: Sequence[tuple[str, ...]], delimiter: str = ",") -> Roster:
    """The roster in a table whose first line has the names of the columns."""
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
    """People by everything that identifies exactly one of them."""
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
    """A name as spelled by systems without accents."""
    return _plain(without_accents("".join(words)))


def _plain(text: str) -> str:
    return unicodedata.normalize("NFKC", text).casefold().replace("_", " ")
