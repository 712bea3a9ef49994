"""Numbers of which few values are left: that none fits needs no solver to tell."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from weakref import WeakKeyDictionary

from refute.solver.effort import SECOND, Effort
from refute.solver.path import Path
from refute.terms import INT, Operator, Term, evaluate, variables

WIDEST = 256
"""Maximum number of values between the bounds of a number."""

FARTHEST = 200
"""Maximum number of conditions before the last one that are looked at."""

_VALUE_UNITS = SECOND // 200_000
"""Units of work of trying a value."""


class Leftover:
    """The values that the conditions of paths leave of numbers between two bounds.

    Only conditions about one number alone count, so there may be fewer; if none is left, the path
    is impossible.
    """

    def __init__(self) -> None:
        self._about: WeakKeyDictionary[Path, Term | None] = WeakKeyDictionary()
        self._left: WeakKeyDictionary[Path, Sequence[int] | None] = WeakKeyDictionary()

    def is_none(self, path: Path, effort: Effort) -> bool:
        """Whether no value is left of the number that the last condition is about."""
        number = self._number(path)
        return number is not None and self._values(path, number, effort) == ()

    def _number(self, path: Path) -> Term | None:
        """The number that the last condition is about, if it is about nothing else."""
        if path not in self._about:
            found = variables(path.condition)
            alone = len(found) == 1 and found[0].sort is INT
            self._about[path] = found[0] if alone else None
        return self._about[path]

    def _values(self, path: Path, number: Term, effort: Effort) -> Sequence[int] | None:
        """The values that are left; None if there may be too many."""
        fresh: list[Path] = []
        left: Sequence[int] | None = None
        node: Path | None = path
        while node is not None and path.depth - node.depth <= FARTHEST:
            if self._number(node) is number:
                if (left := self._left.get(node)) is not None:
                    break
                fresh.append(node)
            node = node.parent
        conditions = [each.condition for each in reversed(fresh)]
        if left is None:
            left = _between(conditions, number)
        if left is None:
            return None
        effort.spend(_VALUE_UNITS * len(left) * len(conditions))
        for condition in conditions:
            left = tuple(value for value in left if evaluate(condition, {number: value}))
        self._left[path] = left
        return left


def _between(conditions: Sequence[Term], number: Term) -> range | None:
    """The values between the bounds of a number, if it has two that are close enough."""
    low = high = None
    for bound, is_lowest in _bounds(conditions, number):
        if is_lowest:
            low = bound if low is None else max(low, bound)
        else:
            high = bound if high is None else min(high, bound)
    if low is None or high is None or high - low >= WIDEST:
        return None
    return range(low, high + 1)


def _bounds(conditions: Sequence[Term], number: Term) -> Iterator[tuple[int, bool]]:
    """The constants that a number must not be below, or not above."""
    waiting = [(each, True) for each in conditions]
    while waiting:
        term, wanted = waiting.pop()
        match term.operator:
            case Operator.NOT:
                waiting.append((term.arguments[0], not wanted))
            case (Operator.AND | Operator.OR) as operator:
                if wanted == (operator is Operator.AND):
                    waiting.extend((each, wanted) for each in term.arguments)
            case Operator.AT_MOST | Operator.LESS:
                left, right = term.arguments if wanted else term.arguments[::-1]
                is_strict = (term.operator is Operator.LESS) == wanted
                if left is number and right.operator is Operator.CONSTANT:
                    yield right.payload - is_strict, False
                elif right is number and left.operator is Operator.CONSTANT:
                    yield left.payload + is_strict, True
            case _:
                pass
