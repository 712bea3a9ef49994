"""Values, their comparison, and their text."""

from __future__ import annotations

import json
from collections.abc import Collection, Mapping
from typing import Any, TypeAlias

from refute.languages.fmsl import types
from refute.languages.fmsl.types import (
    AnyType,
    ListOf,
    Named,
    Objects,
    Primitive,
    TupleOf,
    Type,
    Union,
)
from refute.record import record


class Record(tuple[Any, ...]):
    """A tuple value `{ a, b }`; lists are plain Python tuples. `same` distinguishes them."""

    __slots__ = ()


class Atomic(str):
    """A value of an object without components: `Red`, the only one, or `Item#2`."""

    __slots__ = ()

    def is_of(self, name: str) -> bool:
        """Whether it is a value of this object."""
        return self.partition("#")[0] == name


class Function(str):
    """An operation as a value, by name."""

    __slots__ = ()


@record
class Labelled:
    """A value of a union with the label of its alternative: `{c: 20}`."""

    label: str
    value: Any


Value: TypeAlias = bool | int | float | str | tuple[Any, ...] | Labelled | None
"""Nil, a boolean, an integer, a real, a string, a list, a `Record`, or a labelled value."""


def labelled(label: str, value: Value) -> Value:
    """A value of an alternative as one of its union; nil and the empty list stay nil."""
    return None if value in _EMPTY else Labelled(label, value)


_PRIMITIVES: Mapping[str, Collection[type]] = {
    "boolean": (bool,),
    "integer": (int,),
    "real": (int, float),
    "string": (str,),
}


def same(one: Value, other: Value) -> bool:
    """Whether two values are equal; nil is the empty list, no boolean a number, no list a tuple."""
    if one != other and not _has_empty(one):
        return False
    waiting: list[tuple[Any, Any]] = [(one, other)]
    while waiting:
        first, second = waiting.pop()
        if first in _EMPTY and second in _EMPTY:
            continue
        if type(first) is not type(second) and {type(first), type(second)} != {int, float}:
            return False
        if isinstance(first, Labelled) and first.label == second.label:
            waiting.append((first.value, second.value))
        elif not isinstance(first, tuple):
            if first != second:
                return False
        elif len(first) != len(second):
            return False
        else:
            waiting.extend(zip(first, second, strict=True))
    return True


_EMPTY = (None, ())
"""Nil, the empty list and the empty tuple are the same value."""


def _has_empty(value: Value) -> bool:
    """Whether a value is or contains nil or an empty list."""
    waiting: list[Any] = [value]
    while waiting:
        each = waiting.pop()
        if each in _EMPTY:
            return True
        if isinstance(each, tuple):
            waiting.extend(each)
        elif isinstance(each, Labelled):
            waiting.append(each.value)
    return False


def contains(values: tuple[Any, ...], value: Value) -> bool:
    """Whether a list contains a value."""
    if value not in values and not _has_empty(value):
        return False
    return any(same(each, value) for each in values)


def belongs(objects: Objects, value: Value, of: Type) -> bool:
    """Whether a value has the structure of a type; nil has that of every type."""
    if any(belongs(objects, value, Named(heir)) for heir in objects.heirs(of)):
        return True
    match objects.structure(of), value:
        case (_, None) | (AnyType(), _):
            return True
        case Named(name), Atomic():
            return value.is_of(name)
        case types.Constant(constant), _:
            return same(constant, value)
        case types.Function(), _:
            return isinstance(value, Function)
        case Primitive(name), _:
            return type(value) in _PRIMITIVES[name]
        case ListOf(element), tuple() if not isinstance(value, Record):
            return all(belongs(objects, each, element) for each in value)
        case TupleOf(parts), Record() if len(parts) == len(value):
            pairs = zip(value, parts, strict=True)
            return all(_is_component(objects, each, part.type) for each, part in pairs)
        case Union() as union, _:
            return any(
                belongs_as(objects, value, label, each.type)
                for each, label in zip(union.alternatives, objects.labels(union), strict=True)
            )
        case _:
            return False


def belongs_as(objects: Objects, value: Value, label: str, of: Type) -> bool:
    """Whether a value of a union belongs to the alternative with a label, if any, and a type."""
    if not label or value is None:
        return belongs(objects, value, of)
    return (
        isinstance(value, Labelled) and value.label == label and belongs(objects, value.value, of)
    )


def _is_component(objects: Objects, value: Value, of: Type) -> bool:
    return belongs(objects, value, of) and not (value is None and objects.is_single(of))


def kind_of(objects: Objects, value: Value, of: Type) -> Type:
    """The object of a record, among a type and the objects that extend it."""
    if isinstance(value, Record):
        for heir in reversed(objects.heirs(of)):
            structure = objects.structure(Named(heir))
            whole = isinstance(structure, TupleOf) and len(structure.parts) == len(value)
            if whole and belongs(objects, value, Named(heir)):
                return Named(heir)
    return of


def show_value(value: Value, padding: str = " ") -> str:
    """A value as FMSL prints it, with a space inside brackets; not recursive."""
    shown: list[str] = []
    waiting: list[Value] = [value]
    while waiting:
        match waiting.pop():
            case _Mark() as mark:
                shown.append(mark)
            case tuple() as parts:
                waiting.extend(reversed(_opened(parts, padding)))
            case Labelled(label, content):
                waiting += [_Mark(padding + "}"), content, _Mark(f"{{{padding}{label}: ")]
            case one:
                shown.append(_show_simple(one))
    return "".join(shown)


def show(value: Value) -> str:
    """A value as it is written in a specification: `{"Fisher", "2", nil, nil}`."""
    return show_value(value, padding="")


class _Mark(str):
    """Text between values."""

    __slots__ = ()


def _opened(parts: tuple[Any, ...], padding: str) -> list[Any]:
    """The parts of a list or tuple, with the text around and between them."""
    first, last = "{}" if isinstance(parts, Record) else "[]"
    if not parts:
        return [_Mark(first + last)]
    between = [item for part in parts for item in (_Mark(", "), part)]
    return [_Mark(first + padding), *between[1:], _Mark(padding + last)]


def _show_simple(value: Value) -> str:
    match value:
        case None:
            return "nil"
        case bool():
            return str(value).lower()
        case float():
            return f"{value:g}"
        case Atomic() | Function():
            return str(value)
        case str():
            return json.dumps(value, ensure_ascii=False)
        case _:
            return str(value)
