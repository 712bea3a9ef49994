"""Room for the nesting of what people write; what programs make is handled by loops."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager

FRAMES = 6_000
"""Enough for some thousand nested parentheses, and far from exhausting the machine's stack."""


@contextmanager
def room_for_nesting(frames: int = FRAMES) -> Iterator[None]:
    """Allow deeper recursion for a while."""
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(max(before, frames))
    try:
        yield
    finally:
        sys.setrecursionlimit(before)
