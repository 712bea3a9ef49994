"""Unions: which of their values have labels, and how values are converted to them.

Alternatives that differ in structure need nothing: a value belongs to the one whose structure it
has. Similar ones are distinguished by a label, the name of their component: `{c: {20}}`. A value
gets its label where a value of an alternative is wanted as one of the union, according to the types
that the checker knows; `t.c` removes it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

from refute.languages.fmsl import types
from refute.languages.fmsl.types import ANY, Named, Objects, Part, Type, Union, primitive
from refute.languages.fmsl.values import Labelled, Record, Value, belongs, labelled
from refute.record import record

DEEPEST_COMPARED = 4
"""Maximum depth of types that are compared; deeper ones are assumed to overlap."""


# Conversions


@record
class Keep:
    """The value as it is."""


@record
class Label:
    """The value, converted, with a label."""

    label: str
    content: Conversion


@record
class Elements:
    """A list, element by element."""

    element: Conversion


@record
class Components:
    """A tuple, component by component."""

    parts: tuple[Conversion, ...]


@record
class Case:
    """The conversion of a value of an alternative, which may have a label."""

    label: str
    type: Type
    content: Conversion


@record
class Cases:
    """The conversion of a value of a union, by its alternative."""

    cases: tuple[Case, ...]


Conversion: TypeAlias = Keep | Label | Elements | Components | Cases

KEEP = Keep()


class Unclear(Exception):
    """A value may belong to several alternatives of a union; `labels` are theirs."""

    def __init__(self, of: Type, labels: tuple[str, ...] = ()) -> None:
        self.of, self.labels = of, labels
        super().__init__(of)


def conversion(objects: Objects, found: Type, wanted: Type) -> Conversion:
    """The conversion from a type to another, which it fits; raises Unclear if it is ambiguous."""
    return _conversion(objects, found, wanted, frozenset())


def _conversion(
    objects: Objects, found: Type, wanted: Type, pending: frozenset[tuple[Type, Type]]
) -> Conversion:
    if found == wanted or not (objects.has_labels(found) or objects.has_labels(wanted)):
        return KEEP
    if objects.nominal(wanted) in objects.ancestors(objects.nominal(found)):
        return KEEP
    if (found, wanted) in pending:
        raise Unclear(wanted)
    pending |= {(found, wanted)}
    match objects.structure(found), objects.structure(wanted):
        case one, other if one == other or ANY in (one, other):
            return KEEP
        case Union() as one, _:
            return _cases(objects, one, wanted, pending)
        case _, Union() as whole:
            return _chosen(objects, found, whole, wanted, pending)
        case types.ListOf(element), types.ListOf(other):
            inner = _conversion(objects, element, other, pending)
            return KEEP if inner == KEEP else Elements(inner)
        case types.TupleOf(parts), types.TupleOf(others) if len(parts) == len(others):
            pairs = zip(parts, others, strict=True)
            each = tuple(_conversion(objects, one.type, it.type, pending) for one, it in pairs)
            return KEEP if all(part == KEEP for part in each) else Components(each)
        case types.Function(inputs, result), types.Function(others, other_result):
            each = tuple(
                _conversion(objects, one.type, it.type, pending)
                for one, it in zip(others, inputs, strict=False)
            )
            if {*each, _conversion(objects, result, other_result, pending)} != {KEEP}:
                raise Unclear(wanted)
    return KEEP


def _cases(
    objects: Objects, found: Union, wanted: Type, pending: frozenset[tuple[Type, Type]]
) -> Conversion:
    cases = []
    for each, label in zip(found.alternatives, objects.labels(found), strict=True):
        whole = objects.structure(wanted)
        inner = (
            _chosen(objects, each.type, whole, wanted, pending, called(each))
            if isinstance(whole, Union)
            else _conversion(objects, each.type, wanted, pending)
        )
        cases.append(Case(label, each.type, inner))
    kept = [Label(each.label, KEEP) if each.label else KEEP for each in cases]
    same = all(each.content == one for each, one in zip(cases, kept, strict=True))
    return KEEP if same else Cases(tuple(cases))


def _chosen(
    objects: Objects,
    found: Type,
    union: Union,
    wanted: Type,
    pending: frozenset[tuple[Type, Type]],
    preferred: str = "",
) -> Conversion:
    """The conversion to the intended alternative."""
    fitting = [
        (each, label)
        for each, label in zip(union.alternatives, objects.labels(union), strict=True)
        if objects.fits(found, each.type)
    ]
    meant = list(_meant(objects, found, fitting, preferred))[:1] or fitting
    if not meant:
        return KEEP
    if len(meant) > 1 and any(label for _, label in meant):
        raise Unclear(wanted, tuple(called(each) for each, label in meant if label))
    part, label = meant[0]
    inner = _conversion(objects, found, part.type, pending)
    return Label(label, inner) if label else inner


def _meant(
    objects: Objects, found: Type, fitting: list[tuple[Part, str]], preferred: str
) -> Iterator[tuple[Part, str]]:
    """The alternatives that a type names, best first; none if several are equally good."""
    if preferred:
        yield from (each for each in fitting if called(each[0]) == preferred)
    name = objects.nominal(found)
    lines = [found] if not name else [Named(each) for each in (name, *objects.ancestors(name))]
    for line in lines:
        same = [
            each
            for each in fitting
            if line in (each[0].type, Named(objects.nominal(each[0].type) or "?"))
        ]
        if len(same) == 1:
            yield same[0]


def converted(objects: Objects, value: Value, how: Conversion) -> Value:
    """A value converted to the wanted type; nil is nil in every type."""
    if value is None:
        return None
    match how, value:
        case Label(label, content), _:
            return labelled(label, converted(objects, value, content))
        case Elements(element), tuple():
            return tuple(converted(objects, each, element) for each in value)
        case Components(parts), Record():
            pairs = zip(value, parts, strict=True)
            return Record(converted(objects, each, part) for each, part in pairs)
        case Cases(cases), _:
            for each in cases:
                if each.label and isinstance(value, Labelled) and value.label == each.label:
                    return converted(objects, value.value, each.content)
                if not each.label and belongs(objects, value, each.type):
                    return converted(objects, value, each.content)
    return value


# Alternatives with common values


def called(part: Part) -> str:
    """The name of an alternative or component: its own, or that of its object."""
    return part.name or (part.type.name if isinstance(part.type, Named) else "")


def labels(objects: Objects, union: Union) -> tuple[str, ...]:
    """The label of the values of each alternative; empty if they need none, or have no name."""
    return tuple(
        called(each) if _is_confused(objects, union, each) else "" for each in union.alternatives
    )


def _is_confused(objects: Objects, union: Union, part: Part) -> bool:
    return any(
        other is not part and overlap(objects, part.type, other.type)
        for other in union.alternatives
    )


def overlap(objects: Objects, one: Type, other: Type, depth: int = 0) -> bool:
    """Whether a value that does not name its object can be of both types.

    Nil, which is in all types, does not count, neither alone nor as a component.
    """
    if depth > DEEPEST_COMPARED:
        return True
    kinds = [
        [objects.structure(kind) for kind in map(Named, objects.kinds(each))] or [each]
        for each in (one, other)
    ]
    return any(
        _overlap(objects, objects.structure(left), objects.structure(right), depth)
        for left in kinds[0]
        for right in kinds[1]
    )


def _overlap(objects: Objects, one: Type, other: Type, depth: int) -> bool:
    match one, other:
        case (Union(alternatives), whole) | (whole, Union(alternatives)):
            return any(overlap(objects, each.type, whole, depth + 1) for each in alternatives)
        case types.Constant() as left, types.Constant() as right:
            return left == right
        case (types.Constant() as left, types.Primitive() as right) | (
            types.Primitive() as right,
            types.Constant() as left,
        ):
            return objects.comparable(primitive(left), right)
        case types.TupleOf(parts), types.TupleOf(others):
            return len(parts) == len(others) and all(
                overlap(objects, part.type, fellow.type, depth + 1)
                for part, fellow in zip(parts, others, strict=True)
            )
        case types.ListOf(element), types.ListOf(fellow):
            return overlap(objects, element, fellow, depth + 1)
        case (types.AnyType(), _) | (_, types.AnyType()):
            return False
        case Named(), Named():
            return one == other
    return objects.comparable(one, other)
