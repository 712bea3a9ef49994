"""The only package that uses z3, which is imported when the first session is opened."""

from __future__ import annotations

from typing import TYPE_CHECKING

from refute.solver.effort import SECOND as SECOND, Effort as Effort, Ended as Ended
from refute.solver.path import (
    ROOT as ROOT,
    Answer as Answer,
    Entailment as Entailment,
    Model as Model,
    Path as Path,
    Statistics as Statistics,
    Universal as Universal,
)

if TYPE_CHECKING:
    from refute.solver.session import Session as Session


def open_session(
    *, effort: Effort | None = None, query_units: int | None = None, seed: int = 0
) -> Session:
    """Open a session; its queries share the effort, and each may use `query_units` of it."""
    from refute.solver.session import QUERY_UNITS, Session  # noqa: PLC0415 - z3 is slow to import

    return Session(effort=effort, query_units=query_units or QUERY_UNITS, seed=seed)
