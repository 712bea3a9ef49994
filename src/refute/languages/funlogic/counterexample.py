"""The smallest counterexample of all paths: fewest constructors, then smallest numbers.

Branch and bound: the first counterexample limits the number of constructors and the size of the
numbers in a smaller one. Everything beyond is cut off, and the search continues until nothing is
left, or until it has cost too much.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from fractions import Fraction
from typing import TypeAlias

from refute.languages.funlogic.branches import Found
from refute.languages.funlogic.interpret import Interpreted
from refute.languages.funlogic.searching import possible
from refute.languages.funlogic.values import Answer, Data
from refute.record import record
from refute.search import Search
from refute.solver import SECOND, Answer as Verdict, Path
from refute.terms import (
    BOOL,
    INT,
    Term,
    absolute,
    at_most,
    conjunction,
    integer,
    real,
    variables,
)

Number: TypeAlias = int | Fraction

Rank: TypeAlias = tuple[int, int, Number, tuple[Number, ...], tuple[bool, ...]]
"""The number of constructors, the largest denominator, the largest magnitude, all magnitudes in
order, and which numbers are negative."""


@record
class Counterexample:
    """Inputs, and the value of the property for them."""

    inputs: tuple[Answer, ...]
    replayed: Interpreted

    @property
    def rank(self) -> Rank:
        """Its size, as a key for comparison."""
        constructors, numbers = _parts(self.inputs)
        sizes = tuple(max(each, -each) for each in numbers)
        denominator = max((each.denominator for each in numbers), default=1)
        signs = tuple(each < 0 for each in numbers)
        return constructors, denominator, max(sizes, default=0), sizes, signs


def _parts(inputs: Sequence[Answer]) -> tuple[int, list[Number]]:
    """The number of constructors in concrete values, and their numbers in order."""
    constructors, numbers = 0, list[Number]()
    pending = list(reversed(inputs))
    while pending:
        part = pending.pop()
        if isinstance(part, Data):
            constructors += 1
            pending.extend(reversed(part.fields))
        elif isinstance(part, int | Fraction):
            numbers.append(part)
    return constructors, numbers


class Smallest:
    """Keeps the smallest counterexample and directs the search to smaller ones.

    The search must use the `check` of this object. If programs have unknowns of their own, nothing
    is cut off, because these also have a cost and may be numbers.
    """

    def __init__(self, *, own_unknowns: bool) -> None:
        self._own_unknowns = own_unknowns
        self._constructors = 0
        self._largest: Number | None = None
        self.found: Counterexample | None = None

    def check(self, search: Search[Found], path: Path) -> Verdict:
        """Whether a path is possible with numbers that are small enough.

        They may be of any size while the cost is below the number of constructors in the smallest.
        """
        if self._largest is not None and search.cost >= self._constructors:
            path = path.extend(_within(path, self._largest))
        return possible(search, path)

    def add(self, example: Counterexample, search: Search[Found]) -> None:
        """Add a counterexample, and from now on look only for smaller ones."""
        if self.found is None:
            effort = search.budget.effort
            enough = effort.spent + max(effort.spent, SECOND)
            effort.allowance = min(effort.allowance, enough)
        elif example.rank >= self.found.rank:
            return
        self.found = example
        constructors, denominator, largest, *_ = example.rank
        if not self._own_unknowns:
            # one with larger numbers, but whole ones, is smaller than one with fractions
            self._constructors = constructors
            self._largest = largest if denominator == 1 else None
            bound = constructors if largest else constructors - 1
            search.budget = replace(search.budget, cost=bound)


def _within(path: Path, bound: Number) -> Term:
    """The condition that all numbers of a path have at most some magnitude."""
    found: dict[Term, None] = {}
    for condition in path.conditions():
        found.update(dict.fromkeys(each for each in variables(condition) if each.sort is not BOOL))
    return conjunction(
        *(
            at_most(absolute(each), integer(int(bound)) if each.sort is INT else real(bound))
            for each in found
        )
    )
