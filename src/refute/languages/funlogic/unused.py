"""Equations that are never used, since one before them matches everything."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import pairwise

from refute.diagnostics import Diagnostic, Label, Severity
from refute.languages.funlogic import syntax
from refute.languages.funlogic.compile_function import may_fail
from refute.languages.funlogic.link import Linked


def never_used(linked: Linked) -> Iterator[Diagnostic]:
    """A warning for each function of the file that has such an equation."""
    for equations in linked.main.functions.values():
        yield from _behind_everything(equations)


def _behind_everything(equations: Sequence[syntax.Equation]) -> Iterator[Diagnostic]:
    for each, after in pairwise(equations):
        if _matches_everything(each):
            yield Diagnostic(
                "FL039",
                "this equation is never used",
                Label(after.span),
                (Label(each.span, "this one matches everything"),),
                help="equations are tried from top to bottom: write special cases first",
                severity=Severity.WARNING,
            )
            return


def _matches_everything(equation: syntax.Equation) -> bool:
    names = [each.name for each in equation.parameters if isinstance(each, syntax.AnyPattern)]
    named = [each for each in names if each != "_"]
    is_any = len(names) == len(equation.parameters) and len(set(named)) == len(named)
    return is_any and not may_fail(equation.body)
