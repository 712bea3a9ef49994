"""The ceiling of time over what comes before the first question: reading and checking a file.

Questions keep to the ceiling by themselves, by their effort. What comes before has none, so an
alarm ends it; that is possible in the main thread only, where the command line works.
"""

from __future__ import annotations

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

from refute.languages.language import Stream
from refute.report.outcome import Outcome, Verdict

_MARGIN = 2.0
"""Seconds after which a first question that keeps to the ceiling has found out that time is up."""


class _TimeIsUp(BaseException):
    """Ends whatever is done before the first question."""


def within(seconds: float | None, name: str, perform: Callable[[], Stream]) -> Stream:
    """The stream of a command, or one undecided outcome when nothing comes of it in time."""
    if seconds is None or threading.current_thread() is not threading.main_thread():
        yield from perform()
        return
    try:
        with _alarm(seconds + max(_MARGIN, seconds / 2)):
            stream = iter(perform())
            first = next(stream, None)
    except _TimeIsUp:
        yield _undecided(seconds, name)
        return
    if first is not None:
        yield first
        yield from stream


@contextmanager
def _alarm(seconds: float) -> Iterator[None]:
    def ring(_number: int, _frame: FrameType | None) -> None:
        raise _TimeIsUp

    before = signal.signal(signal.SIGALRM, ring)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def _undecided(seconds: float, name: str) -> Outcome:
    summary = "nothing came of it within the time limit, not even a first question"
    reason = f"the time limit of {seconds:g} s passed, which depends on the machine"
    return Outcome(name, "file", Verdict.UNDECIDED, summary, reason=reason)
