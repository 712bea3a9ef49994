"""Walks through terms that share their parts: a small term can have more parts than one can walk.

Most terms are small and share little, so what was met is remembered only on long walks. What is
made on the way, by a permutation that is applied, is met anew every time; then the walk ends.
"""

from __future__ import annotations

PATIENCE = 10_000
"""Number of parts that are walked before it is looked whether one was met before."""

MOST = 100_000
"""Maximum number of parts that are walked after that, about a second."""


class TermsTooLarge(Exception):
    """A walk through terms would take too long."""


class Visits:
    """What was met on a walk: parts, or several of them together, in some context."""

    def __init__(self, patience: int = 0) -> None:
        self._left = patience
        self._met: dict[tuple[object, ...], tuple[object, ...]] = {}

    def again(self, *parts: object, context: object = None) -> bool:
        """Whether this was met before; the first ones that are met are not remembered."""
        self._left -= 1
        if self._left >= 0:
            return False
        if self._left < -MOST:
            raise TermsTooLarge
        key = (context, *map(id, parts))
        if key in self._met:
            return True
        self._met[key] = parts  # as long as they are there, no other part has their numbers
        return False
