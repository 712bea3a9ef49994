"""What each operator does with the values of its arguments."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import prod
from typing import Any

from refute.terms import arithmetic, sequences
from refute.terms.sorts import Constructed, default_value
from refute.terms.term import Operator, Term


def _item(term: Term, whole: Any, index: int) -> Any:
    return whole[index] if 0 <= index < len(whole) else default_value(term.sort)


def _concatenation(values: list[Any]) -> Any:
    if isinstance(values[0], str):
        return "".join(values)
    return tuple(item for value in values for item in value)


MEANING: dict[Operator, Callable[[Term, list[Any]], Any]] = {
    Operator.CONSTANT: lambda term, _: term.payload,
    Operator.NOT: lambda _, given: not given[0],
    Operator.AND: lambda _, given: all(given),
    Operator.OR: lambda _, given: any(given),
    Operator.EQUAL: lambda _, given: given[0] == given[1],
    Operator.LESS: lambda _, given: given[0] < given[1],
    Operator.AT_MOST: lambda _, given: given[0] <= given[1],
    Operator.ADD: lambda _, given: sum(given),
    Operator.MULTIPLY: lambda _, given: prod(given),
    Operator.DIVIDE: lambda _, given: arithmetic.floor_divide(*given),
    Operator.MODULO: lambda _, given: arithmetic.floor_modulo(*given),
    Operator.QUOTIENT: lambda _, given: arithmetic.quotient(*given),
    Operator.ABSOLUTE: lambda _, given: abs(given[0]),
    Operator.TO_REAL: lambda _, given: Fraction(given[0]),
    Operator.CHOOSE: lambda _, given: given[1] if given[0] else given[2],
    Operator.CONCATENATE: lambda _, given: _concatenation(given),
    Operator.LENGTH: lambda _, given: len(given[0]),
    Operator.CONTAINS: lambda _, given: sequences.find(*given) >= 0,
    Operator.ITEM: lambda term, given: _item(term, *given),
    Operator.PART: lambda _, given: sequences.slice_of(*given),
    Operator.MEMBER: lambda _, given: given[0] in given[1],
    Operator.TUPLE: lambda _, given: tuple(given),
    Operator.PROJECT: lambda term, given: given[0][term.payload],
    Operator.LIST: lambda _, given: tuple(given),
    Operator.CONSTRUCT: lambda term, given: Constructed(term.payload, tuple(given)),
}
