"""Models that one would rather have: found by guessing, near a known one, or with small numbers."""

from __future__ import annotations

from refute.solver.preferences.guess import Guesser as Guesser, near as near
from refute.solver.preferences.smallest import smallest as smallest
