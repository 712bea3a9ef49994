"""A query ends after much processor time that z3 does not count, and not after much time."""

from __future__ import annotations

import time

import pytest
import z3

from refute.solver import Answer, Effort, Ended, open_session, watchdog
from refute.solver.watchdog import Watchdog

from .test_session import cubes


@pytest.fixture
def looking(monkeypatch: pytest.MonkeyPatch) -> Watchdog:
    monkeypatch.setattr(watchdog, "_EVERY", 0.002)
    return Watchdog()


def test_time_in_which_nothing_is_computed_does_not_count(
    looking: Watchdog, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(watchdog, "MOST", 0.05)
    looking.begin(z3.Context())
    time.sleep(0.1)
    assert not looking.end()


def test_a_query_that_computes_for_too_long_ends_and_says_so(
    looking: Watchdog, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(watchdog, "MOST", 0.0)
    monkeypatch.setattr("refute.solver.session.WATCHDOG", looking)
    session = open_session(effort=Effort())
    assert session.check(cubes(114)) is Answer.UNKNOWN
    assert session.effort.ended is Ended.TIME
