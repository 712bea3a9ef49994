"""The consoles that the commands write on."""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import TextIO

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


@contextmanager
def progress(*, hidden: bool) -> Iterator[Callable[[str], None]]:
    """Shows the latest text on a passing line, on a terminal only."""
    console = complaints()
    if hidden or not console.is_terminal:
        yield lambda _text: None
        return
    with Status(Text("working"), console=console) as status:
        yield lambda text: status.update(Text(one_line(text)))


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
