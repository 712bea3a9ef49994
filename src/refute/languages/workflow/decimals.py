"""Exact elimination of a decimal between bounds: between two decimals there is another."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction
from itertools import product

from refute import terms
from refute.terms import Operator, Term

_COMPARISONS = frozenset({Operator.EQUAL, Operator.LESS, Operator.AT_MOST})


def without(literals: Sequence[Term], symbol: Term) -> tuple[Term, ...] | None:
    """What comparisons of weighted sums imply if some value of a symbol satisfies them all.

    None if one of them is something else, or an exception between bounds.
    """
    lower: list[tuple[Term, bool]] = []
    upper: list[tuple[Term, bool]] = []
    excluded = False
    for literal in literals:
        is_exception = literal.operator is Operator.NOT
        solved = _solved(literal.arguments[0] if is_exception else literal, symbol)
        if solved is None or (is_exception and solved[0] is not Operator.EQUAL):
            return None
        kind, bound, is_upper = solved
        if is_exception:
            excluded = True
        elif kind is Operator.EQUAL:
            chosen = (terms.substitute(each, {symbol: bound}) for each in literals)
            return tuple(map(terms.simplify, chosen))
        else:
            (upper if is_upper else lower).append((bound, kind is Operator.LESS))
    if not upper or not lower:
        return ()
    return None if excluded else tuple(_between(*each) for each in product(lower, upper))


def _between(lower: tuple[Term, bool], upper: tuple[Term, bool]) -> Term:
    compare = terms.less if lower[1] or upper[1] else terms.at_most
    return terms.simplify(compare(lower[0], upper[0]))


def _solved(literal: Term, symbol: Term) -> tuple[Operator, Term, bool] | None:
    """A comparison solved for a symbol: operator, other side, and whether from above."""
    if literal.operator not in _COMPARISONS or literal.arguments[0].sort is not terms.REAL:
        return None
    weights: dict[Term, Fraction] = {}
    total = _collect(literal.arguments[0], Fraction(1), weights)
    total += _collect(literal.arguments[1], Fraction(-1), weights)
    factor = weights.pop(symbol, Fraction(0))
    if not factor or any(symbol in terms.variables(each) for each in weights):
        return None
    parts = [terms.multiply(terms.real(-by / factor), each) for each, by in weights.items()]
    return literal.operator, terms.add(*parts, terms.real(-total / factor)), factor > 0


def _collect(term: Term, by: Fraction, weights: dict[Term, Fraction]) -> Fraction:
    """Add a weighted sum to the weights, and return its constant."""
    match term.operator:
        case Operator.CONSTANT:
            return by * Fraction(term.payload)
        case Operator.ADD:
            return sum((_collect(each, by, weights) for each in term.arguments), Fraction(0))
        case Operator.MULTIPLY if term.arguments[0].operator is Operator.CONSTANT:
            rest = terms.multiply(*term.arguments[1:])
            return _collect(rest, by * Fraction(term.arguments[0].payload), weights)
        case _:
            weights[term] = weights.get(term, Fraction(0)) + by
            return Fraction(0)
