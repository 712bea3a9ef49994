"""Derivations as a textbook would find them: slow, without compiled code, pools or prices."""

from __future__ import annotations

from collections.abc import Iterator

from refute.languages.nominal import core
from refute.languages.nominal.builtins import CONS
from refute.languages.nominal.engine.terms import Abstraction, Name, Term, Unknown, swap
from refute.languages.nominal.engine.unify import Store

ENOUGH = 12
"""Maximum number of steps of what must not hold."""

Values = dict[core.Leaf, Term]


def derivations(store: Store, goals: list[tuple[core.Goal, Values]], steps: int) -> Iterator[int]:
    """What is left of the steps after each derivation of some goals; bindings are in the store."""
    if not goals:
        yield steps
        return
    (goal, values), rest = goals[0], goals[1:]
    mark = len(store.trail)
    match goal:
        case core.Both(inner):
            yield from derivations(store, [*((each, values) for each in inner), *rest], steps)
        case core.Equals(left, right):
            if store.unify(_term(left, values), _term(right, values)):
                yield from derivations(store, rest, steps)
        case core.Fresh(name, term):
            if store.apart(_term(name, values), _term(term, values)):
                yield from derivations(store, rest, steps)
        case core.Either(left_goal, right_goal):
            for each in (left_goal, right_goal):
                yield from derivations(store, [(each, values), *rest], steps)
                store.undo(mark)
        case core.New(name, inner_goal):
            inside = {**values, name: Name(name.label)}
            others = [_term(each, values) for each in core.goal_leaves(goal)]
            if all(store.apart(inside[name], each) for each in others):
                yield from derivations(store, [(inner_goal, inside), *rest], steps)
        case core.Not(inner_goal):
            holds = next(derivations(store, [(inner_goal, values)], ENOUGH), None) is not None
            store.undo(mark)
            if not holds:
                yield from derivations(store, rest, steps)
        case core.IfThenElse(condition, then, otherwise):
            committed = derivations(store, [(condition, values)], ENOUGH)
            if next(committed, None) is not None:
                yield from derivations(store, [(then, values), *rest], steps)
            else:
                yield from derivations(store, [(otherwise, values), *rest], steps)
        case core.Atom(predicate, arguments):
            if steps > 0:
                actual = [_term(each, values) for each in arguments]
                for clause in predicate.clauses:
                    own: Values = {}
                    heads = [_term(each, own) for each in clause.arguments]
                    if all(map(store.unify, heads, actual)):
                        yield from derivations(store, [(clause.body, own), *rest], steps - 1)
                    store.undo(mark)
        case _:
            raise AssertionError(goal)
    store.undo(mark)


def _term(term: core.Term, values: Values) -> Term:
    match term:
        case core.Variable():
            return values.setdefault(term, Unknown())
        case core.NameConstant(label):
            return values.setdefault(term, Name(label))
        case core.Literal(value):
            return value
        case core.Construct(symbol, arguments):
            return (symbol, *(_term(each, values) for each in arguments))
        case core.Listing(items, tail):
            result = _term(tail, values)
            for item in reversed(items):
                result = (CONS, _term(item, values), result)
            return result
        case core.Abstract(name, body):
            return Abstraction(_term(name, values), _term(body, values))
        case core.Swap(left, right, body):
            return swap(_term(left, values), _term(right, values), _term(body, values))


def derivable(goal: core.Goal, values: Values, steps: int) -> bool:
    """Whether a goal about known values has a derivation of so many steps."""
    return next(derivations(Store(), [(goal, dict(values))], steps), None) is not None
