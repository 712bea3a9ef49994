"""Looks at the input that do not wait for it: how often they find nothing, as if nobody typed."""

from __future__ import annotations

import time
from math import inf

from refute.execution.clock import Clock
from refute.execution.observation.patience import Patience
from refute.execution.observation.seccomp import Call
from refute.execution.observation.syscalls import Form
from refute.execution.observation.waits import takes_turns

_BETWEEN = 0.005
"""Looks that follow each other more quickly count as one."""


class Glances:
    """The looks since something was handed over."""

    def __init__(self, clock: Clock, patience: Patience, most: int) -> None:
        self._clock = clock
        self._patience = patience
        self._most = most
        self._count = 0
        self._last = -inf
        self._next = -inf
        self._takes_turns: dict[int, bool] = {}

    def is_in_vain(self, call: Call, seconds: float) -> bool:
        """Whether a look that waits for some seconds finds nothing."""
        counts = self._is_another()
        if self._is_between_turns(call, seconds):
            return not (counts and self._patience.has_computed())
        self._count += counts
        return self._count <= self._most

    def begin_again(self) -> None:
        """Something was handed over."""
        self._count = 0
        self._takes_turns.clear()

    def _is_between_turns(self, call: Call, seconds: float) -> bool:
        """Whether a runtime looks because another of its own threads is about to go on.

        It waits without a time limit, or for as long as somebody sleeps, if nobody is.
        """
        if call.waiting is None or call.waiting.form is not Form.SELECT or seconds:
            return False
        if call.thread not in self._takes_turns:
            self._takes_turns[call.thread] = takes_turns(call.thread)
        return self._takes_turns[call.thread]

    def _is_another(self) -> bool:
        """Whether a look is not one with that before, however busy the machine is."""
        if time.monotonic() < self._next:
            return False
        now = self._clock.own_time()
        left = self._last + _BETWEEN - now
        if left <= 0:
            self._last = now
        self._next = time.monotonic() + (left if left > 0 else _BETWEEN)
        return left <= 0
