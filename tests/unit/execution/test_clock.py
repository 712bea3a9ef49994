"""What a run costs is processor time, ours included, and elapsed time where that may be hidden."""

from __future__ import annotations

import time
from dataclasses import dataclass

from refute.execution.clock import CEILING, COST, Clock
from refute.execution.program import Ending


@dataclass
class Used:
    """Times that a test sets."""

    is_exact: bool = True
    used: float = 0.0
    ready: float = 0.0

    def cpu(self) -> float | None:
        """What the program has used."""
        return self.used

    def waited(self) -> float:
        """How long it had no core."""
        return self.ready


def work(seconds: float) -> None:
    """Use processor time in this thread."""
    until = time.thread_time() + seconds
    while time.thread_time() < until:
        pass


def test_a_run_may_use_its_time_and_no_more() -> None:
    usage = Used()
    clock = Clock(usage, 1.0)
    usage.used = 0.99
    assert clock.verdict() is None
    usage.used = 1.01
    assert clock.verdict() is Ending.TOO_LONG


def test_what_we_work_for_a_run_is_part_of_what_it_costs() -> None:
    clock = Clock(Used(), 0.01)
    work(0.01 * COST)
    assert clock.verdict() is Ending.TOO_LONG
    assert clock.cost() > 0.01 * COST


def test_a_second_run_costs_what_is_left() -> None:
    clock = Clock(Used(used=0.5), 1.0, 0.4)
    assert clock.verdict() is Ending.TOO_LONG


def test_where_time_can_be_hidden_the_ceiling_is_the_limit() -> None:
    for exact, ceiling in ((True, CEILING), (False, 1)):
        clock = Clock(Used(is_exact=exact), 1.0)
        clock.distrust()
        assert ceiling - 0.5 < clock.left() <= ceiling


def test_a_look_that_is_late_through_no_fault_of_the_program_is_not_counted() -> None:
    clock = Clock(Used(), 1.0)
    clock.looked(3.0)
    assert clock.left() > CEILING + 2
    busy = Clock(Used(), 1.0)
    work(0.3)
    busy.looked(0.3)
    assert busy.left() < CEILING
