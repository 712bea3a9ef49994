"""How long a line is kept back."""

from __future__ import annotations

from itertools import count
from unittest.mock import Mock

from refute.execution.observation.patience import (
    IMPATIENTLY,
    PATIENTLY,
    HandOverPolicy,
    WaitingLimits,
)

SECONDS = 2.0
STEP = 0.01


def patience(manner: WaitingLimits) -> HandOverPolicy:
    """Somebody uses a hundredth of a second whenever it is looked at."""
    used = (STEP * number for number in count())
    return HandOverPolicy(Mock(), Mock(), Mock(cpu=lambda: next(used)), SECONDS, manner)


def looks(waiting: HandOverPolicy) -> int:
    """How often somebody computes before it is no longer waited for."""
    return next(number for number in range(1000) if waiting.has_computed())


def test_who_computes_is_waited_for_again_after_a_line_but_not_so_long() -> None:
    waiting = patience(IMPATIENTLY)
    first = looks(waiting)
    assert looks(waiting) == 0
    waiting.handed_over()
    assert 1 < looks(waiting) < first / 4


def test_printing_gives_nobody_more_time() -> None:
    waiting = patience(IMPATIENTLY)
    looks(waiting)
    waiting.begin_again()
    assert looks(waiting) == 0


def test_at_first_who_computes_is_waited_for_to_the_end() -> None:
    waiting = patience(PATIENTLY)
    waiting.handed_over()
    assert not any(waiting.has_computed() for _ in range(1000))
