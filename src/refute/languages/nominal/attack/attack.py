"""The attack on one theorem, bound by bound; what is found is confirmed on a closed instance."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import field
from math import inf
from random import Random

from refute.diagnostics import InputError
from refute.languages.nominal import core
from refute.languages.nominal.attack.choices import Accounts
from refute.languages.nominal.attack.conclusion import Conclusion
from refute.languages.nominal.attack.derive import Derivation, OutOfEffort
from refute.languages.nominal.attack.fill import Types
from refute.languages.nominal.attack.instances import Instances
from refute.languages.nominal.attack.nearby import Pattern, guide, simpler
from refute.languages.nominal.attack.recording import RecordingEngine
from refute.languages.nominal.attack.replay import Replay, ReplayEngine, Values, pool
from refute.languages.nominal.attack.theorems import (
    Subject,
    about_values,
    premises,
)
from refute.languages.nominal.attack.total import Totality
from refute.languages.nominal.attack.universal import bounded_engine
from refute.languages.nominal.attack.watching import Watcher
from refute.languages.nominal.builtins import depends_on_spelling
from refute.languages.nominal.engine.escape import nests, shared_names
from refute.languages.nominal.engine.terms import Name, Term, Unknown
from refute.languages.nominal.explain.failure import Explainer
from refute.languages.nominal.program import Program
from refute.languages.nominal.show import Shower, lines_with
from refute.languages.nominal.types import Type
from refute.record import record
from refute.report.outcome import Outline
from refute.solver import Answer, Effort
from refute.source import NO_SPAN

MOST_SHARED = 3
"""Maximum number of uses of rules for which one name that they share is all there is to try."""

SHARE = 16
"""Number of goals resolved for each one to look for names that are let out twice."""

LEAST_SHARED = 600
"""Number of goals that may at least be resolved to look for names that are let out twice."""


@record
class Confirmation:
    """A counterexample: as it was found, perhaps with unknowns, and the instance tried."""

    found: tuple[str, ...]
    instance: tuple[str, ...]
    values: Values = field(compare=False, repr=False)


@record
class Instance:
    """An instance that meets the hypotheses; without one, whether there may be any.

    It is not `possible` where the hypotheses contradict each other; where they were not `searched`
    to the end of the bound, nothing is known.
    """

    shown: tuple[str, ...] | None = None
    possible: bool = True
    searched: bool = True


@record
class Explored:
    """What was done at one bound.

    `cut` counts the branches that the bound or a cut left out, `pruned` those where the conclusion
    holds in any case, `unsettled` the candidates that could not be decided, the first of which is
    `doubtful`. `complete` says that the search at this bound came to its end, `conclusive` that a
    conclusion which was not shown to fail holds, whatever names there are: what has no derivation
    need not have one of its negation.
    """

    bound: int
    goals: int
    cut: int
    pruned: int
    unsettled: int
    complete: bool
    conclusive: bool = True
    doubtful: tuple[str, ...] = ()

    @property
    def exhaustive(self) -> bool:
        """Whether there is nothing beyond the bound either."""
        return self.conclusive and self.complete and not self.cut and not self.unsettled

    def with_more(self, other: Explored) -> Explored:
        """What was done at the bound together with another search at the same one."""
        return Explored(
            self.bound,
            self.goals + other.goals,
            self.cut + other.cut,
            self.pruned + other.pruned,
            self.unsettled + other.unsettled,
            self.complete,
            conclusive=self.conclusive and other.conclusive,
            doubtful=self.doubtful or other.doubtful,
        )


class Attack:
    """Attacks a theorem; what is compiled serves for all bounds.

    With a `negation`, which is a goal that says that the conclusion does not hold, that is
    derived too. Without one the conclusion has to fail. Where it holds for all values, there is no
    counterexample in either case. Where names may be `shared`, several uses of rules that let names
    out may let out the same one.
    """

    def __init__(
        self,
        program: Program,
        check: core.Check,
        negation: core.Goal | None = None,
        *,
        shared: bool = False,
    ) -> None:
        self.program = program
        self.shared = shared
        self.subject = Subject.of(check, program.sorts)
        goal = core.conjunction([check.hypotheses, check.conclusion])
        terms = list(core.mentioned(goal))
        written = dict.fromkeys(each.value for each in terms if isinstance(each, core.Literal))
        self.types = Types(program.checker.datatypes, program.sorts, written)
        self._conclusive = negation is None and not any(map(depends_on_spelling, terms))
        self._nested = nests(goal, program.sorts)
        self._let_out = shared_names(goal, program.sorts)
        self.engine = bounded_engine(program.sorts, self.types)
        self.negation = negation
        self._sharing: Attack | None = None
        self._about_values = None if shared else about_values(check, program.sorts)
        self._valued: Attack | None = None
        self._values_explored: Explored | None = None
        self._settled = True
        self._worked = self._worked_sharing = 0
        names = {**self.subject.typed_names(), **(self._let_out if shared else {})}
        self.engine.give(names)
        self.conclusion = self._conclusion(names)
        self.premises = premises(check)
        goals = [*self.premises, *([] if negation is None else [negation])]
        self._pool = pool(self.engine, goals, self.subject.given)
        self._least = [self.engine.costs.goal(each) for each in goals]
        self._derivation: Derivation | None = None
        self._watcher: Watcher | None = None
        self._replay = Replay(program, self.types)
        self._doubts: list[tuple[str, ...]] = []

    def _conclusion(self, names: dict[Name, Type]) -> Conclusion:
        conclusion = self.subject.check.conclusion
        given = self.subject.given
        leaves = [each for each in core.goal_leaves(conclusion) if each in given]
        engine = RecordingEngine(self.program.sorts)
        engine.totality = Totality(self.types.signature, self.program.sorts)
        return Conclusion(engine, conclusion, {each: given[each] for each in leaves}, names)

    def _accounts(self, bound: int) -> Accounts:
        """What is left of the bound for each goal when the least that it costs is paid."""
        return (*(int(bound - each) if each < inf else -1 for each in self._least), bound)

    def like(
        self, pattern: Pattern, bound: int, effort: Effort, limit: int | None = None
    ) -> Confirmation | None:
        """The first counterexample within a bound that matches a pattern, confirmed.

        The theorem is not used: what matches is wanted, not something smaller elsewhere.
        """
        if self._valued is not None and pattern.keys() > self.subject.given.keys():
            return self._valued.like(pattern, bound, effort, limit)
        self.conclusion.effort = effort
        self.conclusion.learn(None)
        fits = guide(self.engine, self.subject.given, pattern)
        return self._search(bound, effort, limit, guide=fits)

    def simpler(self, found: Confirmation) -> Iterator[Pattern]:
        """Patterns of smaller values than those of a counterexample.

        There are none if it has the values of calls, or if a negation has to be derived for each.
        """
        if self.negation is None and found.values.keys() == self.subject.given.keys():
            yield from simpler(found.values, self.types)

    def first(
        self, bound: int, effort: Effort, *, limit: int | None = None, random: Random | None = None
    ) -> Confirmation | None:
        """The first counterexample within a bound, confirmed; OutOfEffort when none is left.

        The theorem itself is used on parts of derivations: they are smaller, so a smallest
        counterexample is not lost by it, unless it has a hole that could not be filled. A negation
        may need more steps for a part than for the whole, so it is not used with one.
        """
        conclusion = self.conclusion
        conclusion.effort = effort
        whole = conclusion.learn(self.subject.check if self.negation is None else None)
        self._values_explored = None
        found = self._search(bound, effort, limit, random)
        assert self._derivation is not None
        if found is None and self._derivation.short and conclusion.engine.helped and not whole:
            conclusion.learn(None)
            found = self._search(bound, effort, limit, random)
        most = 0 if self._nested else MOST_SHARED if self.shared else 1
        self._settled = self._derivation.loose <= most
        if found is None and not (self._settled or self.shared or random):
            found = self._first_shared(bound, effort, limit)
        if found is None and self._about_values is not None:
            found = self._first_of_values(self._about_values, bound, effort, limit, random)
        return found

    def _first_of_values(
        self,
        theorem: core.Check,
        bound: int,
        effort: Effort,
        limit: int | None,
        random: Random | None,
    ) -> Confirmation | None:
        """The first counterexample in which functions have values that break the conclusion."""
        if self._valued is None:
            self._valued = Attack(self.program, theorem)
        complete = False
        try:
            found = self._valued.first(bound, effort, limit=limit, random=random)
            complete = True
        finally:
            self._values_explored = self._valued.explored(bound, complete=complete)
        return found

    def _first_shared(self, bound: int, effort: Effort, limit: int | None) -> Confirmation | None:
        """The first counterexample in which several uses of rules let out the same name.

        If that takes more than a part of all work so far, it is left, unless the hypotheses have
        no other derivations.
        """
        derivation = self._derivation
        assert derivation is not None
        self._worked += derivation.steps
        if not (limit is None and derivation.whole):
            share = self._worked // SHARE + LEAST_SHARED - self._worked_sharing
            limit = share if limit is None else min(limit, share)
        if limit is not None and limit <= 0:
            return None
        if self._sharing is None:
            theorem, negation = self.subject.check, self.negation
            self._sharing = Attack(self.program, theorem, negation, shared=True)
        try:
            found = self._sharing.first(bound, effort, limit=limit)
        except OutOfEffort:
            if effort.exhausted:
                raise
            return None
        finally:
            self._worked_sharing += self._sharing.explored(bound, complete=False).goals
        self._settled = self._sharing.explored(bound, complete=True).exhaustive
        return found

    def _search(
        self,
        bound: int,
        effort: Effort,
        limit: int | None,
        random: Random | None = None,
        guide: Callable[[], bool] | None = None,
    ) -> Confirmation | None:
        self.engine.undo(0)
        self._doubts = []
        instances = Instances(self.subject, self.types, self.engine, bound)
        self._watcher = Watcher(self.conclusion, instances, self._doubt)
        derivation = self._derivation = Derivation(
            self.engine,
            self._pool,
            self._accounts(bound),
            watcher=self._watcher,
            instances=instances,
            postponed=None if self.negation is None else len(self.premises),
            effort=effort,
            limit=limit,
            random=random,
            guide=guide,
        )
        if min(self._accounts(bound)) < 0:
            derivation.cuts += not any(each == inf for each in self._least)
            return None
        while derivation.advance():
            found = self._confirm(bound)
            if found is not None:
                return found
        return None

    def explored(self, bound: int, *, complete: bool) -> Explored:
        """What has been done at the bound last tried."""
        derivation, watcher = self._derivation, self._watcher
        assert derivation is not None
        explored = Explored(
            bound,
            derivation.steps,
            derivation.cuts + derivation.missed,
            watcher.pruned if watcher else 0,
            len(self._doubts),
            complete,
            conclusive=self._conclusive and self._settled,
            doubtful=self._doubts[0] if self._doubts else (),
        )
        return (
            explored if self._values_explored is None else explored.with_more(self._values_explored)
        )

    @property
    def claims(self) -> bool:
        """Whether the conclusion can hold; else the hypotheses are claimed to have no instance."""
        return self.engine.costs.goal(self.subject.check.conclusion) < inf

    def unused(self) -> list[core.Clause]:
        """The clauses that the hypotheses can use and no step of the attack has used so far."""
        used = {self.engine.clauses.get(each) for each in self.engine.used}
        symbols = core.reachable(*core.called(self.subject.check.hypotheses))
        clauses = [
            each for symbol in symbols for each in symbol.clauses if symbol.span is not NO_SPAN
        ]
        return [each for each in clauses if each not in used]

    def _doubt(self) -> None:
        """Note that it is not known whether the bindings are a counterexample."""
        self._doubts.append(self._found())

    def _found(self) -> tuple[str, ...]:
        subject = self.subject
        return tuple(lines_with(self._shower(subject.given), subject.shown, subject.names.values()))

    def _shower(self, values: Values) -> Shower:
        """What shows values; the names that the theorem mentions are spelled as it spells them."""
        shower = Shower(self.program.parser.operators)
        shower.keep(core.conjunction([*self.premises, self.subject.check.conclusion]), values)
        return shower

    # Confirming

    def _confirm(self, bound: int) -> Confirmation | None:
        """The counterexample that the bindings are now, if a closed instance of it is one.

        Where it is not found out in time that the conclusion fails, its negation may be derivable.
        """
        found = self._found()
        mark = len(self.engine.trail)
        answer = self.engine.settle()
        if answer is Answer.UNSAT:
            return None
        values = None if answer is Answer.UNKNOWN else self.subject.close(self.engine, self.types)
        closed = len(self.engine.trail) == mark
        self.engine.undo(mark)
        verdict = None if values is None else self._refutes(values, bound)
        if values is not None and verdict:
            return Confirmation(found, self._shown(values), values)
        if verdict is None or not closed:
            self._doubts.append(found)
        return None

    def _refutes(self, values: Values, bound: int) -> bool | None:
        """Whether closed values refute the theorem; nothing when that was not found out."""
        if not all(self._replay.holds(each, values, bound) for each in self.premises):
            return None
        conclusion = self.subject.check.conclusion
        fails = self._replay.fails(conclusion, values)
        if fails is None and self.negation is not None:
            return self._replay.derivable(self.negation, values, bound) or None
        return fails

    def explained(self, found: Confirmation, bound: int) -> tuple[Outline, ...]:
        """Why the hypotheses hold in a counterexample, and how far the conclusion gets."""
        if self._valued is not None and found.values.keys() > self.subject.given.keys():
            return self._valued.explained(found, bound)
        shower = self._shower(found.values)
        self._shown(found.values, shower)
        reasons = [
            self._replay.derivation(each, found.values, bound, shower.copy())
            for each in self.premises
        ]
        explainer = Explainer(ReplayEngine(self.program.sorts), shower)
        attempts = explainer.explain(self.subject.check.conclusion, found.values)
        return (
            Outline("the hypotheses hold", tuple(each for some in reasons for each in some)),
            Outline("the conclusion does not", tuple(attempts)),
        )

    def _shown(self, values: Values, shower: Shower | None = None) -> tuple[str, ...]:
        """Closed values as an answer."""
        shower = shower or self._shower(values)
        shown = {
            each.label: _bound(values[each]) for each in self.subject.variables if each.label != "_"
        }
        names = [values[each] for each in self.subject.names]
        return tuple(lines_with(shower, shown, names))

    def instance(self, bound: int, limit: int) -> Instance:
        """Whether anything meets the hypotheses within a bound, looked for by so many goals."""
        engine = bounded_engine(self.program.sorts, self.types)
        given = Subject.of(self.subject.check, self.program.sorts)
        engine.give({**given.typed_names(), **self._let_out})
        least = [engine.costs.goal(each) for each in self.premises]
        if inf in least:
            return Instance(possible=False)
        left = (*(int(bound - each) for each in least), bound)
        derivation = Derivation(
            engine,
            pool(engine, self.premises, given.given),
            left,
            instances=Instances(given, self.types, engine, bound),
            limit=limit,
        )
        try:
            while min(left) >= 0 and derivation.advance():
                settled = engine.settle() is Answer.SAT
                values = given.close(engine, self.types) if settled else None
                if values is not None and all(
                    self._replay.holds(each, values, bound) for each in self.premises
                ):
                    return Instance(self._shown(values))
        except (OutOfEffort, InputError):
            return Instance(searched=False)
        return Instance(possible=min(left) < 0 or derivation.cuts + derivation.missed > 0)


def _bound(value: Term) -> Unknown:
    unknown = Unknown()
    unknown.value = value
    return unknown
