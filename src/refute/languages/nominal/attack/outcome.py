"""What came of the attack on a theorem, as an outcome."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from refute.languages.nominal import core
from refute.languages.nominal.attack.attack import Explored, Instance
from refute.languages.nominal.attack.campaign import Campaign
from refute.languages.nominal.attack.theorems import Mutant
from refute.report.outcome import Block, Lines, Outcome, Table, Verdict
from refute.search import Ended

MOST_UNUSED = 12
"""Maximum number of clauses that are named because they were not used."""


def outcome(theorem: core.Check, campaign: Campaign, blocks: Sequence[Block] = ()) -> Outcome:
    """The outcome of the attack on a theorem."""
    verdict, summary = _verdict(campaign)
    word, reason = "", _reason(campaign) if verdict is Verdict.UNDECIDED else ""
    if verdict in {Verdict.PASSED, Verdict.CONFIRMED} and _vacuous(campaign.example):
        verdict, word = Verdict.UNDECIDED, "vacuous"
        summary, reason = "nothing was put to the test", _nothing_met(campaign)
    elif theorem.expected is False:
        verdict, summary = _unexpected(verdict, summary)
    return Outcome(
        question=question(theorem),
        kind="theorem",
        verdict=verdict,
        summary=summary,
        bound=_bound(campaign) if verdict is Verdict.PASSED else "",
        reason=reason,
        blocks=(*_evidence(campaign), *_explored(campaign), *_unused(theorem, campaign), *blocks),
        statistics={"nodes": sum(each.goals for each in campaign.explored)},
        place=str(theorem.span),
        seconds=campaign.seconds,
        word=word,
    )


def _vacuous(example: Instance | None) -> bool:
    """Whether it is known that nothing meets the hypotheses, at least within the bound."""
    return example is not None and example.shown is None and example.searched


def _nothing_met(campaign: Campaign) -> str:
    if campaign.example is not None and not campaign.example.possible:
        return "no instance meets the hypotheses"
    return f"no instance meets the hypotheses within bound {campaign.bound}"


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
    return Verdict.UNDECIDED, f"no counterexample {reached}; {_missing(campaign)}"


def _missing(campaign: Campaign) -> str:
    """What keeps the search from being complete up to the bound."""
    doubted, last = campaign.doubted, campaign.explored[-1]
    if last.complete and doubted is not None:
        return f"{_candidates(doubted.unsettled)} at bound {doubted.bound} could not be decided"
    if last.complete:
        return "higher bounds were not searched"
    left = campaign.left_out
    skipped = f", bound{'s' * (len(left) > 1)} {_range(left)} left out" if left else ""
    return f"bound {last.bound} was not searched to the end{skipped}"


def _candidates(number: int) -> str:
    return f"{number} candidate{'' if number == 1 else 's'}"


def _range(bounds: Sequence[int]) -> str:
    return str(bounds[0]) if len(bounds) == 1 else f"{bounds[0]} to {bounds[-1]}"


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
    doubted = campaign.doubted
    assert doubted is not None
    return f"of {_candidates(doubted.unsettled)} it is not known whether the conclusion fails"


def _evidence(campaign: Campaign) -> Iterator[Block]:
    """The counterexample; without one, the candidate in doubt, or how the hypotheses are met."""
    doubted, example = campaign.doubted, campaign.example
    if campaign.counterexample is not None:
        found, instance = campaign.counterexample.found, campaign.counterexample.instance
        yield Lines("counterexample", found or instance)
        if instance != (found or instance):
            yield Lines("tried on this instance", instance)
        yield from campaign.explained
    elif doubted is not None:
        yield Lines("not decided, for example", doubted.doubtful)
    elif example is not None and example.shown:
        yield Lines("the hypotheses are met, for example", example.shown)


def _explored(campaign: Campaign) -> list[Block]:
    """What was explored, bound by bound."""
    if campaign.tries or not campaign.explored:
        return []
    first, *_ = campaign.explored
    rows = list(_left_out(0, first))
    for before, each in pairwise([first, *campaign.explored]):
        rows += _left_out(before.bound, each)
        rows.append((*map(str, (each.bound, each.goals, each.cut, each.pruned)), _state(each)))
    if campaign.found_at > campaign.explored[-1].bound:
        left = range(campaign.explored[-1].bound + 1, campaign.found_at)
        rows += [(_range(left), "", "", "", "left out")] if left else []
        rows.append((str(campaign.found_at), "", "", "", "found at random"))
    header = ("bound", "goals", "cut off", "conclusion holds", "search")
    return [Table("explored", header, tuple(rows))]


def _left_out(before: int, each: Explored) -> Iterator[tuple[str, ...]]:
    """The row of the bounds between two that were tried: the higher one contains them."""
    left = range(before + 1, each.bound)
    if left:
        state = f"part of {each.bound}" if each.complete else "left out"
        yield (_range(left), "", "", "", state)


def _state(explored: Explored) -> str:
    if explored.unsettled:
        return f"{explored.unsettled} undecided"
    return "complete" if explored.complete else "stopped"


def _unused(theorem: core.Check, campaign: Campaign) -> Iterator[Block]:
    """The clauses that could have been used and were not."""
    unused = campaign.unused
    if unused and campaign.counterexample is None and not campaign.proved:
        lines = [_placed(each, theorem) for each in unused]
        more = len(lines) - MOST_UNUSED
        shown = [*lines[:MOST_UNUSED], *([f"and {more} more"] if more > 0 else [])]
        yield Lines("clauses that were not used", tuple(shown))


def _placed(clause: core.Clause, theorem: core.Check) -> str:
    """A clause with where it stands, seen from a theorem."""
    span = clause.span
    line, _ = span.source.position(span.start)
    place = f"line {line}" if span.source is theorem.span.source else str(span)
    return f"{place}: {' '.join(span.text.split())}"


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
