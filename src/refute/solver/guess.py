"""Models by changing one that nearly fits, before the solver is asked."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator
from typing import Any

from refute.solver.answer import Model
from refute.solver.path import Path
from refute.terms import INT, Operator, Term, Value, evaluate, variables

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
