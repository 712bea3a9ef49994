"""A theorem attacked at one bound after the other, or at random, and what came of it."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace
from random import Random

from refute.diagnostics import Diagnostic, InputError
from refute.languages.nominal import core
from refute.languages.nominal.attack.attack import Attack, Confirmation, Explored
from refute.languages.nominal.attack.derive import OutOfEffort
from refute.languages.nominal.attack.theorems import Mutant
from refute.report.outcome import Block, Lines, Outcome, Table, Verdict
from refute.search import Ended
from refute.solver import Effort

TRIES = 1_000
"""Maximum number of random derivations that are tried."""

SLOW, WORTHWHILE, LONGEST_STRIDE = 1.35, 200, 8
"""Bounds are left out when the work grows by less than this factor, and is worth the trouble."""

TRY = 250
"""Maximum number of goals that are resolved in each try before another one begins."""


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


def outcome(theorem: core.Check, campaign: Campaign, blocks: Sequence[Block] = ()) -> Outcome:
    """The outcome of the attack on a theorem."""
    verdict, summary = _verdict(campaign)
    if theorem.expected is False:
        verdict, summary = _unexpected(verdict, summary)
    return Outcome(
        question=question(theorem),
        kind="theorem",
        verdict=verdict,
        summary=summary,
        bound=_bound(campaign) if verdict is Verdict.PASSED else "",
        reason=_reason(campaign) if verdict is Verdict.UNDECIDED else "",
        blocks=(*_evidence(campaign.counterexample), *_explored(campaign), *blocks),
        statistics={"nodes": sum(each.goals for each in campaign.explored)},
        place=str(theorem.span),
        seconds=campaign.seconds,
    )


def question(theorem: core.Check) -> str:
    """The theorem as it is written, after its name."""
    text = " ".join(theorem.span.text.split())
    _, _, statement = text.partition(":")
    return f"{theorem.name}: {statement.strip().removesuffix('.')}"


def _verdict(campaign: Campaign) -> tuple[Verdict, str]:
    if campaign.counterexample is not None:
        where = f"in try {campaign.tries}" if campaign.tries else f"at bound {campaign.found_at}"
        return Verdict.REFUTED, f"there is a counterexample, found {where}"
    if campaign.proved:
        return Verdict.CONFIRMED, "there is no counterexample; nothing is left to search"
    if campaign.passed == campaign.bound:
        return Verdict.PASSED, f"no counterexample up to bound {campaign.bound}"
    if campaign.tries:
        finished = campaign.ended is Ended.NODES and not campaign.wrong
        verdict = Verdict.PASSED if finished else Verdict.UNDECIDED
        return verdict, f"no counterexample in {campaign.tries} random tries"
    reached = f"up to bound {campaign.passed}" if campaign.passed else "so far"
    last = campaign.explored[-1].bound
    return Verdict.UNDECIDED, f"no counterexample {reached}, and bound {last} is not complete"


def _unexpected(verdict: Verdict, summary: str) -> tuple[Verdict, str]:
    """The verdict on a theorem that is said to be wrong (`#invalidate`)."""
    match verdict:
        case Verdict.REFUTED:
            return Verdict.CONFIRMED, f"{summary}, as expected"
        case Verdict.UNDECIDED:
            return verdict, summary
        case _:
            return Verdict.REFUTED, f"{summary}, but one was expected"


def _bound(campaign: Campaign) -> str:
    steps = f"derivations of at most {campaign.bound} steps for each hypothesis"
    if campaign.tries and campaign.passed < campaign.bound:
        return f"{campaign.tries} tries among {steps}"
    return f"{steps}, open places filled with at most {campaign.bound} constructors"


def _reason(campaign: Campaign) -> str:
    if campaign.wrong:
        return campaign.wrong[0].message
    if campaign.ended in {Ended.EFFORT, Ended.TIME, Ended.INTERRUPTED}:
        return str(campaign.ended)
    plural = "" if campaign.unsettled == 1 else "s"
    return f"of {campaign.unsettled} candidate{plural} it is not known whether the conclusion fails"


def _evidence(counterexample: Confirmation | None) -> list[Block]:
    if counterexample is None:
        return []
    blocks: list[Block] = [Lines("counterexample", counterexample.found)]
    if counterexample.instance != counterexample.found:
        blocks.append(Lines("tried on this instance", counterexample.instance))
    return blocks


def _explored(campaign: Campaign) -> list[Block]:
    """What was explored; of bounds that are complete, the last one says it all."""
    rows = tuple(
        (*map(str, (each.bound, each.goals, each.cut, each.pruned)), _state(each))
        for each in campaign.explored
        if not campaign.tries
    )
    header = ("bound", "goals", "cut off", "conclusion holds", "search")
    return [Table("explored", header, rows)] if rows else []


def _state(explored: Explored) -> str:
    if explored.unsettled:
        return f"{explored.unsettled} undecided"
    return "complete" if explored.complete else "stopped"


def mutation_table(tried: Sequence[tuple[Mutant, Campaign | None]]) -> Table:
    """Which theorems that claim more are refuted; the others show what is not exercised."""
    rows = tuple((mutant.change, _survival(campaign)) for mutant, campaign in tried)
    return Table("theorems that claim more", ("change", "result"), rows)


def _survival(campaign: Campaign | None) -> str:
    if campaign is None:
        return "not tried"
    verdict, _ = _verdict(campaign)
    match verdict:
        case Verdict.REFUTED:
            return f"refuted at bound {campaign.found_at}"
        case Verdict.CONFIRMED:
            return "true as well: not needed"
        case Verdict.PASSED:
            return f"no counterexample up to bound {campaign.bound}: not exercised"
        case _:
            return "undecided"
