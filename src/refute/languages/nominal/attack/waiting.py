"""The waiting goals of a bounded search: their minimum costs, and the choice of the next one."""

from __future__ import annotations

from operator import gt
from random import Random

from refute.languages.nominal.attack.choices import Accounts
from refute.languages.nominal.attack.conclusion import Look
from refute.languages.nominal.attack.relations import (
    NEVER,
    Alternative,
    Pool,
    Priced,
    Relation,
    Ways,
)
from refute.languages.nominal.engine.solutions import Frame
from refute.languages.nominal.engine.terms import Suspended, Unknown, expose

HANDICAP = 3
"""The factor by which the number of alternatives of a postponed goal is multiplied."""


class Waiting:
    """Waiting goals, and the accounts that pay for them.

    `cuts` counts the branches that the bound cut off. Goals of the `postponed` account, those of a
    negated conclusion, are resolved after others with slightly more alternatives, and after those
    that determine what the conclusion depends on. Alternatives are tried in the order of the
    program, or in `random` order.
    """

    def __init__(
        self, accounts: Accounts, postponed: int | None = None, random: Random | None = None
    ) -> None:
        self.postponed = postponed
        self.random = random
        self.cuts = 0
        self._pool: Pool = ()
        self._accounts = accounts
        self._last: Look | None = None

    def _determined(self) -> tuple[int, Ways, int] | tuple[()] | None:
        """A goal whose order does not matter and that has only one alternative, if there is any.

        The result also has its alternatives and its maximum cost. It is None if some goal cannot be
        solved, and empty if there is no such goal.
        """
        needs = [0] * len(self._accounts)
        found: tuple[int, Ways] | None = None
        for position, (frame, account) in enumerate(self._pool):
            ways = frame[0].ways(frame)
            if ways.price >= NEVER:
                return None
            needs[account] += ways.price
            if found is None and len(ways.priced) == 1 and not frame[0].ordered:
                found = position, ways
        if not self._payable(needs):
            return None
        if found is None:
            return ()
        position, ways = found
        account = self._pool[position][1]
        return position, ways, self._accounts[account] - needs[account] + ways.price

    def _survey(self) -> tuple[list[Ways], list[int]] | None:
        """The alternatives of every goal, and what they need of each account at least.

        None if some goal cannot be solved or not all can be paid.
        """
        needs = [0] * len(self._accounts)
        surveyed: list[Ways] = []
        for frame, account in self._pool:
            ways = frame[0].ways(frame)
            if ways.price >= NEVER:
                return None
            needs[account] += ways.price
            surveyed.append(ways)
        return (surveyed, needs) if self._payable(needs) else None

    def _pick(self, surveyed: list[Ways], needs: list[int]) -> tuple[int, Ways, int, bool]:
        """The goal to resolve next, its alternatives, its maximum cost, and whether that is forced.

        It is forced if there is only one alternative.
        """
        best, best_rank = 0, (4, 0)
        wanted = self._last.wanted if self._last is not None else ()
        for position, (frame, account) in enumerate(self._pool):
            relation: Relation = frame[0]
            if relation.ordered and position:
                continue
            count = relation.breadth(surveyed[position], frame)
            if count == 1:
                best, best_rank = position, (0, count)
                break
            if account == self.postponed:
                rank = (2, count * HANDICAP)
            elif wanted and _mentions(frame, wanted):
                rank = (1, count)
            else:
                rank = (2, count)
            if rank < best_rank:
                best, best_rank = position, rank
        ways, account = surveyed[best], self._pool[best][1]
        allowed = self._accounts[account] - needs[account] + ways.price
        return best, ways, allowed, best_rank[0] == 0

    def _payable(self, needs: list[int]) -> bool:
        if any(map(gt, needs, self._accounts)):
            self.cuts += 1
            return False
        return True

    def _affordable(self, priced: list[Priced], allowed: int) -> list[Alternative]:
        found = [each for each, price in priced if price <= allowed or each[2] is not None]
        if len(found) < len(priced):
            self.cuts += sum(allowed < price < NEVER for each, price in priced if not each[2])
        if self.random is not None and len(found) > 1 and all(each[2] is None for each in found):
            self.random.shuffle(found)
        return found

    def _pay(self, account: int, price: int) -> None:
        if price:
            accounts = list(self._accounts)
            accounts[account] -= price
            self._accounts = tuple(accounts)


def _mentions(frame: Frame, wanted: tuple[Unknown, ...]) -> bool:
    """Whether an argument of a goal is one of the wanted unknowns."""
    for argument in frame[1:-1]:
        term = expose(argument)
        if type(term) is Suspended:
            term = term.term
        if type(term) is Unknown and term in wanted:
            return True
    return False
