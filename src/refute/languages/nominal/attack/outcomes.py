"""What came of attacks, as outcomes."""

from __future__ import annotations

from collections.abc import Sequence

from refute.languages.nominal import core
from refute.languages.nominal.attack.campaign import Campaign
from refute.languages.nominal.attack.confirm import Confirmation
from refute.languages.nominal.attack.theorems import Mutant
from refute.report.outcome import Block, Lines, Outcome, Table, Verdict
from refute.search import Ended


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


def interrupted(theorem: core.Check) -> Outcome:
    """The outcome of a theorem that was not begun."""
    return Outcome(
        question(theorem),
        "theorem",
        Verdict.UNDECIDED,
        "it was not attacked",
        reason=str(Ended.INTERRUPTED),
        place=str(theorem.span),
    )


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
        (
            str(each.bound),
            str(each.goals),
            str(each.cut),
            str(each.pruned),
            _state(each.complete, each.unsettled),
        )
        for each in campaign.explored
        if not campaign.tries
    )
    header = ("bound", "goals", "cut off", "conclusion holds", "search")
    return [Table("explored", header, rows)] if rows else []


def _state(complete: bool, unsettled: int) -> str:
    if unsettled:
        return f"{unsettled} undecided"
    return "complete" if complete else "stopped"


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
