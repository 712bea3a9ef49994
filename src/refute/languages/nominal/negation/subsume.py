"""Subsumption: clauses that say no more than another one are left out (NEs)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, TypeAlias

from refute.languages.nominal import core
from refute.languages.nominal.negation.heads import covers
from refute.languages.nominal.negation.rewrite import alternatives, conjuncts, replace_in_goal

Key: TypeAlias = Any
"""Something that can be compared and hashed."""

Bound: TypeAlias = Mapping["core.Variable | core.NameConstant", int]

DEEPEST_SPLIT = 3
"""So many disjunctions among what is known are taken case by case."""


def subsumes(general: core.Clause, special: core.Clause) -> bool:
    """Whether whatever one clause makes true another one makes true, as far as is easily seen."""
    values = covers(general.arguments, special.arguments)
    if values is None:
        return False
    return entails(special.body, replace_in_goal(general.body, values))


def reduced(clauses: Iterable[core.Clause]) -> list[core.Clause]:
    """The clauses without those that an earlier or a later one subsumes."""
    kept: list[core.Clause] = []
    for clause in clauses:
        if not any(subsumes(each, clause) for each in kept):
            kept = [each for each in kept if not subsumes(clause, each)]
            kept.append(clause)
    return kept


def entails(known: core.Goal, wanted: core.Goal) -> bool:
    """Whether a goal follows from another by its form; False says nothing."""
    return _follows([known], wanted, DEEPEST_SPLIT)


def _follows(known: list[core.Goal], wanted: core.Goal, splits: int) -> bool:
    facts: set[Key] = set()
    choices: list[core.Goal] = []
    for goal in known:
        for each in conjuncts(goal):
            facts.add(key(each))
            if isinstance(each, core.Either):
                choices.append(each)
    if _holds(facts, wanted):
        return True
    if not splits or not choices:
        return False
    first = choices[0]
    others = [each for goal in known for each in conjuncts(goal) if each is not first]
    return all(_follows([*others, each], wanted, splits - 1) for each in alternatives(first))


def _holds(facts: set[Key], wanted: core.Goal) -> bool:
    if key(wanted) in facts:
        return True
    match wanted:
        case core.Both(goals):
            return all(_holds(facts, each) for each in goals)
        case core.Either():
            return any(_holds(facts, each) for each in alternatives(wanted))
        case _:
            return False


def key(goal: core.Goal, bound: Bound | None = None) -> Key:
    """The same for goals that differ only in what they call their bound variables and names."""
    inside: Bound = bound or {}
    match goal:
        case (
            core.Exists(leaf, inner)
            | core.Every(leaf, inner)
            | core.ForAll(leaf, inner)
            | core.New(leaf, inner)
        ):
            return (type(goal).__name__, key(inner, {**inside, leaf: len(inside)}))
        case core.Equals(left, right):
            return ("=", frozenset([_term_key(left, inside), _term_key(right, inside)]))
        case core.Both(goals):
            return ("&", frozenset(key(each, inside) for each in goals))
        case core.Either():
            return ("|", frozenset(key(each, inside) for each in alternatives(goal)))
        case core.Atom(predicate, arguments):
            return ("p", predicate, *(_term_key(each, inside) for each in arguments))
        case _:
            terms, goals = core.goal_parts(goal)
            named = (_term_key(each, inside) for each in terms)
            return (type(goal).__name__, *named, *(key(each, inside) for each in goals))


def _term_key(term: core.Term, bound: Bound) -> Key:
    match term:
        case core.Variable() | core.NameConstant():
            return bound.get(term, term)
        case core.Construct(symbol, ()):
            return symbol
        case core.Literal(value):
            return (value,)
        case core.Construct(symbol, arguments):
            return (symbol, *(_term_key(each, bound) for each in arguments))
        case _:
            inner = (_term_key(each, bound) for each in core.parts(term))
            return (type(term).__name__, *inner)
