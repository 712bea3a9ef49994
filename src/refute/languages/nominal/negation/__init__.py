"""Negation elimination (NE, NEs): predicates for when others do not hold, without negation."""

from __future__ import annotations

from refute.languages.nominal import core
from refute.languages.nominal.negation.elimination import Elimination, Reason
from refute.languages.nominal.program import Program

__all__ = ["Elimination", "Reason", "Unsupported", "negate"]


class Unsupported(Exception):
    """Something that a goal calls is outside what negation elimination can do."""

    def __init__(self, reasons: list[Reason]) -> None:
        super().__init__("; ".join(map(str, reasons)))
        self.reasons = reasons


def negate(
    program: Program,
    goal: core.Goal,
    names: tuple[core.NameConstant, ...] = (),
    *,
    simplify: bool = True,
) -> core.Goal:
    """A goal that holds where the given one, closed, does not; Unsupported where that cannot be.

    `names` are those that the goal's variables may contain. What is not to be simplified is NE.
    """
    elimination = Elimination(program.checker.datatypes, simplify=simplify)
    negated = elimination.negate(goal, names)
    if elimination.reasons:
        raise Unsupported(elimination.reasons)
    return negated
