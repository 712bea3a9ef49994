"""Outputs that a specification allows, and which printed texts they match.

Matching takes time proportional to the length of the text. Printed text is laid out on a tape: its
units, each followed by a separator. Matching maintains the set of positions on the tape that the
parts of a pattern can have reached. Free text begins and ends only where no number and no word is
split.
"""

from __future__ import annotations

import re
from bisect import bisect_left, bisect_right
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from decimal import Context, Decimal
from fractions import Fraction
from functools import cached_property, lru_cache
from itertools import zip_longest
from typing import TypeAlias, assert_never

from refute.languages.console.comparison import DEFAULT, Comparison, Whitespace
from refute.languages.console.meaning.tokens import boundaries
from refute.languages.console.types import show_decimal, with_places
from refute.record import record


@record
class Exactly:
    """Exactly this text."""

    text: str


@record
class Number:
    """A decimal, compared by value.

    With `places`, it must be written with that many, and may be rounded either way at a half.
    Without, it may differ by the errors of floating-point arithmetic.
    """

    value: Fraction
    places: int | None = None
    width: int = 0

    @property
    def example(self) -> str:
        """The decimal as a program would print it."""
        if self.places is not None:
            return with_places(self.value, self.places).rjust(self.width)
        return show_decimal(self.value).rjust(self.width)


@record
class Around:
    """This text or decimal, with something before or after it."""

    text: str
    number: Number | None = None


@record
class AnyText:
    """Any text within a line, or across lines."""

    nonempty: bool = False
    across_lines: bool = False


Part: TypeAlias = Exactly | Number | Around | AnyText


@dataclass(frozen=True)
class Line:
    """One output: an output pattern with all values filled in.

    `origin` is the position of the pattern in its source.
    """

    parts: tuple[Part, ...]
    origin: int = field(default=0, compare=False)

    @cached_property
    def example(self) -> str:
        """The simplest text that matches, as a person would write it."""
        shown = ""
        after_hole = False
        for part in self.parts:
            text = _simplest(part)
            free = after_hole or isinstance(part, Around)
            touching = shown and text and not (shown[-1].isspace() or text[0].isspace())
            shown += f" {text}" if free and touching else text
            after_hole = (after_hole and not text) or isinstance(part, AnyText)
        return shown

    @property
    def is_free(self) -> bool:
        """Whether more than the example may be printed."""
        return any(not isinstance(part, Exactly | Number) for part in self.parts)

    def __str__(self) -> str:
        return "".join(map(_notation, self.parts))


Word: TypeAlias = tuple[Line, ...]
"""Consecutive outputs; the empty word is no output at all."""


def _simplest(part: Part) -> str:
    match part:
        case Exactly(text):
            return text
        case Number():
            return part.example
        case Around(text):
            return f"{text} …"
        case AnyText(nonempty):
            return "…" if nonempty else ""
        case _:
            assert_never(part)


def _notation(part: Part) -> str:
    match part:
        case Around(text):
            return f"…{text}… (with some text around it)"
        case AnyText(nonempty):
            return "……" if nonempty else "…"
        case _:
            return _simplest(part)


Positions: TypeAlias = Sequence[int]
"""Positions on a tape in ascending order, as a list or a range."""

_NUMERAL = re.compile(r"(?<![\w.])[+-]?(?:[0-9]+(?:\.[0-9]+)?|\.[0-9]+)(?:[eE][+-]?[0-9]{1,9})?")
_PIECE = re.compile(rf"(?P<number>{_NUMERAL.pattern})|(?P<blank>\s+)|(?P<text>[^\s\d.+-]+|.)")
_FEW = 64
_PRECISION = Fraction(1, 10**5)
"""Relative error allowed in a decimal: programs may print only six digits."""

_NEGATIVE = re.compile(r"[-\u2212]\.?\d")
_DECIMAL = re.compile(r"-?(?:[0-9]+(?:\.(?P<places>[0-9]+))?|\.[0-9]+)(?:[eE][+-]?[0-9]{1,3})?")
_ARITHMETIC = Context(prec=60, Emax=10**12, Emin=-(10**12), traps=[])


@record
class _Text:
    """These characters."""

    text: str


@record
class _Number:
    """This number, as it is written or in another way."""

    text: str
    value: Decimal


@record
class _Blank:
    """Blanks and line ends; `last` says that no required text follows."""

    text: str
    last: bool


_Token: TypeAlias = _Text | _Number | Number | _Blank | AnyText | tuple["_Token", ...]
"""Part of an output; a tuple is text with something around it."""


