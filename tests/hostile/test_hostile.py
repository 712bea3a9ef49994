"""What programs do to whoever runs them is their own verdict, within their own limits."""

from __future__ import annotations

import time

import pytest
from execution.sandbox.attempt import all_observed

SECONDS = 0.3
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
    "threads": STOPPED,
    "forks": {"crashed", "too long", "stalled"},
    "memory": {"crashed", "too long"},
    "errors": {"too long", "stalled"},
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
}
SAID = {
    "signals": "alive\n",
    "folders": "deep\n",
    "semaphores": "refused\n",
    "daemons": "left\n",
}
PATIENCE = 60
"""A run ends long before that, also beside busy processes."""


@pytest.mark.parametrize("way", VERDICTS)
def test_a_hostile_program_gets_its_verdict(hostile: str, who: str, way: str) -> None:
    began = time.monotonic()
    ((events, ending, _),) = all_observed(who, [hostile, way], ["1", "2"], 1, SECONDS)
    assert ending in VERDICTS[way], (events, ending)
    assert time.monotonic() - began < PATIENCE
    if way in SAID and ending == "finished":
        assert events == [["wrote", SAID[way]]]
    if way == "files" and ending == "finished":
        assert events == [["wrote", "bounded\n"]]


@pytest.mark.usefixtures("sandbox")
def test_a_program_that_was_hostile_once_does_not_spoil_the_next_run(hostile: str) -> None:
    for way in ("forks", "stopped"):
        runs = all_observed("us", [hostile, way], ["1"], 2, SECONDS)
        assert {ending for _, ending, _ in runs} <= VERDICTS[way] | {"wanted more"}
