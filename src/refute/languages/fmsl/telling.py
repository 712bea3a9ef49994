"""Differences between two results in words."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from enum import Enum

from refute.languages.fmsl.concrete import show
from refute.languages.fmsl.places import Place, element
from refute.languages.fmsl.types import Objects, TupleOf
from refute.languages.fmsl.values import Record, Value, contains, same


class Kind(Enum):
    """In which way two results differ; the order is that in which they are looked for."""

    LOST = "something is lost"
    EXTRA = "something is added"
    CHANGED = "something is changed"
    DIFFERENT = "the results differ"
    ORDER = "the order is open"
    DUPLICATES = "duplicates are allowed"
    ARRANGED = "order and duplicates are open"

    @property
    def is_note(self) -> bool:
        """Whether it is only worth a note."""
        return self in (Kind.ORDER, Kind.DUPLICATES, Kind.ARRANGED)

    @property
    def is_fallback(self) -> bool:
        """Whether it is looked for only when nothing more telling was found."""
        return self in (Kind.DIFFERENT, Kind.ARRANGED)


@dataclass(frozen=True, slots=True)
class Told:
    """A difference in words."""

    kind: Kind
    words: str


def tell(
    objects: Objects,
    kind: Kind,
    place: Place,
    sources: Sequence[Place],
    inputs: Mapping[str, Value],
    results: tuple[Value, Value],
) -> Told | None:
    """The words for a difference, None where the values do not bear them out."""
    return _Teller(objects, place, sources, inputs, *results).tell(kind)


@dataclass(frozen=True, slots=True)
class _Teller:
    objects: Objects
    place: Place
    sources: Sequence[Place]
    inputs: Mapping[str, Value]
    one: Value
    other: Value

    def tell(self, kind: Kind) -> Told | None:
        """The words for a kind of difference."""
        words = self._words(kind)
        return None if words is None else Told(kind, words)

    def _words(self, kind: Kind) -> str | None:
        one, other, label = self.one, self.other, self.place.label
        if not isinstance(one, tuple) or not isinstance(other, tuple) or self._item is None:
            return None if same(one, other) else self._value_changed()
        match kind:
            case Kind.LOST:
                return self._lost(one, other)
            case Kind.EXTRA:
                return self._extra(one, other)
            case Kind.CHANGED:
                return self._item_changed(one, other)
            case Kind.DUPLICATES:
                twice = [each for each in other if other.count(each) != one.count(each)]
                twice += [each for each in one if other.count(each) != one.count(each)]
                return f"{label} may repeat the {self._noun} {show(twice[0])}" if twice else None
            case _:
                if same(one, other):
                    return None
                return f"{label} may be {show(one)} and may be {show(other)}"

    @property
    def _item(self) -> object:
        return element(self.objects, self.place.of)

    @property
    def _noun(self) -> str:
        item = element(self.objects, self.place.of)
        is_record = item is not None and isinstance(self.objects.structure(item), TupleOf)
        return "record" if is_record else "element"

    def _lost(self, one: tuple[Value, ...], other: tuple[Value, ...]) -> str | None:
        for value, origin in self._known():
            if contains(one, value) and not contains(other, value):
                return f"the {self._noun} {show(value)}{origin} is missing from {self.place.label}"
        return None

    def _extra(self, one: tuple[Value, ...], other: tuple[Value, ...]) -> str | None:
        known = tuple(value for value, _ in self._known())
        for value in other:
            if not contains(one, value) and not contains(known, value):
                noun, label = self._noun, self.place.label
                return f"the {noun} {show(value)} is in {label} and comes from no input"
        return None

    def _item_changed(self, one: tuple[Value, ...], other: tuple[Value, ...]) -> str | None:
        for before, after in zip(one, other, strict=False):
            if not same(before, after):
                origin = next((name for value, name in self._known() if same(value, before)), "")
                become = f"may become {show(after)} in {self.place.label}"
                return f"the {self._noun} {show(before)}{origin} {become}"
        return None

    def _value_changed(self) -> str:
        label, one, other = self.place.label, show(self.one), show(self.other)
        for source in self.sources:
            twin = source.name.rstrip("'") == self.place.name.rstrip("'")
            if twin and source.path == self.place.path:
                before = _follow(self.inputs[source.name], source.path)
                if same(before, self.one):
                    return f"{label} need not be {source.label}: {one} may become {other}"
                if same(before, self.other):
                    return f"{label} need not be {source.label}: {other} may become {one}"
        return f"{label} may be {one} and may be {other}"

    def _known(self) -> Iterator[tuple[Value, str]]:
        """The values that the inputs have of this kind, with where they are."""
        item = element(self.objects, self.place.of)
        assert item is not None
        for source in self.sources:
            value, inner = (
                _follow(self.inputs[source.name], source.path),
                element(self.objects, source.of),
            )
            if inner is not None and self.objects.comparable(inner, item):
                for each in reversed(value) if isinstance(value, tuple) else ():
                    yield each, f" of {source.label}"
            elif inner is None and value is not None and self.objects.comparable(source.of, item):
                yield value, f" ({source.label})"


def _follow(value: Value, path: tuple[int, ...]) -> Value:
    for step in path:
        value = value[step] if isinstance(value, Record) else None
    return value
