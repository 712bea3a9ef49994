"""Solves closed instances of goals with the ordinary engine.

The meaning of a program does not depend on the choice of names, but a derivation that opens a
binder takes a new name for it. So rules that let such names escape may also take the names of the
instance.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeAlias

from refute.diagnostics import InputError
from refute.languages.nominal import core
from refute.languages.nominal.attack.derive import Derivation, OutOfEffort
from refute.languages.nominal.attack.fill import Types, find_holes
from refute.languages.nominal.attack.relations import END, BoundedEngine, Pool
from refute.languages.nominal.attack.universal import bounded_engine
from refute.languages.nominal.engine.resolution import Engine
from refute.languages.nominal.engine.terms import Name, Term, naked_unknown
from refute.languages.nominal.engine.visits import TermsTooLarge
from refute.languages.nominal.explain.derivation import Recorder
from refute.languages.nominal.program import Program
from refute.languages.nominal.show import Shower
from refute.languages.nominal.types import Type
from refute.report.outcome import Outline
from refute.search import Budget, Ended
from refute.solver import Answer

Values: TypeAlias = Mapping[core.Leaf, Term]

GOALS, FEW, FEW_STEPS = 100_000, 2_000, 1_000
"""Maximum number of goals solved to decide whether a closed goal holds.

A few goals are tried first, then a few steps of the bounded search: when depth-first search gets
lost, there is usually a small derivation.
"""


class ReplayEngine(Engine):
    """The ordinary engine, with the same code as the engine for conclusions."""

    looping = False
    terse = True
    sparing = True
    in_place = False


class Replay:
    """Decides whether goals about closed values hold."""

    def __init__(self, program: Program, types: Types) -> None:
        self.program = program
        self.types = types
        self._engine = ReplayEngine(program.sorts)

    def holds(self, goal: core.Goal, values: Values, bound: int) -> bool:
        """Whether a derivation is found; if depth-first search gets lost, a small one."""
        for goals, steps in ((FEW, FEW_STEPS), (GOALS, GOALS)):
            ended = self._solve(goal, values, goals)
            if ended is None or ended is Ended.EXHAUSTED:
                return ended is None
            if self.derivable(goal, values, bound, steps):
                return True
        return False

    def derivation(
        self, goal: core.Goal, values: Values, bound: int, shower: Shower
    ) -> list[Outline]:
        """A derivation of a goal, found in the same way as by `holds`; empty if there is none."""
        recorder = Recorder()
        recorded, proof = recorder.recorded(goal)
        given: Values = {**values, proof: naked_unknown()}
        if not self.holds(recorded, given, bound):
            return []
        return recorder.outlines(given[proof], shower)

    def fails(self, goal: core.Goal, values: Values) -> bool | None:
        """Whether there is no derivation; None if that could not be decided."""
        ended = self._solve(goal, values)
        return ended is not None if ended in {None, Ended.EXHAUSTED} else None

    def _solve(self, goal: core.Goal, values: Values, goals: int = GOALS) -> Ended | None:
        """Why the ordinary engine ended; None if it found a derivation."""
        if self.program.checker.derived and _universal(goal):
            return Ended.NODES
        self._engine.give(self._names(values))
        solutions = self._engine.solve(goal, dict(values), Budget(nodes=goals))
        try:
            if solutions.advance():
                return None
        except InputError:
            solutions.ended = Ended.NODES
        self._engine.undo(0)
        return solutions.ended

    def derivable(self, goal: core.Goal, values: Values, bound: int, steps: int = GOALS) -> bool:
        """Whether a derivation within a bound is found in at most `steps` steps of the search."""
        engine = bounded_engine(self.program.sorts, self.types)
        engine.give(self._names(values))
        left = (int(bound - engine.costs.goal(goal)), bound)
        try:
            derivation = Derivation(engine, pool(engine, [goal], values), left, limit=steps)
            while derivation.advance():
                if engine.settle() is Answer.SAT:
                    return True
        except (OutOfEffort, InputError, TermsTooLarge):
            pass
        engine.undo(0)
        return False

    def _names(self, values: Values) -> dict[Name, Type]:
        """The free names of closed values, with their types."""
        roots = ((value, leaf.type) for leaf, value in values.items())
        return find_holes(self.types, roots).names


def _universal(goal: core.Goal) -> bool:
    """Whether a goal needs `forall*`, which only the bounded search can solve."""
    bodies = [each.body for symbol in core.reachable(*core.called(goal)) for each in symbol.clauses]
    return any(isinstance(each, core.Every) for body in bodies for each in core.subgoals(body))


def pool(engine: BoundedEngine, goals: Sequence[core.Goal], values: Values) -> Pool:
    """Goals about given values, each with its own account."""
    relations = [engine.goal_relation(each, tuple(values)) for each in goals]
    return tuple(((each, *values.values(), END), number) for number, each in enumerate(relations))
