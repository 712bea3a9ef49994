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
    Answer,
    Data,
    inside,
    list_items,
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
        elif isinstance(part, Data):
            pending.extend((field, height + 1) for field in part.fields)
    return highest


def to_python(value: Answer) -> Any:
    """A value as Python writes it.

    Lists, tuples, numbers and truth values are Python's own; any other data is a tuple of the
    constructor's name and its fields, or only the name where there are none.
    """
    if isinstance(value, int):
        return value
    if not isinstance(value, Data):
        return ANYTHING
    if value.constructor.datatype is BOOLEAN:
        return value.constructor.name == "True"
    if value.constructor in {CELL, EMPTY.constructor}:
        return [to_python(item) for item in list_items(value)[0]]
    fields = tuple(to_python(field) for field in value.fields)
    if _is_tuple(value):
        return fields
    return (value.constructor.name, *fields) if fields else value.constructor.name


def to_json(value: Answer, condition: str = "") -> Any:
    """A value as JSON that says what is a list, what a tuple and what a constructor."""
    if isinstance(value, int):
        return value
    if not isinstance(value, Data):
        return {"any": condition or True}
    if value.constructor.datatype is BOOLEAN:
        return value.constructor.name == "True"
    if value.constructor in {CELL, EMPTY.constructor}:
        return [to_json(item, condition) for item in list_items(value)[0]]
    fields = [to_json(field, condition) for field in value.fields]
    if _is_tuple(value):
        return {"tuple": fields}
    return {"constructor": value.constructor.name, "fields": fields}


def _is_tuple(value: Data) -> bool:
    return syntax.is_tuple(value.constructor.name) or value.constructor.name == syntax.UNIT
