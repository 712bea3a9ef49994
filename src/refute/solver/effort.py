"""Limits on the work for a question, counted so that every machine stops at the same point."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from enum import StrEnum
from typing import final

from refute.memory import collect_garbage, collect_if_grown, memory_in_use

SECOND = 5_000_000
"""Units of work that an ordinary machine does in about a second; one is a resource unit of z3.

The cost of other work was measured against this, so that its share of the effort is its share of
the time. Only the order of magnitude matters, and that the numbers are fixed.
"""

ALLOWANCE = 10 * SECOND
"""Units of work that a question may take, unless the user asks for more or less effort."""


MEMORY = 500_000_000
"""Number of bytes by which the process may grow for a question, or more with more effort. What is
kept is part of the effort where that can be counted; this limit is for everything else."""


class Ended(StrEnum):
    """Why the work on a question stopped."""

    EXHAUSTED = "everything was searched"
    DEPTH = "the depth limit was reached"
    COST = "the size limit was reached"
    NODES = "the node limit was reached"
    RESULTS = "the limit on answers was reached"
    EFFORT = "the effort limit was reached"
    MEMORY = "the memory limit was reached, so the answer depends on the machine"
    TIME = "the time limit was reached, so the answer depends on the machine"
    INTERRUPTED = "it was interrupted"


def _never() -> bool:
    return False


def _nobody() -> None:
    """Do nothing."""


@final
class Effort:
    """The budget of one question, and what was spent of it; each question has its own.

    Work is counted in units, so the same question stops at the same point on every machine. A time
    limit, which starts now, and a request to cancel may stop it earlier; `ended` says which.
    """

    __slots__ = (
        "_cancelled",
        "_deadline",
        "_growth",
        "_interrupted",
        "_most_memory",
        "allowance",
        "ended",
        "spent",
        "time_limit",
    )

    def __init__(
        self,
        scale: float = 1.0,
        time_limit: float | None = None,
        cancelled: Callable[[], bool] = _never,
        interrupted: Callable[[], None] = _nobody,
    ) -> None:
        self.allowance = max(1, int(scale * ALLOWANCE))
        self.spent = 0
        self.time_limit = time_limit
        self.ended: Ended | None = None
        self._cancelled = cancelled
        self._interrupted = interrupted
        self._growth = int(max(1.0, scale) * MEMORY)
        self._most_memory: int | None = None
        self._deadline = None if time_limit is None else time.monotonic() + time_limit

    def spend(self, units: int) -> None:
        """Count work that was done."""
        self.spent += units

    @contextmanager
    def aside(self) -> Iterator[None]:
        """While entered, limit the work by what is left, and afterwards forget what was spent."""
        before = self.spent
        try:
            yield
        finally:
            self.spent = before

    @property
    def left(self) -> int:
        """The units that may still be spent."""
        return max(0, self.allowance - self.spent)

    @property
    def cut_short(self) -> bool:
        """Whether the clock or a request to cancel ends the work, whatever was spent."""
        if self._deadline is not None and time.monotonic() > self._deadline:
            self.ended = self.ended or Ended.TIME
            return True
        if self._cancelled():
            self.ended = self.ended or Ended.INTERRUPTED
            return True
        return self.ended in {Ended.TIME, Ended.INTERRUPTED}

    @property
    def stopped(self) -> bool:
        """Whether the work was cut short, or has ended."""
        return self.ended is not None or self.cut_short

    @property
    def exhausted(self) -> bool:
        """Whether the work has to end."""
        if self.ended is None and self.spent >= self.allowance:
            self.ended = Ended.EFFORT
        return self.stopped

    @property
    def doubt(self) -> str:
        """Why a question is undecided if the solver does not know: by itself, or cut short."""
        if self.stopped and self.ended in {Ended.MEMORY, Ended.TIME, Ended.INTERRUPTED}:
            return str(self.ended)
        return "the solver could not decide every condition"

    def look_at_memory(self) -> None:
        """End the work if the process needs much more memory than when it first looked."""
        if self._most_memory is None:
            collect_if_grown(MEMORY // 2)  # frees what the question before has left
            self._most_memory = memory_in_use() + self._growth
        elif self.ended is None and not collect_garbage(self._most_memory):
            self.ended = Ended.MEMORY

    def interrupt(self) -> None:
        """End the work because of Ctrl-C, and tell the one who asks the questions."""
        self.ended = Ended.INTERRUPTED
        self._interrupted()

    def renew(self) -> None:
        """Allow as much again, for a question that the user wants to continue."""
        if self.ended in {Ended.EFFORT, Ended.MEMORY, Ended.TIME}:
            self.ended = None
        self.spent = 0
        if self.time_limit is not None:
            self._deadline = time.monotonic() + self.time_limit
