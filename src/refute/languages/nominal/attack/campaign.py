"""Attacks a theorem at increasing bounds, or at random."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import field, replace
from math import inf, log
from random import Random

from refute.diagnostics import Diagnostic, InputError
from refute.languages.nominal import core
from refute.languages.nominal.attack.attack import Attack, Confirmation, Explored, Instance
from refute.languages.nominal.attack.derive import OutOfEffort
from refute.languages.nominal.attack.nearby import Pattern, nearby, size
from refute.languages.nominal.engine.visits import TermsTooLarge
from refute.record import entity
from refute.report.outcome import Outline
from refute.search import Ended
from refute.solver import Effort

TRIES = 1_000
"""Maximum number of random derivations."""

SLOW, WORTHWHILE, LONGEST_STRIDE = 1.35, 200, 8
"""Bounds are skipped, up to a longest stride, if the work grows by less than the factor `SLOW` and
the last bound took at least `WORTHWHILE` goals."""

STEEP = 3
"""The highest factor by which work is foreseen to grow from one bound to the next."""

WORTHWHILE_DIVE = 200
"""Minimum number of goals resolved before random tries beyond the bound begin."""

DIVE = 1
"""Random tries go on while this number times their goals is less than the goals within bounds."""

SOON, SHORT_DIVE = 6_000, 8
"""Maximum number of goals to the last bound, as far as can be foreseen, for which random tries go
on only while `SHORT_DIVE` times their goals is less than the goals within bounds."""

SHRINKING_TRIES = 10
"""Maximum number of random tries at each smaller bound for one counterexample found at random."""

SHRINKING_GOALS = 6_000
"""Minimum limit of goals for the complete search for a smaller counterexample, about a second, and
for the random tries after it."""

NEARBY = 60
"""Maximum number of goals of each search near a counterexample found at random."""

SIMPLER_GOALS = 600
"""Minimum limit of goals for the search for smaller values at the bound of a counterexample."""

EXAMPLE = 3_000
"""Maximum number of goals at each bound in the search for an instance that meets the hypotheses."""

TRY = 250
"""Maximum number of goals in each random try."""


@entity
class Campaign:
    """The results of the attack on a theorem.

    `ended` is why it stopped; `explored` has a row for each bound, or one for all random tries.
    `example` is what is known about instances that meet the hypotheses, `unused` are clauses that
    the hypotheses could use but the attack has not used.
    """

    bound: int
    explored: list[Explored] = field(default_factory=list)
    counterexample: Confirmation | None = None
    found_at: int = 0
    ended: Ended | None = None
    wrong: tuple[Diagnostic, ...] = ()
    tries: int = 0
    seconds: float = 0.0
    example: Instance | None = None
    unused: list[core.Clause] = field(default_factory=list)
    explained: tuple[Outline, ...] = ()

    @property
    def passed(self) -> int:
        """The highest bound that was searched completely without undecided candidates, or 0."""
        done = [each.bound for each in self.explored if each.complete and not each.unsettled]
        return max(done, default=0)

    @property
    def doubted(self) -> Explored | None:
        """The search of the first bound with candidates that could not be decided."""
        return next((each for each in self.explored if each.unsettled), None)

    @property
    def left_out(self) -> list[int]:
        """The bounds below the highest one tried that no search, even of a higher bound, covers."""
        tried = max((each.bound for each in self.explored), default=0)
        seen = {each.bound for each in self.explored}
        return [each for each in range(self.passed + 1, tried) if each not in seen]

    @property
    def proved(self) -> bool:
        """Whether there is nothing to search beyond some bound."""
        return any(each.exhaustive for each in self.explored)


@entity
class Deepening:
    """Attacks a theorem at increasing bounds, one at a time.

    If the work hardly grows, some bounds are skipped and searched as part of higher ones; when
    there is a counterexample, the skipped bounds before it are tried to find the smallest one. If
    the work grows, random tries go beyond the bound that is complete; `tried` are their goals.
    """

    attack: Attack
    campaign: Campaign
    effort: Effort
    seed: int = 0
    tried: int = field(default=0, init=False)
    _complete: int = 0
    _stride: int = 1
    _spent: int = 0
    _random: Random = field(init=False)

    def __post_init__(self) -> None:
        self._random = Random(self.seed)

    @property
    def next(self) -> int:
        """The bound to try next."""
        return min(self._complete + self._stride, self.campaign.bound)

    def advance(self) -> None:
        """Search the next bound."""
        campaign, tried = self.campaign, self.next
        self._explore(tried)
        for between in range(self._complete + 1, tried if campaign.counterexample else 0):
            if not self._explore(between).complete:
                break
        if campaign.ended is None and tried == campaign.bound:
            campaign.ended = Ended.DEPTH
        self._complete, self._stride = tried, _stride(campaign.explored, self._stride)
        if campaign.ended is None and self._stride == 1:
            self._dive()
        if campaign.counterexample is not None:
            simplify(self.attack, campaign, self.effort, max(self._spent // 2, SIMPLER_GOALS))
        campaign.explored.sort(key=lambda each: each.bound)

    @property
    def _ends_soon(self) -> bool:
        """Whether the complete search will come to the last bound before many tries pay."""
        explored, left = self.campaign.explored, self.campaign.bound - self._complete
        growth = max(_growth(explored), 1)
        return left * log(growth) < log(SOON / max(explored[-1].goals, 1))

    def _explore(self, bound: int) -> Explored:
        explored = _attempt(self.attack, self.campaign, bound, self.effort)
        self.campaign.explored.append(explored)
        self._spent += explored.goals
        return explored

    def _dive(self) -> None:
        """Make random tries beyond the complete bound, in proportion to the work done so far."""
        last, part = self.campaign.bound, SHORT_DIVE if self._ends_soon else DIVE
        while self.campaign.ended is None and WORTHWHILE_DIVE <= self._spent > part * self.tried:
            self._try(self._random.randint(self._complete + 1, last))
        if self.campaign.counterexample is not None:
            self._shrink(self._complete + 1, self.campaign.found_at)

    def _shrink(self, first: int, found: int) -> None:
        """Look for a counterexample at a smaller bound than the one found by a random try.

        The search is complete, bound by bound, as long as that can be foreseen to take no more
        than all work so far, or about a second if that is more, so the result rarely depends on
        chance. For the bounds that are left, it is looked for near the one found, then with random
        tries, one at each bound in turn, with half as much work. If a negation has to be derived,
        that is too much for each search nearby, and there are twice as many tries.
        """
        left = max(self._spent, SHRINKING_GOALS)
        for bound in range(first, found + 1):
            if _foreseen(self.campaign.explored) > left:
                break
            before = self.campaign.counterexample
            explored = _attempt(self.attack, self.campaign, bound, self.effort, limit=left)
            smallest = self.campaign.counterexample is not before
            if smallest or explored.complete:
                self.campaign.explored.append(explored)
            if smallest:
                return
            if not explored.complete:
                break
            first, left = bound + 1, left - explored.goals
        share = 2 if self.attack.negation is None else 1
        most = self.tried + max(self._spent, SHRINKING_GOALS) // share
        self._look_nearby(first, most)
        for _ in range(SHRINKING_TRIES):
            found = self.campaign.found_at
            for bound in range(first, found):
                if self.tried > most or self._try(bound):
                    break
            if self.campaign.found_at < found:
                self._look_nearby(first, most)

    def _look_nearby(self, first: int, most: int) -> None:
        """Open a counterexample part by part, as long as a smaller bound is enough then."""
        campaign, before = self.campaign, None
        if self.attack.negation is not None:
            return
        while campaign.counterexample is not before and campaign.found_at > first:
            before, bound = campaign.counterexample, campaign.found_at - 1
            assert before is not None
            for pattern in nearby(before.values):
                explored = _attempt(
                    self.attack, campaign, bound, self.effort, limit=NEARBY, pattern=pattern
                )
                self.tried += max(explored.goals, 1)
                if self.tried > most or campaign.counterexample is not before:
                    break

    def _try(self, bound: int) -> bool:
        """Make a random try within a bound; whether it finds a counterexample.

        A try that reaches the end of the search has searched the bound completely.
        """
        campaign, before = self.campaign, self.campaign.counterexample
        limit, random = TRY, self._random
        explored = _attempt(
            self.attack, self.campaign, bound, self.effort, limit=limit, random=random
        )
        self.tried += max(explored.goals, 1)
        if explored.complete and campaign.counterexample is None:
            self._complete = bound
            campaign.explored.append(explored)
            if campaign.ended is None and bound == campaign.bound:
                campaign.ended = Ended.DEPTH
        return campaign.counterexample is not before


def deepen(
    attack: Attack, bound: int, effort: Effort, progress: Callable[[str], None], seed: int = 0
) -> Campaign:
    """Attack a theorem at increasing bounds up to `bound`."""
    campaign = Campaign(bound)
    started = time.monotonic()
    deepening = Deepening(attack, campaign, effort, seed)
    while campaign.ended is None:
        progress(f"bound {deepening.next}")
        deepening.advance()
    campaign.seconds = time.monotonic() - started
    return campaign


def simplify(attack: Attack, campaign: Campaign, effort: Effort, most: int) -> None:
    """Look for counterexamples with smaller values near the one found, at the same bound.

    That goes on as long as one of them is found within so many goals.
    """
    smallest = campaign.counterexample
    assert smallest is not None
    patterns, bound = attack.simpler(smallest), campaign.found_at
    while most > 0 and (pattern := next(patterns, None)) is not None:
        explored = _attempt(attack, campaign, bound, effort, limit=NEARBY, pattern=pattern)
        most -= max(explored.goals, 1)
        found = campaign.counterexample
        if found is not None and _size(found) < _size(smallest):
            smallest, patterns = found, attack.simpler(found)
        campaign.counterexample = smallest


def _size(found: Confirmation) -> int:
    return size(*found.values.values())


def _stride(explored: list[Explored], stride: int) -> int:
    """Number of bounds to advance at once: more than one if that saves work."""
    if len(explored) < 2 or explored[-1].goals < WORTHWHILE:
        return 1
    return min(2 * stride, LONGEST_STRIDE) if _growth(explored) < SLOW else 1


def _growth(explored: list[Explored]) -> float:
    """The factor by which the work has last grown per bound; infinite if it is not known."""
    if len(explored) < 2:
        return inf
    before, last = explored[-2:]
    growth: float = (last.goals / max(before.goals, 1)) ** (1 / (last.bound - before.bound))
    return growth


def _foreseen(explored: list[Explored]) -> float:
    """The number of goals at the next bound if the work goes on growing as it has last grown.

    It is not taken to grow by more than the factor `STEEP`: at small bounds it leaps.
    """
    return explored[-1].goals * min(_growth(explored), STEEP)


def _attempt(
    attack: Attack,
    campaign: Campaign,
    bound: int,
    effort: Effort,
    *,
    limit: int | None = None,
    random: Random | None = None,
    pattern: Pattern | None = None,
) -> Explored:
    """Search within a bound and record the reason if the campaign ends."""
    complete = False
    try:
        if pattern is None:
            found = attack.first(bound, effort, limit=limit, random=random)
        else:
            found = attack.like(pattern, bound, effort, limit)
        complete = found is None
        if found is not None:
            campaign.counterexample, campaign.found_at = found, bound
    except OutOfEffort:
        campaign.ended = effort.ended
    except TermsTooLarge:
        campaign.ended = Ended.EFFORT
    except KeyboardInterrupt:
        effort.interrupt()
        campaign.ended = Ended.INTERRUPTED
    except InputError as failure:
        campaign.ended, campaign.wrong = Ended.NODES, failure.diagnostics
    explored = attack.explored(bound, complete=complete)
    if campaign.counterexample is not None:
        campaign.ended = Ended.RESULTS
    elif explored.exhaustive:
        campaign.ended = Ended.EXHAUSTED
    return explored


def wander(
    attack: Attack, bound: int, effort: Effort, seed: int, progress: Callable[[str], None]
) -> Campaign:
    """Try random derivations within a bound, until one reaches the end of the search."""
    campaign = Campaign(bound)
    started = time.monotonic()
    random = Random(seed)
    goals = 0
    for number in range(1, TRIES + 1):
        if number % 10 == 1:
            progress(f"try {number}")
        campaign.tries = number
        explored = _attempt(attack, campaign, bound, effort, limit=TRY, random=random)
        goals += explored.goals
        campaign.explored = [replace(explored, goals=goals)]
        if explored.complete and campaign.ended is None:
            campaign.ended = Ended.DEPTH
        if campaign.ended is not None:
            break
    else:
        campaign.ended = Ended.NODES
    if campaign.counterexample is not None:
        simplify(attack, campaign, effort, SIMPLER_GOALS)
    campaign.seconds = time.monotonic() - started
    return campaign


def example(attack: Attack, bound: int) -> Instance:
    """The smallest instance found that meets the hypotheses; if none, what is known about them."""
    found = Instance()
    for tried in range(1, bound + 1):
        try:
            found = attack.instance(tried, EXAMPLE)
        except TermsTooLarge:
            return Instance(searched=False)
        if found.shown is not None or not found.possible:
            break
    return found
