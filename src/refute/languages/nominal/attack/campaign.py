"""A theorem attacked at one bound after the other, or at random, until something is known."""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, field
from random import Random

from refute.diagnostics import Diagnostic, InputError
from refute.languages.nominal.attack.attack import Attack, Explored
from refute.languages.nominal.attack.confirm import Confirmation
from refute.languages.nominal.attack.derive import OutOfTime
from refute.search import Ended

TRIES = 1_000
"""So many random derivations are tried."""

TRY = 1_500
"""So many goals are resolved in each try before another one begins."""


@dataclass(slots=True)
class Campaign:
    """What came of the attack on a theorem.

    `ended` is why it stopped; `explored` has a row for each bound, or one for all random tries.
    """

    bound: int
    explored: list[Explored] = field(default_factory=list)
    counterexample: Confirmation | None = None
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


def deepen(attack: Attack, bound: int, seconds: float, progress: Callable[[str], None]) -> Campaign:
    """Attack a theorem with growing bounds, up to one."""
    campaign = Campaign(bound)
    started = time.monotonic()
    try:
        for current in range(1, bound + 1):
            progress(f"bound {current}")
            if _at_bound(attack, campaign, current, started + seconds):
                break
        else:
            campaign.ended = Ended.DEPTH
    finally:
        campaign.seconds = time.monotonic() - started
    return campaign


def _at_bound(attack: Attack, campaign: Campaign, bound: int, deadline: float) -> bool:
    """Search at one bound; whether the campaign is over."""
    complete = False
    try:
        campaign.counterexample = next(attack.at(bound, deadline), None)
        complete = campaign.counterexample is None
    except OutOfTime:
        campaign.ended = Ended.TIME
    except KeyboardInterrupt:
        campaign.ended = Ended.INTERRUPTED
    except InputError as failure:
        campaign.ended, campaign.wrong = Ended.NODES, failure.diagnostics
    explored = attack.explored(bound, complete=complete)
    campaign.explored.append(explored)
    if campaign.counterexample is not None:
        campaign.ended = Ended.RESULTS
    elif explored.exhaustive:
        campaign.ended = Ended.EXHAUSTED
    attack.learn(explored)
    return campaign.ended is not None


def wander(
    attack: Attack, bound: int, seconds: float, seed: int, progress: Callable[[str], None]
) -> Campaign:
    """Try random derivations within a bound."""
    campaign = Campaign(bound)
    started = time.monotonic()
    random = Random(seed)
    goals = 0
    for number in range(1, TRIES + 1):
        if number % 10 == 1:
            progress(f"try {number}")
        campaign.tries = number
        over = _try(attack, campaign, random, started + seconds)
        goals += attack.explored(bound, complete=False).goals
        if over:
            break
    else:
        campaign.ended = Ended.NODES
    campaign.explored.append(Explored(bound, goals, 0, 0, 0, complete=False))
    campaign.seconds = time.monotonic() - started
    return campaign


def _try(attack: Attack, campaign: Campaign, random: Random, deadline: float) -> bool:
    """One random try; whether the campaign is over."""
    try:
        found = attack.at(campaign.bound, deadline, limit=TRY, random=random)
        campaign.counterexample = next(found, None)
        if (
            campaign.counterexample is None
            and attack.explored(campaign.bound, complete=True).exhaustive
        ):
            campaign.ended = Ended.EXHAUSTED
    except OutOfTime:
        if time.monotonic() > deadline:
            campaign.ended = Ended.TIME
    except KeyboardInterrupt:
        campaign.ended = Ended.INTERRUPTED
    except InputError as failure:
        campaign.ended, campaign.wrong = Ended.NODES, failure.diagnostics
    if campaign.counterexample is not None:
        campaign.ended = Ended.RESULTS
    return campaign.ended is not None
