"""The types of values: structural, with names for people and for the universe."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import field
from typing import TypeAlias

from refute.record import record


@record
class Primitive:
    """`integer`, `real`, `string`, `boolean`."""

    name: str


@record
class Named:
    """A defined object; `Objects.structure` has its structure."""

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
    """`first:A or second:B`; a value belongs to one of them, as its structure or a label shows."""

    alternatives: tuple[Part, ...]


@record
class Constant:
    """`"Monday"`: the type of one value."""

    value: bool | int | float | str


@record
class Function:
    """`(A, B) -> C`."""

    inputs: tuple[Part, ...]
    result: Type


@record
class AnyType:
    """The type of `nil`, which belongs to every type, and of erroneous expressions."""


Type: TypeAlias = Primitive | Named | ListOf | TupleOf | Union | Constant | Function | AnyType

INTEGER, REAL = Primitive("integer"), Primitive("real")
STRING, BOOLEAN = Primitive("string"), Primitive("boolean")
PRIMITIVES: Mapping[str, Primitive] = {
    **{each.name: each for each in (INTEGER, REAL, STRING, BOOLEAN)},
    "number": REAL,
}
ANY = AnyType()
VALIDATION = TupleOf((Part("", BOOLEAN), Part("", BOOLEAN)))
"""The type of `?->`: the values of precondition and postcondition."""


def primitive(constant: Constant) -> Primitive:
    """The primitive type of a constant."""
    found = {bool: BOOLEAN, int: INTEGER, float: REAL, str: STRING}
    return found[type(constant.value)]


Layout: TypeAlias = tuple[tuple[str, int], ...]
"""The components of an object: each with its declaring object and its number there."""


@record
class Objects:
    """The structure of the defined objects; None for opaque ones.

    `parents` has the objects that each one extends, and `layouts` where each of its components was
    declared: those of its parents come first, and what several of them inherit comes once.
    `constants` are the objects without components that have a single value, known by their name.
    """

    definitions: Mapping[str, Type | None]
    parents: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    constants: frozenset[str] = frozenset()
    layouts: Mapping[str, Layout] = field(default_factory=dict)
    _labels: dict[Union, tuple[str, ...]] = field(default_factory=dict, compare=False, repr=False)
    _labelled: dict[Type, bool] = field(default_factory=dict, compare=False, repr=False)

    def structure(self, of: Type) -> Type:
        """A type with the names at its top replaced by their definitions."""
        seen: set[str] = set()
        while isinstance(of, Named) and of.name not in seen:
            seen.add(of.name)
            of = self.definitions.get(of.name) or of
        return of

    def nominal(self, of: Type) -> str:
        """The name of the object that defines the structure of a type; empty if there is none."""
        name = ""
        while isinstance(of, Named) and of.name != name:
            name = of.name
            of = self.definitions.get(name) or of
        return name

    def heirs(self, of: Type) -> tuple[str, ...]:
        """The objects that extend another one, directly or indirectly."""
        name = self.nominal(of)
        return tuple(each for each in self.parents if name in self.ancestors(each))

    def ancestors(self, name: str) -> list[str]:
        """The objects that an object extends, nearest first."""
        found: list[str] = []
        waiting = [name]
        for each in waiting:
            for parent in self.parents.get(each, ()):
                known = self.nominal(Named(parent))
                if known not in found:
                    found.append(known)
                    waiting.append(known)
        return found

    def kinds(self, of: Type) -> tuple[str, ...]:
        """The object of a type and those that extend it; empty if there is none."""
        below = self.heirs(of)
        return (self.nominal(of), *below) if below else ()

    def places(self, of: Type, position: int) -> Mapping[int, int]:
        """The positions of a component in values of those heirs that have it elsewhere.

        The heirs are identified by their number of components.
        """
        own = self.layouts.get(self.nominal(of), ())
        if not position < len(own):
            return {}
        layouts = [self.layouts.get(each, ()) for each in self.heirs(of)]
        found = {len(each): each.index(own[position]) for each in layouts if own[position] in each}
        return {size: place for size, place in found.items() if place != position}

    def constant(self, name: str) -> Constant | None:
        """The constant that an object stands for, if it does."""
        of = self.structure(Named(name))
        return of if isinstance(of, Constant) else None

    def is_value(self, name: str) -> bool:
        """Whether the name of an object is also that of its only value."""
        return name in self.constants or self.constant(name) is not None

    def is_single(self, of: Type) -> bool:
        """Whether a type has one value; such a component is never nil, and distinguishes tuples."""
        structure = self.structure(of)
        return isinstance(structure, Constant) or (
            isinstance(structure, Named) and structure.name in self.constants
        )

    def fits(self, actual: Type, wanted: Type) -> bool:
        """Whether every value of a type is allowed where another is wanted.

        Structures are compared, not names; integers are reals, too.
        """
        return self._fits(actual, wanted, frozenset())

    def _fits(self, actual: Type, wanted: Type, assumed: frozenset[tuple[Type, Type]]) -> bool:
        if actual == wanted or ANY in (actual, wanted) or (actual, wanted) in assumed:
            return True
        assumed |= {(actual, wanted)}
        if any(
            isinstance(each, Named) and each.name not in self.definitions
            for each in (actual, wanted)
        ):
            return True  # it is not defined yet
        if self.nominal(wanted) in self.ancestors(self.nominal(actual)):
            return True
        match self.structure(actual), self.structure(wanted):
            case Constant() as one, whole if not isinstance(whole, Union):
                return self._fits(primitive(one), whole, assumed)
            case one, Constant() as whole if not isinstance(one, Union):
                return self._fits(one, primitive(whole), assumed)
            case Function(inputs, result), Function(others, other_result):
                pairs = zip(others, inputs, strict=False)
                return (
                    len(inputs) == len(others)
                    and all(self._fits(one.type, other.type, assumed) for one, other in pairs)
                    and self._fits(result, other_result, assumed)
                )
            case Primitive(name), Primitive(other):
                return name == other or (name, other) == ("integer", "real")
            case ListOf(element), ListOf(other_element):
                return self._fits(element, other_element, assumed)
            case TupleOf(parts), TupleOf(others):
                return len(parts) == len(others) and all(
                    self._fits(part.type, other.type, assumed)
                    for part, other in zip(parts, others, strict=True)
                )
            case Union(alternatives) as union, whole:
                if any(self.labels(union)) and not isinstance(whole, Union):
                    return False
                return all(self._fits(each.type, whole, assumed) for each in alternatives)
            case _, Union(alternatives):
                return any(self._fits(actual, each.type, assumed) for each in alternatives)
            case Named(name), Named(other):
                return name == other
            case one, other:
                return ANY in (one, other)

    def labels(self, union: Union) -> tuple[str, ...]:
        """The label of the values of each alternative; empty if its structure identifies it."""
        if union not in self._labels:
            from refute.languages.fmsl.unions import labels  # noqa: PLC0415 - circular

            self._labels[union] = labels(self, union)
        return self._labels[union]

    def label(self, of: Type, position: int) -> str:
        """The label of the values of one alternative of a type, if it is a union with labels."""
        structure = self.structure(of)
        return self.labels(structure)[position] if isinstance(structure, Union) else ""

    def has_labels(self, of: Type) -> bool:
        """Whether values of a type, or their parts, may have labels."""
        if of not in self._labelled:
            self._labelled[of] = any(any(self.labels(each)) for each in self._unions(of))
        return self._labelled[of]

    def _unions(self, of: Type) -> Iterator[Union]:
        """The unions within a type."""
        pending, seen = [of], set[Type]()
        while pending:
            each = pending.pop()
            if each in seen:
                continue
            seen.add(each)
            match each:
                case Named(name):
                    inner = self.definitions.get(name)
                    pending += [] if inner is None else [inner]
                    pending += map(Named, self.heirs(each))
                case ListOf(element):
                    pending.append(element)
                case Function(inputs, result):
                    pending += [result, *(part.type for part in inputs)]
                case TupleOf(parts) | Union(parts):
                    if isinstance(each, Union):
                        yield each
                    pending += [part.type for part in parts]

    def told_apart(self, one: Type, other: Type) -> str:
        """The union in which two similar objects are labelled alternatives; otherwise empty."""
        names = {self.nominal(one), self.nominal(other)}
        if len(names) < 2 or "" in names:
            return ""
        for name, of in self.definitions.items():
            if isinstance(of, Union):
                pairs = zip(of.alternatives, self.labels(of), strict=True)
                if names <= {self.nominal(part.type) for part, label in pairs if label}:
                    return name
        return ""

    def alternative(self, of: Type, label: str) -> Type | None:
        """The type of the alternative of a union with a label, also in nested unions."""
        structure = self.structure(of)
        if not isinstance(structure, Union):
            return None
        found = self.part(structure, label)
        if found is not None:
            return found[1]
        pairs = zip(structure.alternatives, self.labels(structure), strict=True)
        inner = (self.alternative(each.type, label) for each, own in pairs if not own)
        return next((each for each in inner if each is not None), None)

    def alike(self, of: Type, among: Iterable[Type]) -> list[Type]:
        """The types that all values of a type also belong to, as they say no more: itself first."""
        return [of, *(each for each in among if each != of and self._has_structure(of, each))]

    def _has_structure(self, one: Type, other: Type) -> bool:
        """Whether values of a type have the structure of another, apart from inheritance."""
        left, right = self.structure(one), self.structure(other)
        if isinstance(left, TupleOf) != isinstance(right, TupleOf):
            return False
        return self.fits(left, right)

    def comparable(self, one: Type, other: Type) -> bool:
        """Whether values of two types may be compared.

        One type must fit the other, or they may differ only in objects with a single value.
        """
        return self._comparable(one, other, frozenset())

    def _comparable(self, one: Type, other: Type, assumed: frozenset[tuple[Type, Type]]) -> bool:
        if (one, other) in assumed or self.fits(one, other) or self.fits(other, one):
            return True
        assumed |= {(one, other)}
        match self.structure(one), self.structure(other):
            case ListOf(element), ListOf(other_element):
                return self._comparable(element, other_element, assumed)
            case TupleOf(parts), TupleOf(others):
                return len(parts) == len(others) and all(
                    self._comparable(part.type, each.type, assumed)
                    for part, each in zip(parts, others, strict=True)
                )
        return self._enumerates(one) and self._enumerates(other)

    def _enumerates(self, of: Type) -> bool:
        """Whether a type consists of objects with a single value, distinguished by these alone."""
        structure = self.structure(of)
        if isinstance(structure, Union) and not any(self.labels(structure)):
            return all(self._enumerates(part.type) for part in structure.alternatives)
        return self.is_single(of)

    def join(self, one: Type, other: Type) -> Type | None:
        """The wider of two types, or None if neither fits the other; a name is kept.

        Two objects that a union distinguishes have none, as the distinction would be lost.
        """
        if self.told_apart(one, other):
            return None
        if one == ANY or (self.fits(one, other) and not self._as_wide(one, other)):
            return other
        if self.fits(other, one):
            return one
        lines = [[self.nominal(each), *self.ancestors(self.nominal(each))] for each in (one, other)]
        common = [name for name in lines[0] if name and name in lines[1]]
        if common:
            return Named(common[0])
        match self.structure(one), self.structure(other):
            case TupleOf(parts), TupleOf(others) if len(parts) == len(others):
                return self._join_parts(parts, others)
            case ListOf(element), ListOf(other_element):
                joined = self.join(element, other_element)
                return None if joined is None else ListOf(joined)
        chosen = self._atomic(one), self._atomic(other)
        return Union(tuple(dict.fromkeys((*chosen[0], *chosen[1])))) if all(chosen) else None

    def _join_parts(self, parts: tuple[Part, ...], others: tuple[Part, ...]) -> Type | None:
        """The tuple of the wider components of two."""
        joined = []
        for part, other in zip(parts, others, strict=True):
            wider = self.join(part.type, other.type)
            if wider is None:
                return None
            joined.append(Part(part.name, wider))
        return TupleOf(tuple(joined))

    def _atomic(self, of: Type) -> tuple[Part, ...]:
        """The alternatives of a type that consists of objects with a single value."""
        structure = self.structure(of)
        if isinstance(structure, Named | Constant):
            return (Part("", of),)
        if isinstance(structure, Union) and all(
            self._atomic(each.type) for each in structure.alternatives
        ):
            return structure.alternatives
        return ()

    def _as_wide(self, one: Type, other: Type) -> bool:
        """Whether the first is kept although it fits the second."""
        return self.fits(other, one) and (isinstance(one, Named) or not isinstance(other, Named))

    def part(self, of: Type, field: str | int) -> tuple[int, Type] | None:
        """The position, from 0, and type of a component of a tuple or union."""
        match self.structure(of):
            case TupleOf(parts) | Union(parts):
                for position, part in enumerate(parts):
                    called = part.name or (part.type.name if isinstance(part.type, Named) else "")
                    if field in (called, position + 1):
                        return position, part.type
        return None


def show_type(of: Type) -> str:
    """A type as one writes it."""
    match of:
        case Primitive(name) | Named(name):
            return name
        case ListOf(element):
            return f"{show_tight(element)}*"
        case TupleOf((Part("", only),)):
            return f"{{{show_type(only)}}}"
        case TupleOf(parts):
            return " and ".join(_show_part(part) for part in parts) or "{}"
        case Union(alternatives):
            return " or ".join(_show_part(part) for part in alternatives)
        case Constant(value):
            return json.dumps(value, ensure_ascii=False)
        case Function(inputs, result):
            return f"({', '.join(map(_show_part, inputs))}) -> {show_tight(result)}"
        case AnyType():
            return "nil"


def show_tight(of: Type) -> str:
    """A type next to something else, in parentheses where needed."""
    shown = show_type(of)
    return f"({shown})" if isinstance(of, TupleOf | Union | Function) else shown


def _show_part(part: Part) -> str:
    return f"{part.name}:{show_tight(part.type)}" if part.name else show_tight(part.type)
