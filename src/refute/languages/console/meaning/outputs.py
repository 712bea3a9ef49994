"""Which printed texts a pattern covers, in time proportional to the length of the text.

Printed text is laid out on a tape: its units, each followed by a separator. Matching keeps the
set of places on the tape that the parts of a pattern can have come to.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from decimal import Context, Decimal
from functools import lru_cache
from itertools import groupby
from typing import TypeAlias, assert_never

from refute.languages.console.comparison import DEFAULT, Comparison, Whitespace
from refute.languages.console.patterns import AnyText, Around, Exactly, Line, Part, Word

Places: TypeAlias = Sequence[int]
"""Places on a tape in rising order; a range where every place from one on is meant."""

_NUMERAL = re.compile(r"(?<![\w.])[+-]?(?:[0-9]+(?:\.[0-9]+)?|\.[0-9]+)(?:[eE][+-]?[0-9]{1,9})?")
_PIECE = re.compile(rf"(?P<number>{_NUMERAL.pattern})|(?P<blank>\s+)|(?P<text>[^\s\d.+-]+|.)")
_ARITHMETIC = Context(prec=60, Emax=10**12, Emin=-(10**12), traps=[])


@dataclass(frozen=True, slots=True)
class _Text:
    """These characters."""

    text: str


@dataclass(frozen=True, slots=True)
class _Number:
    """This number, as it is written or in another way."""

    text: str
    value: Decimal


@dataclass(frozen=True, slots=True)
class _Blank:
    """Blanks and line ends; `last` says that no text follows that would have to be there."""

    text: str
    last: bool


_Token: TypeAlias = _Text | _Number | _Blank | AnyText | tuple["_Token", ...]
"""A tuple is text with something around it."""


@lru_cache(maxsize=4096)
def _tokens(line: Line, comparison: Comparison) -> tuple[_Token, ...]:
    """What a line wants, texts beside each other taken together."""
    found: list[_Token] = []
    for kind, group in groupby(line.parts, type):
        parts = list(group)
        if kind is Exactly:
            found.extend(_pieces("".join(part.text for part in parts), comparison))  # type: ignore[union-attr]
        else:
            found.extend(_other(part, comparison) for part in parts)
    return tuple(found)


def _other(part: Part, comparison: Comparison) -> _Token:
    match part:
        case Around(text):
            return tuple(_pieces(text, comparison))
        case AnyText():
            return part
        case Exactly():
            raise AssertionError("a text among wildcards")
        case _:
            assert_never(part)


def _pieces(text: str, comparison: Comparison) -> list[_Token]:
    text = text.casefold() if comparison.caseless else text
    exact = comparison.whitespace is Whitespace.EXACT
    if exact and comparison.tolerance is None:
        return [_Text(text)] if text else []
    found: list[_Token] = []
    for piece in _PIECE.finditer(text):
        if piece["number"] and comparison.tolerance is not None:
            found.append(_Number(piece["number"], Decimal(piece["number"])))
        elif piece["blank"] and not exact:
            found.append(_Blank(piece["blank"], piece.end() == len(text)))
        elif found and isinstance(found[-1], _Text):
            found[-1] = _Text(found[-1].text + piece.group())
        else:
            found.append(_Text(piece.group()))
    return found


def covers(word: Word, units: Sequence[str], comparison: Comparison = DEFAULT) -> bool:
    """Whether printed units are these outputs, each of which may take any number of them."""
    tape = Tape(units, comparison)
    return tape.size in tape.after(word, (0,))


class Tape:
    """Printed units laid out one after the other.

    With `open_lines` an output may also end in the middle of a line. `furthest` is the last
    place at which something was found that had to be there.
    """

    def __init__(
        self, units: Iterable[str], comparison: Comparison, *, open_lines: bool = False
    ) -> None:
        self._comparison = comparison
        self._separator = comparison.separator
        self._open_lines = open_lines
        text = "".join(unit + self._separator for unit in units)
        self._text = text.casefold() if comparison.caseless else text
        self.size = len(self._text)
        self.furthest = 0

    def after(self, word: Word, starts: Places) -> Places:
        """The places where outputs that begin at given places can end."""
        for line in word:
            if not starts:
                break
            starts = self._line(line, starts)
        return starts

    def _line(self, line: Line, starts: Places) -> Places:
        tokens = _tokens(line, self._comparison)
        reached = starts
        for token in tokens:
            reached = self._step(token, reached)
        ends = {end for place in self._candidates(reached) for end in self._closed(place)}
        if ends and not isinstance(reached, range):
            self.furthest = max(self.furthest, *ends)
        if all(map(_may_be_empty, tokens)):
            ends.update(starts)
        return sorted(ends)

    def _candidates(self, places: Places) -> Places:
        """Those of the places at which an output may end; of a whole range they are but few."""
        if self._open_lines or not isinstance(places, range):
            return places
        ends = [found.start() for found in re.finditer(re.escape(self._separator), self._text)]
        around = {0, *ends, *(end + 1 for end in ends)}
        return [place for place in around if place in places]

    def _closed(self, place: int) -> Iterable[int]:
        """Where the next output begins when one came to a place, if that is the end of a line."""
        if self._text.startswith(self._separator, place):
            yield place + 1
        if self._comparison.whitespace is not Whitespace.EXACT and self._begins_unit(place):
            yield place
        if self._open_lines:
            yield place
            rest = self._text[place : place + 80]
            yield place + len(rest) - len(rest.lstrip())

    def _begins_unit(self, place: int) -> bool:
        return place == 0 or self._text[place - 1] == self._separator

    def _step(self, token: _Token, starts: Places) -> Places:
        if not starts:
            return starts
        match token:
            case _Text(text):
                return self._reached(self._find(text, starts))
            case _Number(text, value):
                written = self._find(text, starts)
                return self._reached(sorted({*written, *self._numbers(value, starts)}))
            case _Blank():
                return sorted({end for place in starts for end in self._blank(token, place)})
            case AnyText(nonempty):
                return self._anything(starts, nonempty=nonempty)
            case tuple():
                return self._around(token, starts)
            case _:
                assert_never(token)

    def _reached(self, places: Places) -> Places:
        self.furthest = max(self.furthest, places[-1] if places else 0)
        return places

    def _find(self, text: str, starts: Places) -> list[int]:
        """The places behind a text that stands at one of the starts."""
        if not isinstance(starts, range):
            return [each + len(text) for each in starts if self._text.startswith(text, each)]
        found = []
        place = self._text.find(text, starts[0])
        while place >= 0:
            found.append(place + len(text))
            place = self._text.find(text, place + 1)
        return found

    def _numbers(self, value: Decimal, starts: Places) -> Iterable[int]:
        """The places behind a number of about this value that stands at one of the starts."""
        tolerance = self._comparison.tolerance
        assert tolerance is not None
        allowed = starts if isinstance(starts, range) else frozenset(starts)
        for found in _NUMERAL.finditer(self._text, starts[0]):
            if found.start() in allowed:
                difference = _ARITHMETIC.subtract(Decimal(found.group()), value)
                if difference.copy_abs() <= tolerance:
                    yield found.end()

    def _blank(self, blank: _Blank, place: int) -> Iterable[int]:
        """The places behind blanks; those at the end of a line, and blank lines, may be missing."""
        ends_unit = self._text.startswith(self._separator, place)
        if self._comparison.whitespace is Whitespace.COLLAPSED:
            if ends_unit:
                yield place + 1
            if ends_unit or self._begins_unit(place):
                yield place
            return
        before, newline, _ = blank.text.partition("\n")
        indent = blank.text.rpartition("\n")[2]
        if ends_unit or (blank.last and self._begins_unit(place)):
            yield place
        if not newline:
            if self._text.startswith(before, place):
                yield place + len(before)
            return
        bases = [place + 1] if ends_unit else []
        bases += [place] if self._begins_unit(place) else []
        for base in bases:
            if self._text.startswith(indent, base):
                yield base + len(indent)
            if blank.last:
                yield base

    def _anything(self, starts: Places, *, nonempty: bool) -> Places:
        """Every place from the first one on; not before something that can be seen, if need be."""
        first = starts[0]
        if nonempty:
            while first < self.size and self._text[first].isspace():
                first += 1
            first += 1
        return range(first, self.size + 1)

    def _around(self, tokens: tuple[_Token, ...], starts: Places) -> Places:
        first: list[int] = []
        for before, after in ((True, False), (False, True)):
            reached = self._anything(starts, nonempty=before)
            for token in (*tokens, AnyText(nonempty=after)):
                reached = self._step(token, reached)
            first.extend(reached[:1])
        return range(min(first), self.size + 1) if first else ()


def _may_be_empty(token: _Token) -> bool:
    return isinstance(token, _Blank) or token == AnyText(nonempty=False)
