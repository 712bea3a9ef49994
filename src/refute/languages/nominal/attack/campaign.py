"""A theorem attacked at one bound after the other, or at random."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import field, replace
from random import Random

from refute.diagnostics import Diagnostic, InputError
from refute.languages.nominal import core
from refute.languages.nominal.attack.attack import Attack, Confirmation, Explored, Instance
from refute.languages.nominal.attack.derive import OutOfEffort
from refute.languages.nominal.engine.visits import TermsTooLarge
from refute.record import entity
from refute.report.outcome import Outline
from refute.search import Ended
from refute.solver import Effort

TRIES = 1_000
"""Maximum number of random derivations that are tried."""

SLOW, WORTHWHILE, LONGEST_STRIDE = 1.35, 200, 8
"""Bounds are left out when the work grows by less than this factor, and is worth the trouble."""

WORTHWHILE_DIVE = 200
"""Minimum number of goals resolved before random tries go beyond the bound."""

DIVE = 1
"""Random tries may resolve one goal for so many that were resolved within the bounds."""

SHRINKING_TRIES = 10
"""Number of tries at each smaller bound to replace a counterexample that was found at random."""

SHRINKING_GOALS = 6_000
"""Number of goals that may at least be resolved to look for it completely, about a second."""

EXAMPLE = 3_000
"""Maximum number of goals at each bound to find something that meets the hypotheses."""

TRY = 250
"""Maximum number of goals that are resolved in each try before another one begins."""


@entity
class Campaign:
    """What came of the attack on a theorem.

    `ended` is why it stopped; `explored` has a row for each bound, or one for all random tries.
    `example` is what is known of instances that meet the hypotheses, `unused` are clauses that the
    hypotheses could use.
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
        """The highest bound that was searched completely and without doubt."""
        done = [each.bound for each in self.explored if each.complete and not each.unsettled]
        return max(done, default=0)

    @property
    def doubted(self) -> Explored | None:
        """What was done at the first bound with candidates that could not be decided."""
        return next((each for each in self.explored if each.unsettled), None)

    @property
    def left_out(self) -> list[int]:
        """The bounds below the highest one tried that were not searched, not even as part of it."""
        tried = max((each.bound for each in self.explored), default=0)
        seen = {each.bound for each in self.explored}
        return [each for each in range(self.passed + 1, tried) if each not in seen]

    @property
    def proved(self) -> bool:
        """Whether nothing is left to search beyond the bound."""
        return any(each.exhaustive for each in self.explored)


@entity
class Deepening:
    """A theorem attacked with growing bounds, one at a time.

    Where the work hardly grows, bounds are left to be searched as part of higher ones; when there
    is a counterexample, those left out before it are tried, so that the smallest bound is known.
    Where it grows, random tries go beyond the bound that is complete.
    """

    attack: Attack
    campaign: Campaign
    effort: Effort
    seed: int = 0
    _complete: int = 0
    _stride: int = 1
    _spent: int = 0
    _dived: int = 0
    _random: Random = field(init=False)

    def __post_init__(self) -> None:
        self._random = Random(self.seed)

    @property
    def next(self) -> int:
        """The bound to be tried next."""
        return min(self._complete + self._stride, self.campaign.bound)

    def advance(self) -> None:
        """Search within the next bound."""
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
        campaign.explored.sort(key=lambda each: each.bound)

    def _explore(self, bound: int) -> Explored:
        explored = _attempt(self.attack, self.campaign, bound, self.effort)
        self.campaign.explored.append(explored)
        self._spent += explored.goals
        return explored

    def _dive(self) -> None:
        """Make random tries beyond what is complete, for a part of the work done so far."""
        last = self.campaign.bound
        while self.campaign.ended is None and WORTHWHILE_DIVE <= self._spent > DIVE * self._dived:
            self._try(self._random.randint(self._complete + 1, last))
        if self.campaign.counterexample is not None:
            self._shrink(self._complete + 1, self.campaign.found_at)

    def _shrink(self, first: int, found: int) -> None:
        """Look for a counterexample within a smaller bound than the one of a random try.

        The search is complete for as much work as was done so far, or a second's if that is more,
        so that what is found is mostly the same as without luck; random tries follow at the bounds
        for which that is too little.
        """
        left = max(self._spent, SHRINKING_GOALS)
        for bound in range(first, found + 1):
            before = self.campaign.counterexample
            explored = _attempt(self.attack, self.campaign, bound, self.effort, limit=left)
            smallest = self.campaign.counterexample is not before
            if smallest or explored.complete:
                self.campaign.explored.append(explored)
            left -= explored.goals
            if smallest:
                return
            if not explored.complete or left <= 0:
                first = bound + explored.complete
                break
        for bound in [each for each in range(first, found) for _ in range(SHRINKING_TRIES)]:
            if self._try(bound):
                break

    def _try(self, bound: int) -> bool:
        """Make a random try within a bound; whether it finds a counterexample.

        One that comes to the end of the search has searched the bound.
        """
        campaign, before = self.campaign, self.campaign.counterexample
        limit, random = TRY, self._random
        explored = _attempt(
            self.attack, self.campaign, bound, self.effort, limit=limit, random=random
        )
        self._dived += max(explored.goals, 1)
        if explored.complete and campaign.counterexample is None:
            self._complete = bound
            campaign.explored.append(explored)
            if campaign.ended is None and bound == campaign.bound:
                campaign.ended = Ended.DEPTH
        return campaign.counterexample is not before


def deepen(
    attack: Attack, bound: int, effort: Effort, progress: Callable[[str], None], seed: int = 0
) -> Campaign:
    """Attack a theorem with growing bounds, up to one."""
    campaign = Campaign(bound)
    started = time.monotonic()
    deepening = Deepening(attack, campaign, effort, seed)
    while campaign.ended is None:
        progress(f"bound {deepening.next}")
        deepening.advance()
    campaign.seconds = time.monotonic() - started
    return campaign


def _stride(explored: list[Explored], stride: int) -> int:
    """How many bounds to go on at once: more than one where that saves work."""
    if len(explored) < 2 or explored[-1].goals < WORTHWHILE:
        return 1
    before, last = explored[-2:]
    growth = (last.goals / max(before.goals, 1)) ** (1 / (last.bound - before.bound))
    return min(2 * stride, LONGEST_STRIDE) if growth < SLOW else 1


def _attempt(
    attack: Attack,
    campaign: Campaign,
    bound: int,
    effort: Effort,
    *,
    limit: int | None = None,
    random: Random | None = None,
) -> Explored:
    """Search within a bound and note why the campaign ends, if it does."""
    complete = False
    try:
        found = attack.first(bound, effort, limit=limit, random=random)
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
    """Try random derivations within a bound; one that gets to the end of the search is enough."""
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
    campaign.seconds = time.monotonic() - started
    return campaign


def example(attack: Attack, bound: int) -> Instance:
    """The smallest instance found that meets the hypotheses; without one, what is known of them."""
    found = Instance()
    for tried in range(1, bound + 1):
        try:
            found = attack.instance(tried, EXAMPLE)
        except TermsTooLarge:
            return Instance(searched=False)
        if found.shown is not None or not found.possible:
            break
    return found
