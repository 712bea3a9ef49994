"""Types during inference, and their unification.

A language adds restrictions of its unknown types (levels, types of names) in a subclass.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, TypeVar

from refute.record import record

Shape = TypeVar("Shape")


class Mismatch(Exception):
    """Two types cannot be equal, for this reason if one is known."""


class Unknown:
    """A type not known yet; `value` is its solution."""

    __slots__ = ("value",)

    def __init__(self) -> None:
        self.value: Any = None

    def gives_way_to(self, other: Unknown) -> bool:
        """Whether this one is solved by the other, rather than the other by this one."""
        return True

    def admit(self, shape: Any) -> None:
        """Raise Mismatch unless a type may be the solution of this one."""

    def meet(self, other: Any) -> None:
        """Pass restrictions on to an unknown inside the solution."""


class Compound:
    """A type constructor with its arguments; a language decides which constructors are equal."""

    __slots__ = ()
    arguments: tuple[Any, ...]

    def is_like(self, other: Any) -> bool:
        """Whether two types have the same constructor."""
        raise NotImplementedError


@record
class Made(Compound):
    """A type constructor, given by name, with its arguments."""

    name: str
    arguments: tuple[Any, ...] = ()

    def is_like(self, other: Any) -> bool:
        """Whether two types have the same constructor."""
        return bool(self.name == other.name and len(self.arguments) == len(other.arguments))


def resolve(shape: Shape) -> Shape:
    """A type without solved unknowns at the top."""
    while isinstance(shape, Unknown) and shape.value is not None:
        shape = shape.value
    return shape


def unify(left: Any, right: Any) -> None:
    """Make two types equal, or raise Mismatch."""
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
    """The unsolved unknowns of some types, each once, from left to right."""
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
    """Convert a type: unknowns by `name`, others by `make`, from name and arguments.

    Shared parts are converted once and shared again.
    """
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
