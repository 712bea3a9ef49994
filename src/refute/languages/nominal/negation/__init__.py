"""Negation elimination (NE, NEs): predicates for when others do not hold, without negation."""

from __future__ import annotations

from collections.abc import Iterable

from refute.diagnostics import Diagnostic, Label, Severity
from refute.languages.nominal import core
from refute.languages.nominal.negation.elimination import Elimination, Reason
from refute.languages.nominal.program import Program
from refute.source import NO_SPAN

__all__ = ["Elimination", "Reason", "Unsupported", "complaint", "negate"]


class Unsupported(Exception):
    """Something that a goal calls is outside what negation elimination can do."""

    def __init__(self, reasons: list[Reason]) -> None:
        super().__init__("; ".join(map(str, reasons)))
        self.reasons = reasons


def complaint(reason: Reason, severity: Severity = Severity.ERROR) -> Diagnostic:
    """The diagnostic (AP051) for a predicate that cannot be negated."""
    message = f"{reason.subject} is outside what negation elimination supports: {reason.text}"
    label = Label(reason.span) if reason.span is not NO_SPAN else None
    advice = "`refute check` uses negation as failure for theorems that conclude it"
    return Diagnostic("AP051", message, label, severity=severity, help=advice)


def negate(
    program: Program,
    goal: core.Goal,
    given: Iterable[core.Variable | core.NameConstant],
    *,
    simplify: bool = True,
) -> core.Goal:
    """A goal that holds where another one does not; Unsupported where there is none.

    The variables and names that are `given` have values; other variables of the goal, such as
    the value of a function, exist in it. NEs is what is simplified, NE is not.
    """
    elimination = Elimination(program.checker.datatypes, simplify=simplify)
    negated = elimination.negate(goal, given)
    if elimination.reasons:
        raise Unsupported(elimination.reasons)
    return negated
