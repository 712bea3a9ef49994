"""What whoever starts a program must do, so that it is confined from its first instruction."""

from __future__ import annotations

import os
import signal
from collections.abc import Mapping
from dataclasses import dataclass, field

from refute.execution.sandbox.bounds import Bounds, Rlimits, limit
from refute.execution.sandbox.folders import take_back
from refute.execution.sandbox.supervise import supervise
from refute.execution.sandbox.watch import Watch


@dataclass(slots=True)
class Start:
    """A confined start, good for one process.

    Fork; in the child call `enter()`, go to `directory` and execute `argv` with exactly this
    environment, with `descriptors` inherited. In the parent call `release()` after the fork,
    `watch(pid).excess()` now and then, and to stop it early `end(pid)`. When `pid` is reaped,
    nothing of the run is left; then call `finish()`. The thread that forks must outlive the run.
    """

    argv: tuple[str, ...]
    environment: Mapping[str, str]
    directory: str
    rlimits: Rlimits
    bounds: Bounds
    descriptors: tuple[int, ...] = ()
    writable: str | None = None
    translates_signals: bool = False
    parent: int = field(default_factory=os.getpid)

    def enter(self) -> None:
        """In the child, before it executes; returns in a grandchild that is supervised."""
        supervise(self.parent)
        limit(self.rlimits)

    def release(self) -> None:
        """In the parent, after the fork: close what only the child needs."""
        for each in self.descriptors:
            os.close(each)
        self.descriptors = ()

    def watch(self, pid: int) -> Watch:
        """Watches what the kernel does not bound."""
        return Watch(pid, self.bounds, self.writable)

    def end(self, pid: int) -> None:
        """Have everything ended that was started; `pid` can be reaped when it is."""
        os.kill(pid, signal.SIGTERM)

    def finish(self) -> None:
        """After `pid` was reaped: take back the folder that the program could write to."""
        if self.writable is not None:
            take_back(self.writable)

    def exit_code(self, code: int) -> int:
        """The exit code of the program, negative for the signal that ended it.

        `code` is that of `pid`, as `subprocess` and `os.waitstatus_to_exitcode` give it.
        """
        return 128 - code if self.translates_signals and 128 < code <= 128 + 64 else code
