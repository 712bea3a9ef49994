"""The bounded search: derivations of goals, each with at most so many steps.

Goals wait in a pool. The one with the fewest alternatives is resolved next, those that the
conclusion wants to look at before others; which one is taken changes the work, not the answers.
"""

from __future__ import annotations

from random import Random
from typing import Any

from refute.languages.nominal.attack.relations import (
    NEVER,
    Alternative,
    BoundedEngine,
    Frame,
    Relation,
)
from refute.languages.nominal.attack.state import (
    END,
    Accounts,
    Choice,
    Goal,
    OutOfEffort,
    Pool,
    Thunk,
    Watch,
    Watcher,
)
from refute.languages.nominal.terms import Suspended, Unknown, expose
from refute.solver import SECOND, Effort

UNLIMITED = 1 << 60
CHUNK = 100
"""Number of steps between two looks at what is left of the effort."""

STEP_UNITS = SECOND // 12_000
"""What a step costs, beside looks at the conclusion."""


class Derivation:
    """Finds the ways to derive some goals, one by one; the bindings of each are in the engine.

    `cuts` counts the branches that the bound cut off, `steps` the goals that were resolved.
    The last account pays for what is filled in after everything is derived.
    """

    def __init__(
        self,
        engine: BoundedEngine,
        goals: Pool,
        accounts: Accounts,
        *,
        watcher: Watcher | None = None,
        effort: Effort | None = None,
        limit: int | None = None,
        random: Random | None = None,
    ) -> None:
        self.engine = engine
        self.watcher = watcher
        self.effort = effort
        self.limit = limit
        self.random = random
        self.cuts = 0
        self.short = 0
        self.steps = 0
        self._choices: list[Any] = engine.choices
        self._goals: Pool | None = goals
        self._pool: Pool = ()
        self._accounts = accounts
        self._watch: Watch | None = None
        self._chain: Frame = END
        self._account = 0

    def advance(self) -> bool:
        """Find the next way; OutOfEffort when none is left."""
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
        """Put the goals into the pool, unfolding those that are only a way to write others."""
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
            self.effort.spend(CHUNK * STEP_UNITS)
            if self.effort.exhausted:
                raise OutOfEffort

    # Resolving

    def _next_in_chain(self) -> bool:
        """Do what comes next where order matters."""
        self._tick()
        frame, self._chain = self._chain, END
        relation = frame[0]
        if not isinstance(relation, Relation):
            return self._go(relation(frame), self._account, ordered=True)
        alternatives = self._affordable(
            relation.among(relation.mask(frame)), self._accounts[self._account]
        )
        return self._try_relation(relation, alternatives, frame, self._account, ordered=True)

    def _next_in_pool(self) -> bool:
        """Resolve the most promising goal."""
        self._tick()
        picked = self._pick()
        if picked is None:
            return False
        place, allowed, determined = picked
        if not determined and self.watcher is not None:
            before = self._watch
            if not self._look():
                return False
            if self._watch is not before:
                picked = self._pick()
                assert picked is not None
                place, allowed, _ = picked
        frame, account = self._pool[place]
        self._pool = self._pool[:place] + self._pool[place + 1 :]
        relation: Relation = frame[0]
        alternatives = self._affordable(relation.among(relation.mask(frame)), allowed)
        return self._try_relation(relation, alternatives, frame, account, ordered=relation.ordered)

    def _try_relation(
        self,
        relation: Relation,
        alternatives: list[Alternative],
        frame: Frame,
        account: int,
        *,
        ordered: bool,
    ) -> bool:
        if relation.own_height:
            frame = (len(self._choices), *frame[1:])
        return bool(alternatives) and self._try(alternatives, frame, account, ordered=ordered)

    def _affordable(self, alternatives: list[Alternative], allowed: int) -> list[Alternative]:
        found = [each for each in alternatives if each[1] <= allowed]
        if len(found) < len(alternatives):
            self.cuts += sum(allowed < price < NEVER for _, price, _ in alternatives)
        if self.random is not None and len(found) > 1 and not any(each[2] for each in found):
            self.random.shuffle(found)
        return found

    def _try(
        self, alternatives: list[Alternative], frame: Frame, account: int, *, ordered: bool
    ) -> bool:
        """Take the first alternative and remember the others."""
        if len(alternatives) > 1:
            self._choices.append(
                Choice(
                    len(self.engine.trail),
                    alternatives,
                    1,
                    frame,
                    account,
                    ordered,
                    self._pool,
                    self._accounts,
                    self._watch,
                    self.cuts,
                )
            )
        code, price, commits = alternatives[0]
        self._pay(account, price)
        result = code(frame)
        if commits:
            result = self._unlimited(result, frame[0], account)
        return self._go(result, account, ordered=ordered)

    def _unlimited(self, chain: Any, height: int, account: int) -> Any:
        """Let what comes before a cut be derived in any number of steps.

        Else a condition could fail for want of steps only, and its negation succeed.
        """
        before: list[Frame] = []
        frame = chain
        while frame and not (frame[0] == self.engine.cut and frame[1] == height):
            before.append(frame)
            frame = frame[-1]
        if not frame:
            return chain
        accounts = self._accounts

        def restored(each: Frame) -> Frame:
            self._accounts = accounts
            result: Frame = each[-1]
            return result

        result = (restored, frame)
        for each in reversed(before):
            result = (*each[:-1], result)
        self._pay(account, -UNLIMITED)
        return result

    def _back(self) -> bool:
        """Take the next alternative of the last choice."""
        choice: Choice = self._choices.pop()
        self.engine.undo(choice.mark)
        alternatives, place = choice.alternatives, choice.next
        if alternatives[place - 1][2] and self.cuts > choice.cuts:
            return False  # whether it would have committed is not known within the bound
        if place + 1 < len(alternatives):
            self._choices.append(choice._replace(next=place + 1))
        self._pool, self._accounts = choice.pool, choice.accounts
        self._watch, self._chain = choice.watch, END
        code, price, commits = alternatives[place]
        self._pay(choice.account, price)
        result = code(choice.frame)
        if commits:
            result = self._unlimited(result, choice.frame[0], choice.account)
        return self._go(result, choice.account, ordered=choice.ordered)

    def _pay(self, account: int, price: int) -> None:
        if price:
            accounts = list(self._accounts)
            accounts[account] -= price
            self._accounts = tuple(accounts)

    def _go(self, result: Any, account: int, *, ordered: bool) -> bool:
        """Go on with what a goal was resolved to: nothing, frames, or a list of thunks."""
        if result is None:
            return False
        if type(result) is list:
            alternatives = [alternative(each) for each in result]
            return bool(result) and self._try(alternatives, END, account, ordered=ordered)
        if ordered:
            self._chain, self._account = result, account
            return True
        return self._spread(result, account)

    def _spread(self, frame: Frame, account: int) -> bool:
        """Put the goals of a chain into the pool; what is no relation is done at once."""
        if not frame:
            return True
        goals: list[Goal] = []
        while frame:
            code, after = frame[0], frame[-1]
            if isinstance(code, Relation):
                goals.append(((*frame[:-1], END) if after else frame, account))
            elif code((*frame[:-1], END)) is None:
                return False
            frame = after
        self._pool = (*goals, *self._pool)
        return True

    # Selecting

    def _pick(self) -> tuple[int, int, bool] | None:
        """The goal to resolve next and what it may cost; nothing where some goal is hopeless."""
        needs = [0] * len(self._accounts)
        best, best_rank, best_price = 0, (3, 0), 0
        wanted = self._watch.wanted if self._watch is not None else ()
        for place, (frame, account) in enumerate(self._pool):
            relation: Relation = frame[0]
            mask = relation.mask(frame)
            if not mask:
                return None
            price = relation.price(mask)
            if price >= NEVER:
                return None
            needs[account] += price
            if best_rank[0] == 0 or (relation.ordered and place):
                continue
            count = relation.breadth(mask, frame)
            rank = (0 if count == 1 else 1 if wanted and _mentions(frame, wanted) else 2, count)
            if rank < best_rank:
                best, best_rank, best_price = place, rank, price
        for need, left in zip(needs, self._accounts, strict=True):
            if need > left:
                self.cuts += 1
                return None
        account = self._pool[best][1]
        allowed = self._accounts[account] - needs[account] + best_price
        return best, allowed, best_rank[0] == 0

    # The conclusion

    def _look(self) -> bool:
        """Look at the conclusion; whether it may fail."""
        if self.watcher is None:
            return True
        self._watch = self.watcher.look(self._pool, self._watch)
        return self._watch is not None

    def _branches(self) -> list[Alternative] | None:
        """The ways to go on after everything is derived; nothing where this is a solution."""
        if not self._look():
            return []
        if self.watcher is None or self._watch is None:
            return None
        branches = self.watcher.branches(self._watch, self._accounts[-1])
        if branches is None:
            return None
        found = [alternative(thunk, price) for thunk, price in branches]
        cuts = self.cuts
        affordable = self._affordable(found, self._accounts[-1])
        self.short += self.cuts - cuts
        return affordable


def alternative(thunk: Thunk, price: int = 0) -> Alternative:
    """An alternative that looks at no frame."""
    return (lambda _frame: thunk()), price, False


def _mentions(frame: Frame, wanted: tuple[Unknown, ...]) -> bool:
    """Whether an argument of a goal is one of some unknowns."""
    for argument in frame[1:-1]:
        term = expose(argument)
        if type(term) is Suspended:
            term = term.term
        if type(term) is Unknown and any(term is each for each in wanted):
            return True
    return False
