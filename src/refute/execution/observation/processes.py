"""Processes and all that they started: who they are, what they wait for, and their end."""

from __future__ import annotations

import contextlib
import os
import signal
from collections.abc import Iterator
from pathlib import Path

from refute.execution.observation.syscalls import Waiting, machine

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


def standing(root: int) -> Iterator[tuple[int, Waiting, tuple[int, ...]]]:
    """Every thread of a family that stands in a call in which one waits, with its arguments."""
    here = machine()
    if here is None:
        return
    for process in family(root):
        for thread, told in _told_by_threads(process, "syscall"):
            number, *arguments = told.split()
            waiting = here.native.waiting.get(int(number)) if number.isdigit() else None
            if waiting is not None:
                yield thread, waiting, tuple(int(each, 16) for each in arguments)


def waited_for_core(root: int) -> float:
    """The seconds for which a thread of a family was ready and had no core; the most of all."""
    waited = [
        int(told.split()[1])
        for process in family(root)
        for _, told in _told_by_threads(process, "schedstat")
    ]
    return max(waited, default=0) / 1e9


def can_look() -> bool:
    """Whether this system shows in which system calls threads stand."""
    try:
        return machine() is not None and bool(Path("/proc/self/syscall").read_text("ascii"))
    except OSError:
        return False
