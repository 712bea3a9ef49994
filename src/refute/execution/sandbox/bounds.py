"""How much a program under test may use."""

from __future__ import annotations

import resource
from dataclasses import dataclass

from refute.execution.fence import Limit

MEGABYTE = 1 << 20
NEXT = 1
"""While a program runs, the process that is to become it in the next run is counted, too."""


@dataclass(frozen=True, slots=True)
class Bounds:
    """Bounds on one run; memory and processes are those of everything that it starts together.

    Wall time is not here: whoever runs the program knows which time to charge.
    """

    cpu_seconds: int = 10
    memory: int = 1024 * MEGABYTE
    processes: int = 64
    file_size: int = 16 * MEGABYTE
    disk: int = 64 * MEGABYTE
    open_files: int = 256

    def limits(self, *, processes: bool = False) -> tuple[Limit, ...]:
        """What the kernel sees to, for each process; the number of processes only if it can.

        Memory is data, not address space: Java and Node reserve far more addresses than they use.
        A program that is out of time is told so by a signal, and killed a second later.
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
