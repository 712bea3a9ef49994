"""A file that takes too long to be read is undecided, within the ceiling."""

from __future__ import annotations

import signal
import time
from collections.abc import Iterator

import pytest

from refute.languages import ceiling
from refute.languages.ceiling import within
from refute.languages.language import Stream
from refute.report.outcome import Outcome, Verdict

FOUND = Outcome("q", "test", Verdict.PASSED, "fine")


def quickly() -> Iterator[Outcome]:
    yield FOUND
    yield FOUND


def never() -> Stream:
    while True:
        time.sleep(0.01)


@pytest.mark.parametrize("seconds", [None, 5.0])
def test_what_comes_in_time_is_left_as_it_is(seconds: float | None) -> None:
    before = signal.getsignal(signal.SIGALRM)
    assert [*within(seconds, "x", quickly)] == [FOUND, FOUND]
    assert signal.getsignal(signal.SIGALRM) is before


def test_what_does_not_come_in_time_is_undecided(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(ceiling, "_MARGIN", 0.05)
    (outcome,) = within(0.05, "big.fl", never)
    assert isinstance(outcome, Outcome)
    assert (outcome.question, outcome.verdict) == ("big.fl", Verdict.UNDECIDED)
    assert signal.getitimer(signal.ITIMER_REAL) == (0.0, 0.0)
