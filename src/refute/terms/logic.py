"""Building truth values: constants, connectives, equality and choice."""

from __future__ import annotations

from fractions import Fraction

from refute.terms.sorts import BOOL, INT, REAL, STRING, Sort, SortError
from refute.terms.term import Operator, Term, make


def variable(name: str, sort: Sort) -> Term:
    """A variable of a sort; variables of the same name and different sorts are different."""
    return make(Operator.VARIABLE, sort, (), name)


def boolean(value: bool) -> Term:
    """A constant truth value."""
    return TRUE if value else FALSE


def integer(value: int) -> Term:
    """A constant integer."""
    return make(Operator.CONSTANT, INT, (), int(value))


def real(value: Fraction | int | str) -> Term:
    """A constant rational number."""
    return make(Operator.CONSTANT, REAL, (), Fraction(value))


def string(value: str) -> Term:
    """A constant text."""
    return make(Operator.CONSTANT, STRING, (), value)


TRUE = make(Operator.CONSTANT, BOOL, (), True)
FALSE = make(Operator.CONSTANT, BOOL, (), False)


def conjunction(*terms: Term) -> Term:
    """All of them hold; true without terms."""
    return _join(Operator.AND, TRUE, FALSE, terms)


def disjunction(*terms: Term) -> Term:
    """At least one of them holds; false without terms."""
    return _join(Operator.OR, FALSE, TRUE, terms)


def _join(operator: Operator, unit: Term, absorbing: Term, terms: tuple[Term, ...]) -> Term:
    kept: dict[Term, None] = {}
    negated = False
    for term in terms:
        if term.sort is not BOOL:
            raise SortError(f"{operator} of {term}, which is no truth value")
        if term is not unit:
            kept[term] = None
            negated = negated or term.operator is _NOT
    if len(kept) < 2:
        return next(iter(kept), unit)
    if absorbing in kept:
        return absorbing
    if negated:
        for term in kept:
            if term.operator is _NOT and term.arguments[0] in kept:
                return absorbing
    return make(operator, BOOL, tuple(kept))


_NOT = Operator.NOT


def negation(term: Term) -> Term:
    """The term does not hold."""
    match term.operator:
        case Operator.NOT:
            return term.arguments[0]
        case Operator.LESS:
            return make(Operator.AT_MOST, BOOL, term.arguments[::-1])
        case Operator.AT_MOST:
            return make(Operator.LESS, BOOL, term.arguments[::-1])
        case Operator.CONSTANT if term.sort is BOOL:
            return FALSE if term is TRUE else TRUE
    if term.sort is not BOOL:
        raise SortError(f"not {term}, which is no truth value")
    return make(Operator.NOT, BOOL, (term,))


def implies(condition: Term, conclusion: Term) -> Term:
    """The conclusion holds whenever the condition does."""
    return disjunction(negation(condition), conclusion)


def equal(left: Term, right: Term) -> Term:
    """Both have the same value; structures are compared part by part."""
    if left.sort is not right.sort:
        raise SortError(f"{left} == {right}: {left.sort} against {right.sort}")
    if left is right:
        return TRUE
    if left.operator not in _STRUCTURES or right.operator not in _STRUCTURES:
        return _equal_atoms(left, right)
    parts: dict[Term, None] = {}
    seen = {(left, right)}
    stack = [(left, right)]
    while stack:
        one, other = stack.pop()
        if one.operator in _STRUCTURES and one.operator is other.operator:
            if one.payload != other.payload or len(one.arguments) != len(other.arguments):
                return FALSE
            pairs = [
                pair
                for pair in zip(one.arguments, other.arguments, strict=True)
                if pair not in seen
            ]
            seen.update(pairs)
            stack.extend(reversed(pairs))
        else:
            part = TRUE if one is other else _equal_atoms(one, other)
            if part is FALSE:
                return FALSE
            parts[part] = None
    return conjunction(*parts)


_STRUCTURES = frozenset({Operator.TUPLE, Operator.LIST, Operator.CONSTRUCT})


def _equal_atoms(left: Term, right: Term) -> Term:
    if left.is_value:
        if right.is_value:
            return FALSE
        left, right = right, left
    if right is TRUE:
        return left
    if right is FALSE:
        return negation(left)
    return make(Operator.EQUAL, BOOL, (left, right))


def different(left: Term, right: Term) -> Term:
    """They have different values."""
    return negation(equal(left, right))


def choose(condition: Term, then: Term, otherwise: Term) -> Term:
    """One of two terms, depending on a condition."""
    if condition.sort is not BOOL or then.sort is not otherwise.sort:
        raise SortError(f"if {condition} then {then} else {otherwise}")
    if condition.operator is Operator.NOT:
        condition, then, otherwise = condition.arguments[0], otherwise, then
    if condition is TRUE or then is otherwise:
        return then
    if condition is FALSE:
        return otherwise
    if then.sort is BOOL:
        if then is TRUE or then is condition:
            return disjunction(condition, otherwise)
        if then is FALSE:
            return conjunction(negation(condition), otherwise)
        if otherwise is FALSE or otherwise is condition:
            return conjunction(condition, then)
        if otherwise is TRUE:
            return disjunction(negation(condition), then)
    return make(Operator.CHOOSE, then.sort, (condition, then, otherwise))
