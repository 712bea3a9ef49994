"""Types while they are being inferred, and their unification.

A language adds what restricts its unknown types (levels, types of names) in a subclass.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, TypeVar

from refute.record import record

Shape = TypeVar("Shape")


class Mismatch(Exception):
    """Two types cannot be the same, for this reason where there is one to tell."""


class Unknown:
    """A type not known yet; `value` is what it was found to be."""

    __slots__ = ("value",)

    def __init__(self) -> None:
        self.value: Any = None

    def gives_way_to(self, other: Unknown) -> bool:
        """Whether this one takes the value of the other, not the other that of this one."""
        return True

    def admit(self, shape: Any) -> None:
        """Raise Mismatch unless a type may be the value of this one."""

    def meet(self, other: Any) -> None:
        """Pass restrictions on to an unknown type inside the value."""


class Compound:
    """A type constructor with its arguments; a language says which constructors are the same."""

    __slots__ = ()
    arguments: tuple[Any, ...]

    def is_like(self, other: Any) -> bool:
        """Whether two types have the same constructor."""
        raise NotImplementedError


@record
class Made(Compound):
    """A type constructor, by its name, with its arguments."""

    name: str
    arguments: tuple[Any, ...] = ()

    def is_like(self, other: Any) -> bool:
        """Whether two types have the same constructor."""
        return bool(self.name == other.name and len(self.arguments) == len(other.arguments))


def resolve(shape: Shape) -> Shape:
    """A type without solved unknowns at its top."""
    while isinstance(shape, Unknown) and shape.value is not None:
        shape = shape.value
    return shape


def unify(left: Any, right: Any) -> None:
    """Make two types the same, or raise Mismatch."""
    pending, seen = [(left, right)], set[tuple[int, int]]()
    while pending:
        one, other = map(resolve, pending.pop())
        if one is other or (id(one), id(other)) in seen:
            continue
        if isinstance(one, Unknown) and (not isinstance(other, Unknown) or one.gives_way_to(other)):
            _solve(one, other)
        elif isinstance(other, Unknown):
            _solve(other, one)
        elif not one.is_like(other):
            raise Mismatch
        else:
            if one.arguments:
                seen.add((id(one), id(other)))
            pending.extend(reversed(list(zip(one.arguments, other.arguments, strict=True))))


def _solve(unknown: Unknown, shape: Any) -> None:
    unknown.admit(shape)
    for part in unknowns(shape):
        if part is unknown:
            raise Mismatch("the type would have to contain itself")
        unknown.meet(part)
    unknown.value = shape


def unknowns(*roots: Any) -> Iterator[Any]:
    """The unsolved parts of some types, each once, from left to right."""
    found: set[int] = set()
    pending = list(reversed(roots))
    while pending:
        part = resolve(pending.pop())
        if id(part) in found:
            continue
        if isinstance(part, Unknown):
            found.add(id(part))
            yield part
        elif part.arguments:
            found.add(id(part))
            pending.extend(reversed(part.arguments))


def convert(shape: Any, name: Callable[[Any], Shape], make: Callable[..., Shape]) -> Shape:
    """A type made again: unknowns by `name`, the others by `make` of name and arguments; parts that
    the type shares are shared again."""
    made: dict[int, Shape] = {}

    def converted(part: Any) -> Shape:
        part = resolve(part)
        if id(part) not in made:
            made[id(part)] = (
                name(part)
                if isinstance(part, Unknown)
                else make(part.name, tuple(map(converted, part.arguments)))
            )
        return made[id(part)]

    return converted(shape)
