"""Tries closed instances of goals with the ordinary engine.

What a program says does not depend on which names are used, but a derivation that opens a binder
takes a new name for it. So where a goal fails as it stands, it is tried with other names too: each
free name that the theorem does not write becomes an unknown that differs from all other names.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TypeAlias

from refute.diagnostics import InputError
from refute.languages.nominal import core
from refute.languages.nominal.attack.derive import Derivation, OutOfEffort
from refute.languages.nominal.attack.fill import Types
from refute.languages.nominal.attack.relations import END, BoundedEngine, Pool
from refute.languages.nominal.attack.universal import bounded_engine
from refute.languages.nominal.engine.terms import (
    Abstraction,
    Constraints,
    Name,
    Term,
    Unknown,
    expose,
    free_names,
    naked_unknown,
    swap,
)
from refute.languages.nominal.explain.derivation import Recorder
from refute.languages.nominal.program import Program
from refute.record import record
from refute.report.outcome import Outline
from refute.search import Budget, Ended
from refute.solver import Answer

Values: TypeAlias = Mapping[core.Leaf, Term]

GOALS = 100_000
"""Maximum number of goals that are solved to find out whether a closed goal holds."""


@record
class Replay:
    """Finds out whether goals about closed values hold."""

    program: Program
    types: Types

    def holds(self, goal: core.Goal, values: Values, bound: int) -> bool:
        """Whether there is a derivation; where depth-first search gets lost, a small one."""
        return any(self._holds(goal, each, bound) for each in namings(values))

    def _holds(self, goal: core.Goal, values: Values, bound: int) -> bool:
        ended = self._solve(goal, values)
        if ended is None or ended is Ended.EXHAUSTED:
            return ended is None
        return self.derivable(goal, values, bound)

    def derivation(self, goal: core.Goal, values: Values, bound: int) -> list[Outline]:
        """A derivation of a goal that holds, found as `holds` found it."""
        recorder = Recorder()
        recorded, proof = recorder.recorded(goal)
        for each in namings(values):
            given: Values = {**each, proof: naked_unknown()}
            if self._holds(recorded, given, bound):
                return recorder.outlines(given[proof], self.program.parser.operators)
        return []

    def fails(self, goal: core.Goal, values: Values) -> bool | None:
        """Whether there is no derivation; nothing when that was not found out."""
        result: bool | None = True
        for each in namings(values):
            ended = self._solve(goal, each)
            if ended is None:
                return False
            if ended is not Ended.EXHAUSTED:
                result = None
        return result

    def _solve(self, goal: core.Goal, values: Values) -> Ended | None:
        """How the ordinary engine ends; nothing when it finds a derivation."""
        if self.program.checker.derived and _universal(goal):
            return Ended.NODES
        solutions = self.program.engine.solve(goal, dict(values), Budget(nodes=GOALS))
        try:
            return None if solutions.advance() else solutions.ended
        except InputError:
            return Ended.NODES

    def derivable(self, goal: core.Goal, values: Values, bound: int) -> bool:
        """Whether a derivation within a bound is found."""
        engine = bounded_engine(self.program.nameless, self.types)
        left = (int(bound - engine.costs.goal(goal)), bound)
        try:
            derivation = Derivation(engine, pool(engine, [goal], values), left, limit=GOALS)
            while derivation.advance():
                if engine.settle() is Answer.SAT:
                    return True
        except (OutOfEffort, InputError):
            pass
        return False


def _universal(goal: core.Goal) -> bool:
    """Whether a goal needs `forall*`, which only the bounded search can show."""
    bodies = [each.body for symbol in core.reachable(*core.called(goal)) for each in symbol.clauses]
    return any(isinstance(each, core.Every) for body in bodies for each in core.subgoals(body))


def pool(engine: BoundedEngine, goals: Sequence[core.Goal], values: Values) -> Pool:
    """Goals about given values, each with an account of its own."""
    relations = [engine.goal_relation(each, tuple(values)) for each in goals]
    return tuple(((each, *values.values(), END), number) for number, each in enumerate(relations))


def namings(values: Values) -> Iterator[Values]:
    """The values as they are, then with other names for those that the theorem does not write."""
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
