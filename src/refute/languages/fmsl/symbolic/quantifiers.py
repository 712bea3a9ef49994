"""Quantifiers over lists, ranges and whole types."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from refute import terms
from refute.languages.fmsl import syntax, types
from refute.languages.fmsl.symbolic import intervals, operators
from refute.languages.fmsl.symbolic.unknowns import Extent, type_key
from refute.languages.fmsl.symbolic.values import (
    Atom,
    Items,
    Nothing,
    Symbolic,
    Unsupported,
    is_false,
    is_true,
    items_of,
    known,
    truth,
)
from refute.languages.fmsl.symbolic.written import type_of
from refute.terms import Term

if TYPE_CHECKING:
    from refute.languages.fmsl.symbolic.evaluate import Evaluator, Names


def bounded(evaluator: Evaluator, expression: syntax.Bounded, names: Names) -> Symbolic:
    """A quantifier over the items of a list."""
    collection = expression.collection
    if isinstance(collection, syntax.Range):
        return _in_range(evaluator, expression, collection, names)
    whole = evaluator.evaluate(collection, names)
    if isinstance(whole, Nothing):
        whole = items_of()
    if not isinstance(whole, Items):
        raise Unsupported("a quantifier over a value of several types")
    cases = []
    for there, item in whole.items:
        body = evaluator.condition(expression.body, {**names, expression.variable: item})
        cases.append((there, body))
    return _combine(expression.quantifier, cases)


def _in_range(
    evaluator: Evaluator, expression: syntax.Bounded, span: syntax.Range, names: Names
) -> Symbolic:
    """A quantifier over a range is one over the integers between its ends."""
    low, high = evaluator.evaluate(span.low, names), evaluator.evaluate(span.high, names)
    forall = expression.quantifier == "forall"
    if not isinstance(low, Atom) or not isinstance(high, Atom):
        return truth(forall)

    def inside(term: Term) -> Term:
        between = intervals.at_most(low.term, term), intervals.at_most(term, high.term)
        return terms.conjunction(terms.negation(low.nil), terms.negation(high.nil), *between)

    def found(value: Symbolic) -> Atom:
        return evaluator.condition(expression.body, {**names, expression.variable: value})

    def body(value: Symbolic) -> Atom:
        assert isinstance(value, Atom)
        return _guarded(forall, known(inside(value.term)), found(value))

    few = intervals.cases(intervals.ends(low.term)[0], intervals.ends(high.term)[1])
    if few is not None:
        numbers = map(terms.integer, few)
        there = ((inside(each), each) for each in numbers)
        cases = [(each, found(known(n))) for each, n in there if each is not terms.FALSE]
        return _combine(expression.quantifier, cases)

    return _over_type(evaluator, forall, expression.variable, types.INTEGER, body)


def unbounded(evaluator: Evaluator, expression: syntax.Unbounded, names: Names) -> Symbolic:
    """A quantifier over a type, with or without a condition."""
    forall = expression.quantifier == "forall"

    def body(value: Symbolic) -> Atom:
        inner = {**names, expression.variable: value}
        if expression.condition is None:
            return evaluator.condition(expression.body, inner)
        inside = evaluator.condition(expression.condition, inner)
        if is_true(inside) is terms.FALSE and inside.nil is terms.FALSE:
            return truth(forall)
        return _guarded(forall, inside, evaluator.condition(expression.body, inner))

    of = type_of(expression.type)
    few = _few(evaluator, expression, of, names)
    if few is None:
        return _over_type(evaluator, forall, expression.variable, of, body)
    evaluator.tried.update(((of, each), None) for each in few)
    cases = [(terms.TRUE, body(known(terms.integer(each)))) for each in few]
    return _combine(expression.quantifier, cases)


def _few(
    evaluator: Evaluator, expression: syntax.Unbounded, of: types.Type, names: Names
) -> range | None:
    """The integers that a quantifier says something about, if there are only a few."""
    if evaluator.supposed or evaluator.checked.objects.structure(of) != types.INTEGER:
        return None

    def value(limit: syntax.Expression) -> Term | None:
        try:
            found = evaluator.evaluate(limit, names)
        except Unsupported:
            return None
        if not isinstance(found, Atom) or found.term.sort is not terms.INT:
            return None
        return found.term if found.nil is terms.FALSE else None

    return intervals.cases(*intervals.limits(expression, value))


def _over_type(
    evaluator: Evaluator, forall: bool, label: str, of: types.Type, body: Callable[[Symbolic], Atom]
) -> Symbolic:
    """A quantifier over all values of a type; only a body with nil needs two queries."""
    key = type_key(evaluator.checked.objects, of)
    may_be_nil = False

    def make() -> Symbolic:
        return evaluator.unknowns.fresh(label, of, Extent(evaluator.size))

    def wanted(value: Symbolic) -> Term:
        nonlocal may_be_nil
        found = body(value)
        may_be_nil = may_be_nil or found.nil is not terms.FALSE
        return is_true(found) if forall else is_false(found)

    def not_opposite(value: Symbolic) -> Term:
        found = body(value)
        return terms.negation(is_false(found) if forall else is_true(found))

    opened = evaluator.opened
    all_wanted = evaluator.reasoner.every(label, of, key, make, wanted)
    if evaluator.opened > opened:  # every instance would be unknown again, and nothing would follow
        return evaluator.open()
    possible = (
        evaluator.reasoner.every(label, of, key, make, not_opposite) if may_be_nil else all_wanted
    )
    if forall:
        return operators.decided(all_wanted, terms.negation(possible))
    return operators.decided(terms.negation(possible), all_wanted)


def _guarded(forall: bool, inside: Atom, body: Atom) -> Atom:
    """`if inside then body` under forall, `inside and body` under exists."""
    if not forall:
        guarded = operators.connect("and", inside, body)
    else:
        guarded = operators.conditional(inside, body, truth(True))
    return guarded if isinstance(guarded, Atom) else Atom(terms.TRUE, terms.FALSE)


def _combine(quantifier: str, cases: list[tuple[Term, Atom]]) -> Symbolic:
    """All or one of the bodies whose conditions hold; false and true take precedence over nil."""
    if quantifier == "forall":
        yes = terms.conjunction(*(terms.implies(there, is_true(body)) for there, body in cases))
        no = terms.disjunction(*(terms.conjunction(there, is_false(body)) for there, body in cases))
    else:
        yes = terms.disjunction(*(terms.conjunction(there, is_true(body)) for there, body in cases))
        no = terms.conjunction(*(terms.implies(there, is_false(body)) for there, body in cases))
    bodies = [body for _, body in cases]
    return known(yes) if operators.never_nil(*bodies) else operators.decided(yes, no)
