"""Models with small numbers, round decimals, and short lists and texts."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from fractions import Fraction
from math import ceil, floor
from typing import TYPE_CHECKING, Any

from refute.solver.path import Answer, Model, Path
from refute.terms import (
    INT,
    REAL,
    STRING,
    ListSort,
    Term,
    absolute,
    at_least,
    at_most,
    conjunction,
    equal,
    evaluate,
    integer,
    item,
    length,
    real,
    string,
)

if TYPE_CHECKING:
    from refute.solver.session import Session


LETTERS = "abcA0"
"""The characters for texts of one repeated character, in order of preference."""


def smallest(session: Session, path: Path, terms: Sequence[Term], queries: int) -> Model | None:
    """A model with short lists and texts, small numbers, round decimals and readable texts.

    Unknown answers and a lack of queries make the model less small, never wrong.
    """
    if session.check(path) is not Answer.SAT:
        return None
    last = session.statistics.queries + queries
    numbers = [each for each in terms if each.sort is INT]
    texts = [each for each in terms if each.sort is STRING]
    lists = [each for each in terms if isinstance(each.sort, ListSort)]
    path = _small(session, path, [length(each) for each in (*lists, *texts)], last)
    items = [part for each in lists for part in _numbers_in(each, path)]
    path = _small(session, path, [*numbers, *items], last)
    for each in (term for term in terms if term.sort is REAL):
        path = _one_of(session, path, each, map(real, _round_numbers(each, path)), last)
    for each in texts:
        path = _one_of(session, path, each, map(string, _plain_texts(each, path)), last)
    return path.model


def _numbers_in(term: Term, path: Path) -> list[Term]:
    """The items of a list of numbers, as long as in the model of a path."""
    if term.sort is not ListSort(INT):
        return []
    found: Any = evaluate(term, path.model or {})
    return [item(term, integer(index)) for index in range(len(found))]


def _small(session: Session, path: Path, terms: Sequence[Term], last: int) -> Path:
    """Minimise the bound on all magnitudes, then each of them in order, preferably not negative."""
    path = _lower(session, path, terms, last)
    for term in terms:
        path = _lower(session, path, [term], last)
    for term in terms:
        positive = path.extend(at_least(term, integer(0)))
        if session.statistics.queries < last and session.check(positive) is Answer.SAT:
            path = positive
    return path


def _one_of(session: Session, path: Path, term: Term, values: Iterable[Term], last: int) -> Path:
    """The path in which a term has the first possible one of some values, if any is possible."""
    for each in values:
        wanted = path.extend(equal(term, each))
        if session.statistics.queries < last and session.check(wanted) is Answer.SAT:
            return wanted
    return path


def _round_numbers(term: Term, path: Path) -> Iterable[Fraction]:
    """Decimals that are more readable than the one of a model."""
    found: Any = evaluate(term, path.model or {})
    return dict.fromkeys(map(Fraction, (0, 1, floor(found), ceil(found), round(found, 2))))


def _plain_texts(term: Term, path: Path) -> Iterable[str]:
    """Texts of one repeated letter that are as long as the one of a model."""
    found: Any = evaluate(term, path.model or {})
    return [letter * len(found) for letter in LETTERS] if found else []


def _lower(session: Session, path: Path, terms: Sequence[Term], last: int) -> Path:
    """The path with the least bound on the magnitudes of terms that still has a model."""
    if not terms:
        return path
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
