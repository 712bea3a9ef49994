"""Values written for other languages: Python literals and JSON.

If an output leaves something open, any value is accepted there: `ANY` in Python, an object with the
key `any` in JSON.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from fractions import Fraction
from types import MappingProxyType
from typing import Any

from refute.languages.funlogic import syntax
from refute.languages.funlogic.show import show_decimal
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
"""Maximum nesting of a value in Python, which can read brackets nested a little deeper."""


PRECISION = Fraction(1, 10**9)
"""Maximum difference of a floating-point number from a decimal; relative to decimals above 1."""


class _Anything:
    """Written as `ANY`, the object of `unittest.mock` that is equal to everything."""

    def __repr__(self) -> str:
        return "ANY"


ANYTHING = _Anything()


def is_unsettled(value: Answer) -> bool:
    """Whether a value leaves something open."""
    return any(not isinstance(part, int | Fraction | Data) for part in inside(value))


def numbers_in(value: Answer) -> Iterator[int | Fraction]:
    """The known numbers in a value."""
    pending = [value]
    while pending:
        part = pending.pop()
        if isinstance(part, int | Fraction):
            yield part
        elif isinstance(part, Data):
            pending.extend(part.fields)


def height(value: Answer) -> int:
    """How deeply a value is nested in Python; the items of a list are on one level."""
    highest, pending = 0, [(value, 0)]
    while pending:
        part, height = pending.pop()
        highest = max(highest, height)
        if isinstance(part, Data) and part.constructor is CELL:
            pending.extend((item, height + 1) for item in list_items(part)[0])
        elif isinstance(part, Data) and letter_of(part) is None:
            pending.extend((field, height + 1) for field in part.fields)
    return highest


class Written:
    """Python code that stands for a value."""

    def __init__(self, text: str) -> None:
        self._text = text

    def __repr__(self) -> str:
        return self._text


NO_TABLE: Mapping[str, str] = MappingProxyType({})


def to_python(value: Answer, shape: Type | None = None, table: Mapping[str, str] = NO_TABLE) -> Any:
    """A value in Python; its type distinguishes the empty text from the empty list.

    Lists, tuples, numbers, truth values and texts are Python's own, a decimal is a `Fraction`; any
    other data is what the table says, or else a tuple of the constructor's name and its fields, or
    only the name if there are none.
    """
    if not isinstance(value, Data):
        return value if isinstance(value, int | Fraction) else ANYTHING
    if (known := plain(value, shape)) is not None:
        return known
    if value.constructor.datatype is LIST:
        return [to_python(item, _item_type(shape), table) for item in list_items(value)[0]]
    shapes = value.constructor.field_types(shape)
    fields = tuple(to_python(*each, table) for each in zip(value.fields, shapes, strict=True))
    if (made := table.get(value.constructor.name)) is not None:
        return Written(f"{made}({', '.join(map(repr, fields))})") if fields else Written(made)
    if is_tuple(value):
        return fields
    return (value.constructor.name, *fields) if fields else value.constructor.name


def to_json(value: Answer, shape: Type | None = None, condition: str = "") -> Any:
    """A value as JSON that distinguishes lists, tuples and constructors."""
    if isinstance(value, Fraction):
        return {"decimal": show_decimal(value).replace(" ", "")}
    if not isinstance(value, Data):
        return value if isinstance(value, int) else {"any": condition or True}
    if (known := plain(value, shape)) is not None:
        return known
    if value.constructor.datatype is LIST:
        return [to_json(item, _item_type(shape), condition) for item in list_items(value)[0]]
    shapes = value.constructor.field_types(shape)
    fields = [to_json(*each, condition) for each in zip(value.fields, shapes, strict=True)]
    if is_tuple(value):
        return {"tuple": fields}
    return {"constructor": value.constructor.name, "fields": fields}


def plain(value: Data, shape: Type | None) -> bool | str | None:
    """The truth value or the text that a value represents, if any."""
    if value.constructor.datatype is BOOLEAN:
        return value.constructor.name == "True"
    if value.constructor is EMPTY.constructor and shape == TEXT:
        return ""
    return letter_of(value) or text_of(value)


def _item_type(shape: Type | None) -> Type | None:
    return shape.arguments[0] if shape is not None and shape.arguments else None


def is_tuple(value: Data) -> bool:
    """Whether a value is a tuple, of any size."""
    return syntax.is_tuple(value.constructor.name) or value.constructor.name == syntax.UNIT


def matches(value: Answer, given: Any) -> bool:
    """Whether JSON returned by a program represents a value; open parts may be anything.

    A constructor may also be given as in Python without a table: a tuple of its name and fields, or
    its name.
    """
    if isinstance(value, Fraction):
        return _matches_decimal(value, given)
    if not isinstance(value, Data):
        if not isinstance(value, int):
            return True
        return isinstance(given, int) and not isinstance(given, bool) and value == given
    if value.constructor.datatype is BOOLEAN:
        return given is (value.constructor.name == "True")
    if (letter := letter_of(value)) is not None:
        return bool(given == letter)
    if value.constructor.datatype is LIST:
        items, end = list_items(value)
        is_closed = isinstance(end, Data)
        listed = list(given) if isinstance(given, str | list) else None
        fits = listed is not None and (len(listed) == len(items) or not is_closed)
        return fits and all(map(matches, items, listed or ()))
    return _matches_constructor(value, given)


def _matches_decimal(value: Fraction, given: Any) -> bool:
    """Whether a number returned by a program is a decimal; a floating-point number may be
    rounded."""
    if not isinstance(given, dict):
        return isinstance(given, int) and not isinstance(given, bool) and value == given
    text = given.get("decimal") or given.get("float") or ""
    try:
        apart = abs(Fraction(text) - value)
    except ValueError:  # not a number, or infinite
        return False
    return apart <= (max(Fraction(1), abs(value)) * PRECISION if "float" in given else 0)


def _matches_constructor(value: Data, given: Any) -> bool:
    name, fields = value.constructor.name, value.fields
    if is_tuple(value):
        listed = given.get("tuple") if isinstance(given, dict) else None
    elif isinstance(given, dict) and "constructor" in given:
        listed = given["fields"] if given["constructor"] == name else None
    elif isinstance(given, dict):
        whole = given.get("tuple") or [None]
        listed = whole[1:] if whole[0] == name and fields else None
    else:
        listed = [] if given == name else None
    return listed is not None and len(listed) == len(fields) and all(map(matches, fields, listed))
