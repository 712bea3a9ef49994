"""The value universe: what unbounded quantifiers range over (section 4.3 of the thesis)."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias

from refute.languages.fmsl.types import ListOf, Named, Objects, Primitive, Type
from refute.languages.fmsl.values import Value, same, show_value

Recorder: TypeAlias = Callable[[Value], None]
"""Puts a value that comes into being where it belongs."""


class Universe:
    """The values seen so far by the name of their type, in the order in which they came.

    A value is kept once for each name, unless `duplicates` are wanted; nil is no value. Adding
    takes constant time for each value: one look into a hash table.
    """

    def __init__(self, *, duplicates: bool = False) -> None:
        self._duplicates = duplicates
        self._values: dict[str, list[Value]] = {}
        self._seen: dict[str, dict[Value, list[Value]]] = {}

    def add(self, name: str, value: Value) -> None:
        """Take in a value of a type."""
        if value is None:
            return
        if not self._duplicates:
            alike = self._seen.setdefault(name, {}).setdefault(value, [])
            # Only values of a union can be alike for Python and different for us: 1 and true.
            if alike and any(same(each, value) for each in alike):
                return
            alike.append(value)
        self._values.setdefault(name, []).append(value)

    def values(self, name: str) -> Sequence[Value]:
        """The values of a type so far; later ones do not change this sequence."""
        return tuple(self._values.get(name, ()))

    def names(self) -> Sequence[str]:
        """The types that have values, in the order in which they came."""
        return tuple(self._values)

    def dump(self) -> list[str]:
        """The lines that Figure 4.6 shows."""
        rows = [f"{name}: {show_value(tuple(each))}" for name, each in self._values.items()]
        return ["Value Universe contains: <", *rows, ">"]


class Recorders:
    """What is to be done with a new value of each type: it is added under the type's name,
    and if it is a list, its elements under theirs. Components of tuples are not added.
    """

    def __init__(self, universe: Universe, objects: Objects) -> None:
        self._universe = universe
        self._objects = objects
        self._made: dict[Type, Recorder] = {}

    def of(self, of: Type) -> Recorder:
        """The recorder for a type; the same for the same type."""
        if of not in self._made:
            self._made[of] = self._make(of)
        return self._made[of]

    def _make(self, of: Type) -> Recorder:
        structure, add = self._objects.structure(of), self._universe.add

        def record(value: Value) -> None:
            if isinstance(of, Named | Primitive):
                add(of.name, value)
            if isinstance(structure, ListOf) and isinstance(value, tuple):
                element = self.of(structure.element)
                for each in value:
                    element(each)

        return record
