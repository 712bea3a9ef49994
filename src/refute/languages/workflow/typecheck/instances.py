"""Uses of a function with open types that turn out to have the same types are one instance.

Otherwise equal tasks that such a function makes would be told apart by the copies of its code, and
could not be exchanged.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterator, Mapping, Sequence

from refute.frontend.node import walk
from refute.languages.workflow.syntax import Definition, Type


class Instances:
    """Which instance stands for all that have the types of one.

    Definitions mention only those before them and themselves, so that they come in their order.
    """

    def __init__(self, named: Mapping[int, str], types: Mapping[int, Type]) -> None:
        self._named = named
        self._types = types
        self._kept: dict[str, str] = {}

    def distinct(self, made: Sequence[Definition]) -> Iterator[Definition]:
        """The instances of one definition, without those that are the same as one before."""
        known: dict[Hashable, str] = {}
        for each in made:
            name = each.name.name
            kept = known.setdefault(self._signature(each), name)
            self._kept[name] = kept
            if kept == name:
                yield each

    def names(self) -> dict[int, str]:
        """What each name stands for that stands for a definition under another name."""
        return {key: self._kept.get(name, name) for key, name in self._named.items()}

    def _signature(self, instance: Definition) -> Hashable:
        """All that can differ between two copies of a definition: types, and other instances."""
        own = instance.name.name
        parts = []
        for node in walk(instance.body):
            name = self._named.get(id(node), "")
            parts.append((self._types.get(id(node)), name != own and self._kept.get(name, name)))
        return tuple(parts)
