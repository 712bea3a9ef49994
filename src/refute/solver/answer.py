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


@dataclass(slots=True)
class Statistics:
    """What a session did: solver queries, answers found without one, unknowns, solver time."""

    queries: int = 0
    answered_from_models: int = 0
    unknowns: int = 0
    seconds: float = 0.0
