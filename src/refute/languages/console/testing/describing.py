"""What chosen tests cover, in words."""

from __future__ import annotations

from refute.languages.console.show import show_expression
from refute.languages.console.testing.choosing import Choosing


def bound_of(choosing: Choosing) -> str:
    """How far a program was tested, for the outcome."""
    parts = [_paths(choosing), _orders(choosing)]
    if choosing.longer:
        parts.append(f"{choosing.longer} longer ones")
    if choosing.unreached:
        parts.append(never_reached(choosing))
    counts = neighbour_counts(choosing)
    told, every = counts["told_apart"], counts["nearby_specifications"]
    told_apart = f"told apart from {told} of {every} nearby specifications"
    return "; ".join([", ".join(filter(None, parts)), *([told_apart] if every else [])])


def neighbour_counts(choosing: Choosing) -> dict[str, int]:
    """How many neighbours there are, and how many of them the tests tell apart."""
    trial = choosing.trial
    every = len(trial.neighbours) - len(trial.same)
    return {"nearby_specifications": every, "told_apart": every - len(trial.alive)}


def never_reached(choosing: Choosing) -> str:
    """The outcomes of conditions that no test has."""
    shown = [
        f"`{show_expression(each.condition)}` was never {str(truth).lower()}"
        for each, truth in choosing.unreached
    ]
    more = f" and {len(shown) - 2} more like that" if len(shown) > 2 else ""
    return ", ".join(shown[:2]) + more


def _paths(choosing: Choosing) -> str:
    if choosing.complete is not None:
        return f"all paths of up to {choosing.complete} inputs"
    every = "the only path" if choosing.paths == 1 else f"all {choosing.paths} paths"
    if choosing.exploration.unknown:
        every = f"{choosing.paths} paths ({choosing.exploration.unknown} were not decided)"
    rounds = choosing.unfoldings
    return f"{every} with at most {rounds} rounds of loops" if choosing.exploration.cut else every


def _orders(choosing: Choosing) -> str:
    """Which kinds of rounds followed each other, where there are several kinds."""
    reached = [choosing.goals.orders_of(each) for each in choosing.chosen]
    pairs = {pair for each in reached for pair in each}
    first, second = {one for one, _ in pairs}, {two for _, two in pairs}
    if len(first) < 2 or len(second) < 2:
        return ""
    every = len(first) * len(second)
    if len(pairs) == every:
        return "every pair of branches"
    return f"{len(pairs)} of {every} pairs of branches"
