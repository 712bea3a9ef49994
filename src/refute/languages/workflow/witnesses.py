"""Eliminating a symbol by witnesses: terms that replace it wherever any value would do.

Whatever the term `w`, the condition `C[x := w]` implies that some `x` satisfies `C`. If the solver
proves that `C` implies `C[x := v] or … or C[x := w]`, that disjunction says exactly for which
values of the other symbols there is an `x`. So soundness does not depend on how the witnesses are
chosen: by solving the parts of `C` for `x`, and by asking for values that none of the witnesses
found so far covers.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from refute import terms
from refute.solver import ROOT, Answer, Entailment, Path
from refute.terms import Operator, Term

if TYPE_CHECKING:
    from refute.solver.session import Session

MOST_WITNESSES = 8
"""Maximum number of witnesses for one symbol."""

MOST_NUMBERS = 20
"""The same if there are only numbers, as one may have to differ from several others."""


def exists(session: Session, conjuncts: Sequence[Term], symbol: Term) -> Term | None:
    """The condition that some value of a symbol satisfies all conjuncts; None if not found."""
    condition = terms.conjunction(*conjuncts)
    candidates = list(dict.fromkeys(_candidates(conjuncts, symbol)))
    found: list[Term] = []
    path = Path.of(conjuncts)
    numbers = all(each.sort is terms.INT for each in terms.variables(condition))
    while len(found) < (MOST_NUMBERS if numbers else MOST_WITNESSES):
        if session.check(path) is Answer.UNSAT:
            either = terms.disjunction(*found)
            always = session.entails(ROOT, either) is Entailment.PROVED
            return terms.TRUE if always else either
        model = session.model(path)
        if model is None:
            return None
        value = model.get(symbol, terms.default_value(symbol.sort))
        candidates.append(terms.constant(value, symbol.sort))
        for each in candidates:
            instance = terms.simplify(terms.substitute(condition, {symbol: each}))
            if terms.evaluate(instance, model):
                break
        found.append(instance)
        path = path.extend(terms.negation(instance))
    return None


def _candidates(conjuncts: Sequence[Term], symbol: Term) -> Iterator[Term]:
    """Terms without the symbol that make parts of the conditions true, or nearly so."""
    for conjunct in conjuncts:
        for atom in _atoms(conjunct):
            if symbol in terms.variables(atom):
                yield from _solutions(atom, symbol)


def _atoms(term: Term) -> Iterator[Term]:
    if term.operator in {Operator.AND, Operator.OR, Operator.NOT}:
        for each in term.arguments:
            yield from _atoms(each)
    else:
        yield term


def _solutions(atom: Term, symbol: Term) -> Iterator[Term]:
    match atom.operator:
        case Operator.EQUAL | Operator.LESS | Operator.AT_MOST:
            for one, other in (atom.arguments, atom.arguments[::-1]):
                if symbol in terms.variables(other):
                    continue
                for solution in _inverted(one, other, symbol):
                    yield solution
                    if symbol.sort is terms.INT:
                        yield terms.add(solution, terms.integer(1))
                        yield terms.subtract(solution, terms.integer(1))
        case Operator.MEMBER:
            item, whole = atom.arguments
            if whole is symbol and symbol not in terms.variables(item):
                yield terms.list_of(item.sort, item)
                yield terms.list_of(item.sort)
            elif item is symbol and symbol not in terms.variables(whole):
                yield terms.head(whole)


def _inverted(term: Term, wanted: Term, symbol: Term) -> Iterator[Term]:
    """Values of the symbol for which a term has a wanted value, as far as easily found."""
    if term is symbol:
        yield wanted
        return
    inside = [each for each in term.arguments if symbol in terms.variables(each)]
    if len(inside) != 1:
        return
    rest = [each for each in term.arguments if each is not inside[0]]
    match term.operator:
        case Operator.ADD:
            yield from _inverted(inside[0], terms.subtract(wanted, terms.add(*rest)), symbol)
        case Operator.MULTIPLY:
            yield from _inverted(inside[0], terms.divide(wanted, terms.multiply(*rest)), symbol)
        case Operator.DIVIDE if term.arguments[0] is inside[0]:
            yield from _inverted(inside[0], terms.multiply(wanted, rest[0]), symbol)
        case Operator.MODULO if term.arguments[0] is inside[0]:
            yield from _inverted(inside[0], wanted, symbol)
