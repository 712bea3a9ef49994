"""Preferred models: guessed, near a known one, small, or fulfilling wishes."""

from __future__ import annotations

from refute.solver.preferences.guess import Guesser as Guesser, near as near
from refute.solver.preferences.smallest import smallest as smallest
from refute.solver.preferences.wishes import (
    Solution as Solution,
    granted as granted,
    least as least,
)
