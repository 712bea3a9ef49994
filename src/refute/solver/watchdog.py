"""Ends queries that take much processor time without z3 counting it as work.

What counts is the processor time of the thread that asks, and not the elapsed time, so that a
machine that is busy, or asleep, does not change an answer.
"""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from functools import partial

import z3

MOST = 60.0
"""Maximum number of seconds of processor time for a query."""

_EVERY = 2.0
"""Seconds between two looks."""


class Watchdog:
    """A thread that looks after the queries of all sessions, started with the first query."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._watched: dict[int, tuple[float, Callable[[], float], z3.Context]] = {}
        self._ended: set[int] = set()
        self._thread: threading.Thread | None = None

    def begin(self, context: z3.Context) -> None:
        """A query of this thread begins."""
        if self._thread is None or not self._thread.is_alive():
            self._thread = threading.Thread(target=self._look, name="refute watchdog", daemon=True)
            self._thread.start()
        clock = clock_of_this_thread()
        self._watched[threading.get_ident()] = (clock() + MOST, clock, context)

    def end(self) -> bool:
        """The query of this thread has ended; returns whether that was our doing."""
        thread = threading.get_ident()
        with self._lock:
            self._watched.pop(thread, None)
            was_ended = thread in self._ended
            self._ended.discard(thread)
        return was_ended

    def _look(self) -> None:
        while True:
            time.sleep(_EVERY)
            with self._lock:  # a query that has ended must not be interrupted
                for thread, (latest, clock, context) in list(self._watched.items()):
                    if clock() > latest:
                        self._ended.add(thread)
                        context.interrupt()


def clock_of_this_thread() -> Callable[[], float]:
    """A clock for the processor time of this thread; where there is none, of the process."""
    if not hasattr(time, "pthread_getcpuclockid"):
        return time.process_time
    return partial(time.clock_gettime, time.pthread_getcpuclockid(threading.get_ident()))


WATCHDOG = Watchdog()
