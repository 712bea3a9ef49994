"""Running a command inside a fence to its end, without observing what it reads: compilers."""

from __future__ import annotations

import os
import select
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from refute.execution.fence import Start
from refute.execution.observation import seccomp
from refute.execution.observation.processes import Launch
from refute.execution.observation.streams import Kind, Streams, open_streams, read_some
from refute.execution.sandbox.bounds import Bounds
from refute.execution.sandbox.fence import SandboxFence

_EVERY = 0.05


@dataclass(frozen=True, slots=True)
class Completed:
    """What came of a command: its exit code, negative for a signal, and what it printed.

    `excess` says why it was ended by us; it is empty when the command ended by itself.
    """

    code: int
    output: str
    excess: str = ""
    seconds: float = 0.0

    @property
    def succeeded(self) -> bool:
        """Whether it did what it was to do."""
        return self.code == 0 and not self.excess


def run_contained(
    fence: SandboxFence,
    command: Sequence[str],
    *,
    box: Path | None = None,
    writable: bool = True,
    show: Iterable[Path] = (),
    bounds: Bounds | None = None,
    seconds: float = 30.0,
    characters: int = 100_000,
) -> Completed:
    """Run a command without input; standard output and errors come back as one text.

    Raises FileNotFoundError or PermissionError when it cannot be started.
    """
    fence = replace(fence, bounds=bounds or fence.bounds)
    fence = fence.within(box, writable=writable and box is not None, show=show)
    streams = open_streams(Kind.PIPES)
    try:
        streams.end_input()
        os.dup2(streams.child_output, streams.child_errors, inheritable=False)
        with fence.enclose(command) as start:
            return _run(start, streams, seconds, characters)
    finally:
        streams.close()


def _run(start: Start, streams: Streams, seconds: float, characters: int) -> Completed:
    began = time.monotonic()
    launch = Launch(start, streams, filtered=seccomp.is_possible())
    output = bytearray()
    try:
        launch.begin()
        if launch.process is None:
            raise launch.failure or OSError("cannot be started")
        excess = _follow(launch, start, streams.output, output, began + seconds, characters)
    finally:
        launch.close()
    while len(output) <= characters and (more := read_some(streams.output)):
        output += more
    code = launch.process.returncode
    text = output[:characters].decode("utf-8", "replace")
    return Completed(signal_code(code), text, excess, time.monotonic() - began)


def _follow(
    launch: Launch, start: Start, printed: int, output: bytearray, until: float, most: int
) -> str:
    """Collect the output until the command ends or must be ended; says why it must be."""
    assert launch.process is not None
    poller, look = select.poll(), 0.0
    for descriptor in filter(None, (printed, launch.ended, launch.listener)):
        poller.register(descriptor, select.POLLIN)
    while True:
        ready = dict(poller.poll(1000 * _EVERY))
        if launch.listener in ready:
            seccomp.pass_on(launch.listener)
        output += read_some(printed)
        if launch.ended in ready:
            return ""
        now = time.monotonic()
        if now > until:
            return "too long"
        if len(output) > most:
            return "too much output"
        if now > look:
            look = now + _EVERY
            if excess := start.excess(launch.process.pid):
                return excess


def signal_code(code: int) -> int:
    """The exit code, negative for a signal, which bubblewrap tells as 128 and its number."""
    return 128 - code if 128 < code <= 128 + 64 else code
