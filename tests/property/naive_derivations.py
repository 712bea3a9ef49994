"""Derivations as a textbook would find them: slow, without compiled code, pools or prices."""

from __future__ import annotations

import operator
from collections.abc import Callable, Iterator, Mapping
from itertools import product

from refute.languages.nominal import core
from refute.languages.nominal.builtins import CONS, TRUTH
from refute.languages.nominal.engine.terms import (
    Abstraction,
    Constraints,
    Name,
    Term,
    Unknown,
    expose,
    free_names,
    swap,
)
from refute.languages.nominal.engine.unify import Store
from refute.languages.nominal.types import Type, agree

ENOUGH = 12
"""Maximum number of steps of what must not hold."""

Values = dict[core.Leaf, Term]


def derivations(
    store: Store,
    goals: list[tuple[core.Goal, Values]],
    steps: int,
    names: Mapping[Name, Type] | None = None,
) -> Iterator[int]:
    """What is left of the steps after each derivation of some goals; bindings are in the store.

    The names of a clause are new, or any of some names that are given.
    """
    given = names or {}

    def further(more: list[tuple[core.Goal, Values]], left: int = steps) -> Iterator[int]:
        return derivations(store, more, left, given)

    if not goals:
        yield steps
        return
    (goal, values), rest = goals[0], goals[1:]
    mark = len(store.trail)
    match goal:
        case core.Both(inner):
            yield from further([*((each, values) for each in inner), *rest])
        case core.Relation(left, right):
            if _holds(store, type(goal), _term(left, values), _term(right, values)):
                yield from further(rest)
        case core.Exists(_, inner_goal):
            yield from further([(inner_goal, values), *rest])
        case core.Either(left_goal, right_goal):
            for each in (left_goal, right_goal):
                yield from further([(each, values), *rest])
                store.undo(mark)
        case core.New(name, inner_goal):
            others = [_term(each, values) for each in core.goal_leaves(goal)]
            inside = {**values, name: Name(name.label)}
            if all(store.apart(inside[name], each) for each in others):
                yield from further([(inner_goal, inside), *rest])
        case core.Not(inner_goal):
            holds = next(further([(inner_goal, values)], ENOUGH), None) is not None
            store.undo(mark)
            if not holds:
                yield from further(rest)
        case core.IfThenElse(condition, then, otherwise):
            committed = further([(condition, values)], ENOUGH)
            if next(committed, None) is not None:
                yield from further([(then, values), *rest])
            else:
                yield from further([(otherwise, values), *rest])
        case core.Atom(predicate, arguments):
            if steps > 0:
                actual = [_term(each, values) for each in arguments]
                uses = ((each, own) for each in predicate.clauses for own in _named(each, given))
                for clause, own in uses:
                    heads = [_term(each, own) for each in clause.arguments]
                    if all(map(store.unify, heads, actual)):
                        yield from further([(clause.body, own), *rest], steps - 1)
                    store.undo(mark)
        case _:
            raise AssertionError(goal)
    store.undo(mark)


def _holds(store: Store, kind: type[core.Relation], left: Term, right: Term) -> bool:
    if kind is core.Fresh:
        return store.apart(left, right)
    value = _value(right) if kind is core.Evaluates else right
    return value is not None and store.unify(left, value)


ARITHMETIC: dict[str, Callable[[int, int], int]] = {
    "+": operator.add,
    "-": operator.sub,
    "*": operator.mul,
    "<": operator.lt,
    "<=": operator.le,
    ">": operator.gt,
    ">=": operator.ge,
}


def _value(term: Term) -> Term:
    """The value of a sum or comparison; nothing where it is not known, and there is no solution."""
    exposed = expose(term)
    if isinstance(exposed, int):
        return exposed
    if not isinstance(exposed, tuple) or len(exposed) != 3:
        return None
    symbol, left, right = exposed
    one, other = _value(left), _value(right)
    if one is None or other is None or symbol.name not in ARITHMETIC:
        return None
    result = ARITHMETIC[symbol.name](one, other)
    return TRUTH[result] if isinstance(result, bool) else result


def _named(clause: core.Clause, given: Mapping[Name, Type]) -> Iterator[Values]:
    """The ways to take names that are given for the names of a clause, each at most once."""
    leaves = core.subterms(*clause.arguments, *core.goal_terms(clause.body))
    own = list(dict.fromkeys(each for each in leaves if isinstance(each, core.NameConstant)))
    ways = [
        [None, *(name for name, type_ in given.items() if agree(type_, each.type))] for each in own
    ]
    for chosen in product(*ways):
        taken = [each for each in chosen if each is not None]
        if len(set(taken)) == len(taken):
            pairs = zip(own, chosen, strict=True)
            yield {leaf: name for leaf, name in pairs if name is not None}


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


def derivable(
    goal: core.Goal, values: Values, steps: int, names: Mapping[Name, Type] | None = None
) -> bool:
    """Whether a goal about known values has a derivation of so many steps."""
    found = derivations(Store(), [(goal, dict(values))], steps, names)
    return next(found, None) is not None


def namings(values: Mapping[core.Leaf, Term]) -> Iterator[Mapping[core.Leaf, Term]]:
    """The values as they are, then with unknowns for the names that the theorem does not write."""
    yield values
    written = {each for leaf, each in values.items() if isinstance(leaf, core.NameConstant)}
    others = sorted(free_names(*values.values()) - written, key=lambda each: each.serial)
    if not others:
        return
    made = {name: Unknown() for name in others}
    apart = list(written)
    renamed = {leaf: _renamed(value, made, apart) for leaf, value in values.items()}
    for own in made.values():
        differ = tuple((own, each) for each in made.values() if each is not own)
        own.attached = Constraints(tuple(apart), differ)
    yield renamed


def _renamed(term: Term, made: Mapping[Name, Unknown], bound: list[Name]) -> Term:
    """A closed term with unknowns for some of its free names; what it binds is noted."""
    term = expose(term)
    kind = type(term)
    if kind is Name:
        return made.get(term, term)
    if kind is tuple:
        return (term[0], *(_renamed(each, made, bound) for each in term[1:]))
    if kind is Abstraction:
        fresh = Name(term.name.label)
        bound.append(fresh)
        return Abstraction(fresh, _renamed(swap(term.name, fresh, term.body), made, bound))
    return term
