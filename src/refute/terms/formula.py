"""Small terms that are evaluated often, as Python functions."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, TypeAlias

from refute.terms.meaning import MEANING
from refute.terms.sorts import default_value
from refute.terms.term import Operator, Term

Formula: TypeAlias = Callable[[Callable[[Term, Any], Any]], Any]
"""From the `get` of an assignment to the value."""

OFTEN = 4
"""A term that was evaluated so often pays for being compiled."""

LARGEST = 64
"""Larger terms are not compiled; what they share would be evaluated more than once."""

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
    """The function that evaluates a term, once it pays to have one."""
    formula = term.formula
    if formula.__class__ is not int:
        return formula  # type: ignore[no-any-return]  # a function, or None for good
    term.formula = formula + 1
    if formula == OFTEN:
        term.formula = _compile(term) if _is_small(term) else None
    return None


def _is_small(term: Term) -> bool:
    """Whether a term, with what it shares written out, has few nodes."""
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
