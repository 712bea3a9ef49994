"""Polls of the input, which do not wait for it: how many find nothing, as if nobody typed."""

from __future__ import annotations

import time
from math import inf

from refute.execution.clock import Clock
from refute.execution.observation.patience import HandOverPolicy
from refute.execution.observation.seccomp import Call
from refute.execution.observation.syscalls import Form
from refute.execution.observation.waits import takes_turns

_BETWEEN = 0.005
"""Polls that follow each other within this time, in seconds, count as one."""


class RecentPolls:
    """The polls since a line was handed over."""

    def __init__(self, clock: Clock, patience: HandOverPolicy, most: int) -> None:
        self._clock = clock
        self._patience = patience
        self._most = most
        self._count = 0
        self._last = -inf
        self._next = -inf
        self._takes_turns: dict[int, bool] = {}

    def is_in_vain(self, call: Call, seconds: float) -> bool:
        """Whether a poll that waits for some seconds finds nothing."""
        counts = self._is_another()
        if self._is_between_turns(call, seconds):
            return not (counts and self._patience.has_computed())
        self._count += counts
        return self._count <= self._most

    def begin_again(self) -> None:
        """Start again after a line was handed over."""
        self._count = 0
        self._takes_turns.clear()

    def _is_between_turns(self, call: Call, seconds: float) -> bool:
        """Whether a runtime polls because another of its own threads is about to continue.

        Otherwise it waits without a time limit, or until one of them wakes up.
        """
        if call.waiting is None or call.waiting.form is not Form.SELECT or seconds:
            return False
        if call.thread not in self._takes_turns:
            self._takes_turns[call.thread] = takes_turns(call.thread)
        return self._takes_turns[call.thread]

    def _is_another(self) -> bool:
        """Whether a poll is distinct from the previous one, however busy the machine is."""
        if time.monotonic() < self._next:
            return False
        now = self._clock.own_time()
        left = self._last + _BETWEEN - now
        if left <= 0:
            self._last = now
        self._next = time.monotonic() + (left if left > 0 else _BETWEEN)
        return left <= 0
