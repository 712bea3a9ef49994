"""The attack on one theorem, bound by bound; what is found is confirmed on a closed instance."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from math import inf
from random import Random
from typing import TypeAlias

from refute.diagnostics import InputError
from refute.languages.nominal import core
from refute.languages.nominal.attack.conclusion import Conclusion, RecordingEngine, Watcher
from refute.languages.nominal.attack.derive import Accounts, Derivation, OutOfEffort
from refute.languages.nominal.attack.fill import Types
from refute.languages.nominal.attack.relations import END, BoundedEngine, Pool
from refute.languages.nominal.attack.theorems import Subject
from refute.languages.nominal.attack.universal import bounded_engine
from refute.languages.nominal.engine.terms import Term, Unknown
from refute.languages.nominal.program import Program
from refute.languages.nominal.show import answer_lines
from refute.record import record
from refute.search import Budget, Ended
from refute.solver import Effort

Values: TypeAlias = Mapping[core.Leaf, Term]

GOALS = 100_000
"""Maximum number of goals that are solved to confirm a hypothesis, or that the conclusion fails."""


@record
class Confirmation:
    """A counterexample: as it was found, perhaps with unknowns, and the instance tried."""

    found: tuple[str, ...]
    instance: tuple[str, ...]


@record
class Explored:
    """What was done at one bound.

    `cut` counts the branches that the bound cut off, `pruned` those where the conclusion holds
    in any case, `unsettled` the candidates that could not be decided. `complete` says that the
    search at this bound came to its end, `conclusive` that a conclusion which was not shown to
    fail holds: what has no derivation need not have one of its negation.
    """

    bound: int
    goals: int
    cut: int
    pruned: int
    unsettled: int
    complete: bool
    conclusive: bool = True

    @property
    def exhaustive(self) -> bool:
        """Whether there is nothing beyond the bound either."""
        return self.conclusive and self.complete and not self.cut and not self.unsettled


class Attack:
    """Attacks a theorem; what is compiled serves for all bounds.

    With a `negation`, which is a goal that says that the conclusion does not hold, that is
    derived too. Without one the conclusion is watched and has to fail.
    """

    def __init__(
        self, program: Program, check: core.Check, negation: core.Goal | None = None
    ) -> None:
        self.program = program
        self.subject = Subject.of(check)
        self.types = Types(program.checker.datatypes, program.nameless)
        self.engine = bounded_engine(program.nameless, self.types)
        self.negation = negation
        self.conclusion = self._conclusion() if negation is None else None
        goals = [*core.conjuncts(check.hypotheses), *([] if negation is None else [negation])]
        self._pool = _pool(self.engine, goals, self.subject.given)
        self._least = [self.engine.costs.goal(each) for each in goals]
        self._derivation: Derivation | None = None
        self._watcher: Watcher | None = None
        self._unconfirmed = 0

    def _conclusion(self) -> Conclusion:
        conclusion = self.subject.check.conclusion
        given = self.subject.given
        leaves = [each for each in core.goal_leaves(conclusion) if each in given]
        engine = RecordingEngine(self.program.nameless)
        return Conclusion(engine, conclusion, {each: given[each] for each in leaves})

    def _accounts(self, bound: int) -> Accounts:
        """What is left of the bound for each goal when the least that it costs is paid."""
        return (*(int(bound - each) if each < inf else -1 for each in self._least), bound)

    def first(
        self, bound: int, effort: Effort, *, limit: int | None = None, random: Random | None = None
    ) -> Confirmation | None:
        """The first counterexample within a bound, confirmed; OutOfEffort when none is left.

        The theorem itself is used on parts of derivations: they are smaller, so a smallest
        counterexample is not lost by it, unless it has a hole that could not be filled.
        """
        if self.conclusion is not None:
            self.conclusion.effort = effort
            self.conclusion.engine.learn(self.subject.check)
        found = self._search(bound, effort, limit, random)
        assert self._derivation is not None
        if found is None and self._derivation.short and self.conclusion is not None:
            self.conclusion.engine.learn(None)
            found = self._search(bound, effort, limit, random)
        return found

    def _search(
        self, bound: int, effort: Effort, limit: int | None, random: Random | None
    ) -> Confirmation | None:
        self.engine.undo(0)
        self._unconfirmed = 0
        if self.conclusion is not None:
            self._watcher = Watcher(self.subject, self.conclusion, self.types, self.engine, bound)
        derivation = self._derivation = Derivation(
            self.engine,
            self._pool,
            self._accounts(bound),
            watcher=self._watcher,
            effort=effort,
            limit=limit,
            random=random,
        )
        if min(self._accounts(bound)) < 0:
            derivation.cuts += not any(each == inf for each in self._least)
            return None
        while derivation.advance():
            found = self._confirm(bound)
            if found is not None:
                return found
            self._unconfirmed += 1
        return None

    def explored(self, bound: int, *, complete: bool) -> Explored:
        """What has been done at the bound last tried."""
        derivation, watcher = self._derivation, self._watcher
        assert derivation is not None
        pruned, unsettled = (watcher.pruned, watcher.unsettled) if watcher else (0, 0)
        return Explored(
            bound,
            derivation.steps,
            derivation.cuts,
            pruned,
            unsettled + self._unconfirmed,
            complete,
            conclusive=self.negation is None,
        )

    # Confirming

    def _confirm(self, bound: int) -> Confirmation | None:
        """The counterexample that the bindings are now, if a closed instance of it is one.

        Where it is not found out in time that the conclusion fails, its negation may be derivable.
        """
        subject, operators = self.subject, self.program.parser.operators
        found = answer_lines(subject.shown, subject.names.values(), operators)
        mark = len(self.engine.trail)
        values = subject.close(self.engine, self.types)
        self.engine.undo(mark)
        if values is None or not self._holds(subject.check.hypotheses, values, bound):
            return None
        ended = self._solve(subject.check.conclusion, values)
        if ended is None:
            return None
        if ended is not Ended.EXHAUSTED and (
            self.negation is None or not self._derivable(self.negation, values, bound)
        ):
            return None
        closed = {
            each.label: _bound(values[each]) for each in subject.variables if each.label != "_"
        }
        names = [values[each] for each in subject.names]
        return Confirmation(tuple(found), tuple(answer_lines(closed, names, operators)))

    def _solve(self, goal: core.Goal, values: Values) -> Ended | None:
        """How the ordinary engine ends; nothing when it finds a derivation."""
        solutions = self.program.engine.solve(goal, dict(values), Budget(nodes=GOALS))
        try:
            return None if solutions.advance() else solutions.ended
        except InputError:
            return Ended.NODES

    def _holds(self, goal: core.Goal, values: Values, bound: int) -> bool:
        """Whether there is a derivation; where depth-first search gets lost, a small one."""
        ended = self._solve(goal, values)
        if ended is None or ended is Ended.EXHAUSTED:
            return ended is None
        return self._derivable(goal, values, bound)

    def _derivable(self, goal: core.Goal, values: Values, bound: int) -> bool:
        """Whether a derivation within a bound is found."""
        engine = bounded_engine(self.program.nameless, self.types)
        goals = core.conjuncts(goal)
        left = (*(int(bound - engine.costs.goal(each)) for each in goals), bound)
        try:
            return Derivation(engine, _pool(engine, goals, values), left, limit=GOALS).advance()
        except OutOfEffort:
            return False


def _pool(engine: BoundedEngine, goals: Sequence[core.Goal], values: Values) -> Pool:
    """Goals about given values, each with an account of its own."""
    relations = [engine.goal_relation(each, tuple(values)) for each in goals]
    return tuple(((each, *values.values(), END), number) for number, each in enumerate(relations))


def _bound(value: Term) -> Unknown:
    unknown = Unknown()
    unknown.value = value
    return unknown
