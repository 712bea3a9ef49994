"""The parts of inputs and outputs, and in which way two results differ in them, in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field
from enum import Enum

from refute.languages.fmsl.symbolic.operators import component
from refute.languages.fmsl.symbolic.values import Either, Record, Symbolic
from refute.languages.fmsl.types import ListOf, Objects, Part, TupleOf, Type
from refute.languages.fmsl.values import Record as RecordValue, Value, contains, same, show
from refute.record import record

_DEEPEST_SLOT = 4
"""Maximum depth of nested components that are examined."""


@record
class Slot:
    """A parameter or a component in it, with its readable name.

    The path leads from the parameter through its components, each counted from 0. In objects that
    extend another one, components may be in other `places`.
    """

    name: str
    path: tuple[int, ...]
    label: str
    of: Type
    places: tuple[Mapping[int, int], ...] = field(default=(), compare=False)

    def find(self, values: Mapping[str, Symbolic]) -> Symbolic:
        """The unknown value of this slot, given those of the parameters."""
        value = values[self.name]
        for step, places in zip(self.path, self.places, strict=True):
            if not isinstance(value, Record | Either):
                return value
            value = component(value, step, places)
        return value

    def value(self, values: Mapping[str, Value]) -> Value:
        """The value of this slot, given those of the parameters."""
        value = values[self.name]
        for step, places in zip(self.path, self.places, strict=True):
            if not isinstance(value, RecordValue):
                return None
            value = value[places.get(len(value), step)]
        return value

    def is_state_of(self, other: Slot) -> bool:
        """Whether two slots are one thing before and after: `l` and `l'`."""
        return self.name.rstrip("'") == other.name.rstrip("'") and self.path == other.path


def slots(objects: Objects, parts: Sequence[Part]) -> Iterator[Slot]:
    """Every parameter and every component in it, the outer before the inner."""
    for part in parts:
        yield from _inside(objects, Slot(part.name, (), part.name, part.type))


def _inside(objects: Objects, slot: Slot) -> Iterator[Slot]:
    yield slot
    structure = objects.structure(slot.of)
    if isinstance(structure, TupleOf) and len(slot.path) < _DEEPEST_SLOT:
        for step, part in enumerate(structure.parts):
            label = f"{slot.label}.{part.name or step + 1}"
            places = (*slot.places, objects.places(slot.of, step))
            inner = Slot(slot.name, (*slot.path, step), label, part.type, places)
            yield from _inside(objects, inner)


def element(objects: Objects, of: Type) -> Type | None:
    """The element type of a list; None for other types."""
    structure = objects.structure(of)
    return structure.element if isinstance(structure, ListOf) else None


def fellows(objects: Objects, slot: Slot, sources: Sequence[Slot]) -> Iterator[tuple[Slot, bool]]:
    """The sources that can be elements of a list, or are lists of them; says which."""
    wanted = element(objects, slot.of)
    for source in sources:
        item = element(objects, source.of)
        if wanted is not None and objects.comparable(item or source.of, wanted):
            yield source, item is not None


class Kind(Enum):
    """In which way two results differ, in the order in which they are searched for."""

    LOST = "something is lost"
    EXTRA = "something is added"
    CHANGED = "something is changed"
    DIFFERENT = "the results differ"
    ORDER = "the order is open"
    DUPLICATES = "duplicates are allowed"
    ARRANGED = "order and duplicates are open"

    @property
    def is_note(self) -> bool:
        """Whether this kind only deserves a note."""
        return self in (Kind.ORDER, Kind.DUPLICATES, Kind.ARRANGED)

    @property
    def is_fallback(self) -> bool:
        """Whether this kind is tried only if nothing more specific was found."""
        return self in (Kind.DIFFERENT, Kind.ARRANGED)


@record
class Difference:
    """Two values of a slot in results for the same inputs, some of whose slots are `sources`."""

    objects: Objects
    slot: Slot
    sources: Sequence[Slot]
    inputs: Mapping[str, Value]
    one: Value
    other: Value

    def words(self, kind: Kind) -> str | None:
        """The words for a kind of difference; None if the values do not show it."""
        one, other, label = self.one, self.other, self.slot.label
        item = element(self.objects, self.slot.of)
        if not isinstance(one, tuple) or not isinstance(other, tuple) or item is None:
            return None if same(one, other) else self._value_changed()
        noun = "record" if isinstance(self.objects.structure(item), TupleOf) else "element"
        known = list(self._known())
        match kind:
            case Kind.LOST:
                for value, origin in known:
                    if contains(one, value) and not contains(other, value):
                        return f"the {noun} {show(value)}{origin} is missing from {label}"
            case Kind.EXTRA:
                inputs = tuple(value for value, _ in known)
                for value in other:
                    if not contains(one, value) and not contains(inputs, value):
                        return f"the {noun} {show(value)} is in {label} and comes from no input"
            case Kind.CHANGED:
                for before, after in zip(one, other, strict=False):
                    if not same(before, after):
                        origin = next((name for value, name in known if same(value, before)), "")
                        become = f"may become {show(after)} in {label}"
                        return f"the {noun} {show(before)}{origin} {become}"
            case Kind.DUPLICATES:
                for each in (*other, *one):
                    if other.count(each) != one.count(each):
                        return f"{label} may repeat the {noun} {show(each)}"
            case _ if not same(one, other):
                return f"{label} may be {show(one)} and may be {show(other)}"
        return None

    def _value_changed(self) -> str:
        label, one, other = self.slot.label, show(self.one), show(self.other)
        for source in filter(self.slot.is_state_of, self.sources):
            before = source.value(self.inputs)
            if same(before, self.one):
                return f"{label} need not be {source.label}: {one} may become {other}"
            if same(before, self.other):
                return f"{label} need not be {source.label}: {other} may become {one}"
        return f"{label} may be {one} and may be {other}"

    def _known(self) -> Iterator[tuple[Value, str]]:
        """The input values of this kind, and their slots."""
        for source, is_list in fellows(self.objects, self.slot, self.sources):
            value = source.value(self.inputs)
            if not is_list and value is not None:
                yield value, f" ({source.label})"
            elif is_list and isinstance(value, tuple):
                yield from ((each, f" of {source.label}") for each in reversed(value))
