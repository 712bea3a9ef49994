"""The bounded search: derivations of goals, each with a maximum number of steps.

Goals wait in a pool. The goal with the fewest alternatives is resolved next, with a preference for
those about unknowns that the conclusion depends on; the order changes the work, not the answers.
"""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from refute.languages.nominal.attack.choices import (
    Accounts,
    Begun,
    Choice,
    Opened,
    has_changed,
)
from refute.languages.nominal.attack.instances import Instances
from refute.languages.nominal.attack.relations import (
    END,
    Alternative,
    BoundedEngine,
    Pool,
    Predicate,
    Priced,
    Relation,
    Ways,
    at_cost,
)
from refute.languages.nominal.attack.waiting import Waiting
from refute.languages.nominal.attack.watching import Watcher
from refute.languages.nominal.engine.entrance import Code
from refute.languages.nominal.engine.solutions import Frame, walk_units
from refute.languages.nominal.engine.terms import (
    Unknown,
    unknowns,
)
from refute.solver import SECOND, Effort

UNLIMITED = 1 << 60
CHUNK = 100
"""Number of steps between two checks of the remaining effort."""

SELDOM = 10
"""Number of steps between checks of a conclusion that they have rarely shown to hold."""

STEP_UNITS = SECOND // 12_000
"""Units of work for a step, in addition to checks of the conclusion."""


class OutOfEffort(Exception):
    """The budget of a search is spent, or it has to stop for another reason."""


