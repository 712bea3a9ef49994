"""A theorem attacked at one bound after the other, or at random."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from random import Random

from refute.diagnostics import Diagnostic, InputError
from refute.languages.nominal import core
from refute.languages.nominal.attack.attack import Attack, Confirmation, Explored, Instance
from refute.languages.nominal.attack.derive import OutOfEffort
from refute.search import Ended
from refute.solver import Effort

TRIES = 1_000
"""Maximum number of random derivations that are tried."""

SLOW, WORTHWHILE, LONGEST_STRIDE = 1.35, 200, 8
"""Bounds are left out when the work grows by less than this factor, and is worth the trouble."""

EXAMPLE = 3_000
"""Maximum number of goals at each bound to find something that meets the hypotheses."""

TRY = 250
"""Maximum number of goals that are resolved in each try before another one begins."""


@dataclass(slots=True)
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


def deepen(attack: Attack, bound: int, effort: Effort, progress: Callable[[str], None]) -> Campaign:
    """Attack a theorem with growing bounds, up to one.

    Where the work hardly grows, bounds are left out; when there is a counterexample, those left
    out before it are tried, so that the smallest bound is known.
    """
    campaign = Campaign(bound)
    started = time.monotonic()
    complete, stride = 0, 1
    while campaign.ended is None:
        tried = min(complete + stride, bound)
        progress(f"bound {tried}")
        campaign.explored.append(_attempt(attack, campaign, tried, effort))
        for between in range(complete + 1, tried if campaign.counterexample else 0):
            campaign.explored.append(_attempt(attack, campaign, between, effort))
            if not campaign.explored[-1].complete:
                break
        if campaign.ended is None and tried == bound:
            campaign.ended = Ended.DEPTH
        complete, stride = tried, _stride(campaign.explored, stride)
    campaign.explored.sort(key=lambda each: each.bound)
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
        found = attack.instance(tried, EXAMPLE)
        if found.shown is not None or not found.possible:
            break
    return found