@lru_cache(maxsize=4096)
def _tokens(line: Line, comparison: Comparison) -> tuple[_Token, ...]:
    """The parts of a line, with adjacent texts joined."""
    found: list[_Token] = []
    text = ""
    for part in (*line.parts, None):
        if isinstance(part, Exactly):
            text += part.text
            continue
        found.extend(_pieces(text, comparison))
        text = ""
        if isinstance(part, Around):
            inner = _pieces(part.text, comparison) if part.number is None else [part.number]
            found.append(tuple(inner))
        elif part is not None:
            found.append(part)
    return tuple(found)


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
    """Whether printed units match these outputs, each of which may cover any number of them."""
    tape = Tape(units, comparison)
    return tape.size in tape.after(word, (0,))


class Tape:
    """Printed units laid out one after the other.

    With `open_lines`, an output may also end in the middle of a line.
    """

    def __init__(
        self, units: Iterable[str], comparison: Comparison, *, open_lines: bool = False
    ) -> None:
        self._comparison = comparison
        self._separator = comparison.separator
        self._open_lines = open_lines
        self._text = self._folded("".join(unit + self._separator for unit in units))
        self.size = len(self._text)

    def _folded(self, text: str) -> str:
        return text.casefold() if self._comparison.caseless else text

    def length(self, unit: str) -> int:
        """The length of a unit on the tape, without the separator after it."""
        return len(self._folded(unit))

    def after(self, word: Word, starts: Positions) -> Positions:
        """The positions where outputs that begin at given positions can end."""
        for line in word:
            if not starts:
                break
            starts = self._line(line, starts)
        return starts

    def _line(self, line: Line, starts: Positions) -> Positions:
        tokens = _tokens(line, self._comparison)
        reached = self._steps(tokens, starts)
        ends = {end for position in self._candidates(reached) for end in self._closed(position)}
        if all(map(_may_be_empty, tokens)):
            ends.update(starts)
        return sorted(ends)

    def _steps(self, tokens: Sequence[_Token], starts: Positions) -> Positions:
        reached = starts
        for token, following in zip_longest(tokens, tokens[1:]):
            reached = self._step(token, reached)
            if isinstance(token, AnyText) and _begins_with_minus(following):
                reached = [each for each in reached if self._is_sign(each)]
        return reached

    def _is_sign(self, position: int) -> bool:
        """Whether a minus at a position belongs to the number after it."""
        return self._comparison.loose or not self._is_boundary(position + 1)

    def _candidates(self, positions: Positions) -> Iterable[int]:
        """Those positions at which an output may end, usually few."""
        if self._open_lines or len(positions) < _FEW:
            return positions
        known = positions if isinstance(positions, range) else frozenset(positions)
        return (each for each in self._line_ends if each in known)

    @cached_property
    def _line_ends(self) -> list[int]:
        """The positions before and after separators."""
        ends = [found.start() for found in re.finditer(re.escape(self._separator), self._text)]
        return sorted({0, *ends, *(end + 1 for end in ends)})

    @cached_property
    def _boundaries(self) -> Positions:
        """The positions where free text may begin or end."""
        return range(self.size + 1) if self._comparison.loose else boundaries(self._text)

    def _closed(self, position: int) -> Iterable[int]:
        """Where the next output begins after one that ends here, if this is the end of a line."""
        if self._text.startswith(self._separator, position):
            yield position + 1
        if self._comparison.whitespace is not Whitespace.EXACT and self._begins_unit(position):
            yield position
        if self._open_lines:
            yield position
            rest = self._text[position : position + 80]
            yield position + len(rest) - len(rest.lstrip())

    def _begins_unit(self, position: int) -> bool:
        return position == 0 or self._text[position - 1] == self._separator

    def _step(self, token: _Token, starts: Positions) -> Positions:
        if not starts:
            return starts
        match token:
            case _Text(text):
                return self._find(text, starts)
            case _Number(text, value):
                written = self._find(text, starts)
                return sorted({*written, *self._numbers(value, starts)})
            case Number():
                return sorted({end for each in starts for end in self._decimal(token, each)})
            case _Blank():
                return sorted({end for position in starts for end in self._blank(token, position)})
            case AnyText():
                return self._anything(starts, token)
            case tuple():
                return self._around(token, starts)
            case _:
                assert_never(token)

    def _find(self, text: str, starts: Positions) -> list[int]:
        """The positions after a text found at one of the starts."""
        if not isinstance(starts, range):
            return [each + len(text) for each in starts if self._text.startswith(text, each)]
        found = []
        position = self._text.find(text, starts[0])
        while position >= 0:
            found.append(position + len(text))
            position = self._text.find(text, position + 1)
        return found

    def _numbers(self, value: Decimal, starts: Positions) -> Iterable[int]:
        """The positions after a number of about this value found at one of the starts."""
        tolerance = self._comparison.tolerance
        assert tolerance is not None
        allowed = starts if isinstance(starts, range) else frozenset(starts)
        for found in _NUMERAL.finditer(self._text, starts[0]):
            if found.start() in allowed:
                difference = _ARITHMETIC.subtract(Decimal(found.group()), value)
                if difference.copy_abs() <= tolerance:
                    yield found.end()

    def _decimal(self, number: Number, position: int) -> Iterable[int]:
        """The end of a decimal with the right value, with leading blanks if it has a width."""
        rest = self._text[position : position + number.width]
        filled = len(rest) - len(rest.lstrip(" "))
        found = _DECIMAL.match(self._text, position + filled)
        if found is None or not self._is_right(number, found):
            return
        if self._comparison.whitespace is not Whitespace.EXACT or (
            found.end() - position >= number.width
        ):
            yield found.end()

    def _is_right(self, number: Number, printed: re.Match[str]) -> bool:
        """Whether a printed decimal has the wanted places and value."""
        tolerance = self._comparison.tolerance
        slack = max(Fraction(tolerance or 0), abs(number.value) * _PRECISION, _PRECISION**2)
        if number.places is not None:
            places = len(printed["places"] or "")
            if tolerance is None and places != number.places:
                return False
            slack = max(slack, Fraction(1, 2 * 10**number.places) + _PRECISION**2)
        elif tolerance is not None:
            slack = Fraction(tolerance) + _PRECISION**2
        return abs(Fraction(printed.group()) - number.value) <= slack

    def _blank(self, blank: _Blank, position: int) -> Iterable[int]:
        """The ends of blanks; those at the end of a line, and blank lines, may be missing."""
        ends_unit = self._text.startswith(self._separator, position)
        if self._comparison.whitespace is Whitespace.COLLAPSED:
            if ends_unit:
                yield position + 1
            if ends_unit or self._begins_unit(position):
                yield position
            return
        before, newline, _ = blank.text.partition("\n")
        indent = blank.text.rpartition("\n")[2]
        if ends_unit or (blank.last and self._begins_unit(position)):
            yield position
        if not newline:
            if self._text.startswith(before, position):
                yield position + len(before)
            return
        bases = [position + 1] if ends_unit else []
        bases += [position] if self._begins_unit(position) else []
        for base in bases:
            if self._text.startswith(indent, base):
                yield base + len(indent)
            if blank.last:
                yield base

    def _anything(self, starts: Positions, hole: AnyText) -> Positions:
        """The positions that free text can reach, up to the ends of the lines that it begins on."""
        marks = self._boundaries
        reached: list[Positions] = []
        end = -1
        for start in starts:
            if start <= end or not self._is_boundary(start):
                continue
            end = self._end_of(start, hole)
            first = self._after_visible(start) if hole.nonempty else start
            reached.append(marks[bisect_left(marks, first) : bisect_right(marks, end)])
        return reached[0] if len(reached) == 1 else [each for some in reached for each in some]

    def _is_boundary(self, position: int) -> bool:
        index = bisect_left(self._boundaries, position)
        return index < len(self._boundaries) and self._boundaries[index] == position

    def _end_of(self, start: int, hole: AnyText) -> int:
        """The last position of free text that begins at a position."""
        if hole.across_lines or self._comparison.holes_take_lines:
            return self.size
        end = self._text.find(self._separator, start)
        return self.size if end < 0 else end

    def _after_visible(self, start: int) -> int:
        """The position after the first visible character from here on."""
        while start < self.size and self._text[start].isspace():
            start += 1
        return start + 1

    def _around(self, tokens: tuple[_Token, ...], starts: Positions) -> Positions:
        found: set[int] = set()
        for before, after in ((True, False), (False, True)):
            holes = AnyText(nonempty=before), AnyText(nonempty=after)
            found.update(self._steps((holes[0], *tokens, holes[1]), starts))
        return sorted(found)


def _begins_with_minus(token: _Token | None) -> bool:
    return isinstance(token, _Text | _Number) and _NEGATIVE.match(token.text) is not None


def _may_be_empty(token: _Token) -> bool:
    return isinstance(token, _Blank) or (isinstance(token, AnyText) and not token.nonempty)
