"""Conditions on numbers, as comparisons of sums with zero if possible."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TypeAlias
from weakref import WeakKeyDictionary

from refute.record import record
from refute.terms import INT, Operator, Term, fold, negation, variables

Sum: TypeAlias = tuple[dict[Term, int], int]
"""The coefficient of each variable, and the constant term."""


@record
class Linear:
    """A sum of variables with coefficients, and a constant term: it is `==`, `!=` or `<=` zero."""

    sign: str
    parts: tuple[tuple[Term, int], ...]
    number: int


@record
class Either:
    """The condition that one of some comparisons holds."""

    options: tuple[Linear, ...]


@record
class Other:
    """A condition of another kind on some variables, such as one with a product of them."""

    condition: Term
    variables: tuple[Term, ...]


Constraint: TypeAlias = Linear | Either | Other

_known: WeakKeyDictionary[Term, tuple[Constraint, ...] | None] = WeakKeyDictionary()


def constraints(condition: Term) -> tuple[Constraint, ...] | None:
    """The constraints that a condition consists of; `None` if it is not about integers."""
    if condition not in _known:
        is_about_integers = all(each.sort is INT for each in variables(condition))
        _known[condition] = _constraints(condition, wanted=True) if is_about_integers else None
    return _known[condition]


def _constraints(condition: Term, *, wanted: bool) -> tuple[Constraint, ...]:
    found = _linear(condition, wanted=wanted)
    if found is not None:
        return found
    if condition.operator is (Operator.AND if wanted else Operator.OR):
        return tuple(
            part for each in condition.arguments for part in _constraints(each, wanted=wanted)
        )
    if condition.operator is Operator.NOT:
        return _constraints(condition.arguments[0], wanted=not wanted)
    whole = condition if wanted else negation(condition)
    return (Other(whole, tuple(variables(whole))),)


def _linear(condition: Term, *, wanted: bool) -> tuple[Constraint, ...] | None:
    match condition.operator:
        case Operator.CONSTANT:
            return () if condition.payload is wanted else (Linear("<=", (), 1),)
        case Operator.NOT:
            return _linear(condition.arguments[0], wanted=not wanted)
        case Operator.AND | Operator.OR:
            found = [_linear(each, wanted=wanted) for each in condition.arguments]
            join = _all if (condition.operator is Operator.AND) is wanted else _any
            return join(found)
        case Operator.EQUAL | Operator.LESS | Operator.AT_MOST:
            left, right = condition.arguments
            if left.sort is not INT:
                return None
            return _compared(condition.operator, left, right, wanted)
        case _:
            return None


def _all(found: Sequence[tuple[Constraint, ...] | None]) -> tuple[Constraint, ...] | None:
    if None in found:
        return None
    return tuple(each for some in found if some is not None for each in some)


def _any(found: Sequence[tuple[Constraint, ...] | None]) -> tuple[Constraint, ...] | None:
    """One constraint, if each of the options is."""
    options: list[Linear] = []
    for some in found:
        match some:
            case ():
                return ()
            case (Linear() as one,):
                options.append(one)
            case _:
                return None
    return (Either(tuple(options)),)


def _compared(
    operator: Operator, left: Term, right: Term, wanted: bool
) -> tuple[Constraint, ...] | None:
    if operator is not Operator.EQUAL and not wanted:
        left, right = right, left  # what is not less is at most the other way round
        operator = Operator.AT_MOST if operator is Operator.LESS else Operator.LESS
    first, second = (
        fold(each, _sum) if each.arguments else _sum(each, []) for each in (left, right)
    )
    if first is None or second is None:
        return None
    parts, number = _added([first, _times(second, -1)])
    kept = tuple((each, count) for each, count in parts.items() if count)
    if operator is Operator.EQUAL:
        return (Linear("==" if wanted else "!=", kept, number),)
    return (Linear("<=", kept, number + (operator is Operator.LESS)),)


def _sum(term: Term, arguments: list[Sum | None]) -> Sum | None:
    match term.operator:
        case Operator.VARIABLE:
            return {term: 1}, 0
        case Operator.CONSTANT:
            return {}, term.payload
        case Operator.ADD:
            return _joined(arguments, _added)
        case Operator.MULTIPLY:
            return _joined(arguments, _multiplied)
        case _:
            return None


def _joined(found: Sequence[Sum | None], join: Callable[[Sequence[Sum]], Sum | None]) -> Sum | None:
    known = [each for each in found if each is not None]
    return join(known) if len(known) == len(found) else None


def _added(sums: Sequence[Sum]) -> Sum:
    parts: dict[Term, int] = {}
    for some, _ in sums:
        for each, count in some.items():
            parts[each] = parts.get(each, 0) + count
    return parts, sum(number for _, number in sums)


def _multiplied(sums: Sequence[Sum]) -> Sum | None:
    """A product, if at most one of the factors is open."""
    made: Sum = ({}, 1)
    for each in sums:
        if made[0] and each[0]:
            return None
        made = _times(made, each[1]) if made[0] else _times(each, made[1])
    return made


def _times(some: Sum, factor: int) -> Sum:
    parts, number = some
    return {each: count * factor for each, count in parts.items()}, number * factor
