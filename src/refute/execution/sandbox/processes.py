"""Processes as `/proc` shows them."""

from __future__ import annotations

import os
from collections.abc import Iterator
from pathlib import Path

_PAGE = os.sysconf("SC_PAGE_SIZE")


def descendants(pid: int) -> list[int]:
    """Every process below a process, parents before children."""
    found: list[int] = []
    waiting = [pid]
    while waiting:
        children = list(_children(waiting.pop()))
        found += children
        waiting += children
    return found


def _children(pid: int) -> Iterator[int]:
    """The children of every thread of a process."""
    try:
        tasks = os.listdir(f"/proc/{pid}/task")
    except OSError:
        return
    for task in tasks:
        yield from map(int, _read(f"/proc/{pid}/task/{task}/children").split())


def threads(pid: int) -> int:
    """How many threads a process has; none when it is gone."""
    try:
        return len(os.listdir(f"/proc/{pid}/task"))
    except OSError:
        return 0


def resident(pid: int) -> int:
    """The bytes of memory that a process has in use, shared ones included."""
    fields = _read(f"/proc/{pid}/statm").split()
    return int(fields[1]) * _PAGE if fields else 0


def proportional(pid: int) -> int:
    """The bytes of memory in use, those shared with others by its share; slow."""
    for line in _read(f"/proc/{pid}/smaps_rollup").splitlines():
        if line.startswith("Pss:"):
            return int(line.split()[1]) * 1024
    return 0


def _read(path: str) -> str:
    """The text of a file of `/proc`, empty when the process is gone."""
    try:
        return Path(path).read_text("ascii", "replace")
    except OSError:
        return ""
