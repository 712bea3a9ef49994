"""Types of values: integers, decimals, truth values, texts, enumerations, and lists of them."""

from __future__ import annotations

import re
from collections.abc import Mapping
from fractions import Fraction
from typing import TypeAlias

from refute.record import record
from refute.terms import (
    BOOL as BOOL_SORT,
    INT as INT_SORT,
    REAL as REAL_SORT,
    STRING,
    Constructor,
    Sort,
    data_sort,
)


@record
class Mistyped:
    """A line that has the wrong type, such as `abc` for a number."""

    text: str

    def __str__(self) -> str:
        return self.text


Value: TypeAlias = bool | int | Fraction | str | Mistyped | tuple["Value", ...]
"""A value of a specification; a member of an enumeration is its name."""


@record
class Type:
    """The type of a value; the members are those of an enumeration."""

    name: str
    is_list: bool = False
    members: tuple[str, ...] = ()

    def __str__(self) -> str:
        return f"[{self.name}]" if self.is_list else self.name

    @property
    def item(self) -> Type:
        """The type of the items of a list."""
        return Type(self.name, False, self.members)

    @property
    def listed(self) -> Type:
        """The type of lists of this type."""
        return Type(self.name, True, self.members)

    @property
    def sort(self) -> Sort:
        """The sort of the solver for values of this type, which is no list."""
        if self.members:
            return data_sort(self.name, *map(Constructor, self.members))
        return _SORTS[self.name]


INT, REAL, BOOL, TEXT = Type("int"), Type("real"), Type("bool"), Type("str")
NUMBERS = (INT, REAL)

END_OF_INPUT, END_OF_LINE = "\x04", "\n"
"""What is read at the end of the input, or at the end of a line."""

END, LINE_END = Type("end", members=(END_OF_INPUT,)), Type("line end", members=(END_OF_LINE,))
NO_ITEMS = Type("?", is_list=True)
"""The type of `[]`, which fits every list."""

_SORTS = {"int": INT_SORT, "real": REAL_SORT, "bool": BOOL_SORT, "str": STRING}
BASIC: Mapping[str, Type] = {each.name: each for each in (INT, REAL, BOOL, TEXT)}
SETS: Mapping[str, Type] = {**BASIC, "nat": INT, "pos": INT, "end": END}


def common(left: Type, right: Type) -> Type | None:
    """The type that fits both, or None."""
    if left == right or (right == NO_ITEMS and left.is_list):
        return left
    if left == NO_ITEMS and right.is_list:
        return right
    numbers = left.is_list == right.is_list and {left.name, right.name} == {"int", "real"}
    return (left if left.name == "real" else right) if numbers else None


def show_value(value: Value) -> str:
    """A value as a program prints it."""
    if isinstance(value, tuple):
        return f"[{', '.join(map(show_value, value))}]"
    return show_decimal(value) if isinstance(value, Fraction) else str(value)


PLACES = 10
"""Number of places of a decimal with an infinite expansion."""


def show_decimal(value: Fraction) -> str:
    """A decimal with as many places as it needs, up to a limit."""
    digits = f"{abs(round(value * 10**PLACES)):0{PLACES + 1}}"
    whole, rest = digits[:-PLACES], digits[-PLACES:].rstrip("0")
    sign = "-" if value < 0 and (rest or whole.strip("0")) else ""
    return f"{sign}{whole}.{rest}" if rest else f"{sign}{whole}"


def with_places(value: Fraction, places: int) -> str:
    """A decimal with a fixed number of places; halves are rounded away from zero."""
    scaled = abs(value) * 10**places
    digits = f"{int(scaled + Fraction(1, 2)):0{places + 1}}"
    sign = "-" if value < 0 and digits.strip("0") else ""
    whole, rest = digits[: len(digits) - places], digits[len(digits) - places :]
    return f"{sign}{whole}.{rest}" if places else f"{sign}{whole}"


_DECIMAL = re.compile(r"[+-]?(\d+(\.\d*)?|\.\d+)", re.ASCII)


def read_value(text: str, type_: Type) -> Value | None:
    """The value that a line of input stands for; None if it has the wrong type."""
    if type_ == INT:
        try:
            return int(text.strip())
        except ValueError:
            return None
    if type_ == REAL:
        return Fraction(text.strip()) if _DECIMAL.fullmatch(text.strip()) else None
    if type_ == BOOL:
        return {"true": True, "false": False}.get(text.strip().lower())
    if type_.members:
        return text.strip() if text.strip() in type_.members else None
    return text


def typed(text: str, type_: Type) -> Value:
    """The value that a line is taken for when a value of some type is read."""
    value = read_value(text, type_)
    return Mistyped(text) if value is None else value


def belongs(value: Value, type_: Type) -> bool:
    """Whether a value can be read where a type is wanted, even if only as an invalid one."""
    if isinstance(value, Mistyped):
        return read_value(value.text, type_) is None
    if type_.members:
        return value in type_.members
    return type(value) is {"int": int, "real": Fraction, "bool": bool, "str": str}[type_.name]
