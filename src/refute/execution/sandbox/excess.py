"""Bounds that the kernel does not enforce by itself, looked after now and then."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from refute.execution.observation.processes import family
from refute.execution.sandbox.bounds import MEGABYTE, NEXT, Bounds

_PAGE = os.sysconf("SC_PAGE_SIZE")


@dataclass(frozen=True, slots=True)
class Excess:
    """Looks at everything below the first process of a run, and at a folder to write to."""

    bounds: Bounds
    writable: Path | None = None

    def __call__(self, process: int) -> str:
        """What there is too much of, in words; empty while all is well."""
        _, *below = family(process)
        if sum(map(_threads, below)) > self.bounds.processes + NEXT:
            return f"more than {self.bounds.processes} processes"
        if self._memory(below) > self.bounds.memory:
            return f"more than {self.bounds.memory // MEGABYTE} MB of memory"
        if self.writable is not None and sum(_sizes(self.writable)) > self.bounds.disk:
            return f"more than {self.bounds.disk // MEGABYTE} MB written to files"
        return ""

    def _memory(self, below: list[int]) -> int:
        """The memory in use; shared memory is told apart only where that decides."""
        most = sum(map(_resident, below))
        return most if most <= self.bounds.memory else sum(map(_proportional, below))


def _threads(process: int) -> int:
    """How many threads a process has; none when it is gone."""
    try:
        return len(os.listdir(f"/proc/{process}/task"))
    except OSError:
        return 0


def _resident(process: int) -> int:
    """The bytes of memory that a process has in use, shared ones included."""
    fields = _read(f"/proc/{process}/statm").split()
    return int(fields[1]) * _PAGE if fields else 0


def _proportional(process: int) -> int:
    """The bytes of memory in use, those shared with others by its share; slow."""
    for line in _read(f"/proc/{process}/smaps_rollup").splitlines():
        if line.startswith("Pss:"):
            return int(line.split()[1]) * 1024
    return _resident(process)


def _read(path: str) -> str:
    """The text of a file of `/proc`, empty when the process is gone."""
    try:
        return Path(path).read_text("ascii", "replace")
    except OSError:
        return ""


def _sizes(folder: Path) -> Iterator[int]:
    """The size on disk of everything in a folder, some more for each entry."""
    for place, folders, files in os.walk(folder):
        yield 4096 * len(folders)
        for name in files:
            try:
                yield 512 * os.lstat(os.path.join(place, name)).st_blocks + 512
            except OSError:
                continue
