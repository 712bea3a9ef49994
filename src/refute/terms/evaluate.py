"""Evaluation of terms: the meaning of operators, and compiled functions for frequent terms."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from fractions import Fraction
from math import floor, prod
from typing import Any, TypeAlias

from refute.terms import arithmetic, structures
from refute.terms.sorts import Constructed, Value, default_value
from refute.terms.term import Operator, Term


def _steps(assignment: Mapping[Term, Value]) -> Callable[[Term, list[Any]], Any]:
    def step(term: Term, given: list[Any]) -> Any:
        if term.operator is Operator.VARIABLE:
            value = assignment.get(term)
            return default_value(term.sort) if value is None else value
        return MEANING[term.operator](term, given)

    return step


_MISSING = object()

_DECISIVE: Mapping[Operator, bool] = {Operator.AND: False, Operator.OR: True}
"""The value of an argument that decides the whole."""


def _fold(term: Term, step: Callable[[Term, list[Any]], Any], known: dict[Term, Any]) -> Any:
    """Like `fold`, but evaluates the arguments of `and` and `or` only until one of them decides."""
    if not term.arguments:
        return step(term, [])
    stack = [(term, 0)]
    while stack:
        top, start = stack.pop()
        decisive = _DECISIVE.get(top.operator)
        arguments = top.arguments
        for index in range(start, len(arguments)):
            each = arguments[index]
            value = known.get(each, _MISSING)
            if value is _MISSING:
                if each.arguments:
                    stack += ((top, index), (each, 0))
                    break
                value = known[each] = step(each, [])
            if value is decisive:
                known[top] = decisive
                break
        else:
            if decisive is None:
                known[top] = step(top, [known[each] for each in arguments])
            else:
                known[top] = not decisive
    return known[term]


def evaluate(term: Term, assignment: Mapping[Term, Value]) -> Value:
    """The value for an assignment of variables; missing ones have their default value."""
    formula = formula_of(term)
    value: Value = (
        _fold(term, _steps(assignment), {}) if formula is None else formula(assignment.get)
    )
    return value


def satisfies(assignment: Mapping[Term, Value], conditions: Iterable[Term]) -> bool:
    """Whether every condition is true; shared parts of large conditions are evaluated once."""
    step = _steps(assignment)
    known: dict[Term, Any] = {}
    for condition in conditions:
        formula = formula_of(condition)
        if not (_fold(condition, step, known) if formula is None else formula(assignment.get)):
            return False
    return True


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
    Operator.FLOOR: lambda _, given: floor(given[0]),
    Operator.CHOOSE: lambda _, given: given[1] if given[0] else given[2],
    Operator.CONCATENATE: lambda _, given: _concatenation(given),
    Operator.LENGTH: lambda _, given: len(given[0]),
    Operator.CONTAINS: lambda _, given: structures.find(*given) >= 0,
    Operator.ITEM: lambda term, given: _item(term, *given),
    Operator.PART: lambda _, given: structures.slice_of(*given),
    Operator.MEMBER: lambda _, given: given[0] in given[1],
    Operator.UNIQUE: lambda _, given: len(set(given[0])) == len(given[0]),
    Operator.TUPLE: lambda _, given: tuple(given),
    Operator.PROJECT: lambda term, given: given[0][term.payload],
    Operator.LIST: lambda _, given: tuple(given),
    Operator.CONSTRUCT: lambda term, given: Constructed(term.payload, tuple(given)),
}


# Small terms that are evaluated often, as Python functions

Formula: TypeAlias = Callable[[Callable[[Term, Any], Any]], Any]
"""A function from the `get` of an assignment to the value."""

OFTEN = 4
"""Number of evaluations of a term after which it is compiled."""

LARGEST = 64
"""Maximum size of a compiled term, in which shared parts are evaluated more than once."""

_INFIX: Mapping[Operator, str] = {
    Operator.AND: " and ",
    Operator.OR: " or ",
    Operator.EQUAL: " == ",
    Operator.LESS: " < ",
    Operator.AT_MOST: " <= ",
    Operator.ADD: " + ",
    Operator.MULTIPLY: " * ",
}


def formula_of(term: Term) -> Formula | None:
    """The compiled function of a term, once it pays to have one."""
    formula = term.formula
    if formula.__class__ is not int:
        return formula  # type: ignore[no-any-return]  # a function, or None for good
    term.formula = formula + 1
    if formula == OFTEN:
        term.formula = _compile(term) if _is_small(term) else None
    return None


def _is_small(term: Term) -> bool:
    """Whether a term has few nodes, with shared parts expanded."""
    pending, size = [term], 0
    while pending and size <= LARGEST:
        size += 1
        pending.extend(pending.pop().arguments)
    return size <= LARGEST


def _compile(term: Term) -> Formula:
    values: dict[str, Any] = {}
    text = f"lambda get: {_text(term, values)}"
    formula: Formula = eval(text, values)  # only operators and names made here
    return formula


def _text(term: Term, values: dict[str, Any]) -> str:
    """A Python expression; everything but the operators is a name bound in `values`."""

    def bound(value: Any) -> str:
        name = f"v{len(values)}"
        values[name] = value
        return name

    if term.operator is Operator.VARIABLE:
        return f"get({bound(term)}, {bound(default_value(term.sort))})"
    if term.operator is Operator.CONSTANT:
        return bound(term.payload)
    arguments = [_text(each, values) for each in term.arguments]
    if term.operator in _INFIX:
        return f"({_INFIX[term.operator].join(arguments)})"
    if term.operator is Operator.NOT:
        return f"(not {arguments[0]})"
    if term.operator is Operator.CHOOSE:
        return f"({arguments[1]} if {arguments[0]} else {arguments[2]})"
    return f"{bound(MEANING[term.operator])}({bound(term)}, [{', '.join(arguments)}])"
