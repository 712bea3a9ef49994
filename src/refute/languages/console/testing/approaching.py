"""Inputs for which two numbers that are compared are equal, or differ by one.

The solver finds such inputs for simple conditions. With much arithmetic, as in `(60 * c + d - 60 *
a - b) mod 1440 >= 150`, it is far quicker to start with inputs that are close, to see how much a
change of one of them does, and to change it by what is missing: a step of Newton's method.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction

from refute.languages.console.meaning import evaluate_if_possible
from refute.languages.console.paths.bounds import bounds
from refute.languages.console.syntax import Apply, Read
from refute.languages.console.testing.candidates import Candidate, Visit, replayed
from refute.languages.console.typecheck import Checked
from refute.languages.console.types import Value

MOST_BASES = 2
"""Number of inputs from which each boundary is approached, the nearest ones."""

MOST_CHANGED = 4
"""Maximum number of inputs changed one after the other."""

LONGEST_APPROACHED = 8
"""Maximum length of inputs from which boundaries are approached."""


@dataclass(slots=True)
class BoundarySearch:
    """Approaches boundaries; `comparisons` are those of each statement, by its identity.

    `plays` counts how often the specification was played for this.
    """

    checked: Checked
    comparisons: Mapping[int, Sequence[Apply]]
    plays: int = 0

    def reach(self, known: Iterable[Candidate], comparison: Apply, wanted: int) -> Candidate | None:
        """Inputs for which the left side of a comparison is greater by the wanted difference."""
        bases = [
            (abs(distance), len(each.values), number, each)
            for number, each in enumerate(known)
            if len(each.values) <= LONGEST_APPROACHED
            and (distance := self._distance(each, comparison, wanted)) is not None
        ]
        found = (
            self._approached(base[-1], comparison, wanted) for base in sorted(bases)[:MOST_BASES]
        )
        return next(filter(None, found), None)

    def _approached(self, base: Candidate, comparison: Apply, wanted: int) -> Candidate | None:
        distance = self._distance(base, comparison, wanted)
        for _ in range(MOST_CHANGED):
            if not distance:
                break
            left = distance
            for made in self._changed(base, comparison, wanted, distance):
                now = self._distance(made, comparison, wanted)
                if now is not None and abs(now) < abs(left):
                    base, left = made, now
                if not left:
                    return base
            if left == distance:
                return None
            distance = left
        return base if distance == 0 else None

    def _changed(
        self, base: Candidate, comparison: Apply, wanted: int, distance: Fraction
    ) -> Iterator[Candidate]:
        """The inputs with each number in turn changed so that the distance might vanish."""
        reads = [each for each in base.visits if each.value is not None]
        for place, visit in enumerate(reads):
            number = _number(visit.value)
            if not visit.valid or number is None:
                continue
            for step in (1, -1):
                beside = self._with(base, place, _typed(visit, number + step))
                then = None if beside is None else self._distance(beside, comparison, wanted)
                if then is not None and then != distance:
                    missing = distance * step / (then - distance)
                    made = self._with(base, place, _typed(visit, number - missing))
                    if made is not None:
                        yield made
                    break

    def _with(self, base: Candidate, place: int, value: Value) -> Candidate | None:
        self.plays += 1
        return replayed(self.checked, (*base.values[:place], value, *base.values[place + 1 :]))

    def _distance(self, candidate: Candidate, comparison: Apply, wanted: int) -> Fraction | None:
        """The distance from the wanted difference; None if the comparison is not reached."""
        found: list[Fraction] = []
        for visit in candidate.visits:
            if any(each is comparison for each in self.comparisons[id(visit.statement)]):
                left, right = (
                    _number(evaluate_if_possible(each, visit.environment))
                    for each in comparison.arguments
                )
                if left is not None and right is not None:
                    found.append(left - right - wanted)
        return min(found, key=abs, default=None)


def _number(value: Value | None) -> Fraction | None:
    """A value that is a number."""
    if isinstance(value, bool) or not isinstance(value, int | Fraction):
        return None
    return Fraction(value)


def _typed(visit: Visit, number: Fraction) -> Value:
    """The nearest number of the type that is read, within the bounds of the set."""
    assert isinstance(visit.statement, Read)
    low, high = bounds(visit.statement.values, visit.environment)
    if low is not None:
        number = max(number, Fraction(low))
    if high is not None:
        number = min(number, Fraction(high))
    return round(number) if isinstance(visit.value, int) else Fraction(round(number * 100), 100)
