"""Whether a run has used up its time, decided alike on an idle machine and on a busy one.

What counts is processor time: that of the program, and in addition our own, since a program can
make us work. A run that hardly computes, because it sleeps or waits for something that never
happens, ends at a limit of elapsed time that is several times as high; the time during which the
run, or we, were ready but others had the core does not count towards it.
"""

from __future__ import annotations

import os
import time
from typing import ClassVar, Protocol

from refute.execution.program import Ending
from refute.record import record

CEILING = 5
"""Limit of the elapsed time of a run, as a multiple of the processor time that it may use."""

_MOST_EXTRA, _MOST_EXTRA_IN_DOUBT = 50, CEILING
"""Maximum time that waiting for a core adds to that limit, as a multiple of the same base.

It is smaller if a run could use a core unnoticed, and make itself wait.
"""

COST = 2
"""Processor time that a run may cost, ours included, as a multiple of what the program may use."""

_NOISE = 0.05
"""Minimum time of waiting for a core, in seconds, that is worth another look."""

_LATE = 0.2
"""A look that is later than this without work or waiting for a core means that we were stopped."""


class Usage(Protocol):
    """A source of the times of a run."""

    @property
    def is_exact(self) -> bool:
        """Whether no processor time can be hidden from it."""

    def cpu(self) -> float | None:
        """Seconds of processor time used since the beginning; None if unknown."""

    def waited(self) -> float:
        """Seconds during which the run was ready and had no core."""


class Clock:
    """The time of one run, from the creation of the clock, for the thread that watches the run.

    The program may use `seconds` of processor time, and the run may `cost` as much as given, by
    default COST times that; beyond that it has made us work for nothing.
    """

    def __init__(self, usage: Usage, seconds: float, cost: float | None = None) -> None:
        self._usage = usage
        self._seconds = seconds
        self._most = COST * seconds if cost is None else cost
        self._began = time.thread_time()
        self._waited = _own_wait()
        self._looked = self._began + self._waited
        self._deadline = time.monotonic() + CEILING * seconds
        self._extra_left = seconds * (_MOST_EXTRA if usage.is_exact else _MOST_EXTRA_IN_DOUBT)

    def left(self) -> float:
        """The seconds left until the limit of elapsed time, as far as is known."""
        return max(0.0, self._deadline - time.monotonic())

    def own_time(self) -> float:
        """The time that would have passed if nobody else had ever had the core."""
        return time.monotonic() - self._all_waited()

    def extend(self, seconds: float) -> None:
        """Do not count a time during which we made the run wait."""
        self._deadline += seconds

    def end_within(self, seconds: float) -> None:
        """Lower the limit of elapsed time."""
        self._deadline = min(self._deadline, time.monotonic() + seconds)
        self._waited = self._all_waited()

    def looked(self, late: float) -> None:
        """Do not count the lateness of a look that neither work nor waiting for a core explains."""
        now = time.thread_time() + _own_wait()
        extra = min(late - (now - self._looked), self._extra_left)
        self._looked = now
        if extra > _LATE:
            self._extra_left -= extra
            self._deadline += extra

    def distrust(self) -> None:
        """From now on processor time may be hidden: count all time as used."""
        if not self._usage.is_exact:
            self.end_within(self._seconds)
            self._extra_left = 0.0

    def verdict(self) -> Ending | None:
        """Why the run must be stopped now, if it must."""
        used = self._used()
        if used > self._seconds or used + self._ours() > self._most:
            return Ending.TOO_LONG
        return None if self.left() or self._extended() else Ending.STALLED

    def cost(self) -> float:
        """Seconds of processor time that the run has cost so far, ours included."""
        return self._used() + self._ours()

    def _used(self) -> float:
        return self._usage.cpu() or 0.0

    def _ours(self) -> float:
        return time.thread_time() - self._began

    def _all_waited(self) -> float:
        """Seconds during which the run had no core, or we had none while it waited for us."""
        return self._usage.waited() + _own_wait()

    def _extended(self) -> bool:
        """Whether the limit was extended, since others had the core."""
        waited = self._all_waited()
        extra = min(waited - self._waited, self._extra_left)
        if extra <= _NOISE:
            return False
        self._waited = waited
        self._extra_left -= extra
        self._deadline += extra
        return True


def _own_wait() -> float:
    """Seconds during which this thread was ready and had no core, as far as is known."""
    told = beginning("/proc/thread-self/schedstat", 128).split()
    return int(told[1]) / 1e9 if told else 0.0


@record
class ThreadUsage:
    """The time that a thread of this process has used."""

    thread: int | None
    is_exact: ClassVar[bool] = True

    def cpu(self) -> float | None:
        """Seconds of processor time; None if `/proc` does not tell."""
        times = self._times()
        return None if times is None else times[0]

    def waited(self) -> float:
        """Seconds during which it was ready and had no core."""
        times = self._times()
        return 0.0 if times is None else times[1]

    def _times(self) -> tuple[float, float] | None:
        told = beginning(f"/proc/self/task/{self.thread}/schedstat", 128).split()
        return (int(told[0]) / 1e9, int(told[1]) / 1e9) if told else None


def beginning(path: str, most: int) -> str:
    """The first `most` bytes of a file of the kernel as text; empty if it cannot be read."""
    try:
        descriptor = os.open(path, os.O_RDONLY)
    except OSError:
        return ""
    try:
        return os.read(descriptor, most).decode("utf-8", "replace")
    except OSError:
        return ""
    finally:
        os.close(descriptor)
