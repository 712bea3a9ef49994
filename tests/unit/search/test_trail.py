"""Bindings that follow the branch, against one that copies a dictionary for every branch."""

import random
from dataclasses import dataclass, field
from typing import Any

import pytest
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, rule

from refute.search import Segment, Trail
from refute.search.trail import BINDINGS


class Box(list[Any]):
    """A cell of the trail that knows when it was made, and is compared by identity."""

    def __init__(self, born: int) -> None:
        super().__init__([None])
        self.born = born

    @property
    def value(self) -> Any:
        """What it reads as."""
        return self[0]

    __hash__ = object.__hash__  # type: ignore[assignment]

    def __eq__(self, other: object) -> bool:
        return self is other


@dataclass
class Copy:
    """A segment with the cells that its branch can see and their values, copied on every fork."""

    segment: Segment
    values: dict[Box, object] = field(default_factory=dict)


def test_a_binding_is_seen_by_the_branches_below_and_by_no_other() -> None:
    trail = Trail()
    cell = Box(trail.now)
    root = trail.current
    trail.branch_from(root)
    left = trail.current
    trail.bind(cell, "left", cell.born)
    trail.branch_from(root)
    assert cell.value is None
    right = trail.current
    trail.bind(cell, "right", cell.born)
    trail.branch_from(left)
    assert cell.value == "left"
    trail.branch_from(right)
    assert cell.value == "right"
    trail.branch_from(root)
    assert cell.value is None


def test_a_cell_of_the_current_segment_keeps_its_value_without_a_record() -> None:
    trail = Trail()
    root = trail.current
    trail.branch_from(root)
    here = trail.current
    cell = Box(trail.now)
    trail.bind(cell, 1, cell.born)
    assert here[BINDINGS:] == []
    trail.branch_from(root)
    trail.branch_from(here)
    assert cell.value == 1


def test_segments_know_their_depth() -> None:
    trail = Trail()
    depths = [trail.current[1]]
    for _ in range(3):
        trail.branch_from(trail.current)
        depths.append(trail.current[1])
    assert depths == [0, 1, 2, 3]


def test_jumping_over_a_long_branch_needs_no_recursion() -> None:
    trail = Trail()
    root = trail.current
    cells = [Box(trail.now) for _ in range(20_000)]
    for cell in cells:
        trail.branch_from(trail.current)
        trail.bind(cell, 1, cell.born)
    end = trail.current
    trail.branch_from(root)
    assert all(cell.value is None for cell in cells)
    trail.branch_from(end)
    assert all(cell.value == 1 for cell in cells)


class Walk(RuleBasedStateMachine):
    """Branches, bindings and jumps in any order."""

    @initialize()
    def start(self) -> None:
        self.trail = Trail()
        self.copies = [Copy(self.trail.current)]
        self.now = self.copies[0]

    @rule(where=st.integers(0, 1_000))
    def branch(self, where: int) -> None:
        parent = self.copies[where % len(self.copies)]
        self.trail.branch_from(parent.segment)
        self.now = Copy(self.trail.current, dict(parent.values))
        self.copies.append(self.now)
        self.agree()

    @rule()
    def make(self) -> None:
        self.now.values[Box(self.trail.now)] = None

    @rule(which=st.integers(0, 1_000), value=st.integers())
    def bind(self, which: int, value: int) -> None:
        unset = [cell for cell, known in self.now.values.items() if known is None]
        # A branch that others have started from is finished: it binds nothing any more.
        if unset and not any(each.segment[0] is self.now.segment for each in self.copies):
            cell = unset[which % len(unset)]
            self.trail.bind(cell, value, cell.born)
            self.now.values[cell] = value
            self.agree()

    def agree(self) -> None:
        for cell, value in self.now.values.items():
            assert cell.value == value


TestWalk = Walk.TestCase


@pytest.mark.parametrize("seed", range(20))
def test_long_random_walks_agree_with_copies(seed: int) -> None:
    chance = random.Random(seed)
    walk = Walk()
    walk.start()
    for _ in range(400):
        walk.branch(chance.randrange(1_000))
        for _ in range(chance.randrange(3)):
            walk.make()
        for _ in range(chance.randrange(4)):
            walk.bind(chance.randrange(1_000), chance.randrange(1_000))
    assert len(walk.copies) == 401
    assert any(value is not None for value in walk.now.values.values())
