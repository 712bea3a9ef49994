"""The symbols of a file: definitions, uses, types and documentation.

Type checkers fill this while they resolve names; editors query it.
"""

from __future__ import annotations

from bisect import bisect_right, insort
from collections.abc import Callable, Iterator
from dataclasses import field

from refute.record import entity
from refute.source import NO_SPAN, Source, Span


def _no_type() -> str:
    """The type of a symbol that has none."""
    return ""


@entity
class Symbol:
    """A named symbol: its definition, and the span in which it is visible.

    `kind` is a word such as `function`, `type` or `variable`. The span of the definition may be in
    another source; built-in symbols have none.
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
    """The symbols of a source. `comment` is the text that starts a line comment."""

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
        """Add a symbol defined at a span; without a scope it is visible in the whole file.

        The comment right above the definition of a global symbol is its documentation, unless
        another one is given.
        """
        said = documentation or ("" if scope else self.comment_above(span))
        symbol = Symbol(name, span, kind, scope or self.source.whole, said, describe)
        self._numbers[symbol] = len(self.symbols)
        self.symbols.append(symbol)
        self.use(span, symbol)
        return symbol

    def use(self, span: Span, symbol: Symbol) -> None:
        """Add a use of a symbol at a span; those in other sources are ignored."""
        if span.source is self.source and span.end > span.start:
            found = (span.start, span.end, self._numbers[symbol])
            place = bisect_right(self._occurrences, found)
            if place == 0 or self._occurrences[place - 1] != found:
                insort(self._occurrences, found)

    def at(self, offset: int) -> Symbol | None:
        """The symbol at an offset."""
        place = bisect_right(self._occurrences, (offset, len(self.source.text) + 1, 0))
        for start, end, number in reversed(self._occurrences[max(0, place - 4) : place]):
            if start <= offset < end:
                return self.symbols[number]
        return None

    def uses_of(self, symbol: Symbol) -> list[Span]:
        """The uses of a symbol in this source, including its definition, in order."""
        number = self._numbers[symbol]
        return [Span(self.source, *each[:2]) for each in self._occurrences if each[2] == number]

    def occurrences(self) -> dict[Symbol, list[tuple[int, int]]]:
        """The occurrences of each symbol in this source, in order."""
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
        """The text of the source after renaming a symbol."""
        text = self.source.text
        for span in reversed(self.uses_of(symbol)):
            text = text[: span.start] + name + text[span.end :]
        return text

    def comment_above(self, span: Span) -> str:
        """The comment lines right above the line of a span."""
        source = span.source
        number = source.position(span.start)[0] - 1
        lines: list[str] = []
        while number > 0 and source.line(number).lstrip().startswith(self.comment):
            lines.insert(0, source.line(number).lstrip().removeprefix(self.comment).strip())
            number -= 1
        return "\n".join(lines)


def word(span: Span, name: str, skip: int = 0) -> Span:
    """The span of a name inside a span, after `skip` characters; empty if it is not there."""
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
    """Whether a character may be inside a name."""
    return char.isalnum() or char in "_'"
