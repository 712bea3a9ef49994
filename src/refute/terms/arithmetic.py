"""Building numbers and their comparisons."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from math import floor as rounded_down, prod
from operator import le, lt
from typing import Any

from refute.terms.logic import FALSE, TRUE, integer, real
from refute.terms.sorts import BOOL, INT, REAL, STRING, Sort, SortError
from refute.terms.term import Operator, Term, make

_ORDERED = frozenset({INT, REAL, STRING})


def _number(value: Any, sort: Sort) -> Term:
    return integer(value) if sort is INT else real(value)


def _numeric(operator: str, terms: tuple[Term, ...]) -> Sort:
    """The common numeric sort of all terms."""
    sort = terms[0].sort if terms else INT
    if (sort is not INT and sort is not REAL) or any(each.sort is not sort for each in terms):
        raise SortError(f"{operator} of {terms}")
    return sort


def less(left: Term, right: Term) -> Term:
    """The left is smaller; texts are ordered by code points."""
    return _compare(Operator.LESS, lt, left, right)


def at_most(left: Term, right: Term) -> Term:
    """The left is smaller or equal; texts are ordered by code points."""
    return _compare(Operator.AT_MOST, le, left, right)


def greater(left: Term, right: Term) -> Term:
    """The left is larger."""
    return _compare(Operator.LESS, lt, right, left)


def at_least(left: Term, right: Term) -> Term:
    """The left is larger or equal."""
    return _compare(Operator.AT_MOST, le, right, left)


def _compare(
    operator: Operator, holds: Callable[[Any, Any], bool], left: Term, right: Term
) -> Term:
    if left.sort is not right.sort or left.sort not in _ORDERED:
        raise SortError(f"{left} {operator} {right}")
    if left is right:
        return TRUE if operator is Operator.AT_MOST else FALSE
    if left.operator is Operator.CONSTANT and right.operator is Operator.CONSTANT:
        return TRUE if holds(left.payload, right.payload) else FALSE
    return make(operator, BOOL, (left, right))


def _split(
    operator: Operator, position: int, terms: tuple[Term, ...]
) -> tuple[list[Any], list[Term]]:
    """The constants among the terms, also those at a position of a pair, and the other terms."""
    constants, rest = [], []
    for term in terms:
        if term.operator is Operator.CONSTANT:
            constants.append(term.payload)
        elif (
            term.operator is operator
            and len(term.arguments) == 2
            and term.arguments[position].operator is Operator.CONSTANT
        ):
            constants.append(term.arguments[position].payload)
            rest.append(term.arguments[1 - position])
        else:
            rest.append(term)
    return constants, rest


def add(*terms: Term) -> Term:
    """The sum; without terms the integer 0. A constant comes last."""
    sort = _numeric("+", terms)
    constants, rest = _split(Operator.ADD, 1, terms)
    total = sum(constants)
    if total != 0 or not rest:
        rest.append(_number(total, sort))
    return rest[0] if len(rest) == 1 else make(Operator.ADD, sort, tuple(rest))


def subtract(left: Term, right: Term) -> Term:
    """The difference."""
    return _number(0, _numeric("-", (left, right))) if left is right else add(left, negate(right))


def negate(term: Term) -> Term:
    """The number with the opposite sign."""
    return multiply(_number(-1, _numeric("-", (term,))), term)


def multiply(*terms: Term) -> Term:
    """The product; without terms the integer 1. A constant factor comes first."""
    sort = _numeric("*", terms)
    constants, rest = _split(Operator.MULTIPLY, 0, terms)
    factor = prod(constants)
    if factor == 0 or not rest:
        return _number(factor, sort)
    if factor != 1:
        rest.insert(0, _number(factor, sort))
    return rest[0] if len(rest) == 1 else make(Operator.MULTIPLY, sort, tuple(rest))


def floor_divide(left: int, right: int) -> int:
    """The meaning of DIVIDE."""
    return left // right if right else 0


def floor_modulo(left: int, right: int) -> int:
    """The meaning of MODULO."""
    return left % right if right else left


def quotient(left: Fraction, right: Fraction) -> Fraction:
    """The meaning of QUOTIENT."""
    return left / right if right else Fraction(0)


def divide(left: Term, right: Term) -> Term:
    """The quotient: rounded down for integers, exact for reals, 0 when dividing by zero."""
    if _numeric("/", (left, right)) is INT:
        return _quotient(Operator.DIVIDE, floor_divide, left, right)
    return _quotient(Operator.QUOTIENT, quotient, left, right)


def modulo(left: Term, right: Term) -> Term:
    """The remainder of integer division, with the divisor's sign; by zero it is the dividend."""
    if _numeric("mod", (left, right)) is not INT:
        raise SortError(f"{left} mod {right} of reals")
    if right.operator is Operator.CONSTANT and abs(right.payload) < 2:
        return integer(0) if right.payload else left
    return _quotient(Operator.MODULO, floor_modulo, left, right)


def _quotient(operator: Operator, meaning: Callable[..., Any], left: Term, right: Term) -> Term:
    if right.operator is Operator.CONSTANT:
        if left.operator is Operator.CONSTANT or right.payload == 0:
            value = meaning(left.payload, right.payload) if left.is_value else 0
            return _number(value, left.sort)
        if right.payload in (1, -1) and operator is not Operator.MODULO:
            return multiply(right, left)
    return make(operator, left.sort, (left, right))


def absolute(term: Term) -> Term:
    """The absolute value of a number."""
    sort = _numeric("abs", (term,))
    if term.operator is Operator.CONSTANT:
        return _number(abs(term.payload), sort)
    return term if term.operator is Operator.ABSOLUTE else make(Operator.ABSOLUTE, sort, (term,))


def to_real(term: Term) -> Term:
    """The integer as a real."""
    if term.sort is not INT:
        raise SortError(f"real({term}) of {term.sort}")
    if term.operator is Operator.CONSTANT:
        return real(term.payload)
    return make(Operator.TO_REAL, REAL, (term,))


def floor(term: Term) -> Term:
    """The greatest integer not above a real."""
    if term.sort is not REAL:
        raise SortError(f"floor({term}) of {term.sort}")
    if term.operator is Operator.CONSTANT:
        return integer(rounded_down(term.payload))
    if term.operator is Operator.TO_REAL:
        return term.arguments[0]
    return make(Operator.FLOOR, INT, (term,))
