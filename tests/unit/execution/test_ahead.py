"""Runs begun ahead are answered in order, and what is begun does not depend on their speed."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterator, Sequence

import pytest

from refute.execution import Ending, Run, TextWritten
from refute.execution.program import run_concurrently


class Slow:
    """A program whose later runs are quicker; it knows how many went on at the same time."""

    def __init__(self, count: int) -> None:
        self.most = 0
        self._count = count
        self._now = 0
        self._lock = threading.Lock()

    def run(self, lines: Sequence[str]) -> Run:
        with self._lock:
            self._now += 1
            self.most = max(self.most, self._now)
        time.sleep(0.02 * (self._count - int(lines[0])))
        with self._lock:
            self._now -= 1
        return Run((TextWritten(lines[0]),), Ending.FINISHED)

    def close(self) -> None:
        """Nothing is left behind."""


@pytest.mark.parametrize("at_once", [1, 2, 3])
def test_answers_come_in_order(at_once: int) -> None:
    program = Slow(6)
    taken: list[int] = []

    def cases() -> Iterator[int]:
        for number in range(6):
            taken.append(number)
            yield number

    seen = []
    for case, run in run_concurrently(program, cases(), lambda case: [str(case)], bool, at_once):
        assert run.events == (TextWritten(str(case)),)
        seen.append((case, len(taken)))
    ahead = [min(case + at_once, 6) for case in range(1, 6)]
    assert seen == list(zip(range(1, 6), ahead, strict=True))
    assert program.most == at_once


def test_a_failure_of_a_run_is_told_and_ends_the_others() -> None:
    class SupervisorLost(Slow):
        def run(self, lines: Sequence[str]) -> Run:
            raise ValueError(lines[0])

    with pytest.raises(ValueError, match="0"):
        list(
            run_concurrently(
                SupervisorLost(3), range(3), lambda case: [str(case)], lambda _: True, 2
            )
        )
