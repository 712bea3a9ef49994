"""Values, how they are compared, and how they read."""

from __future__ import annotations

import json
from typing import Any, TypeAlias

from refute.languages.fmsl.types import (
    AnyType,
    ListOf,
    Objects,
    Primitive,
    TupleOf,
    Type,
    Union,
)


class Record(tuple[Any, ...]):
    """A tuple value `{ a, b }`; lists are plain Python tuples, and no list equals a record."""

    __slots__ = ()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Record) and tuple.__eq__(self, other)

    def __ne__(self, other: object) -> bool:
        return not self == other

    __hash__ = tuple.__hash__


Value: TypeAlias = bool | int | float | str | tuple[Any, ...] | None
"""nil, a boolean, an integer, a real, a string, a list, or a `Record`."""


def same(one: Value, other: Value) -> bool:
    """Whether two values are equal; nil equals itself, and no boolean is a number."""
    if one != other:
        return False
    if isinstance(one, tuple) and isinstance(other, tuple):
        return all(same(first, second) for first, second in zip(one, other, strict=True))
    return isinstance(one, bool) == isinstance(other, bool)


def contains(values: tuple[Any, ...], value: Value) -> bool:
    """Whether a list has a value in it."""
    return value in values and any(same(each, value) for each in values)


def belongs(objects: Objects, value: Value, of: Type) -> bool:
    """Whether a value has the structure of a type; nil has that of every type."""
    match objects.structure(of), value:
        case (_, None) | (AnyType(), _):
            return True
        case Primitive(name), _:
            return _primitive(name, value)
        case ListOf(element), tuple() if not isinstance(value, Record):
            return all(belongs(objects, each, element) for each in value)
        case TupleOf(parts), Record() if len(parts) == len(value):
            return all(
                belongs(objects, each, part.type) for each, part in zip(value, parts, strict=True)
            )
        case Union(alternatives), _:
            return any(belongs(objects, value, each.type) for each in alternatives)
        case _:
            return False


def _primitive(name: str, value: Value) -> bool:
    match value:
        case bool():
            return name == "boolean"
        case int():
            return name in {"integer", "real"}
        case float():
            return name == "real"
        case str():
            return name == "string"
        case _:
            return False


def show_value(value: Value) -> str:
    """A value as FMSL prints it."""
    match value:
        case None:
            return "nil"
        case bool():
            return str(value).lower()
        case float():
            return f"{value:g}"
        case str():
            return json.dumps(value, ensure_ascii=False)
        case Record():
            return f"{{ {', '.join(map(show_value, value))} }}" if value else "{}"
        case tuple():
            return f"[ {', '.join(map(show_value, value))} ]" if value else "[]"
        case _:
            return str(value)
