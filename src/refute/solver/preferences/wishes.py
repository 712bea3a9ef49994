"""Models that fulfil wishes: conditions that are dropped if they are impossible."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import field
from typing import Any, Protocol, Self, TypeVar

from refute.record import record
from refute.solver.effort import Effort
from refute.solver.path import Answer
from refute.terms import Term, Value, at_most, conjunction, evaluate, integer


@record
class Solution:
    """An answer, and for sat the values of the variables."""

    answer: Answer
    model: Mapping[Term, Value] = field(default_factory=dict)

    @property
    def is_sat(self) -> bool:
        """Whether the answer is sat."""
        return self.answer is Answer.SAT

    @property
    def is_unsat(self) -> bool:
        """Whether the answer is unsat."""
        return self.answer is Answer.UNSAT


class Solvable(Protocol):
    """Conditions that are solved together, in whatever way."""

    def also(self, *conditions: Term) -> Self:
        """These conditions with some more; the original is unchanged."""
        raise NotImplementedError

    def run(self) -> Solution:
        """Solve them."""
        raise NotImplementedError


S = TypeVar("S", bound=Solvable)


def granted(
    conditions: S, found: Solution, wishes: Iterable[Term], effort: Effort
) -> tuple[S, Solution]:
    """A solution that fulfils all wishes, or as many as possible, in order of preference."""
    wishes = list(wishes)
    together = [conjunction(*wishes)] if len(wishes) > 1 else []
    for wish in (*together, *wishes):
        if effort.exhausted:
            break
        more = conditions.also(wish)
        better = more.run()
        if better.is_sat:
            conditions, found = more, better
            if wish in together:
                break
    return conditions, found


def least(conditions: S, found: Solution, total: Term, effort: Effort) -> tuple[S, Solution]:
    """A solution that minimises a non-negative number."""
    now: Any = evaluate(total, found.model)
    while now > 0 and not effort.exhausted:
        better = conditions.also(at_most(total, integer(now - 1))).run()
        if not better.is_sat:
            break
        found, now = better, evaluate(total, better.model)
    return conditions.also(at_most(total, integer(now))), found
