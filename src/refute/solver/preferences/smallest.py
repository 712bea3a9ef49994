"""Models with small numbers."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

from refute.solver.path import Answer, Model, Path
from refute.terms import Term, absolute, at_least, at_most, conjunction, evaluate, integer

if TYPE_CHECKING:
    from refute.solver.session import Session


def smallest(session: Session, path: Path, terms: Sequence[Term], queries: int) -> Model | None:
    """A model with a least bound on all magnitudes, then least ones in order, rather not negative.

    Each unknown answer and running out of queries leave the model less small, never wrong.
    """
    if session.check(path) is not Answer.SAT:
        return None
    last = session.statistics.queries + queries
    path = _lower(session, path, terms, last)
    for term in terms:
        path = _lower(session, path, [term], last)
    for term in terms:
        positive = path.extend(at_least(term, integer(0)))
        if session.statistics.queries < last and session.check(positive) is Answer.SAT:
            path = positive
    return path.model


def _lower(session: Session, path: Path, terms: Sequence[Term], last: int) -> Path:
    """The path with the least bound on the magnitudes of terms that still has a model."""
    low, best, high = 0, path, _largest(terms, path)
    while low < high and session.statistics.queries < last:
        bound = min(2 * low, (low + high) // 2)
        narrowed = path.extend(_within(terms, bound))
        if session.check(narrowed) is Answer.SAT:
            best, high = narrowed, _largest(terms, narrowed)
        else:
            low = bound + 1
    least = best.extend(_within(terms, high))
    session.check(least)  # answered by the model of `best`
    return least


def _within(terms: Sequence[Term], bound: int) -> Term:
    return conjunction(*(at_most(absolute(term), integer(bound)) for term in terms))


def _largest(terms: Sequence[Term], path: Path) -> int:
    values: list[Any] = [evaluate(term, path.model or {}) for term in terms]
    return max(map(abs, values), default=0)
