"""Mutable bindings that follow the branch: undone and redone when the search jumps."""

from __future__ import annotations

from typing import Any, TypeAlias

Cell: TypeAlias = list[Any]
"""Something with a value that a branch may set once: the first item, `None` until then."""


class Segment:
    """The stretch of a branch between two choices, with the bindings that it made."""

    __slots__ = ("bindings", "depth", "parent")

    def __init__(self, parent: Segment | None, depth: int) -> None:
        self.parent = parent
        self.depth = depth
        self.bindings: list[tuple[Cell, Any]] = []


class Trail:
    """Which segment is current; a cell reads as that segment and its ancestors have set it.

    `now` is the number of the current segment. A cell made in it is set without a record: no
    other branch can see it.
    """

    __slots__ = ("current", "now")

    def __init__(self) -> None:
        self.current = Segment(None, 0)
        self.now = 0

    def bind(self, cell: Cell, value: Any, born: int) -> None:
        """Set a cell, which was made in segment `born`, for the rest of this branch."""
        if born != self.now:
            self.current.bindings.append((cell, value))
        cell[0] = value

    def branch_from(self, parent: Segment) -> None:
        """Start a new segment after the parent, whichever branch was current before."""
        if parent is not self.current:
            self.jump(parent)
        self.current = Segment(parent, parent.depth + 1)
        self.now += 1

    def jump(self, target: Segment) -> None:
        """Make all cells read as they did at the end of a segment."""
        here, down = self.current, []
        there = target
        while here is not there:
            if here.depth >= there.depth:
                for cell, _ in here.bindings:
                    cell[0] = None
                assert here.parent is not None
                here = here.parent
            else:
                down.append(there)
                assert there.parent is not None
                there = there.parent
        for segment in reversed(down):
            for cell, value in segment.bindings:
                cell[0] = value
        self.current = target
