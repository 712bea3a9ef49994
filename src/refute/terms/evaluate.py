"""The value of a term."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any

from refute.terms.fold import fold
from refute.terms.formula import formula_of
from refute.terms.meaning import MEANING
from refute.terms.sorts import Value, default_value
from refute.terms.term import Operator, Term


def _steps(assignment: Mapping[Term, Value]) -> Callable[[Term, list[Any]], Any]:
    def step(term: Term, given: list[Any]) -> Any:
        if term.operator is Operator.VARIABLE:
            value = assignment.get(term)
            return default_value(term.sort) if value is None else value
        return MEANING[term.operator](term, given)

    return step


def evaluate(term: Term, assignment: Mapping[Term, Value]) -> Value:
    """The value under an assignment of variables; those missing have their default value."""
    formula = formula_of(term)
    value: Value = fold(term, _steps(assignment)) if formula is None else formula(assignment.get)
    return value


def satisfies(assignment: Mapping[Term, Value], conditions: Iterable[Term]) -> bool:
    """Whether every condition is true; what large conditions share is evaluated once."""
    step = _steps(assignment)
    known: dict[Term, Any] = {}
    for condition in conditions:
        formula = formula_of(condition)
        if not (fold(condition, step, known) if formula is None else formula(assignment.get)):
            return False
    return True
