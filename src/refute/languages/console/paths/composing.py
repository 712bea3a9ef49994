"""Texts composed from what a specification requires of their parts.

`len(split(plate, "-")) == 2 and len(split(plate, "-")[1]) == 3` holds for few texts that anybody
would guess. First, what is required of a text and of each of its parts is collected, whether it is
to hold or not; then texts are made with parts of the required lengths and characters, from the
words that are mentioned, and with one part after the other slightly changed.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import islice
from random import Random
from typing import Literal

from refute.languages.console import syntax
from refute.languages.console.syntax import Expression

MOST_COMPOSED = 60
"""Maximum number of texts made for a variable."""

_MOST_PARTS, _MOST_LENGTH = 6, 24
_MIXED = 12
_COMPARISONS = frozenset({"==", "!=", "<", "<=", ">", ">="})
_SAME = frozenset({"upper", "lower", "strip"})
_KINDS = {"is_letter": "abcdefghij", "is_digit": "1234567890"}
_CAPITALS = "ABCDEFGHIJ"


@dataclass(slots=True)
class Demands:
    """What is required of a text.

    This is its length, the words that it is or contains, the kinds of its characters and their
    `case`, and the same for its parts between separators and for the pieces at its positions.
    """

    lengths: list[int] = field(default_factory=list)
    words: list[str] = field(default_factory=list)
    beginnings: list[str] = field(default_factory=list)
    inside: list[str] = field(default_factory=list)
    ends: list[str] = field(default_factory=list)
    kinds: list[str] = field(default_factory=list)
    case: Literal["upper", "lower", ""] = ""
    counts: dict[str, list[int]] = field(default_factory=dict)
    parts: dict[str, dict[int | None, Demands]] = field(default_factory=dict)
    pieces: dict[tuple[int, int | None], Demands] = field(default_factory=dict)

    @property
    def are_worth_composing(self) -> bool:
        """Whether the usual texts do not show everything that is required."""
        pieces = any(each != Demands() for each in self.pieces.values())
        named = self.beginnings or self.inside or self.ends
        return bool(self.parts or pieces or named or (self.lengths and self.kinds))

    def part(self, separator: str, index: int | None) -> Demands:
        """The demands on one part, or on each, of the text split at a separator."""
        return self.parts.setdefault(separator, {}).setdefault(index, Demands())

    def piece(self, start: int, end: int | None) -> Demands:
        """The demands on the characters from one position to another."""
        return self.pieces.setdefault((start, end), Demands())


Known = Mapping[str, Demands]


def demands_in(expressions: Iterable[Expression], variables: Iterable[str]) -> Known:
    """What expressions require of the texts in some variables."""
    found = {name: Demands() for name in variables}
    for each in expressions:
        _gather(each, found)
    return found


def _gather(expression: Expression, known: Known) -> None:
    match expression:
        case syntax.Each(item, variable, source, condition):
            _gather(source, known)
            member = _each_of(source, known)
            inner = {name: text for name, text in known.items() if name != variable}
            inner |= {variable: member} if member is not None else {}
            for part in (item,) if condition is None else (item, condition):
                _gather(part, inner)
            return
        case syntax.Apply(function, (left, right)) if function in _COMPARISONS:
            _compared(left, right, known)
            _compared(right, left, known)
        case syntax.Apply("in" | "not in", (one, syntax.ListOf(items))):
            for item in items:
                _compared(one, item, known)
        case syntax.Apply("in" | "not in", (piece, whole)) | syntax.Apply(
            "contains", (whole, piece)
        ):
            _named(piece, whole, known, "inside")
        case syntax.Apply("starts with", (whole, piece)):
            _named(piece, whole, known, "beginnings")
        case syntax.Apply("ends with", (whole, piece)):
            _named(piece, whole, known, "ends")
        case syntax.Apply("is_digit" | "is_letter" as kind, (whole,)):
            if (text := _text(whole, known)) is not None:
                text.kinds.append(_KINDS[kind])
    for child in syntax.children(expression):
        _gather(child, known)


def _compared(side: Expression, other: Expression, known: Known) -> None:
    match side, other:
        case syntax.Apply("len", (whole,)), syntax.Integer(number):
            if (text := _text(whole, known)) is not None:
                text.lengths.append(number)
            elif (cut := _cut(whole, known)) is not None:
                cut[0].counts.setdefault(cut[1], []).append(number)
                cut[0].parts.setdefault(cut[1], {})
        case syntax.Apply("int", (whole,)), syntax.Integer(number):
            if (text := _text(whole, known)) is not None:
                text.words += [f"{number}", f"{number + 1}", f"{number - 1}", f"0{number}"]
                text.kinds.append(_KINDS["is_digit"])
        case syntax.Apply("upper" | "lower" as case, (whole,)), _ if whole == other:
            if (text := _text(whole, known)) is not None:
                text.kinds += [_CAPITALS, _KINDS["is_letter"]]
                text.case = case
        case _, syntax.Text(word):
            if (text := _text(side, known)) is not None:
                text.words.append(word)


def _named(piece: Expression, whole: Expression, known: Known, where: str) -> None:
    text = _text(whole, known)
    if text is not None and isinstance(piece, syntax.Text) and piece.value:
        getattr(text, where).append(piece.value)


def _text(expression: Expression, known: Known) -> Demands | None:
    """The demands on the text that an expression denotes."""
    match expression:
        case syntax.Name(name) | syntax.Current((name,), _):
            return known.get(name)
        case syntax.Apply(function, (whole,)) if function in _SAME:
            return _text(whole, known)
        case syntax.Apply("first" | "last" as end, (source,)):
            cut = _cut(source, known)
            return cut[0].part(cut[1], 0 if end == "first" else -1) if cut else None
        case syntax.Apply("index", (source, at)) if (index := _integer(at)) is not None:
            if (cut := _cut(source, known)) is not None:
                return cut[0].part(cut[1], index)
            text = _text(source, known)
            return None if text is None else text.piece(index, index + 1 or None)
        case syntax.Apply("slice", (source, *limits)):
            text, ends = _text(source, known), [_integer(each) for each in limits]
            if text is None or ends[0] is None or (len(ends) > 1 and ends[1] is None):
                return None
            return text.piece(ends[0], ends[1] if len(ends) > 1 else None)
    return None


def _integer(expression: Expression) -> int | None:
    match expression:
        case syntax.Integer(value):
            return value
        case syntax.Apply("negate", (syntax.Integer(value),)):
            return -value
    return None


def _cut(expression: Expression, known: Known) -> tuple[Demands, str] | None:
    """The text that is split, and the separator."""
    match expression:
        case syntax.Apply("split", (whole, *rest)):
            text = _text(whole, known)
            separator = rest[0] if rest else syntax.Text(" ")
            if text is not None and isinstance(separator, syntax.Text) and separator.value:
                return text, separator.value
    return None


def _each_of(source: Expression, known: Known) -> Demands | None:
    """The demands on each part or character that a variable stands for."""
    if (cut := _cut(source, known)) is not None:
        return cut[0].part(cut[1], None)
    match source:
        case syntax.Apply("chars", (whole,)):
            return _text(whole, known)
    return _text(source, known)


# Making texts


def composed(demands: Demands) -> Sequence[str]:
    """Texts that meet the demands, and some that nearly do."""
    return list(islice(dict.fromkeys(_made(demands)), MOST_COMPOSED))


def _made(demands: Demands) -> Iterator[str]:
    if demands.parts:
        for separator in demands.parts:
            yield from _joined(demands, separator)
        yield from demands.words
    elif demands.pieces:
        yield from _pieced(demands)
    else:
        yield from _simple(demands)


def _joined(demands: Demands, separator: str) -> Iterator[str]:
    """Texts with the required number of parts, one fewer and one more."""
    parts, counts = demands.parts[separator], demands.counts.get(separator, [])
    indices = [each + 1 if each >= 0 else -each for each in parts if each is not None]
    needed = max(indices, default=2)
    numbers = [*counts, needed, *(each + step for each in counts or [needed] for step in (1, -1))]
    choices = {
        number: [_choices(parts, index, number) for index in range(number)]
        for number in numbers
        if 1 <= number <= _MOST_PARTS
    }
    for each in choices.values():
        yield from map(separator.join, _alike(each))
    yield from map(separator.join, _varied(choices.get((*counts, needed)[0], [])))


def _choices(parts: Mapping[int | None, Demands], index: int, number: int) -> list[str]:
    """Texts for one of several parts; those after the last part with demands are like that one."""
    asked = [parts[each] for each in (index, index - number, None) if each in parts]
    before = [each for each in parts if each is not None and 0 <= each < index]
    if not asked and before:
        asked = [parts[max(before)]]
    made = [text for each in asked for text in composed(each)]
    return made or ["ab", "1", "", "Ab c"]


def _alike(choices: Sequence[Sequence[str]]) -> Iterator[Sequence[str]]:
    """The first of each, the second of each, and so on, a few times."""
    for number in range(3):
        yield [each[min(number, len(each) - 1)] for each in choices]


def _varied(choices: Sequence[Sequence[str]]) -> Iterator[Sequence[str]]:
    """The first of each but for one, in turn; and some chosen at random."""
    random, base = Random("composed"), [each[0] for each in choices]
    for number in range(1, max(map(len, choices), default=0)):
        for place, each in enumerate(choices):
            if number < len(each):
                yield [*base[:place], each[number], *base[place + 1 :]]
        if number <= _MIXED:
            yield [random.choice(each) for each in choices]


def _pieced(demands: Demands) -> Iterator[str]:
    """Texts with the required pieces at some positions."""
    least = max(abs(end if end is not None else start) for start, end in demands.pieces)
    places = [slice(*each) for each in demands.pieces]
    whole = dict.fromkeys(_lengths(demands, max(least, 1)))
    filled = [next(_of_length(demands, length)) for length in whole]
    choices = [
        [
            composed(replace(asked, lengths=[len(text[place])])) or [""]
            for place, asked in zip(places, demands.pieces.values(), strict=True)
        ]
        for text in filled
    ]
    for combine in (_alike, _varied):
        for text, pieces in zip(filled, choices, strict=True):
            yield from (_overlaid(text, places, each) for each in combine(pieces))


def _overlaid(text: str, places: Sequence[slice], pieces: Sequence[str]) -> str:
    """The text overwritten with pieces of the right size; what is too long goes on like the last.

    A program that looks at all characters from some position on must not be right by accident.
    """
    characters = list(text)
    for place, piece in zip(places, pieces, strict=True):
        for at, character in zip(range(*place.indices(len(text))), piece, strict=False):
            characters[at] = character
    last = max(place.indices(len(text))[1] for place in places)
    characters[last:] = characters[last - 1 : last] * (len(text) - last)
    return "".join(characters)


def _simple(demands: Demands) -> Iterator[str]:
    """Words that are mentioned, and texts of the required lengths and kinds."""
    yield from demands.words
    lengths = list(_lengths(demands, 2))
    for length in lengths:
        yield next(_extended(demands, next(_of_length(demands, length))))
    for length in lengths:
        for text in _of_length(demands, length):
            yield from _extended(demands, text)
    yield ""


def _extended(demands: Demands, text: str) -> Iterator[str]:
    """The text with and without the required beginning, end and content."""
    begin, end = (*demands.beginnings, "")[0], (*demands.ends, "")[0]
    middle = len(text) // 2
    inside = list(dict.fromkeys(demands.inside))
    yield begin + text[:middle] + "".join(inside) + text[middle:] + end
    yield from (each + text for each in demands.beginnings)
    yield from (text + each for each in demands.ends)
    for each in inside:
        yield text[:middle] + each + text[middle:]
        if each.strip():
            yield from (each + text, text + each, each)
    yield text


def _lengths(demands: Demands, default: int) -> Iterator[int]:
    asked = demands.lengths if max(demands.lengths, default=0) > 1 else [*demands.lengths, default]
    for step in (0, 1, -1):
        for length in asked:
            if 0 < length + step <= _MOST_LENGTH:
                yield length + step


def _of_length(demands: Demands, length: int) -> Iterator[str]:
    """Texts of the required kinds, with another last character, and of other kinds.

    Digits may begin with zero.
    """
    kinds = list(dict.fromkeys((*demands.kinds, *_KINDS.values(), _CAPITALS)))
    if len(set(demands.kinds)) > 1:
        mixed = "".join(kinds[at % len(set(demands.kinds))][at % 10] for at in range(length))
        yield {"upper": mixed.upper(), "lower": mixed.lower(), "": mixed}[demands.case]
        yield mixed
    for kind in kinds:
        text = (kind * 3)[:length]
        yield text
        if kind in demands.kinds or not demands.kinds:
            other = "x" if kind == _KINDS["is_digit"] else "7"
            yield from (text[:-1] + other, other + text[1:])
        if kind in demands.kinds and kind == _KINDS["is_digit"]:
            yield "0" + text[:-1]
