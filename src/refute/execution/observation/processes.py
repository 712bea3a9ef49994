"""Processes and their descendants: who they are, what they use, and how to kill them."""

from __future__ import annotations

import contextlib
import os
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Protocol

from refute.execution.observation.syscalls import machine

MARK = "REFUTE_RUN"
"""The environment variable by which processes are found that have left the process tree."""


def family(root: int) -> Iterator[int]:
    """A process and all of its descendants that can still be traced to it."""
    left = [root]
    while left:
        process = left.pop()
        yield process
        for _, children in _told_by_threads(process, "children"):
            left.extend(map(int, children.split()))


def _told_by_threads(process: int, name: str) -> Iterator[tuple[int, str]]:
    """The content of a file in /proc for each thread of a process; threads may end at any time."""
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
    """An exact counter of processor time, including that of processes that have ended."""

    def cpu(self) -> float:
        """Seconds of processor time used."""

    def waited(self) -> float:
        """Seconds during which a process was ready and had no core."""


class FamilyUsage:
    """The time that all processes below one use from now on, including those that end.

    Without a `group` of the kernel, processes are missed whose parents do not wait for them.
    """

    def __init__(self, root: int, group: ProcessorTime | None = None) -> None:
        self._root = root
        self._group = group
        self._before = group.cpu() if group else sum(_cpu_times(root)[2:])
        self._waited_before = group.waited() if group else 0.0
        self.is_exact = group is not None

    def cpu(self) -> float | None:
        """Seconds of processor time; None if unknown."""
        if self._group is not None:
            return self._group.cpu() - self._before
        first, *below = family(self._root)
        times = _cpu_times(first)
        if not times:
            return None
        # A process is read before its children, so that none that ends meanwhile is counted twice.
        return sum(times[2:]) - self._before + sum(map(_cpu_time, below))

    def waited(self) -> float:
        """Seconds during which a thread was ready and had no core.

        The maximum over all existing threads, or the kernel's number for all threads that ever
        existed.
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
    """User and system time of a process, and of its children that have ended, in seconds."""
    try:
        told = Path(f"/proc/{process}/stat").read_text("utf-8", "replace")
    except OSError:
        return ()
    return tuple(int(each) / _TICKS for each in told.rpartition(")")[2].split()[11:15])


def _cpu_time(process: int) -> float:
    """Seconds of processor time of a process and of its children that have ended.

    The times of a process are given in whole ticks, in which many processes can hide a lot; those
    of its threads are exact, but only for existing threads.
    """
    times = _cpu_times(process)
    threads = (int(told.split()[0]) for _, told in _told_by_threads(process, "schedstat"))
    return max(sum(times[:2]), sum(threads) / 1e9) + sum(times[2:])


def can_look() -> bool:
    """Whether this system shows in which system calls threads are blocked."""
    try:
        return machine() is not None and bool(Path("/proc/self/syscall").read_text("ascii"))
    except OSError:
        return False
