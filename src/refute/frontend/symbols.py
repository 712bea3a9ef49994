"""The symbols of a file: what is defined where, used where, of which type, and said about it.

Type checkers fill this while they resolve names; editors ask it.
"""

from __future__ import annotations

from bisect import bisect_right, insort
from collections.abc import Callable, Iterator
from dataclasses import field

from refute.record import entity
from refute.source import NO_SPAN, Source, Span


def _no_type() -> str:
    """What has no type."""
    return ""


@entity
class Symbol:
    """Something with a name: where it is defined, and in which span it can be used.

    `kind` is a word such as `function`, `type` or `variable`. The span of the definition may be in
    another source; what is built in has none.
    """

    name: str
    span: Span
    kind: str
    scope: Span
    documentation: str = ""
    describe: Callable[[], str] = _no_type

    @property
    def type(self) -> str:
        """The type as the language writes it, as far as it is known by now."""
        return self.describe()


@entity
class Symbols:
    """The symbols of a source. `comment` is what a line of a comment begins with."""

    source: Source
    comment: str
    symbols: list[Symbol] = field(default_factory=list)
    _occurrences: list[tuple[int, int, int]] = field(default_factory=list)
    _numbers: dict[Symbol, int] = field(default_factory=dict)

    def define(
        self,
        name: str,
        span: Span,
        kind: str,
        scope: Span | None = None,
        describe: Callable[[], str] = _no_type,
        documentation: str = "",
    ) -> Symbol:
        """A new symbol, defined at a span; without a scope it is known in the whole file.

        The comment right above what is known in the whole file is its documentation, unless
        another one is given.
        """
        said = documentation or ("" if scope else self.comment_above(span))
        symbol = Symbol(name, span, kind, scope or self.source.whole, said, describe)
        self._numbers[symbol] = len(self.symbols)
        self.symbols.append(symbol)
        self.use(span, symbol)
        return symbol

    def use(self, span: Span, symbol: Symbol) -> None:
        """Note that a symbol stands at a span; those of other sources are not kept."""
        if span.source is self.source and span.end > span.start:
            found = (span.start, span.end, self._numbers[symbol])
            place = bisect_right(self._occurrences, found)
            if place == 0 or self._occurrences[place - 1] != found:
                insort(self._occurrences, found)

    def at(self, offset: int) -> Symbol | None:
        """The symbol that stands at an offset."""
        place = bisect_right(self._occurrences, (offset, len(self.source.text) + 1, 0))
        for start, end, number in reversed(self._occurrences[max(0, place - 4) : place]):
            if start <= offset < end:
                return self.symbols[number]
        return None

    def uses_of(self, symbol: Symbol) -> list[Span]:
        """Where a symbol stands in this source, its definition included, in order."""
        number = self._numbers[symbol]
        return [Span(self.source, *each[:2]) for each in self._occurrences if each[2] == number]

    def occurrences(self) -> dict[Symbol, list[tuple[int, int]]]:
        """Where each symbol stands in this source, in order."""
        found: dict[Symbol, list[tuple[int, int]]] = {}
        for start, end, number in self._occurrences:
            found.setdefault(self.symbols[number], []).append((start, end))
        return found

    def visible_at(self, offset: int) -> Iterator[Symbol]:
        """The symbols that can be used at an offset, the innermost of each name first."""
        seen: set[str] = set()
        around = [
            each
            for each in self.symbols
            if each.scope.source is self.source and each.scope.start <= offset <= each.scope.end
        ]
        for each in sorted(around, key=lambda one: one.scope.end - one.scope.start):
            if each.name not in seen:
                seen.add(each.name)
                yield each

    def renamed(self, symbol: Symbol, name: str) -> str:
        """The text of the source with another name for a symbol."""
        text = self.source.text
        for span in reversed(self.uses_of(symbol)):
            text = text[: span.start] + name + text[span.end :]
        return text

    def comment_above(self, span: Span) -> str:
        """The lines of comment right above the line of a span."""
        source = span.source
        number = source.position(span.start)[0] - 1
        lines: list[str] = []
        while number > 0 and source.line(number).lstrip().startswith(self.comment):
            lines.insert(0, source.line(number).lstrip().removeprefix(self.comment).strip())
            number -= 1
        return "\n".join(lines)


def word(span: Span, name: str, skip: int = 0) -> Span:
    """Where a name stands in a span, after so many characters; an empty span if it does not."""
    text, end = span.source.text, span.end
    start = text.find(name, span.start + skip, end)
    while start >= 0:
        after = start + len(name)
        before = text[start - 1] if start else " "
        if not (_continues(before) and before != "λ") and not (
            after < end and _continues(text[after])
        ):
            return Span(span.source, start, after)
        start = text.find(name, start + 1, end)
    return NO_SPAN if span is NO_SPAN else Span(span.source, span.start, span.start)


def _continues(char: str) -> bool:
    """Whether a character may stand in the middle of a name."""
    return char.isalnum() or char in "_'"
