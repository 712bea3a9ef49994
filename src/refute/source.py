"""Source text and spans of it."""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass, field
from functools import cached_property

from refute.record import record


@dataclass(frozen=True, eq=False)
class Source:
    """A named text; spans are offsets into it. Compared by identity.

    `path` is the file that the text comes from, if it differs from the name.
    """

    name: str
    text: str
    path: str = field(default="", kw_only=True)

    @cached_property
    def line_starts(self) -> tuple[int, ...]:
        """The offset at which each line begins."""
        starts = [0]
        starts.extend(index + 1 for index, char in enumerate(self.text) if char == "\n")
        return tuple(starts)

    def position(self, offset: int) -> tuple[int, int]:
        """The line and column of an offset, both counted from 1."""
        line = bisect_right(self.line_starts, offset)
        return line, offset - self.line_starts[line - 1] + 1

    def line(self, number: int) -> str:
        """The text of a line, counted from 1, without its line end."""
        start = self.line_starts[number - 1]
        end = self.text.find("\n", start)
        return self.text[start : len(self.text) if end < 0 else end].rstrip("\r")

    @property
    def whole(self) -> Span:
        """The whole text as a span."""
        return Span(self, 0, len(self.text))

    def span(self, start: int, end: int) -> Span:
        """The span from `start` up to, but not including, `end`."""
        return Span(self, start, end)


def stem_of(name: str) -> str:
    """The name of a source without folder and ending: `total` of `a/total.ios` and `a.py:total`."""
    from pathlib import PurePath  # noqa: PLC0415 - slow to load

    return PurePath(name.rpartition(".py:")[2]).stem


@record
class Span:
    """A range of a source: `start` inclusive, `end` exclusive."""

    source: Source
    start: int
    end: int

    @property
    def text(self) -> str:
        """The text of the span."""
        return self.source.text[self.start : self.end]

    def to(self, other: Span) -> Span:
        """The smallest span that covers this one and another of the same source."""
        return Span(self.source, min(self.start, other.start), max(self.end, other.end))

    def __str__(self) -> str:
        line, column = self.source.position(self.start)
        return f"{self.source.name}:{line}:{column}"


NO_SPAN = Span(Source("<made>", ""), 0, 0)
