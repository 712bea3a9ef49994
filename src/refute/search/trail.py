"""Mutable bindings that follow the branch: undone and redone when the search jumps."""

from __future__ import annotations

from typing import Any, TypeAlias

Cell: TypeAlias = list[Any]
"""Something with a value that a branch may set once: the first item, `None` until then."""


Segment: TypeAlias = list[Any]
"""The stretch of a branch between two choices: the segment before it, how many segments there are
before it, and then the bindings that it made, each a cell and its value.

One is made for every choice of a search, and a plain list is made several times as quickly as an
object.
"""

BINDINGS = 2
"""Where the bindings of a segment begin."""


class Trail:
    """Which segment is current; a cell reads as that segment and its ancestors have set it.

    `now` is the number of the current segment. A cell made in it is set without a record: no
    other branch can see it.
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
        """Make all cells read as they did at the end of a segment."""
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
