"""Lines of input: the values that a line stands for, and the lines that values are typed as."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping

from refute.languages.console import syntax
from refute.languages.console.meaning import Environment, contains, store
from refute.languages.console.syntax import Block, Kind, Origin, Read
from refute.languages.console.types import (
    END_OF_INPUT,
    END_OF_LINE,
    REAL,
    Mistyped,
    Type,
    Value,
    belongs,
    read_value,
    show_value,
)
from refute.record import record

_ENDS = {END_OF_INPUT: Kind.END, END_OF_LINE: Kind.LINE_END}


@record
class ReadStep:
    """The specification reads; send it a value, and whether that value is valid.

    The typed text decides which of the `reads` takes the value. `following` is what comes after
    them. If the input has `ended`, nothing but its end can be read.
    """

    reads: tuple[Read, ...]
    environment: Environment
    following: Block = ()
    ended: bool = False

    @property
    def read(self) -> Read:
        """The first read, which defines what a bad input means."""
        return self.reads[0]

    @property
    def is_typed(self) -> bool:
        """Whether the user types the value."""
        return self.reads[0].origin is Origin.TYPED

    @property
    def singly(self) -> tuple[ReadStep, ...]:
        """A request for each of the reads on its own."""
        if len(self.reads) == 1:
            return (self,)
        return tuple(
            ReadStep((each,), self.environment, self.following, self.ended) for each in self.reads
        )

    def taker(self, value: Value) -> Read:
        """The read that takes a value; the first one if none does."""
        if len(self.reads) == 1:
            return self.reads[0]
        kind = _kind(value)
        exact = (each for each in self.reads if each.kind is kind)
        loose = (each for each in self.reads if each.kind is None and value not in _ENDS)
        return next(exact, None) or next(loose, self.reads[0])

    def allows(self, value: Value) -> bool:
        """Whether a value is valid here."""
        read = self.reads[0] if len(self.reads) == 1 else self.taker(value)
        kind = read.kind
        if kind is not None and kind is not _kind(value):
            return False
        if self.ended and kind is not Kind.END:
            return False
        if isinstance(value, str) and not self._can_be_typed(read, value):
            return False
        return contains(read.values, value, read.variable, self.environment)

    def _can_be_typed(self, read: Read, text: str) -> bool:
        """Whether a text would be read back unchanged: not as a number, nor as two values."""
        if text in _ENDS:
            return read.kind is _ENDS[text]
        if read.kind is Kind.WORD and self.reads[0].kind is Kind.NUMBER:
            return read_value(text, REAL) is None
        separators = [each for each in (read.before, read.after) if each]
        if not separators or read.kind is not None:
            return True
        return bool(text.strip()) and not any(each in text for each in (" ", "\t", *separators))

    @property
    def has_more(self) -> bool:
        """Whether more values follow on the same line."""
        return self.read.before is None and self.read.after is not None

    def places(self, values: Iterator[Value]) -> Iterator[ReadStep]:
        """The request for each position of a line, given the values at the positions before it."""
        environment = self.environment
        for read in (self.read, *_rest_of_line(self.following)[0]):
            yield ReadStep((read,), environment, self.following, self.ended)
            value = next(values, None)
            if value is not None:
                environment = store(read.variable, value, environment)

    def fits(self, value: Value, types: Mapping[str, Type]) -> bool:
        """Whether a value can be read here, even if only as an invalid one."""
        if not isinstance(value, Mistyped):
            return belongs(value, types[self.taker(value).variable])
        if self.has_more:
            return not self.is_valid_line(value.text, types)
        return self.typed(value.text, types) == (value,)

    def typed(self, line: str, types: Mapping[str, Type]) -> tuple[Value, ...]:
        """The values that a line is taken for; a mistyped one if it has the wrong form."""
        if self.has_more:
            return _parts(line, self.read, self.following, types) or (Mistyped(line),)
        for read in self.reads:
            value = None if read.kind is Kind.END else read_value(line, types[read.variable])
            if value is not None:
                return (value,)
        if self.reads[-1].kind is Kind.WORD or (
            len(self.reads) > 1 and Kind.WORD in {each.kind for each in self.reads}
        ):
            return (line,) if not types[self._word.variable].members else (Mistyped(line),)
        return (Mistyped(line),)

    def taken(self, line: str, types: Mapping[str, Type]) -> tuple[Value, ...]:
        """The values of a line; a mistyped one if any of several values is invalid."""
        valid = not self.has_more or self.is_valid_line(line, types)
        return self.typed(line, types) if valid else (Mistyped(line),)

    @property
    def _word(self) -> Read:
        return next(each for each in self.reads if each.kind is Kind.WORD)

    def is_valid_line(self, line: str, types: Mapping[str, Type]) -> bool:
        """Whether a line with several values is valid here."""
        values = self.typed(line, types)
        environment = self.environment
        for read, value in zip(_reads_of_line(self.read, self.following, values), values,
                               strict=True):  # fmt: skip
            if not ReadStep((read,), environment, (), self.ended).allows(value):
                return False
            environment = store(read.variable, value, environment)
        return True


def _kind(value: Value) -> Kind | None:
    """The kind of a value."""
    match value:
        case str():
            return _ENDS.get(value, Kind.WORD)
        case bool() | Mistyped() | tuple():
            return None
        case _:
            return Kind.NUMBER


# What a line is made of


def _rest_of_line(following: Block) -> tuple[tuple[Read, ...], Read | None]:
    """The reads after the first one of a line, and the one repeated up to its end, if any."""
    found: list[Read] = []
    for statement in following:
        match statement:
            case Read(before=str()):
                found.append(statement)
            case syntax.Loop((syntax.Choice((Read(before=str()) as again, *_)), *_)):
                return tuple(found), again
            case _:
                break
    return tuple(found), None


def _reads_of_line(first: Read, following: Block, values: tuple[Value, ...]) -> list[Read]:
    """The reads that take the values of a line, in order."""
    rest, again = _rest_of_line(following)
    reads = [first, *rest]
    if again is not None:
        end = Read("", syntax.NamedSet(Kind.LINE_END), kind=Kind.LINE_END)
        reads += [again] * (len(values) - len(reads) - 1) + [end]
    return reads[: len(values)]


def _parts(
    line: str, first: Read, following: Block, types: Mapping[str, Type]
) -> tuple[Value, ...] | None:
    """The values of a line; None if it has the wrong form."""
    rest, again = _rest_of_line(following)
    reads, texts, left = [first, *rest], list[str](), line
    for read in rest:
        assert read.before is not None
        text, found, left = _divided(left, read.before)
        if not found:
            return None
        texts.append(text)
    if again is not None:
        assert again.before is not None
        pieces = left.split() if again.before == " " else left.split(again.before)
        texts += pieces
        reads += [again] * (len(pieces) - 1)
    else:
        texts.append(left)
    if len(texts) != len(reads):
        return None
    values = [_value(text, types[read.variable]) for text, read in zip(texts, reads, strict=True)]
    if any(each is None for each in values):
        return None
    known = tuple(each for each in values if each is not None)
    return known if again is None else (*known, END_OF_LINE)


def _divided(text: str, separator: str) -> tuple[str, bool, str]:
    if separator != " ":
        before, found, after = text.partition(separator)
        return before, bool(found), after
    pieces = text.split(maxsplit=1)
    return (pieces[0], True, pieces[1]) if len(pieces) == 2 else ("", False, "")


def _value(text: str, type_: Type) -> Value | None:
    text = text.strip()
    return read_value(text, type_) if text and not (" " in text or "\t" in text) else None


def typed_lines(values: Iterable[tuple[Value, str | None]]) -> list[str]:
    """The lines that values are typed as; each value comes with what precedes it on its line."""
    lines: list[str] = []
    for value, before in values:
        if value == END_OF_INPUT:
            continue
        text = "" if value == END_OF_LINE else show_value(value)
        if before is None:
            lines.append(text)
        else:
            lines[-1] += before + text
    return lines
