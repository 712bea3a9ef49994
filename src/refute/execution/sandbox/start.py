"""What whoever starts a program must do, so that it is confined from its first instruction."""

from __future__ import annotations

import os
import re
import select
import signal
from collections.abc import Mapping
from dataclasses import dataclass, field

from refute.execution.sandbox.bounds import Bounds, Rlimits, limit
from refute.execution.sandbox.folders import take_back
from refute.execution.sandbox.supervise import die_with, supervise
from refute.execution.sandbox.watch import Watch

_PATIENCE = 2.0
_CHILD = re.compile(rb'"child-pid": *(\d+)')


@dataclass(slots=True)
class Start:
    """A confined start, good for one process.

    Fork; in the child call `enter()`, go to `directory` and execute `argv` with exactly this
    environment, with `descriptors` inherited. In the parent call `release()` after the fork,
    `watch(pid).excess()` now and then, and to stop it early `end(pid)`. Reap `pid`, then call
    `finish()`: after it nothing of the run is left. The thread that forks must outlive the run.
    When it is `enclosed`, bubblewrap writes to `status` which process is its first inside.
    """

    argv: tuple[str, ...]
    environment: Mapping[str, str]
    directory: str
    rlimits: Rlimits
    bounds: Bounds
    writable: str | None = None
    descriptors: tuple[int, ...] = ()
    enclosed: bool = False
    status: int | None = None
    parent: int = field(default_factory=os.getpid)
    _heard: bytes = b""

    def enter(self) -> None:
        """In the child, before it executes; without bubblewrap it returns in a grandchild."""
        if self.enclosed:
            die_with(self.parent, signal.SIGKILL)
        else:
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
        if self.enclosed:
            _send(self._first() or pid, signal.SIGKILL)
        else:
            _send(pid, signal.SIGTERM)

    def finish(self) -> None:
        """After `pid` was reaped: nothing is left, and the folder it could write to is ours."""
        self.release()
        if self.status is not None:
            self._end_first()
            os.close(self.status)
            self.status = None
        if self.writable is not None:
            take_back(self.writable)

    def exit_code(self, code: int) -> int:
        """The exit code of the program, negative for the signal that ended it.

        `code` is that of `pid`, as `subprocess` and `os.waitstatus_to_exitcode` give it.
        """
        return 128 - code if self.enclosed and 128 < code <= 128 + 64 else code

    def _end_first(self) -> None:
        """End the first process inside, and with it all; when orphaned it became our child."""
        first = self._first()
        if first is None:
            return
        try:
            if os.waitpid(first, os.WNOHANG) == (0, 0):
                _send(first, signal.SIGKILL)
                os.waitpid(first, 0)
        except ChildProcessError:
            pass

    def _first(self) -> int | None:
        """The first process inside, once bubblewrap has made it; None when it never did."""
        found = _CHILD.search(self._heard)
        if not found and self.status is not None and select.select([self.status], [], [], _PATIENCE)[0]:
            self._heard += os.read(self.status, 4096)
            found = _CHILD.search(self._heard)
        return int(found[1]) if found else None


def _send(pid: int, number: int) -> None:
    try:
        os.kill(pid, number)
    except ProcessLookupError:
        pass
