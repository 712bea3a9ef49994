"""Numbers: known ones are computed where they stand, open ones as terms of the solver."""

from __future__ import annotations

import operator
from collections.abc import Callable
from fractions import Fraction
from typing import Any, TypeAlias

from refute.languages.funlogic.machine import (
    DeadEnd,
    Frame,
    Machine,
    TooLong,
    shorten,
)
from refute.languages.funlogic.unknowns import Value, option
from refute.languages.funlogic.values import DECIMAL, INTEGER, Type
from refute.terms import INT, REAL, Operator, Sort, Term, equal, fold, integer, negation, real


class Other:
    """Stands for a number that is none of those asked for."""


OTHER = Other()

KNOWN = frozenset({int, Fraction})
"""The classes of known numbers."""

FREE_BITS = 1_000
"""Number of bits up to which operations are like any others."""


HIGHEST_DEGREE = 64
"""Maximum number of unknown factors of a product: each squaring doubles it, so that a few of them
make a number that nobody can write down."""


def open_number(machine: Machine, value: Value, sort: Sort) -> Term:
    """A number as a term; an unknown becomes one of a sort."""
    if value.__class__ is list:
        return machine.number(value, sort)
    return as_term(value)


def as_term(value: Value) -> Term:
    """A number that is no unknown as a term."""
    if value.__class__ is int:
        return integer(value)
    if value.__class__ is Fraction:
        return real(value)
    assert isinstance(value, Term)
    return value


def sort_of(kind: Type | None) -> Sort | None:
    """The sort of the numbers of a type, if it is one of numbers."""
    return {INTEGER: INT, DECIMAL: REAL}.get(kind) if kind is not None else None


Operation: TypeAlias = tuple[Callable[[Any, Any], Any], Callable[[Term, Term], Term], Sort]
"""An operation on known numbers, and on open ones, and the sort of what it takes."""


def calculate(machine: Machine, operation: Operation, left: Value, right: Value) -> Value:
    """The result of an operation on two numbers, at least one of them open, at least before."""
    left, right = shorten(left), shorten(right)
    concrete, symbolic, sort = operation
    if left.__class__ in KNOWN and right.__class__ in KNOWN:
        bits = _length(left), _length(right)
        if max(bits) > FREE_BITS:
            machine.pay(*bits)
        return concrete(left, right)
    result = symbolic(open_number(machine, left, sort), open_number(machine, right, sort))
    if concrete is operator.mul and fold(result, _degree, machine.degrees) > HIGHEST_DEGREE:
        raise TooLong(f"a product has more than {HIGHEST_DEGREE} unknown factors")
    return result


def _degree(term: Term, arguments: list[int]) -> int:
    """How many unknown factors a product has, or the part of a sum that has most."""
    if term.operator is Operator.VARIABLE:
        return 1
    return sum(arguments) if term.operator is Operator.MULTIPLY else max(arguments, default=0)


def _length(number: Any) -> int:
    """The number of bits of a number."""
    if number.__class__ is int:
        return int(number.bit_length())
    return int(number.numerator.bit_length() + number.denominator.bit_length())


def divide(
    machine: Machine, operation: Operation, left: Value, right: Value, end: DeadEnd
) -> Value:
    """`div` or `mod`, rounded down as in Haskell, or `/`; stuck where the divisor is zero."""
    right = shorten(right)
    if right.__class__ in KNOWN:
        if right == 0:
            return machine.stuck(end)
        return calculate(machine, operation, left, right)
    divisor = open_number(machine, right, operation[2])
    zero = equal(divisor, integer(0) if divisor.sort is INT else real(0))
    quotient = calculate(machine, operation, left, divisor)
    options = [option(quotient, negation(zero)), option(OTHER, zero)]
    return machine.choose((divided, end), options)


def divided(machine: Machine, value: Value, frame: Frame) -> Value:
    """Give the quotient, unless there is none."""
    if value is OTHER:
        return machine.stuck(frame[1])
    return value
