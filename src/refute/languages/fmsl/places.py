"""The parts of inputs and outputs that can be compared, with the names people give them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from refute.languages.fmsl.symbolic.values import Record, Symbolic, nil_where
from refute.languages.fmsl.types import ListOf, Objects, Part, TupleOf, Type

Path = tuple[int, ...]
"""The way from a parameter through its components, each counted from 0."""


@dataclass(frozen=True, slots=True)
class Place:
    """A parameter or a component in it."""

    name: str
    path: Path
    label: str
    of: Type

    def find(self, values: Mapping[str, Symbolic]) -> Symbolic:
        """What is at this place among the values of parameters."""
        value = values[self.name]
        for step in self.path:
            if not isinstance(value, Record):
                return value
            value = nil_where(value.nil, value.parts[step])
        return value


def places(objects: Objects, parts: Sequence[Part]) -> Iterator[Place]:
    """Every parameter and every component in it, the outer before the inner."""
    for part in parts:
        yield from _inside(objects, Place(part.name, (), part.name, part.type), 0)


def _inside(objects: Objects, place: Place, depth: int) -> Iterator[Place]:
    yield place
    structure = objects.structure(place.of)
    if not isinstance(structure, TupleOf) or depth > 3:
        return
    for step, part in enumerate(structure.parts):
        label = f"{place.label}.{part.name or step + 1}"
        inner = Place(place.name, (*place.path, step), label, part.type)
        yield from _inside(objects, inner, depth + 1)


def element(objects: Objects, of: Type) -> Type | None:
    """The type of the items of a list, None for what is no list."""
    structure = objects.structure(of)
    return structure.element if isinstance(structure, ListOf) else None
