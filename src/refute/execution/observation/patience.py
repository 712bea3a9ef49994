"""How long a line is kept back because somebody could still print something before it."""

from __future__ import annotations

import time
from collections.abc import Mapping
from math import inf

from refute.execution.clock import Clock, Usage
from refute.execution.observation.stillness import Stillness, Threads
from refute.record import record

_LONG = 2.0
"""A wait for an event of at least this many seconds counts as a wait for somebody who types."""

_AGAIN = 8
"""After a line was handed over, a thread that computes is waited for again, for the first time
divided by this: it may have waited for just that line, and have something to say about it."""

_WAKES, _WHILE = 3, 0.35
"""A thread that has woken this often, over this time, in silence, is no longer waited for."""


@record
class WaitingLimits:
    """How long others are waited for in a run, as multiples of the processor time that it may use.

    A thread that is `computing` uses it up. Threads that have polled the input `glances` times in
    vain are given a line.
    """

    computing: float
    sleeping: float
    glances: int = 3

    def otherwise(self) -> WaitingLimits:
        """How to wait in a second run, so that a different order is seen if there is one."""
        return WaitingLimits(2 * self.computing, 0.0, 10 * self.glances)


PATIENTLY, IMPATIENTLY = WaitingLimits(inf, 2.0), WaitingLimits(0.125, 2.0)
"""With the first, computing threads are waited for to the end of the run, so that nothing is handed
over just before it. The second is for programs in which a thread computes until others have
input."""


class HandOverPolicy:
    """Decides when a line may be handed over in one run, and whether timing influenced that.

    Threads that compute or sleep are waited for, but only for a while. `depends_on_time` if that
    was not enough, or if a time limit has passed that the program has set for itself: then another
    run may go differently. `keeps_back` while one thread wants a line and another one computes.
    """

    def __init__(
        self, threads: Threads, clock: Clock, usage: Usage, seconds: float, manner: WaitingLimits
    ) -> None:
        self.keeps_back = False
        self._threads = threads
        self._clock = clock
        self._usage = usage
        self._computing_left = manner.computing * seconds
        self._computing_again = self._computing_left / _AGAIN
        self._sleeping_left = manner.sleeping * seconds
        self._used: float | None = None
        self._looked: float | None = None
        self._since = time.monotonic()
        self._runs: dict[int, int] = {}
        self._first_timer = inf
        self._gave_up = False

    def wanted(self, held: Mapping[int, float]) -> Stillness | None:
        """The state of all threads if one waits for a line and may be given it now; else None.

        `held` are the threads held when they wait for a line, with how long they would wait.
        """
        found = self._threads.stillness(held)
        if found is None:
            self._looked = None
            found = self._while_some_compute(held)
        if found is None or not (held or found.asks is not None) or not self._has_slept(found):
            return None
        for told in found.sleepers.values():
            self.set_timer(told.seconds)
        return found

    def is_over(self) -> bool:
        """Whether processes that a program left behind do nothing more before their time is up."""
        found = self._threads.stillness(())
        if found is None or found.asks is not None:
            return False
        return all(told.seconds > self._clock.left() for told in found.sleepers.values())

    def _while_some_compute(self, held: Mapping[int, float]) -> Stillness | None:
        """The state of the other threads, if those that run have been waited for long enough."""
        if held:
            enough = self.has_computed()
            return self._threads.stillness(held, though_running=True) if enough else None
        found = self._threads.stillness((), though_running=True)
        return found if found and found.asks is not None and self.has_computed() else None

    def has_computed(self) -> bool:
        """Whether those that run while a line is wanted have been waited for long enough."""
        self.keeps_back = True
        used = self._usage.cpu() or 0.0
        self._computing_left -= used - (used if self._used is None else self._used)
        self._used = used
        self._gave_up |= self._computing_left < 0
        return self._computing_left < 0

    def _has_slept(self, found: Stillness) -> bool:
        """Whether no thread sleeps, except those that have been waited for long enough."""
        left = self._clock.left()
        soon = {
            each: told
            for each, told in found.sleepers.items()
            if told.seconds < (min(left, _LONG) if told.for_event else left)
        }
        if not soon:
            self._gave_up |= any(each in self._runs for each in found.sleepers)
            return True
        now = time.monotonic()
        self._sleeping_left -= now - (now if self._looked is None else self._looked)
        self._looked = now
        runs = [told.runs - self._runs.setdefault(each, told.runs) for each, told in soon.items()]
        restless = min(runs) >= _WAKES and now - self._since >= _WHILE
        if not restless and self._sleeping_left > 0:
            return False
        self._gave_up = True
        return True

    def handed_over(self) -> None:
        """A line was handed over."""
        self.begin_again()
        self._computing_left = max(self._computing_left, self._computing_again)

    def begin_again(self) -> None:
        """Something was printed or handed over: start again to count how often threads wake."""
        self._runs.clear()
        self.keeps_back = False
        self._used = None
        self._since = time.monotonic()

    def set_timer(self, seconds: float) -> None:
        """Something will happen by itself after this many seconds."""
        if seconds < inf:
            self._first_timer = min(self._first_timer, time.monotonic() + seconds)

    def give_up(self) -> None:
        """Note that the order depends on timing."""
        self._gave_up = True

    @property
    def depends_on_time(self) -> bool:
        """Whether another run may go differently, as far as is known now."""
        return self._gave_up or self._first_timer < time.monotonic()
