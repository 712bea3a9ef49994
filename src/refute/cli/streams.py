"""The consoles that the commands write on."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TextIO

from rich import progress as bars
from rich.console import Console
from rich.status import Status
from rich.text import Text

from refute.report.wording import one_line, visible


class _Console(Console):
    """A console that leaves a broken pipe to the command."""

    def on_broken_pipe(self) -> None:
        """Give the error on."""
        raise BrokenPipeError


def output() -> Console:
    """The console of answers."""
    return _console(sys.stdout)


def complaints() -> Console:
    """The console of errors, warnings and progress."""
    return _console(sys.stderr)


class Progress:
    """Shows on a passing line what is being done, or how much of it; this one shows nothing."""

    def say(self, text: str) -> None:
        """What is being done now."""

    def count(self, done: int, of_all: int) -> None:
        """How much is done; from now on a bar is shown."""


class _Shown(Progress):
    """On a terminal: a text at first, a bar once there is something to count."""

    def __init__(self, console: Console) -> None:
        self._console = console
        self._status: Status | None = Status(Text("working"), console=console)
        self._status.start()
        self._bar: bars.Progress | None = None
        self._began = 0

    def say(self, text: str) -> None:
        if self._status is not None:
            self._status.update(Text(one_line(text)))

    def count(self, done: int, of_all: int) -> None:
        if self._bar is None:
            self.stop()
            self._bar = _bar(self._console)
            self._bar.add_task("", total=of_all, completed=done)
            self._began = done
            self._bar.start()
        task = self._bar.tasks[0]
        rate = (done - self._began) / task.elapsed if task.elapsed else 0.0
        shown = f"{rate:.1f}/s" if rate else ""
        self._bar.update(task.id, completed=done, description=shown)

    def stop(self) -> None:
        """Leave the terminal as it was."""
        if self._status is not None:
            self._status.stop()
        if self._bar is not None:
            self._bar.stop()
        self._status = None


def _bar(console: Console) -> bars.Progress:
    return bars.Progress(
        bars.BarColumn(),
        bars.MofNCompleteColumn(),
        bars.TextColumn("{task.description}"),
        bars.TextColumn("left"),
        bars.TimeRemainingColumn(),
        console=console,
        transient=True,
    )


@contextmanager
def progress(*, hidden: bool) -> Iterator[Progress]:
    """Shows progress, on a terminal only."""
    console = complaints()
    if hidden or not console.is_terminal:
        yield Progress()
        return
    shown = _Shown(console)
    try:
        yield shown
    finally:
        shown.stop()


def ask() -> str | None:
    """The next line that the user types, without its end; None when there are no more."""
    sys.stdout.flush()
    line = sys.stdin.readline()
    return line.rstrip("\r\n") if line else None


def tell(text: str) -> None:
    """Show a text to the user at once, harmless and on a line of its own."""
    print(visible(text), flush=True)


def _console(stream: TextIO) -> Console:
    """No colour with NO_COLOR or away from a terminal, where no margin breaks lines either."""
    return _Console(
        file=stream,
        color_system=None if os.environ.get("NO_COLOR") else "auto",
        width=None if stream.isatty() else 10_000,
        highlight=False,
        emoji=False,
    )
