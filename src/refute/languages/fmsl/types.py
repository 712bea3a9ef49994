"""The types of values: structure decides, names are for people and for the universe."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from refute.record import record


@record
class Primitive:
    """`integer`, `real`, `string`, `boolean`."""

    name: str


@record
class Named:
    """A defined object; `Objects.structure` says what it is made of."""

    name: str


@record
class ListOf:
    """`element*`."""

    element: Type


@record
class Part:
    """A component of a tuple, an alternative of a union, or a parameter; the name may be empty."""

    name: str
    type: Type


@record
class TupleOf:
    """`first:A and second:B`."""

    parts: tuple[Part, ...]


@record
class Union:
    """`first:A or second:B`; a value is of one of them and does not say of which."""

    alternatives: tuple[Part, ...]


@record
class AnyType:
    """The type of `nil`, which is in every type, and of what could not be found out."""


Type: TypeAlias = Primitive | Named | ListOf | TupleOf | Union | AnyType

INTEGER, REAL = Primitive("integer"), Primitive("real")
STRING, BOOLEAN = Primitive("string"), Primitive("boolean")
PRIMITIVES: Mapping[str, Primitive] = {each.name: each for each in (INTEGER, REAL, STRING, BOOLEAN)}
ANY = AnyType()
VALIDATION = TupleOf((Part("", BOOLEAN), Part("", BOOLEAN)))
"""What `?->` gives: the values of precondition and postcondition."""


@record
class Objects:
    """What the defined objects are made of; None for those that do not say."""

    definitions: Mapping[str, Type | None]

    def structure(self, of: Type) -> Type:
        """A type with the names at its top replaced by what they stand for."""
        seen: set[str] = set()
        while isinstance(of, Named) and of.name not in seen:
            seen.add(of.name)
            of = self.definitions.get(of.name) or of
        return of

    def fits(self, actual: Type, wanted: Type) -> bool:
        """Whether every value of a type may stand where another is wanted.

        Structures are compared, not names; integers are reals, too.
        """
        return self._fits(actual, wanted, frozenset())

    def _fits(self, actual: Type, wanted: Type, assumed: frozenset[tuple[Type, Type]]) -> bool:
        if actual == wanted or ANY in (actual, wanted) or (actual, wanted) in assumed:
            return True
        assumed |= {(actual, wanted)}
        match self.structure(actual), self.structure(wanted):
            case Primitive(name), Primitive(other):
                return name == other or (name, other) == ("integer", "real")
            case ListOf(element), ListOf(other_element):
                return self._fits(element, other_element, assumed)
            case TupleOf(parts), TupleOf(others):
                return len(parts) == len(others) and all(
                    self._fits(part.type, other.type, assumed)
                    for part, other in zip(parts, others, strict=True)
                )
            case Union(alternatives), whole:
                return all(self._fits(each.type, whole, assumed) for each in alternatives)
            case one, Union(alternatives):
                return any(self._fits(one, each.type, assumed) for each in alternatives)
            case Named(name), Named(other):
                return name == other
            case one, other:
                return ANY in (one, other)

    def comparable(self, one: Type, other: Type) -> bool:
        """Whether two types can have values in common."""
        return self.fits(one, other) or self.fits(other, one)

    def join(self, one: Type, other: Type) -> Type | None:
        """The wider of two types, or None when neither fits the other; a name is kept."""
        if one == ANY or (self.fits(one, other) and not self._as_wide(one, other)):
            return other
        return one if self.fits(other, one) else None

    def _as_wide(self, one: Type, other: Type) -> bool:
        """Whether the first is to be kept though it fits the second."""
        return self.fits(other, one) and (isinstance(one, Named) or not isinstance(other, Named))

    def part(self, of: Type, field: str | int) -> tuple[int, Type] | None:
        """The position, from 0, and the type of a component of a tuple or union."""
        match self.structure(of):
            case TupleOf(parts) | Union(parts):
                for position, part in enumerate(parts):
                    if field in (part.name, position + 1):
                        return position, part.type
        return None


def show_type(of: Type) -> str:
    """A type as one writes it."""
    match of:
        case Primitive(name) | Named(name):
            return name
        case ListOf(element):
            return f"{show_tight(element)}*"
        case TupleOf(parts):
            return " and ".join(_show_part(part) for part in parts) or "{}"
        case Union(alternatives):
            return " or ".join(_show_part(part) for part in alternatives)
        case AnyType():
            return "nil"


def show_tight(of: Type) -> str:
    """A type that stands beside something else, in parentheses where it needs them."""
    shown = show_type(of)
    return f"({shown})" if isinstance(of, TupleOf | Union) else shown


def _show_part(part: Part) -> str:
    return f"{part.name}:{show_tight(part.type)}" if part.name else show_tight(part.type)
