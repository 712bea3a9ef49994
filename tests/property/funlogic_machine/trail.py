"""Mutable bindings that follow the branch: undone and redone when the search jumps."""

from __future__ import annotations

from typing import Protocol


class Cell(Protocol):
    """Something with a value that a branch may set once; `born` is the segment it was made in."""

    value: object
    born: int


class Segment:
    """The stretch of a branch between two choices, with the bindings that it made."""

    __slots__ = ("bindings", "depth", "parent")

    def __init__(self, parent: Segment | None) -> None:
        self.parent = parent
        self.depth: int = 0 if parent is None else parent.depth + 1
        self.bindings: list[tuple[Cell, object]] = []


class Trail:
    """Which segment is current; a cell reads as that segment and its ancestors have set it.

    A cell made in the current segment is set without a record: no other branch can see it.
    """

    __slots__ = ("current", "now")

    def __init__(self) -> None:
        self.current = Segment(None)
        self.now = 0

    def bind(self, cell: Cell, value: object) -> None:
        """Set a cell for the rest of this branch."""
        if cell.born != self.now:
            self.current.bindings.append((cell, value))
        cell.value = value

    def branch_from(self, parent: Segment) -> None:
        """Start a new segment after the parent, whichever branch was current before."""
        if parent is not self.current:
            self._jump(parent)
        self.current = Segment(parent)
        self.now += 1

    def _jump(self, target: Segment) -> None:
        here, down = self.current, []
        there = target
        while here is not there:
            if here.depth >= there.depth:
                for cell, _ in here.bindings:
                    cell.value = None
                assert here.parent is not None
                here = here.parent
            else:
                down.append(there)
                assert there.parent is not None
                there = there.parent
        for segment in reversed(down):
            for cell, value in segment.bindings:
                cell.value = value
        self.current = target
