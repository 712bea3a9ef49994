"""The operators on values; nil propagates through arithmetic, logic has three values."""

from __future__ import annotations

import operator
from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from refute.languages.fmsl.interpret.machine import LARGEST, LONGEST
from refute.languages.fmsl.typecheck.operators import Meaning
from refute.languages.fmsl.values import Record, Value, contains, same, show_value

Operator: TypeAlias = Callable[[Any, Any], Value]


class Fault(Exception):
    """An operation has no value for these operands: a code, and the reason."""

    def __init__(self, code: str, message: str) -> None:
        self.code, self.message = code, message
        super().__init__(message)


# Logic: `and`, `or` and `=>` are decided by one operand if possible.


def negate(value: Value) -> Value:
    """`not a`."""
    return None if value is None else not value


# Numbers


def _number(value: Any) -> Value:
    """A result, which must not be too large."""
    if isinstance(value, float):
        if value - value != 0:
            raise Fault("FM043", "the result is too large for a real")
    elif not -LARGEST < value < LARGEST:
        raise Fault("FM043", "the result has more than 4000 digits")
    return value  # type: ignore[no-any-return]


def _calculated(calculate: Callable[[Any, Any], Any]) -> Operator:
    def result(left: Any, right: Any) -> Value:
        try:
            return _number(calculate(left, right))
        except OverflowError:
            raise Fault("FM043", "the result is too large for a real") from None

    return result


def divide(left: Any, right: Any) -> Value:
    """`a / b`; for two integers truncated towards zero, as in Figure 5.3."""
    if right == 0:
        raise Fault("FM040", "division by zero")
    if isinstance(left, float) or isinstance(right, float):
        return _real_quotient(left, right)
    quotient: int = abs(left) // abs(right)
    return quotient if (left < 0) == (right < 0) else -quotient


_real_quotient = _calculated(operator.truediv)


def modulo(left: Any, right: Any) -> Value:
    """`a mod b`, the remainder of `/`: it has the sign of a."""
    if right == 0:
        raise Fault("FM040", "division by zero")
    rest: int = abs(left) % abs(right)
    return -rest if left < 0 else rest


# Lists and strings


def _joined(left: Any, right: Any) -> Value:
    left, right = left or (), right or ()
    if len(left) + len(right) > LONGEST:
        raise Fault("FM044", f"the result is longer than {LONGEST:,}")
    return left + right  # type: ignore[no-any-return]


def _texts_joined(left: Any, right: Any) -> Value:
    if len(left) + len(right) > LONGEST:
        raise Fault("FM044", f"the result is longer than {LONGEST:,}")
    return left + right  # type: ignore[no-any-return]


def _without(values: Any, removed: Any) -> Value:
    return tuple(each for each in values or () if not contains(removed or (), each))


def member(value: Value, values: Value) -> Value:
    """`a in l`; nil has no members."""
    if isinstance(values, str):
        return None if value is None else isinstance(value, str) and value in values
    return isinstance(values, tuple) and contains(values, value)


def length(value: Any) -> Value:
    """`#a`: the number of elements, characters or digits; 0 for nil."""
    if value is None:
        return 0
    return len(value) if isinstance(value, str | tuple) else len(str(abs(int(value))))


def _is_list(value: Value) -> bool:
    return isinstance(value, tuple) and not isinstance(value, Record)


def meaning_of(left: Value, right: Value) -> Meaning:
    """The meaning of `+` and `-` for two values whose types did not decide it; nil is a list."""
    match _is_list(left), _is_list(right):
        case (True, _) if right is None:
            return Meaning.LISTS
        case (_, True) if left is None:
            return Meaning.LISTS
        case True, True:
            return Meaning.LISTS
        case True, False:
            return Meaning.LIST_AND_ELEMENT
        case False, True:
            return Meaning.ELEMENT_AND_LIST
        case _:
            return Meaning.TEXTS if isinstance(left, str) else Meaning.NUMBERS


def _open(table: Mapping[Meaning, Operator], left: Value, right: Value) -> Value:
    """An operator whose meaning depends on the values; nil gives nil, except next to a list."""
    found = meaning_of(left, right)
    strict = found in (Meaning.NUMBERS, Meaning.TEXTS)
    return None if strict and (left is None or right is None) else table[found](left, right)


PLUS: Mapping[Meaning, Operator] = {
    Meaning.NUMBERS: _calculated(operator.add),
    Meaning.TEXTS: _texts_joined,
    Meaning.LISTS: _joined,
    Meaning.LIST_AND_ELEMENT: lambda values, value: _joined(values, (value,)),
    Meaning.ELEMENT_AND_LIST: lambda value, values: _joined((value,), values),
    Meaning.OPEN: lambda left, right: _open(PLUS, left, right),
}

MINUS: Mapping[Meaning, Operator] = {
    Meaning.NUMBERS: _calculated(operator.sub),
    Meaning.LISTS: _without,
    Meaning.LIST_AND_ELEMENT: lambda values, value: _without(values, (value,)),
    Meaning.OPEN: lambda left, right: _open(MINUS, left, right),
}

STRICT: Mapping[str, Operator] = {
    "*": _calculated(operator.mul),
    "/": divide,
    "mod": modulo,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}
"""The operators that return nil if an operand is nil, except `+` and `-`."""

TOTAL: Mapping[str, Operator] = {
    "=": same,
    "!=": lambda left, right: not same(left, right),
    "in": member,
    "xor": lambda left, right: None if left is None or right is None else left is not right,
    "iff": lambda left, right: None if left is None or right is None else left is right,
}
"""The operators that handle nil themselves."""

PREFIX: Mapping[str, Callable[[Any], Value]] = {
    "not": negate,
    "#": length,
    "-": lambda value: None if value is None else -value,
    "+": lambda value: value,
}
"""The operators with one operand."""


# Parts of values; positions are counted from 1


def select(values: Any, position: Any) -> Value:
    """`l[i]`."""
    values = () if values is None else values
    if position is None or not 1 <= position <= len(values):
        raise Fault("FM041", f"there is no element {show_value(position)} of {len(values)}")
    return values[position - 1]  # type: ignore[no-any-return]


def slice_of(values: Any, first: Any, last: Any) -> Value:
    """`l[m..n]`, both ends included; empty if m is above n."""
    if first is None or last is None:
        return None
    if values is None and first > last:
        return None
    values = () if values is None else values
    if first > last:
        return values[:0]  # type: ignore[no-any-return]
    if first < 1 or last > len(values):
        shown = f"{show_value(first)}..{show_value(last)}"
        raise Fault("FM041", f"there are no elements {shown} of {len(values)}")
    return values[first - 1 : last]  # type: ignore[no-any-return]


def range_of(first: Any, last: Any) -> Value:
    """`[m..n]`, both ends included."""
    if first is None or last is None:
        return None
    if last - first >= LONGEST:
        raise Fault("FM044", f"the list is longer than {LONGEST:,}")
    return tuple(range(first, last + 1))


def replaced(whole: Any, position: Any, value: Value) -> Value:
    """A copy of a list, tuple or string with another value at a position."""
    if whole is None or position is None or not 1 <= position <= len(whole):
        raise Fault("FM041", "there is no such part to be set")
    if isinstance(whole, str):
        return whole[: position - 1] + str(value) + whole[position:]
    parts = [*whole[: position - 1], value, *whole[position:]]
    return Record(parts) if isinstance(whole, Record) else tuple(parts)
