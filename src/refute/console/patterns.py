"""Patterns of what may be printed."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, TypeAlias

from refute.console.expressions import Operand, tree_of
from refute.languages.console import syntax


@dataclass(frozen=True)
class Pattern:
    """A pattern of what may be printed; `+` concatenates patterns and texts."""

    pieces: tuple[syntax.Piece, ...]

    def __add__(self, other: PatternLike) -> Pattern:
        return Pattern(_joined(self.pieces, pattern_of(other).pieces))

    def __radd__(self, other: PatternLike) -> Pattern:
        return Pattern(_joined(pattern_of(other).pieces, self.pieces))


PatternLike: TypeAlias = Any
"""A pattern, a text, or an expression whose value is to be printed."""


def pattern_of(value: PatternLike) -> Pattern:
    """The pattern, or the value as a pattern."""
    match value:
        case Pattern():
            return value
        case str():
            return Pattern((syntax.Literal(value),) if value else ())
        case _:
            return result(value)


def _joined(
    left: tuple[syntax.Piece, ...], right: tuple[syntax.Piece, ...]
) -> tuple[syntax.Piece, ...]:
    match left[-1:], right[:1]:
        case (syntax.Literal(one),), (syntax.Literal(two),):
            return (*left[:-1], syntax.Literal(one + two), *right[1:])
    return (*left, *right)


anything = Pattern((syntax.Anything(),))
something = Pattern((syntax.Anything(nonempty=True),))
any_lines = Pattern((syntax.Anything(across_lines=True),))
some_lines = Pattern((syntax.Anything(nonempty=True, across_lines=True),))


def result(value: Operand, places: int | None = None, width: int = 0) -> Pattern:
    """The value of an expression, optionally with a number of decimal places and a width."""
    wanted = syntax.Format(places, width) if width or places is not None else None
    return Pattern((syntax.Result(tree_of(value), wanted),))


def decorated(value: Operand) -> Pattern:
    """The value of an expression with arbitrary text around it."""
    return Pattern((syntax.Decorated(tree_of(value)),))
