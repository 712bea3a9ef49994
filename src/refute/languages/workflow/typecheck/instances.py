"""Merging of uses of a polymorphic function that turn out to have the same types.

Otherwise equal tasks made by such a function would differ in the copies of its code, and could not
be exchanged.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence

from refute.frontend.node import walk
from refute.languages.workflow.syntax import Definition, Type


class Instances:
    """Maps instances with the same types to one of them.

    Definitions mention only earlier ones and themselves, so they are processed in order.
    """

    def __init__(self, named: Mapping[int, str], types: Mapping[int, Type]) -> None:
        self._named = named
        self._types = types
        self._kept: dict[str, str] = {}

    def distinct(self, made: Sequence[Definition]) -> Iterator[Definition]:
        """The instances of one definition, without those equal to an earlier one."""
        known: dict[Hashable, str] = {}
        for each in made:
            name = each.name.name
            kept = known.setdefault(self._signature(each), name)
            self._kept[name] = kept
            if kept == name:
                yield each

    def names(self) -> dict[int, str]:
        """For each name that refers to a definition under another name, that name."""
        return {key: self._kept.get(name, name) for key, name in self._named.items()}

    def _signature(self, instance: Definition) -> Hashable:
        """Everything in which copies of a definition can differ: types, and other instances."""
        own = instance.name.name
        parts = []
        for node in walk(instance.body):
            name = self._named.get(id(node), "")
            parts.append((self._types.get(id(node)), name != own and self._kept.get(name, name)))
        return tuple(parts)
