"""Walks through terms with shared parts: a small term can have too many parts to walk through.

Most terms are small and share little, so visited parts are remembered only on long walks. Parts
that are made during the walk, by applying a permutation, are new on every visit; such a walk is
ended by a limit.
"""

from __future__ import annotations

PATIENCE = 10_000
"""Number of parts visited before they are checked for repetition."""

MOST = 100_000
"""Maximum number of parts visited after that, about a second."""


class TermsTooLarge(Exception):
    """A walk through terms would take too long."""


class Visits:
    """The parts visited on a walk, or combinations of parts, each in a context."""

    def __init__(self, patience: int = 0) -> None:
        self._left = patience
        self._met: dict[tuple[object, ...], tuple[object, ...]] = {}

    def again(self, *parts: object, context: object = None) -> bool:
        """Whether these parts were visited before; the first visits are not remembered."""
        self._left -= 1
        if self._left >= 0:
            return False
        if self._left < -MOST:
            raise TermsTooLarge
        key = (context, *map(id, parts))
        if key in self._met:
            return True
        self._met[key] = parts  # keeps them alive, so that their ids are not reused
        return False
