"""A time limit for what comes before the first answer: reading and checking a file.

Questions observe the limit themselves, through their effort. What comes before has no effort, so it
is ended from outside: in the main thread by an alarm, elsewhere, and on systems without alarms, by
an exception that a timer raises.
"""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

from refute.languages.language import Stream
from refute.report.outcome import Outcome, Verdict
from refute.threads import raise_in, settle

_LONGEST = 1e8
"""Maximum time in seconds, about three years, that the timers of every system can wait."""

_MARGIN = 2.0
"""Additional seconds for a first question to find out by itself that the time is up."""


class TimeIsUp(BaseException):
    """Ends whatever is done before the first answer."""

    seconds = 0.0


def within(seconds: float | None, name: str, perform: Callable[[], Stream]) -> Stream:
    """The stream of a command, or a single undecided outcome if there is no answer in time."""
    try:
        with in_time(seconds):
            stream = iter(perform())
            first = next(stream, None)
        if first is not None:
            yield first
            yield from stream
    except TimeIsUp as reached:
        yield _undecided(reached.seconds, name)


@contextmanager
def in_time(seconds: float | None) -> Iterator[None]:
    """While entered, raise TimeIsUp some time after this many seconds; never if None."""
    if seconds is None:
        yield
        return
    latest = min(seconds + max(_MARGIN, seconds / 2), _LONGEST, threading.TIMEOUT_MAX)
    is_main = threading.current_thread() is threading.main_thread()
    try:
        with _alarm(latest) if is_main and hasattr(signal, "SIGALRM") else _timer(latest):
            yield
    except TimeIsUp as reached:
        reached.seconds = seconds
        raise


@contextmanager
def _alarm(seconds: float) -> Iterator[None]:
    def ring(_number: int, _frame: FrameType | None) -> None:
        raise TimeIsUp

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


@contextmanager
def _timer(seconds: float) -> Iterator[None]:
    thread = threading.get_ident()
    left, rang = threading.Event(), threading.Event()

    def ring() -> None:
        if not left.is_set():
            rang.set()
            raise_in(thread, TimeIsUp)

    timer = threading.Timer(seconds, ring)
    timer.daemon = True
    timer.start()
    try:
        yield
    finally:
        left.set()
        timer.cancel()
        timer.join()
        if rang.is_set():
            settle()  # the exception may be on its way


def _undecided(seconds: float, name: str) -> Outcome:
    summary = "the time limit passed before the first question was reached"
    reason = f"the time limit of {seconds:g} s passed, which depends on the machine"
    return Outcome(name, "file", Verdict.UNDECIDED, summary, reason=reason)
