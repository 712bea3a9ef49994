"""Running a command inside a fence to its end, without observing what it reads: compilers."""

from __future__ import annotations

import os
import select
import subprocess
import time
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from refute.execution.sandbox.bounds import Bounds
from refute.execution.sandbox.fence import Fence
from refute.execution.sandbox.start import Start
from refute.execution.sandbox.watch import EVERY


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
    fence: Fence,
    command: Sequence[str],
    *,
    show: Iterable[Path] = (),
    box: Path | None = None,
    writable: bool = True,
    bounds: Bounds | None = None,
    seconds: float = 30.0,
    characters: int = 100_000,
) -> Completed:
    """Run a command without input; standard output and errors come back as one text."""
    start = fence.start(command, show=show, box=box, writable=writable, bounds=bounds)
    began = time.monotonic()
    process = subprocess.Popen(
        start.argv,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        env=start.environment,
        cwd=start.directory,
        pass_fds=start.descriptors,
        preexec_fn=start.enter,
        start_new_session=True,
    )
    output, excess = bytearray(), "interrupted"
    try:
        start.release()
        excess = _follow(process, start, output, began + seconds, characters)
    finally:
        if excess:
            start.end(process.pid)
        code = process.wait()
        if process.stdout is not None:
            process.stdout.close()
        start.finish()
    text = output[:characters].decode("utf-8", "replace")
    return Completed(start.exit_code(code), text, excess, time.monotonic() - began)


def _follow(
    process: subprocess.Popen[bytes], start: Start, output: bytearray, until: float, most: int
) -> str:
    """Collect the output until the command ends or must be ended; says why it must be."""
    assert process.stdout is not None
    ended, printed = os.pidfd_open(process.pid), process.stdout.fileno()
    watch, look = start.watch(process.pid), 0.0
    open_ends = [ended, printed]
    try:
        while True:
            ready = select.select(open_ends, [], [], EVERY)[0]
            if printed in ready:
                more = os.read(printed, 1 << 16)
                output += more
                if not more:
                    open_ends.remove(printed)
            elif ended in ready:
                return ""
            now = time.monotonic()
            if now > until:
                return "too long"
            if len(output) > most:
                return "too much output"
            if now > look:
                look = now + EVERY
                if excess := watch.excess():
                    return excess
    finally:
        os.close(ended)
