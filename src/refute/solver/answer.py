"""What a solver says."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum
from typing import TypeAlias

from refute.terms import Term, Value

Model: TypeAlias = Mapping[Term, Value]
"""Values of variables; a variable that is missing has the default value of its sort."""


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


class Ending(Enum):
    """Why sampling stopped: enough models, there are no more, or the solver does not know."""

    ENOUGH = "enough"
    EXHAUSTED = "exhausted"
    UNKNOWN = "unknown"


@dataclass(frozen=True, slots=True)
class Samples:
    """Different models of a path and why there are not more of them."""

    models: tuple[Model, ...]
    ending: Ending

    @property
    def answer(self) -> Answer:
        """Whether the path sampled from has a model at all."""
        if self.models:
            return Answer.SAT
        return Answer.UNSAT if self.ending is Ending.EXHAUSTED else Answer.UNKNOWN


@dataclass(slots=True)
class Statistics:
    """What a session did: solver queries, answers found without one, unknowns, solver time."""

    queries: int = 0
    answered_from_models: int = 0
    unknowns: int = 0
    seconds: float = 0.0

    def add(self, other: Statistics) -> None:
        """Count the work of another session as well."""
        self.queries += other.queries
        self.answered_from_models += other.answered_from_models
        self.unknowns += other.unknowns
        self.seconds += other.seconds
