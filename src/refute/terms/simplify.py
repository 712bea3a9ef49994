"""Rewriting terms: replacing arguments, substitution, and simplification beyond construction."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from math import gcd
from typing import Any

from refute.terms import arithmetic, logic, structures
from refute.terms.sorts import INT, Sort
from refute.terms.structures import constant
from refute.terms.term import Operator, Term, fold, make

_BUILD: dict[Operator, Callable[..., Term]] = {
    Operator.NOT: logic.negation,
    Operator.AND: logic.conjunction,
    Operator.OR: logic.disjunction,
    Operator.EQUAL: logic.equal,
    Operator.LESS: arithmetic.less,
    Operator.AT_MOST: arithmetic.at_most,
    Operator.ADD: arithmetic.add,
    Operator.MULTIPLY: arithmetic.multiply,
    Operator.DIVIDE: arithmetic.divide,
    Operator.MODULO: arithmetic.modulo,
    Operator.QUOTIENT: arithmetic.divide,
    Operator.ABSOLUTE: arithmetic.absolute,
    Operator.TO_REAL: arithmetic.to_real,
    Operator.FLOOR: arithmetic.floor,
    Operator.CHOOSE: logic.choose,
    Operator.CONCATENATE: structures.concatenate,
    Operator.LENGTH: structures.length,
    Operator.CONTAINS: structures.contains,
    Operator.ITEM: structures.item,
    Operator.PART: structures.part,
    Operator.MEMBER: structures.member,
    Operator.UNIQUE: structures.unique,
    Operator.TUPLE: structures.tuple_of,
}


def rebuild(term: Term, arguments: Sequence[Term]) -> Term:
    """The operator of a term applied to other arguments of the same sorts."""
    if not arguments or term.arguments == tuple(arguments):
        return term
    return apply(term, arguments)


def apply(term: Term, arguments: Sequence[Term]) -> Term:
    """Like `rebuild`, but always uses the smart constructor."""
    build = _BUILD.get(term.operator)
    if build is not None:
        return build(*arguments)
    if term.operator is Operator.PROJECT:
        return structures.project(arguments[0], term.payload)
    return make(term.operator, term.sort, tuple(arguments), term.payload)


def substitute(term: Term, replacements: Mapping[Term, Term]) -> Term:
    """The term with variables (or other sub-terms) replaced simultaneously."""
    return fold(term, rebuild, dict(replacements))


def substitute_all(terms: Iterable[Term], replacements: Mapping[Term, Term]) -> list[Term]:
    """All terms with variables replaced; shared parts are processed once."""
    known = dict(replacements)
    return [fold(term, rebuild, known) for term in terms]


_JOINS = {
    Operator.AND: (logic.conjunction, logic.FALSE),
    Operator.OR: (logic.disjunction, logic.TRUE),
}
_COMPARISONS = frozenset({Operator.EQUAL, Operator.LESS, Operator.AT_MOST})


def simplify(term: Term) -> Term:
    """An equivalent term, usually smaller: flat, without duplicates, sums in linear normal form."""
    return _flat(fold(term, _step))


def _step(term: Term, arguments: list[Term]) -> Term:
    """Nests are left to the term that uses them, so that a chain is flattened once."""
    if term.operator in _COMPARISONS and any(
        _nest_kind(each) is Operator.ADD for each in arguments
    ):
        return _compare(term, *arguments)
    kind = _nest_kind(term)
    return apply(
        term, [each if kind and _nest_kind(each) is kind else _flat(each) for each in arguments]
    )


def _nest_kind(term: Term) -> Operator | None:
    """The operator of the nest that this term belongs to: and, or, + (with constant factors)."""
    if term.operator is Operator.MULTIPLY:
        linear = len(term.arguments) == 2 and term.arguments[0].is_value
        return Operator.ADD if linear else None
    return term.operator if term.operator in _JOINS or term.operator is Operator.ADD else None


def _flat(term: Term) -> Term:
    """The term with the nest below it flattened."""
    kind = _nest_kind(term)
    if kind is None:
        return term
    if kind is Operator.ADD:
        return _sum(term.sort, *_linear([(term, 1)]))
    join, absorbing = _JOINS[kind]
    kept = {each: None for each in _nest([term], kind) if each.operator is not kind}
    return absorbing if any(logic.negation(each) in kept for each in kept) else join(*kept)


def _nest(roots: list[Term], kind: Operator) -> list[Term]:
    """The nests under some roots with their content, each once, users after their arguments."""
    order: dict[Term, None] = {}
    stack = [(root, False) for root in reversed(roots)]
    while stack:
        term, entered = stack.pop()
        if term in order:
            continue
        if entered or _nest_kind(term) is not kind:
            order[term] = None
        else:
            stack.append((term, True))
            stack.extend((each, False) for each in reversed(term.arguments))
    return list(order)


def _linear(weighted: list[tuple[Term, int]]) -> tuple[dict[Term, Any], Any]:
    """A weighted sum as the weights of its parts, in order of occurrence, and a constant."""
    order = _nest([term for term, _ in weighted], Operator.ADD)
    weights: dict[Term, Any] = dict.fromkeys(order, 0)
    for term, weight in weighted:
        weights[term] += weight
    total: Any = 0
    for term in reversed(order):
        if term.operator is Operator.CONSTANT:
            total += weights.pop(term) * term.payload
        elif _nest_kind(term) is Operator.ADD:
            weight = weights.pop(term)
            factor = 1 if term.operator is Operator.ADD else term.arguments[0].payload
            for each in term.arguments[term.operator is Operator.MULTIPLY :]:
                weights[each] += weight * factor
    return {term: weight for term, weight in weights.items() if weight}, total


def _sum(sort: Sort, weights: dict[Term, Any], total: Any) -> Term:
    terms = [arithmetic.multiply(constant(weight, sort), each) for each, weight in weights.items()]
    return arithmetic.add(*terms, constant(total, sort))


def _compare(term: Term, left: Term, right: Term) -> Term:
    """A comparison of sums: common parts cancelled, positive weights left, the constant right."""
    weights, total = _linear([(left, 1), (right, -1)])
    bound = -total
    if left.sort is INT and weights:
        divisor = gcd(*weights.values())
        if term.operator is Operator.EQUAL and bound % divisor:
            return logic.FALSE
        bound = -(-bound // divisor) if term.operator is Operator.LESS else bound // divisor
        weights = {each: weight // divisor for each, weight in weights.items()}
    positive = {each: weight for each, weight in weights.items() if weight > 0}
    negative = {each: -weight for each, weight in weights.items() if weight < 0}
    if not positive:
        return apply(term, [constant(-bound, left.sort), _sum(left.sort, negative, 0)])
    return apply(term, [_sum(left.sort, positive, 0), _sum(left.sort, negative, bound)])
