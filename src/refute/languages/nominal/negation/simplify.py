"""Simplifies negated definitions, without search."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from itertools import chain, product
from math import prod
from typing import Any, TypeAlias

from refute.languages.nominal import core, rewrite
from refute.record import record
from refute.source import NO_SPAN

Key: TypeAlias = Any
"""A hashable value."""

Shape: TypeAlias = tuple[core.Symbol | None, ...]
"""The outermost constructors of the arguments of a head; None for variables."""

Bound: TypeAlias = Mapping[core.Leaf, int]

DEEPEST_SPLIT = 3
"""Maximum number of disjunctions among known goals that are split into cases."""


def subsumes(general: core.Clause, special: core.Clause) -> bool:
    """Whether `general` proves whatever `special` proves, as far as is easily seen."""
    values = rewrite.covers(general.arguments, special.arguments)
    if values is None:
        return False
    return entails(special.body, rewrite.replace_in_goal(general.body, values))


def reduced(clauses: Iterable[core.Clause]) -> list[core.Clause]:
    """The clauses without those that another one subsumes.

    A clause subsumes only those whose heads are instances of its own. So heads with fewer
    constructors come first, and each is compared with those that have, at each argument, a
    variable or the same constructor.
    """
    numbered = sorted(enumerate(clauses), key=lambda each: _constructors(each[1]))
    kept: dict[Shape, dict[int, core.Clause]] = {}
    for number, clause in numbered:
        shape = tuple(_outermost(each) for each in clause.arguments)
        alike = kept.setdefault(shape, {})
        if any(subsumes(each, clause) for near in _covering(kept, shape) for each in near.values()):
            continue
        for other in [key for key, each in alike.items() if subsumes(clause, each)]:
            del alike[other]
        alike[number] = clause
    return [each for _, each in sorted(chain.from_iterable(map(dict.items, kept.values())))]


def _constructors(clause: core.Clause) -> int:
    return sum(isinstance(each, core.Construct) for each in core.subterms(*clause.arguments))


def _outermost(term: core.Term) -> core.Symbol | None:
    return term.symbol if isinstance(term, core.Construct) else None


def _covering(
    kept: Mapping[Shape, dict[int, core.Clause]], shape: Shape
) -> Iterable[dict[int, core.Clause]]:
    """The clauses that have a variable or the same constructor at each argument."""
    choices = [(each, None) if each else (None,) for each in shape]
    if prod(map(len, choices)) > len(kept):
        pairs = (zip(other, shape, strict=True) for other in kept)
        return [
            near
            for near, pair in zip(kept.values(), pairs, strict=True)
            if all(one in {None, each} for one, each in pair)
        ]
    return [kept[each] for each in product(*choices) if each in kept]


def entails(known: core.Goal, wanted: core.Goal) -> bool:
    """Whether a goal follows from another by its form; False is no proof that it does not."""
    return _follows([known], wanted, DEEPEST_SPLIT)


def _follows(known: list[core.Goal], wanted: core.Goal, splits: int) -> bool:
    facts = [each for goal in known for each in core.conjuncts(goal)]
    if _holds(set(map(key, facts)), wanted):
        return True
    choice = next((each for each in facts if isinstance(each, core.Either)), None)
    if not splits or choice is None:
        return False
    others = [each for each in facts if each is not choice]
    return all(
        _follows([*others, each], wanted, splits - 1) for each in rewrite.alternatives(choice)
    )


def _holds(facts: set[Key], wanted: core.Goal) -> bool:
    if key(wanted) in facts:
        return True
    match wanted:
        case core.Both(goals):
            return all(_holds(facts, each) for each in goals)
        case core.Either():
            return any(_holds(facts, each) for each in rewrite.alternatives(wanted))
        case _:
            return False


def key(goal: core.Goal, bound: Bound | None = None) -> Key:
    """A key that is equal for goals that differ only in their bound variables and names."""
    inside: Bound = bound or {}
    match goal:
        case core.Quantifier(leaf, inner) | core.New(leaf, inner):
            return (type(goal).__name__, key(inner, {**inside, leaf: len(inside)}))
        case core.Equals(left, right):
            return ("=", frozenset([_term_key(left, inside), _term_key(right, inside)]))
        case core.Both(goals):
            return ("&", frozenset(key(each, inside) for each in goals))
        case core.Either():
            return ("|", frozenset(key(each, inside) for each in rewrite.alternatives(goal)))
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


PATIENCE = 10
"""Maximum number of passes over all definitions."""


def simplified(goal: core.Goal) -> core.Goal:
    """A goal without redundant parts; false if it contradicts itself."""
    goal = rewrite.rebuild(goal, lambda term: term, simplified)
    if isinstance(goal, core.Both):
        return _conjunction(goal)
    return goal


def _conjunction(goal: core.Both) -> core.Goal:
    if _contradictory(goal.goals):
        return rewrite.FALSE
    kept: list[core.Goal] = []
    for number, each in enumerate(goal.goals):
        others = [*kept, *goal.goals[number + 1 :]]
        if not (isinstance(each, core.Either) and entails(core.Both(tuple(others)), each)):
            kept.append(each)
    return rewrite.both(kept)


def _contradictory(goals: tuple[core.Goal, ...]) -> bool:
    """Whether some terms are both equal and different according to some goals."""
    equal = {key(each) for each in goals if isinstance(each, core.Equals)}
    for goal in goals:
        match goal:
            case core.Fresh(left, right) | core.Unequal(left, right):
                opposite = core.Equals(left, right)
            case core.Atom(predicate, (left, right)) if _says_they_differ(predicate):
                opposite = core.Equals(left, right)
            case _:
                continue
        if key(opposite) in equal:
            return True
    return False


def _says_they_differ(predicate: core.Symbol) -> bool:
    """Whether a predicate was generated for inequality; one of the program may be called so."""
    return predicate.span is NO_SPAN and predicate.name.startswith("neq_")


def tidy(predicates: Iterable[core.Symbol], *, thorough: bool) -> None:
    """Shorten definitions that call each other until nothing changes, up to `PATIENCE` times.

    If not `thorough`, only calls of predicates that never hold are removed.
    """
    made = list(predicates)
    for _ in range(PATIENCE):
        shortening = _Shortening(set(made) if thorough else set(), _empty(made))
        changed = [shortening.applied(each) for each in made]
        if not any(changed):
            return


@record
class _Shortening:
    """Simplifies calls of the predicates in `known`; those in `empty` are false."""

    known: set[core.Symbol]
    empty: set[core.Symbol]

    def applied(self, predicate: core.Symbol) -> bool:
        """Shorten a definition; whether it has changed."""
        before = list(predicate.clauses)
        found: list[core.Clause] = []
        for clause in before:
            body = self._goal(clause.body)
            if body != rewrite.FALSE:
                found.append(core.Clause(predicate, clause.arguments, body, clause.span))
        predicate.clauses[:] = reduced(found) if self.known else found
        return predicate.clauses != before

    def _goal(self, goal: core.Goal) -> core.Goal:
        match goal:
            case core.Atom(called) if called in self.empty:
                return rewrite.FALSE
            case core.Atom(called) if called in self.known:
                return _looked_up(goal)
            case core.Atom():
                return goal
            case _:
                return simplified(rewrite.rebuild(goal, lambda term: term, self._goal))


def _looked_up(atom: core.Atom) -> core.Goal:
    """True if a fact covers an atom, false if no clause can match; otherwise the atom itself."""
    matching = False
    for clause in atom.predicate.clauses:
        if (
            clause.body == core.TRUE
            and rewrite.covers(clause.arguments, atom.arguments) is not None
        ):
            return core.TRUE
        pairs = zip(clause.arguments, atom.arguments, strict=True)
        matching = matching or not any(rewrite.clash(one, other) for one, other in pairs)
    return atom if matching else rewrite.FALSE


def _empty(made: list[core.Symbol]) -> set[core.Symbol]:
    """The predicates that never hold: all of their clauses require such predicates."""
    empty = set(made)
    changed = True
    while changed:
        changed = False
        for predicate in list(empty):
            if any(_possible(each.body, empty.__contains__) for each in predicate.clauses):
                empty.discard(predicate)
                changed = True
    return empty


def _possible(goal: core.Goal, is_empty: Callable[[core.Symbol], bool]) -> bool:
    """Whether a goal may hold, judging by its calls."""
    match goal:
        case core.Atom(predicate):
            return not is_empty(predicate)
        case core.Fail():
            return False
        case core.Either(left, right):
            return _possible(left, is_empty) or _possible(right, is_empty)
        case core.Both():
            return all(_possible(each, is_empty) for each in core.conjuncts(goal))
        case core.Exists(_, inner) | core.Every(_, inner) | core.New(_, inner):
            return _possible(inner, is_empty)
        case _:
            return True
