"""Bounds that the kernel does not enforce by itself, looked after now and then."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass

from refute.execution.sandbox.bounds import Bounds
from refute.execution.sandbox.processes import descendants, proportional, resident, threads

EVERY = 0.05
"""How often to look, in seconds."""


@dataclass(frozen=True, slots=True)
class Watch:
    """Looks at everything below a process, and at a folder that it may write to."""

    pid: int
    bounds: Bounds
    writable: str | None = None

    def excess(self) -> str:
        """What there is too much of, in words; empty while all is well."""
        below = descendants(self.pid)
        if sum(map(threads, below)) > self.bounds.processes + 4:
            return "too many processes"
        if self._memory(below) > self.bounds.memory:
            return "too much memory"
        if self.writable is not None and sum(_sizes(self.writable)) > self.bounds.disk:
            return "too much written to files"
        return ""

    def _memory(self, below: list[int]) -> int:
        """The memory in use; shared memory is told apart only where that decides."""
        most = sum(map(resident, below))
        return most if most <= self.bounds.memory else sum(map(proportional, below))


def _sizes(folder: str) -> Iterator[int]:
    """The size on disk of everything in a folder, some more for each entry."""
    for place, folders, files in os.walk(folder):
        yield 4096 * len(folders)
        for name in files:
            try:
                yield 512 * os.lstat(os.path.join(place, name)).st_blocks + 512
            except OSError:
                continue
