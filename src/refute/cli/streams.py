"""The output streams of the commands: plain unless they are terminals."""

from __future__ import annotations

import os
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, TextIO

from refute.diagnostics import Diagnostic
from refute.languages.language import Notice
from refute.report.drawing import Pen
from refute.report.outcome import Outcome, Report
from refute.report.wording import one_line, visible

if TYPE_CHECKING:
    from rich.console import Console


def pen(stream: TextIO) -> Pen:
    """A pen for a stream: with colours and a margin on a terminal."""
    if not stream.isatty():
        return Pen(stream.write, stream.encoding or "utf-8")
    from refute.report.terminal import TerminalPen  # noqa: PLC0415 - slow to load

    return TerminalPen(_console(stream))


def draw_diagnostics(diagnostics: Iterable[Diagnostic]) -> None:
    """Print errors and warnings to stderr."""
    pen(sys.stderr).diagnostics(diagnostics)


def tell(text: str, *, unfinished: bool = False) -> None:
    """Show a text to the user at once, escaped, and with a line end unless it is `unfinished`."""
    print(visible(text), end="" if unfinished else "\n", flush=True)


def tell_error(text: str) -> None:
    """Print a text to stderr."""
    print(visible(text), file=sys.stderr, flush=True)


def heading(text: str, *, first: bool) -> None:
    """Print the name of the file that the following answers are about."""
    drawn = pen(sys.stdout)
    if not first:
        drawn.line()
    drawn.line(f"── {one_line(text)}", "bold")


# Rich must not replace the streams: text for stdout belongs there, and commands ask the
# streams whether they are terminals.
_ASIDE: dict[str, Any] = {"redirect_stdout": False, "redirect_stderr": False}


class Progress:
    """Shows progress on a transient line: a text, or a fraction; this one shows nothing."""

    def say(self, text: str) -> None:
        """Show what is being done now."""

    def count(self, done: int, of_all: int) -> None:
        """Show how much is done, from now on as a bar."""

    def stop(self) -> None:
        """Leave the terminal as it was."""

    def resume(self) -> None:
        """Continue after other output."""


class Relay(Progress):
    """Forwards to whatever shows progress at the moment."""

    def __init__(self) -> None:
        self.target = Progress()

    def say(self, text: str) -> None:
        """Forward the text."""
        self.target.say(text)

    def count(self, done: int, of_all: int) -> None:
        """Forward the numbers."""
        self.target.count(done, of_all)


class _Shown(Progress):
    """On a terminal: a text at first, a bar once there is something to count."""

    def __init__(self, console: Console) -> None:
        from rich.live import Live  # noqa: PLC0415 - slow to load
        from rich.spinner import Spinner  # noqa: PLC0415 - likewise
        from rich.text import Text  # noqa: PLC0415 - likewise

        self._console = console
        self._text = Text
        self._spinner = Spinner("dots", Text("working"), style="status.spinner")
        self._status: Any = Live(
            self._spinner, console=console, transient=True, refresh_per_second=12.5, **_ASIDE
        )
        self._status.start()
        self._bar: Any = None
        self._began = 0

    def say(self, text: str) -> None:
        if self._bar is None:
            self._spinner.update(text=self._text(one_line(text)))

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
        (self._bar or self._status).stop()

    def resume(self) -> None:
        (self._bar or self._status).start()


def _bar(console: Console) -> Any:
    from rich import progress as bars  # noqa: PLC0415 - slow to load

    return bars.Progress(
        bars.BarColumn(),
        bars.MofNCompleteColumn(),
        bars.TextColumn("{task.description}"),
        bars.TextColumn("left"),
        bars.TimeRemainingColumn(),
        console=console,
        transient=True,
        **_ASIDE,
    )


@contextmanager
def progress(*, hidden: bool) -> Iterator[Progress]:
    """Show progress, on a terminal only."""
    if hidden or not sys.stderr.isatty():
        yield Progress()
        return
    shown = _Shown(_console(sys.stderr))
    try:
        yield shown
    finally:
        shown.stop()


class Drawing:
    """Prints outcomes to stdout as they come, taking turns with the progress line."""

    def __init__(self, quiet: bool, progress: Progress) -> None:
        self._pen = pen(sys.stdout)
        self._quiet = quiet
        self._progress = progress

    def outcome(self, outcome: Outcome) -> None:
        """Show an outcome at once."""
        with self._aside():
            self._pen.next(outcome, quiet=self._quiet)

    def notice(self, notice: Notice) -> None:
        """Show a line at once."""
        with self._aside():
            tell(notice.text, unfinished=notice.unfinished)

    def end(self, report: Report) -> None:
        """Show what follows after all outcomes."""
        self._pen.end(report, quiet=self._quiet)
        sys.stdout.flush()

    @contextmanager
    def _aside(self) -> Iterator[None]:
        self._progress.stop()
        yield
        sys.stdout.flush()
        self._progress.resume()


def _console(stream: TextIO) -> Console:
    """A console for a stream, without colour if NO_COLOR is set."""
    from rich.console import Console  # noqa: PLC0415 - slow to load

    class _Console(Console):
        """A console that leaves a broken pipe to the command."""

        def on_broken_pipe(self) -> None:
            """Raise the error again."""
            raise BrokenPipeError

    return _Console(
        file=stream,
        color_system=None if os.environ.get("NO_COLOR") else "auto",
        highlight=False,
        emoji=False,
    )
