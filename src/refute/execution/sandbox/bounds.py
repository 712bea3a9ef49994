"""How much a program under test may use."""

from __future__ import annotations

from dataclasses import dataclass

MEGABYTE = 1 << 20


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

    def command(self) -> tuple[str, ...]:
        """A command that limits the one that follows it, and every process that this starts.

        Memory is data, not address space: Java and Node reserve far more addresses than they use.
        A program that is out of time is told so by a signal, and killed a second later.
        """
        return (
            "prlimit",
            f"--cpu={self.cpu_seconds}:{self.cpu_seconds + 1}",
            f"--data={self.memory}",
            f"--fsize={self.file_size}",
            f"--nofile={self.open_files}",
            "--core=0",
            "--memlock=0",
            "--msgqueue=0",
        )
