"""Re-checks a counterexample on a closed instance: hypotheses derivable, conclusion not."""

from __future__ import annotations

from dataclasses import dataclass

from refute.diagnostics import InputError
from refute.languages.nominal import core
from refute.languages.nominal.attack.derive import Derivation
from refute.languages.nominal.attack.fill import Types
from refute.languages.nominal.attack.frozen import conjuncts
from refute.languages.nominal.attack.relations import BoundedEngine
from refute.languages.nominal.attack.state import END, OutOfEffort
from refute.languages.nominal.attack.subject import Subject
from refute.languages.nominal.attack.universal import universal
from refute.languages.nominal.procedures import Leaf, query
from refute.languages.nominal.program import Program
from refute.languages.nominal.show import answer_lines
from refute.languages.nominal.terms import Term, Unknown
from refute.languages.nominal.unify import Store
from refute.search import Budget, Ended

GOALS = 100_000
"""Maximum number of goals that are solved for each of the two questions."""


@dataclass(frozen=True, slots=True)
class Confirmation:
    """A counterexample: as it was found, perhaps with unknowns, and the instance tried."""

    found: tuple[str, ...]
    instance: tuple[str, ...]


def confirm(
    program: Program,
    subject: Subject,
    store: Store,
    types: Types,
    bound: int,
    negation: core.Goal | None = None,
) -> Confirmation | None:
    """The counterexample that the bindings are now, if a closed instance of it is one.

    Where it is not found out in time that the conclusion fails, its negation may be derivable.
    """
    operators = program.parser.operators
    found = answer_lines(subject.shown, subject.names.values(), operators)
    mark = len(store.trail)
    values = subject.close(store, types)
    store.undo(mark)
    if values is None:
        return None
    if not _holds(program, subject.check.hypotheses, values, bound, types):
        return None
    ended = _solve(program, subject.check.conclusion, values)
    if ended is None:
        return None
    if ended is not Ended.EXHAUSTED and (
        negation is None or not _derivable(program, negation, values, bound, types)
    ):
        return None
    closed = {each.label: _bound(values[each]) for each in subject.variables if each.label != "_"}
    names = [values[each] for each in subject.names]
    return Confirmation(tuple(found), tuple(answer_lines(closed, names, operators)))


def _solve(program: Program, goal: core.Goal, values: dict[Leaf, Term]) -> Ended | None:
    """How the ordinary engine ends; nothing when it finds a derivation."""
    solutions = program.engine.solve(goal, dict(values), Budget(nodes=GOALS))
    try:
        return None if solutions.advance() else solutions.ended
    except InputError:
        return Ended.NODES


def _holds(
    program: Program,
    goal: core.Goal,
    values: dict[Leaf, Term],
    bound: int,
    types: Types,
) -> bool:
    """Whether there is a derivation; where depth-first search gets lost, a small one is sought."""
    ended = _solve(program, goal, values)
    if ended is None or ended is Ended.EXHAUSTED:
        return ended is None
    return _derivable(program, goal, values, bound, types)


def _derivable(
    program: Program, goal: core.Goal, values: dict[Leaf, Term], bound: int, types: Types
) -> bool:
    """Whether a derivation within a bound is found."""
    engine = BoundedEngine(program.nameless)
    engine.universal = universal(engine, types)
    goals = conjuncts(goal)
    relations = [
        engine.relation(query(each, tuple(values)), engine.new_name("q")) for each in goals
    ]
    pool = tuple(((each, *values.values(), END), place) for place, each in enumerate(relations))
    left = (*(int(bound - engine.costs.goal(each)) for each in goals), bound)
    try:
        return Derivation(engine, pool, left, limit=GOALS).advance()
    except OutOfEffort:
        return False


def _bound(value: Term) -> Unknown:
    unknown = Unknown()
    unknown.value = value
    return unknown
