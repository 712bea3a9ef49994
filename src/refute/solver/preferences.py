"""Models that one would rather have: near a known one, or with small numbers."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any

from refute.solver.path import Answer, Model, Path
from refute.terms import (
    INT,
    Operator,
    Term,
    Value,
    absolute,
    at_least,
    at_most,
    conjunction,
    evaluate,
    integer,
    variables,
)

if TYPE_CHECKING:
    from refute.solver.session import Session

MOST_GUESSES = 8


def guess(path: Path, model: Model) -> Model | None:
    """A model of the path near one of all but its last condition, if a few changes find one.

    Each change of one variable makes one failing condition true; the first that then fails is
    mended in turn.
    """
    conditions = path.conditions()
    conditions.reverse()  # the last ones are the likeliest to fail
    pending = deque([(model, path.condition)])
    tried = {frozenset(model.items())}
    while pending:
        nearly, failing = pending.popleft()
        for variable, value in _changes(failing, nearly):
            changed = {**nearly, variable: value}
            broken = next((each for each in conditions if not evaluate(each, changed)), None)
            if broken is None:
                return changed
            known = frozenset(changed.items())
            if known not in tried:
                tried.add(known)
                pending.append((changed, broken))
            if len(tried) > MOST_GUESSES:
                return None
    return None


def _changes(condition: Term, model: Model) -> Iterator[tuple[Term, Value]]:
    """Changes of one variable that could make a condition true; each is still to be tried."""
    wanted = True
    if condition.operator is Operator.NOT:
        wanted, condition = False, condition.arguments[0]
    if condition.operator is Operator.VARIABLE:
        yield condition, wanted
    elif condition.operator in _COMPARISONS and condition.arguments[0].sort is INT:
        for variable in variables(condition):
            if variable.sort is INT:
                yield from _steps(condition, variable, model, wanted)
    elif condition.operator is (Operator.OR if wanted else Operator.AND):
        for part in condition.arguments:
            if part.operator is not Operator.CONSTANT:
                yield from _changes(part, model)


_COMPARISONS = frozenset({Operator.EQUAL, Operator.LESS, Operator.AT_MOST})


def _steps(
    condition: Term, variable: Term, model: Model, wanted: bool
) -> Iterator[tuple[Term, Value]]:
    """The value of a variable at which a comparison, if linear in it, turns out as wanted."""
    here: Any = evaluate(variable, model)
    gap = _gap(condition, model)
    slope = _gap(condition, {**model, variable: here + 1}) - gap
    if not slope:
        return
    if condition.operator is Operator.EQUAL:
        if not wanted:
            yield variable, here + 1
            yield variable, here - 1
        elif gap % slope == 0:
            yield variable, here - gap // slope
        return
    size = abs(slope)
    steps = gap // size + 1 if condition.operator is Operator.LESS else -(-gap // size)
    yield variable, here - steps if slope > 0 else here + steps


def _gap(comparison: Term, model: Model) -> Any:
    left, right = comparison.arguments
    high: Any = evaluate(left, model)
    return high - evaluate(right, model)


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