class Derivation(Waiting):
    """Finds the derivations of some goals, one by one; the bindings of each are in the engine.

    `steps` counts the goals that were resolved, `missed` the cuts and conditions that bound
    unknowns which they should only have tested.
    `loose` is the maximum number of times that one branch tried a rule that may let a name escape.
    The last account pays for filling in unknowns: when everything is derived, and where a negation
    or a condition depends on them; `instances` provides the terms. A branch is left as soon as the
    `guide` says so, if there is one.
    """

    def __init__(
        self,
        engine: BoundedEngine,
        goals: Pool,
        accounts: Accounts,
        *,
        watcher: Watcher | None = None,
        instances: Instances | None = None,
        effort: Effort | None = None,
        postponed: int | None = None,
        limit: int | None = None,
        random: Random | None = None,
        guide: Callable[[], bool] | None = None,
    ) -> None:
        super().__init__(accounts, postponed, random)
        self.engine = engine
        self.watcher = watcher
        self.instances = instances
        self.effort = effort
        self.limit = limit
        self.guide = guide
        self.missed = 0
        self.short = 0
        self.steps = 0
        self.loose = 0
        self._choices: list[Any] = engine.choices
        self._goals: Pool | None = goals
        self._bound = accounts[-1]
        self._chain: Frame = END
        self._account = 0
        self._unfillable: set[Unknown] = set()

    @property
    def whole(self) -> bool:
        """Whether neither the bound nor a cut has excluded anything so far."""
        return not self.cuts and not self.missed

    def advance(self) -> bool:
        """Find the next derivation; whether there is one. Raises OutOfEffort at a limit."""
        going = False
        if self._goals is not None:
            self._choices.clear()
            going = self._begin(self._goals)
            self._goals = None
        while True:
            if not going:
                if not self._choices:
                    return False
                going = self._back()
            elif self._chain:
                going = self._next_in_chain()
            elif self._pool:
                going = self._next_in_pool()
            else:
                self._tick()
                branches = self._branches()
                if branches is None:
                    return True
                going = bool(branches) and self._try(
                    branches, END, len(self._accounts) - 1, ordered=False
                )

    def _begin(self, goals: Pool) -> bool:
        """Put the goals into the pool, unfolding unordered ones into their parts."""
        for frame, account in goals:
            waiting, self._pool = self._pool, ()
            relation: Relation = frame[0]
            chain = frame if relation.ordered else relation.alternatives[0][0](frame)
            if chain is None or not self._spread(chain, account):
                return False
            self._pool = waiting + self._pool
        if self.watcher is not None:
            self._roots = [frame for frame, _ in self._pool]
            self.watcher.roots = frozenset(map(id, self._roots))
        return True

    def _tick(self) -> None:
        self.steps += 1
        if self.steps == self.limit:
            raise OutOfEffort
        if self.effort is not None and self.steps % CHUNK == 0:
            self.effort.spend(CHUNK * STEP_UNITS + walk_units(self.engine))
            self._stop_if_exhausted()

    def _stop_if_exhausted(self) -> None:
        if self.effort is not None and self.effort.exhausted:
            raise OutOfEffort

    # Resolving

    def _next_in_chain(self) -> bool:
        """Do the next step where order matters, or first a pool goal with one alternative."""
        self._tick()
        if self._pool and not self._commits(self._chain):
            determined = self._determined()
            if determined is None:
                return False
            if determined:
                return self._resolve_waiting(*determined)
        frame, self._chain = self._chain, END
        relation = frame[0]
        if not isinstance(relation, Relation):
            return self._go(relation(frame), self._account, ordered=True)
        allowed = self._accounts[self._account]
        ways = relation.ways(frame).matching  # where order matters, divergence is not failure
        return self._resolve(frame, ways, self._account, allowed, ordered=True)

    def _next_in_pool(self) -> bool:
        """Resolve the most promising goal."""
        self._tick()
        surveyed = self._survey()
        if surveyed is None:
            return False
        position, ways, allowed, determined = self._pick(*surveyed)
        if not determined and self._worth_a_look():
            before = self._last
            if not self._look():
                return False
            if self._last is not before:
                position, ways, allowed, _ = self._pick(*surveyed)
        return self._resolve_waiting(position, ways, allowed)

    def _resolve_waiting(self, position: int, ways: Ways, allowed: int) -> bool:
        """Resolve a goal from the pool."""
        frame, account = self._pool[position]
        self._pool = self._pool[:position] + self._pool[position + 1 :]
        if self.watcher is not None:
            self.watcher.remember(frame)
        return self._resolve(frame, ways.priced, account, allowed, ordered=frame[0].ordered)

    def _resolve(
        self, frame: Frame, ways: list[Priced], account: int, allowed: int, *, ordered: bool
    ) -> bool:
        """Try the alternatives of a goal that are not more expensive than allowed."""
        alternatives = self._affordable(ways, allowed)
        if frame[0].own_height:
            frame = (len(self._choices), *frame[1:])
        return bool(alternatives) and self._try(alternatives, frame, account, ordered=ordered)

    def _try(
        self, alternatives: list[Alternative], frame: Frame, account: int, *, ordered: bool
    ) -> bool:
        """Take the first alternative, and keep the others as a choice."""
        if len(alternatives) > 1:
            mark, now = len(self.engine.trail), (self._pool, self._accounts, self._last, self.cuts)
            self._choices.append(Choice(mark, alternatives, 1, frame, account, ordered, *now))
        return self._take(alternatives[0], frame, account, ordered=ordered)

    def _take(self, alternative: Alternative, frame: Frame, account: int, *, ordered: bool) -> bool:
        """Pay for an alternative and continue with its result."""
        code, price, relation = alternative
        begun = None
        if relation is not None:
            call, mark = (relation, *frame[1:]), len(self.engine.trail)
            begun = Begun(call, frame[0], account, mark, self._accounts, self._opened(frame))
        self._pay(account, price)
        if code in self.engine.loose:
            self._let_out()
        result = code(frame)
        if result is not None:
            self.engine.used.add(code)
            if begun is not None:
                result = self._committing(result, begun)
        return self._go(result, account, ordered=ordered)

    def _let_out(self) -> None:
        """Record that a rule is tried that may let a name escape."""
        uses = self.engine.let_out + 1
        self.loose = max(self.loose, uses)
        self.engine.set(self.engine, "let_out", uses)

    def _committing(self, chain: Frame, begun: Begun) -> Frame:
        """Derive the goals before a cut in any number of steps, and check what they have bound.

        Otherwise a condition could fail only for lack of steps, and its negation succeed. Goals
        that depend on unknowns need not terminate, so these are filled after some steps.
        """
        after, accounts = begun.call[-1], self._accounts
        opened = begun.opened
        if isinstance(begun.call[0], Predicate):  # its head tells results
            self.missed += any(map(has_changed, opened))
            opened = [each for each in opened if not has_changed(each)]
        steps: list[Frame] = []
        while chain is not after:
            steps.append(chain)
            chain = chain[-1]
        cuts = [each[0] == self.engine.cut and each[1] == begun.height for each in steps]

        def committed(frame: Frame) -> Frame | None:
            first: bool = frame[1]
            result: Frame = frame[2]
            if first:
                self._accounts = accounts
            depends = next(filter(has_changed, opened), None)
            if depends is None:
                return result
            self._instantiate(depends[0], begun)
            return None

        if any(cuts):
            self._accounts = begun.accounts
            self._pay(begun.account, -(self._bound if opened else UNLIMITED))
        else:
            self.missed += bool(opened)  # the cut is inside an alternative
        result: Frame = after
        for number in reversed(range(len(steps))):
            result = (*steps[number][:-1], result)
            if cuts[number]:
                result = (committed, not any(cuts[:number]), result)
        return result

    def _instantiate(self, unknown: Unknown, begun: Begun) -> None:
        """Go back to a call that is about to commit, and fill an unknown on which this depends.

        Committing to the current value of the unknown would exclude other values. If its type is
        not known, they are missed.
        """
        del self._choices[begun.height :]
        self.engine.undo(begun.mark)
        self._accounts = begun.accounts
        left = self._accounts[-1]
        ways = self.instances.fillings(unknown) if self.instances is not None else []
        if not ways:
            self.missed += 1
            self._unfillable.add(unknown)
        again: list[Alternative] = [
            (self._filling(code, price), 0, None)
            for code, price, _ in self._affordable(at_cost(ways), left)
        ]
        again = again if ways else [(lambda frame: frame, 0, None)]
        if again:
            now = (self._pool, self._accounts, self._last, self.cuts)
            choice = Choice(begun.mark, again, 0, begun.call, begun.account, True, *now)
            self._choices.append(choice)

    def _filling(self, code: Code, price: int) -> Code:
        """Code that fills an unknown, and continues with the call for which it is filled."""

        def filled(frame: Frame) -> Frame | None:
            self._pay(len(self._accounts) - 1, price)
            return frame if code(frame) is not None else None

        return filled

    def _back(self) -> bool:
        """Take the next alternative of the last choice."""
        choice: Choice = self._choices.pop()
        self.engine.undo(choice.mark)
        alternatives, number = choice.alternatives, choice.next
        if alternatives[number - 1][2] and self.cuts > choice.cuts:
            self._decide(choice)
            return False
        if number + 1 < len(alternatives):
            self._choices.append(Choice(choice.mark, alternatives, number + 1, *choice[3:]))
        self._pool, self._accounts = choice.pool, choice.accounts
        self._last, self._chain = choice.look, END
        return self._take(
            alternatives[number], choice.frame, choice.account, ordered=choice.ordered
        )

    def _decide(self, choice: Choice) -> None:
        """Fill an unknown if the bound does not suffice to decide whether a call commits."""
        _, _, relation = choice.alternatives[0]
        opened = self._opened(choice.frame)
        if relation is not None and opened:
            self._pool, self._last = choice.pool, choice.look
            height, call = len(self._choices), (relation, *choice.frame[1:])
            begun = Begun(call, height, choice.account, choice.mark, choice.accounts, opened)
            self._instantiate(opened[0][0], begun)

    def _opened(self, frame: Frame) -> list[Opened]:
        """The unknowns in the arguments of a call that could be filled."""
        return [
            (each, each.attached) for each in unknowns(*frame[1:-1]) if each not in self._unfillable
        ]

    def _go(self, result: Frame | None, account: int, *, ordered: bool) -> bool:
        """Continue with the frames to which a goal was resolved; whether there are any."""
        if result is None or not (self.guide is None or self.guide()):
            return False
        if ordered:
            self._chain, self._account = result, account
            return True
        return self._spread(result, account)

    def _spread(self, frame: Frame, account: int) -> bool:
        """Add the relations of a chain to the pool and run its other steps; whether that works."""
        if not frame:
            return True
        goals: list[tuple[Frame, int]] = []
        while frame:
            code, after = frame[0], frame[-1]
            if isinstance(code, Relation):
                goals.append(((*frame[:-1], END) if after else frame, account))
            elif code((*frame[:-1], END)) is None:
                return False
            frame = after
        self._pool = (*goals, *self._pool)
        return True

    def _commits(self, frame: Frame) -> bool:
        """Whether a chain leads to a cut: failing before it would allow others to be tried."""
        while frame:
            if frame[0] == self.engine.cut:
                return True
            frame = frame[-1]
        return False

    # The conclusion

    def _worth_a_look(self) -> bool:
        """Whether to check the conclusion before a choice: always, or only
        occasionally if checks have rarely shown it to hold.
        """
        if self.watcher is None:
            return False
        return self.watcher.conclusion.telling or self.steps % SELDOM == 0 or self._last is None

    def _look(self) -> bool:
        """Check the conclusion; whether it may fail."""
        if self.watcher is None:
            return True
        self._last = self.watcher.look(self._pool, self._last, self._accounts[-1])
        return self._last is not None

    def _branches(self) -> list[Alternative] | None:
        """The ways to continue when everything is derived; None if this is a solution."""
        if not self._look():
            return []
        if self.watcher is None or self._last is None or self.postponed is not None:
            return None  # a negation that was derived is not looked for in the failure
        left = self._accounts[-1]
        branches = self.watcher.branches(self._last, left)
        self._stop_if_exhausted()  # a long check may have cost more than all steps before it
        if branches is None:
            return None
        cuts = self.cuts
        affordable = self._affordable(at_cost(branches), left)
        self.short += self.cuts - cuts
        return affordable
