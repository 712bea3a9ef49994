"""Mutable bindings that follow the branch: undone and redone when the search jumps."""

from __future__ import annotations

from typing import Any, TypeAlias

Cell: TypeAlias = list[Any]
"""A variable that a branch may bind once: its value is the first item, `None` until then."""


Segment: TypeAlias = list[Any]
"""The part of a branch between two choices: the previous segment, the number of segments before it,
and then its bindings, each a cell and its value.

One is made for every choice of a search, and a plain list is several times as fast as an object.
"""

BINDINGS = 2
"""The index of the first binding in a segment."""


class Trail:
    """The current segment; a cell has the value set in it or in one of its ancestors.

    `now` is the number of the current segment. A cell made in it is set without a record: no other
    branch can see it.
    """

    __slots__ = ("current", "now")

    def __init__(self) -> None:
        self.current: Segment = [None, 0]
        self.now = 0

    def bind(self, cell: Cell, value: Any, born: int) -> None:
        """Set a cell, which was made in segment `born`, for the rest of this branch."""
        if born != self.now:
            self.current.append((cell, value))
        cell[0] = value

    def branch_from(self, parent: Segment) -> None:
        """Start a new segment after the parent, whichever branch was current before."""
        if parent is not self.current:
            self.jump(parent)
        self.current = [parent, parent[1] + 1]
        self.now += 1

    def jump(self, target: Segment) -> None:
        """Restore all cells to their values at the end of a segment."""
        here, there, down = self.current, target, []
        while here is not there:
            depth = there[1]
            for _ in range(here[1] - depth):
                if len(here) == BINDINGS + 1:  # as most are
                    here, _, (cell, _) = here
                    cell[0] = None
                else:
                    for cell, _ in here[BINDINGS:]:
                        cell[0] = None
                    here = here[0]
            if here is not there:
                down.append(there)
                there = there[0]
        for segment in reversed(down):
            for cell, value in segment[BINDINGS:]:
                cell[0] = value
        self.current = target
