"""Outputs that a specification allows, and which printed lines they cover.

What counts as printed are lines that are not blank, without blanks at their ends.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import TypeAlias, assert_never


@dataclass(frozen=True, slots=True)
class Exactly:
    """This text."""

    text: str


@dataclass(frozen=True, slots=True)
class Around:
    """This text with something before or after it."""

    text: str


@dataclass(frozen=True, slots=True)
class AnyText:
    """Any text, perhaps of several lines."""

    nonempty: bool = False


Part: TypeAlias = Exactly | Around | AnyText


@dataclass(frozen=True)
class Line:
    """One output: an output pattern with all values filled in."""

    parts: tuple[Part, ...]

    @cached_property
    def expression(self) -> re.Pattern[str]:
        """The regular expression for all texts of this output."""
        return re.compile("".join(map(_expression, self.parts)), re.DOTALL)

    def matches(self, text: str) -> bool:
        """Whether a printed text is this output."""
        return self.expression.fullmatch(text) is not None

    @cached_property
    def example(self) -> str:
        """The simplest text that matches."""
        return "".join(map(_example, self.parts)).strip()

    def __str__(self) -> str:
        return "".join(map(_shown, self.parts))


Word: TypeAlias = tuple[Line, ...]
"""Outputs one after the other; the empty word is no output at all."""


def _expression(part: Part) -> str:
    match part:
        case Exactly(text):
            return _lenient(text)
        case Around(text):
            return f"(?:.+{_lenient(text)}.*|.*{_lenient(text)}.+)"
        case AnyText(nonempty):
            return ".+" if nonempty else ".*"
        case _:
            assert_never(part)


def _lenient(text: str) -> str:
    """The text; blank lines and blanks at the ends of its lines need not be there."""
    lines = re.split(r"[ \t]*\n\s*", text)
    body = lines[-1].rstrip(" \t")
    blanks = lines[-1][len(body) :]
    last = re.escape(body) + (rf"(?:{re.escape(blanks)}|(?=\n|\Z))" if blanks else "")
    return r"(?:\n|\A|\Z)".join([*map(re.escape, lines[:-1]), last])


def _example(part: Part) -> str:
    match part:
        case Exactly(text):
            return text
        case Around(text):
            return f"{text} …"
        case AnyText(nonempty):
            return "…" if nonempty else ""
        case _:
            assert_never(part)


def _shown(part: Part) -> str:
    match part:
        case Exactly(text):
            return text
        case Around(text):
            return f"…{text}… (with some text around it)"
        case AnyText(nonempty):
            return "……" if nonempty else "…"
        case _:
            assert_never(part)


def lines_of(text: str) -> tuple[str, ...]:
    """The printed lines of a text that count."""
    return tuple(line.rstrip() for line in text.split("\n") if line.strip())


def covers(word: Word, printed: Sequence[str]) -> bool:
    """Whether printed lines are these outputs, each of which may take any number of lines."""
    reachable = {0}
    for number, line in enumerate(word):
        last = number == len(word) - 1
        reachable = {
            end
            for start in reachable
            for end in _ends(line, start, len(printed), last=last)
            if line.matches("\n".join(printed[start:end]))
        }
    return len(printed) in reachable


def _ends(line: Line, start: int, size: int, *, last: bool) -> Iterable[int]:
    """Where an output that begins at a line could end; the last one ends with what is printed."""
    if last:
        return (size,)
    if all(isinstance(part, Exactly) and "\n" not in part.text for part in line.parts):
        return range(start, min(start + 1, size) + 1)
    return range(start, size + 1)
