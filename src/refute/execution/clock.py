"""Whether a run has used up its time, told alike on an idle machine and on a busy one.

What counts is processor time. A run that hardly computes, because it sleeps or waits for something
that never comes, ends at a ceiling of elapsed time, several times as high; to that does not count
the time for which the run was ready and others had the core.
"""

from __future__ import annotations

import time
from typing import Protocol

from refute.execution.program import Ending

CEILING = 5
"""Elapsed time that a run may take, as a multiple of the processor time that it may use."""

_MOST_EXTRA, _MOST_EXTRA_IN_DOUBT = 50, CEILING
"""The most that waiting for a core can add to the ceiling, as a multiple of the same.

It adds less where a run could use a core unnoticed, and make itself wait.
"""

_NOISE = 0.05
"""Waiting for a core for less than this is not worth another look."""


class Usage(Protocol):
    """Where the times of a run are read."""

    @property
    def is_exact(self) -> bool:
        """Whether no processor time can be hidden from it."""

    def cpu(self) -> float | None:
        """The seconds of processor time used since the beginning; None if nobody can tell."""

    def waited(self) -> float:
        """The seconds for which the run was ready and had no core."""


class Clock:
    """The time of one run, from the moment that this is made."""

    def __init__(self, usage: Usage, seconds: float) -> None:
        self._usage = usage
        self._seconds = seconds
        self._deadline = time.monotonic() + CEILING * seconds
        self._extra_left = seconds * (_MOST_EXTRA if usage.is_exact else _MOST_EXTRA_IN_DOUBT)
        self._waited = 0.0

    def left(self) -> float:
        """The seconds until the ceiling is reached, as far as is known."""
        return max(0.0, self._deadline - time.monotonic())

    def extend(self, seconds: float) -> None:
        """Do not count a time in which we let the run wait."""
        self._deadline += seconds

    def end_within(self, seconds: float) -> None:
        """Lower the ceiling."""
        self._deadline = min(self._deadline, time.monotonic() + seconds)
        self._waited = self._usage.waited()

    def verdict(self) -> Ending | None:
        """Why the run must be stopped now, if it must."""
        if (self._usage.cpu() or 0.0) > self._seconds:
            return Ending.TOO_LONG
        return None if self.left() or self._extended() else Ending.STALLED

    def _extended(self) -> bool:
        """Whether there is more time, since others had the core."""
        waited = self._usage.waited()
        extra = min(waited - self._waited, self._extra_left)
        if extra <= _NOISE:
            return False
        self._waited = waited
        self._extra_left -= extra
        self._deadline += extra
        return True
