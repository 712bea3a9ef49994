"""Outputs that a specification allows."""

from __future__ import annotations

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
    def example(self) -> str:
        """The simplest text that matches."""
        return "".join(map(_example, self.parts)).strip()

    def __str__(self) -> str:
        return "".join(map(_shown, self.parts))


Word: TypeAlias = tuple[Line, ...]
"""Outputs one after the other; the empty word is no output at all."""


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
