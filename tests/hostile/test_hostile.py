"""What programs do to whoever runs them is their own verdict, within their own limits."""

from __future__ import annotations

from collections.abc import Iterable

import pytest
from execution.sandbox.attempt import Cost, all_observed, costs

SECONDS = 0.2
STOPPED = {"too long", "stalled", "wanted more", "crashed"}
VERDICTS = {
    "huge select": STOPPED,
    "negative select": STOPPED,
    "many polled": STOPPED,
    "many polled for a time": STOPPED,
    "many in epoll": STOPPED,
    "wild addresses": STOPPED,
    "signals": {"finished"},
    "unseen children": {"too long", "stalled"},
    "unwanted children": {"too long", "stalled"},
    "threads": STOPPED,
    "forks": {"crashed", "too long", "stalled"},
    "memory": {"crashed", "too long"},
    "errors": {"too long", "stalled"},
    "unseen errors": {"too long", "stalled"},
    "sleep": {"stalled"},
    "naps": {"stalled"},
    "output": {"too much"},
    "files": {"finished", "too long"},
    "folders": {"finished"},
    "semaphores": {"finished"},
    "alarms": STOPPED,
    "without blocking": STOPPED,
    "terminal": STOPPED,
    "stopped": STOPPED,
    "daemons": {"finished"},
    "many readers": {"wanted more", "finished"},
    "short threads": {"too long", "stalled"},
    "calls": {"too long", "stalled"},
    "all stopped": STOPPED,
    "traced": STOPPED,
    "own name": STOPPED,
    "descriptors": STOPPED,
}
SAID = {
    "signals": "alive\n",
    "files": "bounded\n",
    "folders": "deep\n",
    "semaphores": "refused\n",
    "daemons": "left\n",
}
ALLOWANCE = 0.3
"""Seconds of processor time in which a run is set up and all that it left is removed."""

PATIENCE = 60
"""A run ends long before that, also beside busy processes."""


def complaint(way: str, cost: Cost) -> str:
    """What is not as it should be; empty if all is."""
    if cost.ending not in VERDICTS[way]:
        return f"{way}: {cost.ending}"
    if cost.elapsed > PATIENCE or (cost.processor or 0.0) > 2 * SECONDS + ALLOWANCE:
        return f"{way}: cost {cost.processor} s and took {cost.elapsed} s"
    said = [["wrote", SAID[way]]] if way in SAID else cost.events
    if cost.ending == "finished" and cost.events != said:
        return f"{way}: {cost.events}"
    return ""


def complaints(hostile: str, who: str, group: str | None, ways: Iterable[str]) -> dict[str, str]:
    """What is not as it should be, by the way to be hostile for which it is not."""
    commands = {way: [hostile, way] for way in ways}
    found = costs(who, commands, ["1", "2"], SECONDS, group)
    assert found.keys() == commands.keys()
    told = {way: complaint(way, cost) for way, cost in found.items()}
    return {way: each for way, each in told.items() if each}


def test_no_hostile_program_costs_more_than_twice_its_limit(
    hostile: str, who: str, group: str | None
) -> None:
    first = complaints(hostile, who, group, VERDICTS)
    again = complaints(
        hostile, who, group, first
    )  # a neighbour makes a run cost more, but not always
    assert not again, first


@pytest.mark.usefixtures("sandbox")
def test_a_program_that_was_hostile_once_does_not_spoil_the_next_run(hostile: str) -> None:
    for way in ("forks", "stopped"):
        runs = all_observed("us", [hostile, way], ["1"], 2, SECONDS)
        assert {ending for _, ending, _ in runs} <= VERDICTS[way] | {"wanted more"}
