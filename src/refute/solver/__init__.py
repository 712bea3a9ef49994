"""The one place that talks to z3, which is imported only when a session is opened."""

from __future__ import annotations

from typing import TYPE_CHECKING

from refute.solver.answer import Answer, Ending, Entailment, Model, Samples, Statistics
from refute.solver.path import ROOT, Path
from refute.solver.sample import Suggest, suggest_value

if TYPE_CHECKING:
    from refute.solver.session import Session as Session

__all__ = [
    "ROOT",
    "Answer",
    "Ending",
    "Entailment",
    "Model",
    "Path",
    "Samples",
    "Statistics",
    "Suggest",
    "open_session",
    "suggest_value",
]


def open_session(*, query_seconds: float = 5.0, seed: int = 0) -> Session:
    """A new session with a time limit for each query."""
    from refute.solver.session import Session  # noqa: PLC0415 - z3 is slow to import

    return Session(query_seconds=query_seconds, seed=seed)
