"""Values as other languages write them: Python literals and JSON.

Where an output leaves something open, any value will do there: `ANY` in Python, an object with
the key `any` in JSON.
"""

from __future__ import annotations

from typing import Any

from refute.languages.funlogic import syntax
from refute.languages.funlogic.values import (
    BOOLEAN,
    CELL,
    EMPTY,
    LIST,
    TEXT,
    Answer,
    Data,
    Type,
    inside,
    letter_of,
    list_items,
    text_of,
)

HIGHEST = 80
"""Python reads brackets nested a little deeper than this."""


class _Anything:
    """Written as the name of the object of `unittest.mock` that is equal to everything."""

    def __repr__(self) -> str:
        return "ANY"


ANYTHING = _Anything()


def is_unsettled(value: Answer) -> bool:
    """Whether a value leaves something open."""
    return any(not isinstance(part, int | Data) for part in inside(value))


def height(value: Answer) -> int:
    """How deep Python has to nest a value; the items of a list stand side by side."""
    highest, pending = 0, [(value, 0)]
    while pending:
        part, height = pending.pop()
        highest = max(highest, height)
        if isinstance(part, Data) and part.constructor is CELL:
            pending.extend((item, height + 1) for item in list_items(part)[0])
        elif isinstance(part, Data) and letter_of(part) is None:
            pending.extend((field, height + 1) for field in part.fields)
    return highest


def to_python(value: Answer, shape: Type | None = None) -> Any:
    """A value as Python writes it; its type tells the empty text from the empty list.

    Lists, tuples, numbers, truth values and texts are Python's own; any other data is a tuple of
    the constructor's name and its fields, or only the name where there are none.
    """
    if not isinstance(value, Data):
        return value if isinstance(value, int) else ANYTHING
    if (plain := _plain(value, shape)) is not None:
        return plain
    if value.constructor.datatype is LIST:
        return [to_python(item, _item_type(shape)) for item in list_items(value)[0]]
    fields = tuple(map(to_python, value.fields, value.constructor.field_types(shape)))
    if _is_tuple(value):
        return fields
    return (value.constructor.name, *fields) if fields else value.constructor.name


def to_json(value: Answer, shape: Type | None = None, condition: str = "") -> Any:
    """A value as JSON that says what is a list, what a tuple and what a constructor."""
    if not isinstance(value, Data):
        return value if isinstance(value, int) else {"any": condition or True}
    if (plain := _plain(value, shape)) is not None:
        return plain
    if value.constructor.datatype is LIST:
        return [to_json(item, _item_type(shape), condition) for item in list_items(value)[0]]
    shapes = value.constructor.field_types(shape)
    fields = [to_json(*each, condition) for each in zip(value.fields, shapes, strict=True)]
    if _is_tuple(value):
        return {"tuple": fields}
    return {"constructor": value.constructor.name, "fields": fields}


def _plain(value: Data, shape: Type | None) -> bool | str | None:
    """The truth value or the text that a value is."""
    if value.constructor.datatype is BOOLEAN:
        return value.constructor.name == "True"
    if value.constructor is EMPTY.constructor and shape == TEXT:
        return ""
    return letter_of(value) or text_of(value)


def _item_type(shape: Type | None) -> Type | None:
    return shape.arguments[0] if shape is not None and shape.arguments else None


def _is_tuple(value: Data) -> bool:
    return syntax.is_tuple(value.constructor.name) or value.constructor.name == syntax.UNIT
