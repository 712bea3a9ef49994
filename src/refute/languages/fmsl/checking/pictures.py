"""Values as object diagrams, with the differences from earlier values."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import zip_longest

from refute.languages.fmsl.types import (
    ListOf,
    Named,
    Objects,
    Part,
    TupleOf,
    Type,
    Union,
    show_type,
)
from refute.languages.fmsl.values import Labelled, Record, Value, belongs, kind_of, same, show
from refute.record import record
from refute.report.outcome import Attribute, Block, Change, DrawnObject, ObjectDiagram, Picture

DEEPEST = 6
"""Maximum depth of nested objects that are drawn; deeper ones are written out."""

Values = Mapping[str, Value]


@record
class ValuesAtTime:
    """Values at one time, by parameter name; `earlier` are those to compare them with."""

    title: str
    parts: Sequence[Part]
    values: Sequence[Value]
    earlier: ValuesAtTime | None = None

    def counterpart(self, part: Part) -> Value | None:
        """The earlier value of a parameter, whose name may lack its prime."""
        if self.earlier is None:
            return None
        pairs = zip(self.earlier.parts, self.earlier.values, strict=True)
        return next((value for each, value in pairs if _root(each) == _root(part)), None)

    def has_counterpart(self, part: Part) -> bool:
        """Whether there is an earlier value to compare a parameter with."""
        return self.earlier is not None and any(
            _root(each) == _root(part) for each in self.earlier.parts
        )


def _root(part: Part) -> str:
    return part.name.rstrip("'")


def diagram(objects: Objects, title: str, moments: Iterable[ValuesAtTime]) -> list[Block]:
    """The moments as one diagram; none if no value has parts that could be drawn."""
    moments = list(moments)
    values = [value for moment in moments for value in moment.values]
    if not any(isinstance(_content(value), tuple) and value for value in values):
        return []
    artist = DiagramDrawer(objects)
    pictures = [Picture(each.title, tuple(artist.things(each))) for each in moments]
    return [ObjectDiagram(title, tuple(pictures))]


class DiagramDrawer:
    """Draws values as objects, compared with earlier values."""

    def __init__(self, objects: Objects) -> None:
        self.objects = objects

    def things(self, moment: ValuesAtTime) -> Iterator[DrawnObject]:
        """The parameters of a moment, drawn."""
        for part, value in zip(moment.parts, moment.values, strict=True):
            if moment.has_counterpart(part):
                yield self.compared(part.name, value, moment.counterpart(part), part.type)
            else:
                yield self.thing(part.name, value, part.type)

    def thing(self, name: str, value: Value, of: Type, depth: int = 0) -> DrawnObject:
        """One value, drawn without nil components; a labelled value is drawn without its label."""
        mark, value, of = self._unlabelled(value, of)
        attributes, parts = [], []
        for label, each, kind in self._inside(value, of):
            if each is None:
                continue
            if self._is_drawn(each, depth):
                parts.append(self.thing(label, each, kind, depth + 1))
            else:
                attributes.append(Attribute(label, show(each)))
        if not self._is_drawn(value, 0):
            attributes, parts = [Attribute("", show(value))], []
        return DrawnObject(name, mark + self._called(value, of), tuple(attributes), tuple(parts))

    def _is_drawn(self, value: Value, depth: int) -> bool:
        """Whether a value gets its own box: a record, or a list of items with parts."""
        value = _content(value)
        if not isinstance(value, tuple) or depth >= DEEPEST:
            return False
        return isinstance(value, Record) or any(isinstance(_content(each), tuple) for each in value)

    def _unlabelled(self, value: Value, of: Type) -> tuple[str, Value, Type]:
        """The content of a labelled value with parts: its label, the value, and its type."""
        part = self.objects.alternative(of, value.label) if isinstance(value, Labelled) else None
        if part is None or not isinstance(value, Labelled) or not self._is_drawn(value, 0):
            return "", value, of
        label, inner, kind = self._unlabelled(value.value, part)
        return f"{value.label}:{label}", inner, kind

    def _called(self, value: Value, of: Type) -> str:
        """The name of the type, or of the extending object that a record belongs to."""
        return show_type(kind_of(self.objects, value, of))

    def _inside(self, value: Value, of: Type) -> Iterator[tuple[str, Value, Type]]:
        """The parts of a value, with their names and types."""
        match value, self.objects.structure(of):
            case Record(), _:
                structure = self.objects.structure(Named(self._called(value, of)))
                if not isinstance(structure, TupleOf):
                    structure = self._alternative(value, of)
                parts = structure.parts if isinstance(structure, TupleOf) else ()
                for number, (each, part) in enumerate(zip_longest(value, parts), 1):
                    label = part.name or self._type_name(part.type) or str(number) if part else ""
                    yield label or str(number), each, part.type if part else Union(())
            case tuple(), ListOf(element):
                for number, each in enumerate(value, 1):
                    yield f"[{number}]", each, element

    def _alternative(self, value: Value, of: Type) -> Type:
        """The structure that a record has among the alternatives of its type."""
        structure = self.objects.structure(of)
        if isinstance(structure, Union):
            for each in structure.alternatives:
                if belongs(self.objects, value, each.type):
                    return self._alternative(value, each.type)
        return structure

    def _type_name(self, of: Type) -> str:
        return of.name if isinstance(of, Named) else ""

    # What differs

    def compared(
        self, name: str, value: Value, was: Value, of: Type, depth: int = 0
    ) -> DrawnObject:
        """One value, marked with changes from an earlier value."""
        if same(value, was):
            return self.thing(name, value, of, depth)
        if isinstance(value, Labelled) and isinstance(was, Labelled) and value.label == was.label:
            _, before, _ = self._unlabelled(was, of)
            mark, after, inner = self._unlabelled(value, of)
            if mark:
                drawn = self.compared(name, after, before, inner, depth)
                return replace(drawn, of=mark + drawn.of)
        if isinstance(value, Record) and isinstance(was, Record) and len(value) == len(was):
            return self._record(name, value, was, of, depth)
        is_list = isinstance(self.objects.structure(of), ListOf)
        if is_list and (self._is_drawn(value, depth) or self._is_drawn(was, depth)):
            return self._list(name, _items(value), _items(was), of, depth)
        whole = self.thing(name, value, of, depth)
        if self._is_drawn(value, 0) or self._is_drawn(was, 0):
            change = Change.ADDED if not was else Change.CHANGED
            return replace(whole, change=change)
        attribute = Attribute("", show(value), show(was))
        return replace(whole, attributes=(attribute,), parts=(), change=Change.CHANGED)

    def _record(self, name: str, value: Record, was: Record, of: Type, depth: int) -> DrawnObject:
        attributes, parts = [], []
        pairs = zip(self._inside(value, of), was, strict=True)
        for (label, each, kind), before in pairs:
            if same(each, before):
                if self._is_drawn(each, depth):
                    parts.append(self.thing(label, each, kind, depth + 1))
                elif each is not None:
                    attributes.append(Attribute(label, show(each)))
            elif self._is_drawn(each, depth) or self._is_drawn(before, depth):
                parts.append(self.compared(label, each, before, kind, depth + 1))
            else:
                attributes.append(Attribute(label, show(each), show(before)))
        called = self._called(value, of)
        return DrawnObject(name, called, tuple(attributes), tuple(parts), Change.CHANGED)

    def _list(
        self, name: str, value: Sequence[Value], was: Sequence[Value], of: Type, depth: int
    ) -> DrawnObject:
        structure = self.objects.structure(of)
        assert isinstance(structure, ListOf)
        element, parts = structure.element, []
        matched, gone = _matched(value, was)
        for number, each in enumerate(value, 1):
            label, origin = f"[{number}]", matched.get(number - 1)
            if origin is None:
                new = self.thing(label, each, element, depth + 1)
                parts.append(replace(new, change=Change.ADDED))
            else:
                parts.append(self.compared(label, each, was[origin], element, depth + 1))
        for index in gone:
            old = self.thing(f"[{index + 1}]", was[index], element, depth + 1)
            parts.append(replace(old, change=Change.REMOVED))
        return DrawnObject(name, show_type(of), (), tuple(parts), Change.CHANGED)


def _content(value: Value) -> Value:
    """A value without its labels."""
    while isinstance(value, Labelled):
        value = value.value
    return value


def _items(value: Value) -> tuple[Value, ...]:
    return value if isinstance(value, tuple) else ()


def _matched(
    value: Sequence[Value], was: Sequence[Value]
) -> tuple[Mapping[int, int], Sequence[int]]:
    """The earlier item for each item, and the earlier items without one.

    Equal items are matched first, then records with most components equal.
    """
    matched: dict[int, int] = {}
    left = list(range(len(was)))
    for alike in (same, _alike):
        for index, each in enumerate(value):
            if index in matched:
                continue
            origin = next((old for old in left if alike(each, was[old])), None)
            if origin is not None:
                matched[index] = origin
                left.remove(origin)
    return matched, left


def _alike(one: Value, other: Value) -> bool:
    """Whether a record may be another one with some components changed."""
    if not isinstance(one, Record) or not isinstance(other, Record) or len(one) != len(other):
        return False
    present = [(a, b) for a, b in zip(one, other, strict=True) if (a, b) != (None, None)]
    equal = sum(same(a, b) for a, b in present)
    return equal > 0 and 2 * equal >= len(present)
