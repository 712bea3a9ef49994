"""The branches of a search: where each continues, and how it ends."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, NamedTuple

from refute.diagnostics import Diagnostic
from refute.languages.funlogic.machine import Goal, Postponed, Stack
from refute.languages.funlogic.unknowns import Option, Unknown, Value
from refute.languages.funlogic.values import Answer
from refute.search import Segment

if TYPE_CHECKING:
    from refute.languages.funlogic.running import Running


class Found(NamedTuple):
    """The end of a branch: the requested values, and the alternatives it went through.

    If the branch failed, `result` is `None`; if it was stuck, `stuck` is the reason. The values are
    read on access, as they are in this branch.
    """

    evaluation: Running
    arguments: tuple[Value, ...]
    segment: Segment
    covered: int
    value: Value
    stuck: Diagnostic | None = None

    @property
    def inputs(self) -> tuple[Answer, ...]:
        """The inputs, as far as the branch has decided them."""
        return tuple(map(self._read, self.arguments))

    @property
    def result(self) -> Answer | None:
        """The value, if there is one."""
        return None if self.value is None else self._read(self.value)

    def _read(self, value: Value) -> Answer:
        return self.evaluation.read(value, self.segment)


@dataclass(slots=True, eq=False)
class Branch:
    """Where a branch continues: the frames, the state of the machine, and the cost since the
    previous choice; at a choice for an unknown, also the unknown and the number of the first one
    inside it."""

    arguments: tuple[Value, ...]
    stack: Stack
    segment: Segment
    covered: int
    postponed: Postponed
    goals: tuple[Goal, ...]
    unknown: Unknown | None = None
    first: int = 0
    spent: int = 0

    @property
    def state(self) -> tuple[Stack, Segment, int, Postponed, tuple[Goal, ...]]:
        """The frames, and the state of the machine."""
        return self.stack, self.segment, self.covered, self.postponed, self.goals


@dataclass(slots=True)
class Choices:
    """A branch that has reached a choice."""

    branch: Branch
    options: Sequence[Option]
