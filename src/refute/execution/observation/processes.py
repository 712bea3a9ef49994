"""Processes and all that they started: who they are, what they use, and their end."""

from __future__ import annotations

import contextlib
import os
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Protocol

from refute.execution.observation.syscalls import machine

MARK = "REFUTE_RUN"
"""A variable in the environment by which strays are found that left the family."""


def family(root: int) -> Iterator[int]:
    """A process and all that descend from it, as far as they still know it."""
    left = [root]
    while left:
        process = left.pop()
        yield process
        for _, children in _told_by_threads(process, "children"):
            left.extend(map(int, children.split()))


def _told_by_threads(process: int, name: str) -> Iterator[tuple[int, str]]:
    """What a file in /proc says of each thread of a process; threads may go away at any time."""
    for thread in _listed(f"/proc/{process}/task"):
        with contextlib.suppress(OSError):
            yield int(thread), Path(f"/proc/{process}/task/{thread}/{name}").read_text("ascii")


def _listed(folder: str) -> list[str]:
    try:
        return os.listdir(folder)
    except OSError:
        return []


def kill_marked(mark: str) -> None:
    """Kill every process that was started with a mark."""
    wanted = f"{MARK}={mark}".encode()
    for process in filter(str.isdigit, _listed("/proc")):
        with contextlib.suppress(OSError):
            if wanted in Path(f"/proc/{process}/environ").read_bytes().split(b"\0"):
                os.kill(int(process), signal.SIGKILL)


class ProcessorTime(Protocol):
    """Who counts processor time exactly, also that of processes which have ended."""

    def cpu(self) -> float:
        """The seconds that were used."""

    def waited(self) -> float:
        """The seconds for which somebody was ready and had no core."""


class FamilyUsage:
    """The time that all processes below one use from now on, also those that end.

    Without a `group` of the kernel's, those are missed whose parents do not ask how they ended.
    """

    def __init__(self, root: int, group: ProcessorTime | None = None) -> None:
        self._root = root
        self._group = group
        self._before = group.cpu() if group else sum(_cpu_times(root)[2:])
        self._waited_before = group.waited() if group else 0.0
        self.is_exact = group is not None

    def cpu(self) -> float | None:
        """Seconds of processor time; None where nobody tells."""
        if self._group is not None:
            return self._group.cpu() - self._before
        first, *below = family(self._root)
        times = _cpu_times(first)
        if not times:
            return None
        # A process is read before its children, so that none is counted twice that ends meanwhile.
        return sum(times[2:]) - self._before + sum(map(_cpu_time, below))

    def waited(self) -> float:
        """Seconds for which a thread was ready and had no core.

        The most of all threads that are there, or what the kernel tells of all that there were.
        """
        waited = [
            int(told.split()[1])
            for process in family(self._root)
            for _, told in _told_by_threads(process, "schedstat")
        ]
        told = self._group.waited() - self._waited_before if self._group else 0.0
        return max(told, max(waited, default=0) / 1e9)


_TICKS = os.sysconf("SC_CLK_TCK")


def _cpu_times(process: int) -> tuple[float, ...]:
    """Seconds of a process as user and system, and the same of its children that have ended."""
    try:
        told = Path(f"/proc/{process}/stat").read_text("utf-8", "replace")
    except OSError:
        return ()
    return tuple(int(each) / _TICKS for each in told.rpartition(")")[2].split()[11:15])


def _cpu_time(process: int) -> float:
    """Seconds of a process and of its children that have ended.

    The times of a process are told in whole ticks, of which many processes can hide a lot; those of
    its threads exactly, but only of those that are there.
    """
    times = _cpu_times(process)
    threads = (int(told.split()[0]) for _, told in _told_by_threads(process, "schedstat"))
    return max(sum(times[:2]), sum(threads) / 1e9) + sum(times[2:])


def can_look() -> bool:
    """Whether this system shows in which system calls threads stand."""
    try:
        return machine() is not None and bool(Path("/proc/self/syscall").read_text("ascii"))
    except OSError:
        return False
