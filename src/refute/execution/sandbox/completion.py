"""Running a command such as a compiler in a sandbox to its end, without observing its input."""

from __future__ import annotations

import os
import select
import signal
import time
from collections.abc import Iterable, Sequence
from contextlib import closing
from dataclasses import replace
from pathlib import Path

from refute.execution.clock import Clock
from refute.execution.observation.streams import Kind, Streams, open_streams, read_some
from refute.execution.sandbox.limits import ResourceLimits
from refute.execution.sandbox.sandbox import SystemSandbox
from refute.execution.spawning.slots import Launch, Slot, Use
from refute.record import record

_EVERY = 0.05


@record
class Completed:
    """The result of a command: its exit code, negative for a signal, and its output.

    `stop_reason` says why we ended it; it is empty if the command ended by itself.
    """

    code: int
    output: str
    stop_reason: str = ""
    seconds: float = 0.0

    @property
    def succeeded(self) -> bool:
        """Whether the command ended by itself with exit code 0."""
        return self.code == 0 and not self.stop_reason


def run_to_completion(
    sandbox: SystemSandbox,
    command: Sequence[str],
    *,
    box: Path | None = None,
    writable: bool = True,
    show: Iterable[Path] = (),
    limits: ResourceLimits | None = None,
    seconds: float = 30.0,
    characters: int = 100_000,
) -> Completed:
    """Run a command without input; standard output and errors are returned as one text.

    `seconds` is processor time, as in `Clock`. Raises FileNotFoundError or PermissionError if it
    cannot be started.
    """
    sandbox = replace(sandbox, limits=limits or sandbox.limits)
    sandbox = sandbox.within(box, writable=writable and box is not None, show=show)
    streams = open_streams(Kind.PIPES)
    try:
        streams.end_input()
        os.dup2(streams.child_output, streams.child_errors, inheritable=False)
        with closing(Slot(sandbox.prepare(command), Use.ONCE, watched=False)) as slot:
            return _run(slot, streams, seconds, characters)
    finally:
        streams.close()


def _run(slot: Slot, streams: Streams, seconds: float, characters: int) -> Completed:
    began = time.monotonic()
    output = bytearray()
    with closing(Launch(slot, streams)) as launch:
        clock = Clock(launch.usage(), seconds)
        stop_reason = _follow(launch, streams.output, output, clock, characters)
    if launch.failure is not None:
        raise launch.failure
    while len(output) <= characters and (more := read_some(streams.output)):
        output += more
    code = -signal.SIGKILL if launch.code is None else launch.code
    text = output[:characters].decode("utf-8", "replace")
    return Completed(code, text, stop_reason, time.monotonic() - began)


def _follow(launch: Launch, printed: int, output: bytearray, clock: Clock, most: int) -> str:
    """Collect the output until the command ends or must be ended; returns why it must be."""
    poller, look = select.poll(), 0.0
    for descriptor in (printed, launch.channel):
        poller.register(descriptor, select.POLLIN)
    while True:
        ready = dict(poller.poll(1000 * _EVERY))
        output += read_some(printed)
        if launch.channel in ready:
            launch.receive()
        if launch.has_ended:
            return launch.lacked_memory()
        if len(output) > most:
            return "too much output"
        now = time.monotonic()
        if now > look:
            look = now + _EVERY
            launch.still_watched()
            if clock.verdict():
                return "too long"
            if stop_reason := launch.exceeded():
                return stop_reason
