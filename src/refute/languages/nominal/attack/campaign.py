"""A theorem attacked at one bound after the other, or at random, until something is known."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field, replace
from random import Random

from refute.diagnostics import Diagnostic, InputError
from refute.languages.nominal.attack.attack import Attack, Explored
from refute.languages.nominal.attack.confirm import Confirmation
from refute.languages.nominal.attack.state import OutOfEffort
from refute.search import Ended
from refute.solver import Effort

TRIES = 1_000
"""So many random derivations are tried."""

SLOW, WORTHWHILE, LONGEST_STRIDE = 1.35, 200, 8
"""Bounds are left out when the work grows by less than this factor, and is worth the trouble."""

TRY = 250
"""So many goals are resolved in each try before another one begins."""


@dataclass(slots=True)
class Campaign:
    """What came of the attack on a theorem.

    `ended` is why it stopped; `explored` has a row for each bound, or one for all random tries.
    """

    bound: int
    explored: list[Explored] = field(default_factory=list)
    counterexample: Confirmation | None = None
    found_at: int = 0
    ended: Ended | None = None
    wrong: tuple[Diagnostic, ...] = ()
    tries: int = 0
    seconds: float = 0.0

    @property
    def passed(self) -> int:
        """The highest bound that was searched completely and without doubt."""
        done = [each.bound for each in self.explored if each.complete and not each.unsettled]
        return max(done, default=0)

    @property
    def unsettled(self) -> int:
        """How many candidates could not be decided at the highest bound tried."""
        return self.explored[-1].unsettled if self.explored else 0

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
        _at_bound(attack, campaign, tried, effort)
        for between in range(complete + 1, tried if campaign.counterexample else 0):
            if _at_bound(attack, campaign, between, effort):
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
    growth = (last.goals / before.goals) ** (1 / (last.bound - before.bound))
    return min(2 * stride, LONGEST_STRIDE) if growth < SLOW else 1


def _at_bound(attack: Attack, campaign: Campaign, bound: int, effort: Effort) -> bool:
    """Search at one bound; whether there is a counterexample, or the search had to stop."""
    found: Confirmation | None = None
    complete = False
    try:
        found = attack.first(bound, effort)
        complete = found is None
    except OutOfEffort:
        campaign.ended = effort.ended
    except KeyboardInterrupt:
        campaign.ended = Ended.INTERRUPTED
    except InputError as failure:
        campaign.ended, campaign.wrong = Ended.NODES, failure.diagnostics
    explored = attack.explored(bound, complete=complete)
    campaign.explored.append(explored)
    if found is not None:
        campaign.counterexample, campaign.found_at = found, bound
    if campaign.counterexample is not None:
        campaign.ended = Ended.RESULTS
    elif explored.exhaustive:
        campaign.ended = Ended.EXHAUSTED
    return found is not None or (campaign.ended is not None and not complete)


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
        _try(attack, campaign, random, effort)
        goals += attack.explored(bound, complete=False).goals
        if campaign.ended is not None:
            break
    else:
        campaign.ended = Ended.NODES
    campaign.explored.append(replace(campaign.explored.pop(), goals=goals))
    campaign.seconds = time.monotonic() - started
    return campaign


def _try(attack: Attack, campaign: Campaign, random: Random, effort: Effort) -> None:
    """One random try, which may end the campaign."""
    bound = campaign.bound
    complete = False
    try:
        found = attack.first(bound, effort, limit=TRY, random=random)
        if found is not None:
            campaign.counterexample, campaign.found_at = found, bound
            campaign.ended = Ended.RESULTS
        else:
            complete = True
            campaign.ended = Ended.DEPTH
    except OutOfEffort:
        campaign.ended = effort.ended
    except KeyboardInterrupt:
        campaign.ended = Ended.INTERRUPTED
    except InputError as failure:
        campaign.ended, campaign.wrong = Ended.NODES, failure.diagnostics
    campaign.explored = [attack.explored(bound, complete=complete)]
    if campaign.proved:
        campaign.ended = Ended.EXHAUSTED
