"""The attack on one theorem, bound by bound."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf
from random import Random

from refute.languages.nominal import core
from refute.languages.nominal.attack.confirm import Confirmation, confirm
from refute.languages.nominal.attack.derive import Derivation
from refute.languages.nominal.attack.fill import Types
from refute.languages.nominal.attack.frozen import Frozen, FrozenEngine, conjuncts
from refute.languages.nominal.attack.relations import BoundedEngine, Relation
from refute.languages.nominal.attack.state import END, Accounts, Pool
from refute.languages.nominal.attack.subject import Subject
from refute.languages.nominal.attack.universal import universal
from refute.languages.nominal.attack.watcher import Watcher
from refute.languages.nominal.procedures import query
from refute.languages.nominal.program import Program
from refute.solver import Effort


@dataclass(frozen=True, slots=True)
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
        self.engine = BoundedEngine(program.nameless)
        self.types = Types(program.checker.datatypes, program.nameless)
        self.engine.universal = universal(self.engine, self.types)
        self.negation = negation
        self.frozen = None if negation is not None else self._frozen()
        self.goals = [*conjuncts(check.hypotheses), *([negation] if negation is not None else [])]
        self._relations = [self._relation(each) for each in self.goals]
        self._least = [self.engine.costs.goal(each) for each in self.goals]
        self._derivation: Derivation | None = None
        self._watcher: Watcher | None = None
        self._unconfirmed = 0

    def _frozen(self) -> Frozen:
        conclusion = self.subject.check.conclusion
        given = self.subject.given
        leaves = [each for each in core.goal_leaves(conclusion) if each in given]
        engine = FrozenEngine(self.program.nameless)
        return Frozen(engine, conclusion, {each: given[each] for each in leaves})

    def _relation(self, goal: core.Goal) -> Relation:
        return self.engine.relation(
            query(goal, tuple(self.subject.given)), self.engine.new_name("q")
        )

    def _begin(self, bound: int, effort: Effort, limit: int | None, random: Random | None) -> None:
        self.engine.undo(0)
        self._unconfirmed = 0
        values = tuple(self.subject.given.values())
        pool: Pool = tuple(
            ((relation, *values, END), number) for number, relation in enumerate(self._relations)
        )
        if self.frozen is not None:
            self._watcher = Watcher(self.subject, self.frozen, self.types, self.engine, bound)
        self._derivation = Derivation(
            self.engine,
            pool,
            self._accounts(bound),
            watcher=self._watcher,
            effort=effort,
            limit=limit,
            random=random,
        )

    def _accounts(self, bound: int) -> Accounts:
        """What is left of the bound for each goal when the least that it costs is paid."""
        return (*(int(bound - each) if each < inf else -1 for each in self._least), bound)

    @property
    def hopeless(self) -> bool:
        """Whether some hypothesis has no derivation at all."""
        return any(each == inf for each in self._least)

    def first(
        self,
        bound: int,
        effort: Effort,
        *,
        limit: int | None = None,
        random: Random | None = None,
    ) -> Confirmation | None:
        """The first counterexample within a bound, confirmed; OutOfEffort when none is left.

        The theorem itself is used on parts of derivations: they are smaller, so a smallest
        counterexample is not lost by it, unless it has a place that could not be filled.
        """
        if self.frozen is not None:
            self.frozen.effort = effort
            self.frozen.engine.learn(self.subject.check)
        found = self._search(bound, effort, limit, random)
        assert self._derivation is not None
        if found is None and self._derivation.short and self.frozen is not None:
            self.frozen.engine.learn(None)
            found = self._search(bound, effort, limit, random)
        return found

    def _search(
        self, bound: int, effort: Effort, limit: int | None, random: Random | None
    ) -> Confirmation | None:
        self._begin(bound, effort, limit, random)
        derivation = self._derivation
        assert derivation is not None
        if min(self._accounts(bound)) < 0:
            derivation.cuts += not self.hopeless
            return None
        while derivation.advance():
            found = confirm(
                self.program,
                self.subject,
                self.engine,
                self.types,
                bound,
                self.negation,
            )
            if found is not None:
                return found
            self._unconfirmed += 1
        return None

    def explored(self, bound: int, *, complete: bool) -> Explored:
        """What has been done at the bound last tried."""
        derivation, watcher = self._derivation, self._watcher
        assert derivation is not None
        pruned, unsettled = (watcher.pruned, watcher.unsettled) if watcher else (0, 0)
        unsettled += self._unconfirmed
        return Explored(
            bound,
            derivation.steps,
            derivation.cuts,
            pruned,
            unsettled,
            complete,
            conclusive=self.negation is None,
        )
