"""Applying the operator of a term to other arguments, through the smart constructors."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from refute.terms import arithmetic, logic, sequences, structures
from refute.terms.fold import fold
from refute.terms.term import Operator, Term, make

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
    Operator.CHOOSE: logic.choose,
    Operator.CONCATENATE: sequences.concatenate,
    Operator.LENGTH: sequences.length,
    Operator.CONTAINS: sequences.contains,
    Operator.ITEM: sequences.item,
    Operator.PART: sequences.part,
    Operator.MEMBER: sequences.member,
    Operator.TUPLE: structures.tuple_of,
}


def rebuild(term: Term, arguments: Sequence[Term]) -> Term:
    """The operator of a term applied to other arguments of the same sorts."""
    return term if term.arguments == tuple(arguments) else apply(term, arguments)


def apply(term: Term, arguments: Sequence[Term]) -> Term:
    """Like `rebuild`, but goes through the smart constructor in any case."""
    build = _BUILD.get(term.operator)
    if build is not None:
        return build(*arguments)
    if term.operator is Operator.PROJECT:
        return structures.project(arguments[0], term.payload)
    return make(term.operator, term.sort, tuple(arguments), term.payload)


def substitute(term: Term, replacements: Mapping[Term, Term]) -> Term:
    """The term with variables (or other sub-terms) replaced, all at once."""
    return fold(term, rebuild, dict(replacements))
