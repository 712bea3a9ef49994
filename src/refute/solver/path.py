"""Conjunctions of conditions that share their beginnings."""

from __future__ import annotations

from collections.abc import Iterable
from functools import reduce
from typing import final

from refute.solver.answer import Answer, Model
from refute.terms import TRUE, Term


@final
class Path:
    """A persistent list of conditions; `answer` and `model` remember what is known of it."""

    __slots__ = ("__weakref__", "answer", "condition", "depth", "model", "parent")

    def __init__(self, parent: Path | None = None, condition: Term = TRUE) -> None:
        self.parent = parent
        self.condition = condition
        self.depth: int = parent.depth + 1 if parent else 0
        self.answer: Answer | None = None if parent else Answer.SAT
        self.model: Model | None = None if parent else {}

    def __len__(self) -> int:
        return self.depth

    def __bool__(self) -> bool:
        return True

    def extend(self, condition: Term) -> Path:
        """The path with one condition more; the same path if that is constantly true."""
        return self if condition is TRUE else Path(self, condition)

    @classmethod
    def of(cls, conditions: Iterable[Term]) -> Path:
        """A new path of some conditions."""
        return reduce(cls.extend, conditions, cls())

    def conditions(self) -> list[Term]:
        """All conditions, the first one first."""
        return [each.condition for each in self.nodes()]

    def nodes(self, above: int = 0) -> list[Path]:
        """The paths of more than `above` conditions that lead here, this one last."""
        nodes = []
        node = self
        while node.depth > above and node.parent:
            nodes.append(node)
            node = node.parent
        nodes.reverse()
        return nodes


ROOT = Path()
