"""Paths: conjunctions that share their beginnings, and the solver's answers about them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import Enum
from functools import reduce
from typing import TypeAlias, final

from refute.record import entity, record
from refute.terms import TRUE, Term, Value

Model: TypeAlias = Mapping[Term, Value]
"""Values of variables; a missing variable has the default value of its sort."""


class Answer(Enum):
    """Whether some assignment makes all conditions true; unknown is neither yes nor no."""

    SAT = "sat"
    UNSAT = "unsat"
    UNKNOWN = "unknown"


class Entailment(Enum):
    """Whether a term is true in every model of a path."""

    PROVED = "proved"
    REFUTED = "refuted"
    UNKNOWN = "unknown"


@record
class Universal:
    """A condition that holds for all values of some variables.

    In the condition, the keys of `within` stand for nested quantified conditions.
    """

    variables: tuple[Term, ...]
    condition: Term
    within: Mapping[Term, Universal]


@entity
class Statistics:
    """Statistics of a session: solver queries, answers found without one, unknowns, solver time."""

    queries: int = 0
    answered_from_models: int = 0
    unknowns: int = 0
    seconds: float = 0.0


@final
class Path:
    """A persistent list of conditions; `answer` and `model` cache what is known about it."""

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
        """The path with one more condition; the same path if that is constantly true."""
        return self if condition is TRUE else Path(self, condition)

    @classmethod
    def of(cls, conditions: Iterable[Term]) -> Path:
        """A new path with some conditions."""
        return reduce(cls.extend, conditions, cls())

    def conditions(self) -> list[Term]:
        """All conditions, in order."""
        return [each.condition for each in self.nodes()]

    def nodes(self, above: int = 0) -> list[Path]:
        """The paths of more than `above` conditions that lead here, ending with this one."""
        nodes = []
        node = self
        while node.depth > above and node.parent:
            nodes.append(node)
            node = node.parent
        nodes.reverse()
        return nodes


ROOT = Path()
