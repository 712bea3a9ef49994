"""How much a program under test may use."""

from __future__ import annotations

import resource
from dataclasses import dataclass
from typing import TypeAlias

MEGABYTE = 1 << 20

Rlimits: TypeAlias = tuple[tuple[int, int], ...]


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

    def rlimits(self) -> Rlimits:
        """What the kernel enforces for each process; memory is data, not address space.

        Java and Node reserve far more addresses than they use.
        """
        return (
            (resource.RLIMIT_CPU, self.cpu_seconds),
            (resource.RLIMIT_DATA, self.memory),
            (resource.RLIMIT_FSIZE, self.file_size),
            (resource.RLIMIT_NOFILE, self.open_files),
            (resource.RLIMIT_CORE, 0),
            (resource.RLIMIT_MEMLOCK, 0),
            (resource.RLIMIT_MSGQUEUE, 0),
        )


def limit(rlimits: Rlimits) -> None:
    """Set limits of this process, never above those that it already has."""
    for kind, most in rlimits:
        hard = resource.getrlimit(kind)[1]
        value = most if hard == resource.RLIM_INFINITY else min(most, hard)
        resource.setrlimit(kind, (value, value))
