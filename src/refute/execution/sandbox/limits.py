"""How much a program under test may use, and whether it uses more."""

from __future__ import annotations

import os
import resource
from collections.abc import Iterator
from itertools import accumulate
from pathlib import Path

from refute.execution.invocation import Limit, too_much_memory
from refute.execution.observation.processes import family
from refute.record import record

MEGABYTE = 1 << 20
_PAGE = os.sysconf("SC_PAGE_SIZE")
OF_OURS = 3
"""Processes of ours in the control group of a run: the supervisor and the one that waits for it."""

NEXT = 1
"""While a program runs, the process prepared for the next run is counted, too."""


@record
class ResourceLimits:
    """Limits of one run; memory and processes count for everything that it starts together.

    `cpu_seconds` is a last resort for each process; `Clock` watches the time of a run.
    """

    cpu_seconds: int = 10
    memory: int = 1024 * MEGABYTE
    processes: int = 64
    file_size: int = 16 * MEGABYTE
    disk: int = 64 * MEGABYTE
    open_files: int = 256

    def rlimits(self, *, processes: bool = False) -> tuple[Limit, ...]:
        """The limits that the kernel enforces per process; the number of processes only on request.

        Memory is limited as data, not as address space: Java and Node reserve far more addresses
        than they use. A program that is out of time gets a signal, and is killed a second later.
        """
        most = {
            "RLIMIT_DATA": self.memory,
            "RLIMIT_FSIZE": self.file_size,
            "RLIMIT_NOFILE": self.open_files,
            "RLIMIT_CORE": 0,
            "RLIMIT_MEMLOCK": 0,
            "RLIMIT_MSGQUEUE": 0,
        }
        if processes:
            most["RLIMIT_NPROC"] = self.processes + NEXT
        known = {getattr(resource, name, None): value for name, value in most.items()}
        limits = [(name, value, value) for name, value in known.items() if name is not None]
        return ((resource.RLIMIT_CPU, self.cpu_seconds, self.cpu_seconds + 1), *limits)


@record
class LimitMonitor:
    """Checks everything below the first process of a run, and a writable folder."""

    limits: ResourceLimits
    writable: Path | None = None

    def __call__(self, process: int) -> str:
        """What is exceeded, in words; empty if nothing is."""
        _, *below = family(process)
        if sum(map(_threads, below)) > self.limits.processes + NEXT:
            return f"more than {self.limits.processes} processes"
        if self._memory(below) > self.limits.memory:
            return too_much_memory(self.limits.memory)
        if self.writable is not None and _exceeds(self.writable, self.limits.disk):
            return f"more than {self.limits.disk // MEGABYTE} MB written to files"
        return ""

    def _memory(self, below: list[int]) -> int:
        """The memory in use; shared memory is counted exactly only if that makes a difference."""
        most = sum(map(_resident, below))
        return most if most <= self.limits.memory else sum(map(_proportional, below))


def _threads(process: int) -> int:
    """The number of threads of a process; 0 if it is gone."""
    try:
        return len(os.listdir(f"/proc/{process}/task"))
    except OSError:
        return 0


def _resident(process: int) -> int:
    """The bytes of memory that a process uses, shared memory included."""
    fields = _read(f"/proc/{process}/statm").split()
    return int(fields[1]) * _PAGE if fields else 0


def _proportional(process: int) -> int:
    """The bytes of memory that a process uses, with its share of shared memory; slow."""
    for line in _read(f"/proc/{process}/smaps_rollup").splitlines():
        if line.startswith("Pss:"):
            return int(line.split()[1]) * 1024
    return _resident(process)


def _read(path: str) -> str:
    """The text of a file in `/proc`; empty if the process is gone."""
    try:
        return Path(path).read_text("ascii", "replace")
    except OSError:
        return ""


def _exceeds(folder: Path, most: int) -> bool:
    """Whether the content of a folder takes more than this many bytes."""
    return any(total > most for total in accumulate(_sizes(folder)))


def _sizes(folder: Path) -> Iterator[int]:
    """The size on disk of everything in a folder, with some overhead for each entry."""
    for path, folders, files in os.walk(folder):
        yield 4096 * len(folders)
        for name in files:
            try:
                yield 512 * os.lstat(os.path.join(path, name)).st_blocks + 512
            except OSError:
                continue
