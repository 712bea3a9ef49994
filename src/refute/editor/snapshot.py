"""The analysis of a text as plain data, which is sent between processes and follows edits."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import TypeAlias

from refute.diagnostics import Diagnostic, Label, Severity
from refute.frontend.editing import Lexicon
from refute.record import record
from refute.source import NO_SPAN, Source, Span

WalkedNodes: TypeAlias = tuple[int, int]
"""The start and end offsets of a range of the text."""


@record
class Location:
    """A range of the text or, if a path is given, of another file."""

    stretch: WalkedNodes
    path: str = ""


@record
class Problem:
    """A diagnostic; `fix` is a range and its replacement."""

    code: str
    message: str
    severity: Severity
    location: Location | None = None
    label: str = ""
    related: tuple[tuple[Location, str], ...] = ()
    help: str = ""
    fix: tuple[WalkedNodes, str] | None = None


@record
class Symbol:
    """A named symbol; `location` is its definition, None if it is built in."""

    name: str
    kind: str
    type: str
    documentation: str
    location: Location | None
    scope: WalkedNodes | None
    uses: tuple[WalkedNodes, ...]


@record
class Question:
    """Something that a command answers."""

    command: str
    stretch: WalkedNodes


@record
class Snapshot:
    """The analysis of a text."""

    text: str
    lexicon: Lexicon
    problems: tuple[Problem, ...] = ()
    symbols: tuple[Symbol, ...] = ()
    questions: tuple[Question, ...] = ()
    items: tuple[int, ...] = ()

    def symbol_at(self, offset: int) -> tuple[Symbol, WalkedNodes] | None:
        """The symbol at an offset, or right before it, and the range of its name."""
        for location in (offset, offset - 1):
            for symbol in self.symbols:
                for start, end in symbol.uses:
                    if start <= location < end:
                        return symbol, (start, end)
        return None

    def visible_at(self, offset: int) -> Iterator[Symbol]:
        """The symbols that can be used at an offset, the innermost of each name first."""
        around = [
            (scope[1] - scope[0], number)
            for number, each in enumerate(self.symbols)
            if (scope := each.scope) is not None and scope[0] <= offset <= scope[1]
        ]
        seen: set[str] = set()
        for _, number in sorted(around):
            if self.symbols[number].name not in seen:
                seen.add(self.symbols[number].name)
                yield self.symbols[number]

    def moved_to(self, text: str) -> Snapshot:
        """The snapshot after an edit: unedited parts are shifted, edited ones dropped."""
        if text == self.text:
            return self
        edit = _Edit.between(self.text, text)
        problems = (replace(each, fix=None) for each in self.problems)
        return Snapshot(
            text,
            self.lexicon,
            tuple(each for one in problems if (each := edit.problem(one)) is not None),
            tuple(map(edit.symbol, self.symbols)),
            tuple(
                replace(each, stretch=moved)
                for each in self.questions
                if (moved := edit.grown(each.stretch)) is not None
            ),
            tuple(moved[0] for each in self.items if (moved := edit.moved((each, each)))),
        )


@record
class _Edit:
    """A change of one range of a text: everything up to `start` and from `end` on is unchanged."""

    start: int
    end: int
    growth: int

    @classmethod
    def between(cls, old: str, new: str) -> _Edit:
        start = _agreement(old, new)
        same = _agreement(old[start:][::-1], new[start:][::-1])
        return cls(start, len(old) - same, len(new) - len(old))

    def moved(self, stretch: WalkedNodes) -> WalkedNodes | None:
        """A range after the edit; None if it was edited."""
        if stretch[1] <= self.start:
            return stretch
        if stretch[0] >= self.end:
            return stretch[0] + self.growth, stretch[1] + self.growth
        return None

    def grown(self, stretch: WalkedNodes) -> WalkedNodes | None:
        """A range after the edit, which may have changed its inside."""
        if stretch[0] <= self.start and self.end <= stretch[1]:
            return stretch[0], stretch[1] + self.growth
        return self.moved(stretch)

    def problem(self, problem: Problem) -> Problem | None:
        if problem.location is None or problem.location.path:
            return problem
        moved = self.moved(problem.location.stretch)
        return None if moved is None else replace(problem, location=Location(moved), related=())

    def symbol(self, symbol: Symbol) -> Symbol:
        location = symbol.location
        if location is not None and not location.path:
            moved = self.moved(location.stretch)
            location = None if moved is None else Location(moved)
        return replace(
            symbol,
            location=location,
            scope=None if symbol.scope is None else self.grown(symbol.scope),
            uses=tuple(each for one in symbol.uses if (each := self.moved(one)) is not None),
        )


def edited(old: str, new: str) -> WalkedNodes:
    """The range of a text outside of which it is the same as before."""
    edit = _Edit.between(old, new)
    return edit.start, edit.end + edit.growth


def _agreement(left: str, right: str) -> int:
    """The length of the common prefix of two texts."""
    low, high = 0, min(len(left), len(right))
    while low < high:
        middle = (low + high + 1) // 2
        if left.startswith(right[low:middle], low):
            low = middle
        else:
            high = middle - 1
    return low


def location_in(span: Span | None, source: Source) -> Location | None:
    """The location of a span, relative to a source."""
    if span is None or span.source is NO_SPAN.source:
        return None
    stretch = span.start, span.end
    if span.source.name == source.name:
        return Location(stretch)
    return Location(stretch, span.source.path or span.source.name)


def problem_of(diagnostic: Diagnostic, source: Source) -> Problem:
    """A diagnostic about a source as plain data."""
    primary, fix = diagnostic.primary, diagnostic.fix
    inside = fix is not None and fix.span.source.name == source.name
    return Problem(
        diagnostic.code,
        diagnostic.message,
        diagnostic.severity,
        location_in(primary.span, source) if primary else None,
        primary.text if primary else "",
        tuple(_related(diagnostic.secondary, source)),
        str(diagnostic.help),
        ((fix.span.start, fix.span.end), fix.replacement) if fix and inside else None,
    )


def _related(labels: Iterable[Label], source: Source) -> Iterator[tuple[Location, str]]:
    for each in labels:
        location = location_in(each.span, source)
        if location is not None:
            yield location, each.text
