"""Alternating quantifiers, passed to the solver if its theories decide them.

They are decidable for linear arithmetic over integers or over reals (not both), and truth values.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import TYPE_CHECKING

from refute.solver import Universal
from refute.terms import (
    BOOL,
    INT,
    REAL,
    Operator,
    Term,
    conjunction,
    fold,
    implies,
    negation,
    substitute,
    variables,
)

if TYPE_CHECKING:
    from refute.languages.fmsl.symbolic.reason import Quantified, Reasoner

MOST_VARIABLES = 60
"""Maximum number of variables of a formula that is worth a try."""

Formula = tuple[list[Term], dict[Term, Universal]]
"""Conditions, and formulas that must hold for all values if a condition in them does."""


def alternating(
    reasoner: Reasoner, roots: Iterable[Term], fixed: Mapping[Term, Term]
) -> Formula | None:
    """The roots with all their consequences; None if no quantifier is nested in another.

    None also if the theories do not decide it.
    """
    if not any(_inner(reasoner, each) for each in reasoner.quantified.values()):
        return None
    return quantified_formula(reasoner, roots, fixed, nested=True)


def quantified_formula(
    reasoner: Reasoner, roots: Iterable[Term], fixed: Mapping[Term, Term], *, nested: bool = False
) -> Formula | None:
    """The roots with all their consequences; None if the theories do not decide it.

    If it must be `nested`, None also if no quantifier is nested in another.
    """
    conditions: list[Term] = []
    universals: dict[Term, Universal] = {}
    pending, seen = list(roots), set(fixed)
    is_nested = False
    while pending:
        term = substitute(pending.pop(), fixed) if fixed else pending.pop()
        conditions.append(term)
        for each in reasoner.variables(term):
            if each in seen:
                continue
            seen.add(each)
            if len(seen) > MOST_VARIABLES or each in reasoner.unknowns.texts:
                return None
            pending.extend(reasoner.unknowns.facts.get(each, ()))
            quantified = reasoner.quantified.get(each)
            if quantified is not None:
                is_nested = is_nested or bool(_inner(reasoner, quantified))
                universals[each] = _universal(reasoner, quantified, fixed)
    if nested and not is_nested:
        return None
    whole = [*conditions, *(term for each in universals.values() for term in _conditions(each))]
    return (conditions, universals) if _is_decided(reasoner, whole) else None


def _inner(reasoner: Reasoner, quantified: Quantified) -> list[Quantified]:
    """The quantifiers nested in the predicate of one, at any depth."""
    return [reasoner.quantified[each] for each in quantified.own if each in reasoner.quantified]


def _universal(reasoner: Reasoner, quantified: Quantified, fixed: Mapping[Term, Term]) -> Universal:
    """The meaning of a quantifier: all values of its type fulfil its predicate."""
    inner = _inner(reasoner, quantified)
    deeper = {variable for each in inner for variable in each.own}
    hidden = deeper | {each.truth for each in inner}
    own = [each for each in reasoner.unknowns.variables if each in quantified.own - hidden]
    facts = [fact for each in own for fact in reasoner.unknowns.facts.get(each, ())]
    condition = implies(conjunction(*facts), negation(quantified.broken))
    within = {
        each.truth: _universal(reasoner, each, fixed) for each in inner if each.truth not in deeper
    }
    return Universal(tuple(own), substitute(condition, fixed) if fixed else condition, within)


def _conditions(universal: Universal) -> Iterable[Term]:
    yield universal.condition
    for each in universal.within.values():
        yield from _conditions(each)


def _is_decided(reasoner: Reasoner, conditions: list[Term]) -> bool:
    """Whether conditions are linear, over one sort of numbers, and without texts."""
    found = {each for term in conditions for each in variables(term)}
    sorts = {each.sort for each in found}
    if found & reasoner.unknowns.texts.keys() or not sorts <= {BOOL, INT, REAL}:
        return False
    return not {INT, REAL} <= sorts and all(fold(term, _is_linear) for term in conditions)


def _is_linear(term: Term, parts: list[bool]) -> bool:
    unknown = sum(not each.is_value for each in term.arguments)
    return all(parts) and (term.operator not in _PRODUCTS or unknown <= 1)


_PRODUCTS = (Operator.MULTIPLY, Operator.DIVIDE, Operator.MODULO, Operator.QUOTIENT)
