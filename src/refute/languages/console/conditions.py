"""Conditions and their negations."""

from __future__ import annotations

from refute.languages.console import syntax
from refute.languages.console.syntax import Expression

_OPPOSITE = {
    "==": "!=", "!=": "==", "<": ">=", "<=": ">", ">": "<=", ">=": "<",
    "in": "not in", "not in": "in",
}  # fmt: skip


def negated(condition: Expression) -> Expression:
    """The negation of a condition, as a person would write it."""
    match condition:
        case syntax.Boolean(truth):
            return syntax.Boolean(not truth)
        case syntax.Apply("not", (inner,)):
            return inner
        case syntax.Apply(function, arguments) if function in _OPPOSITE:
            return syntax.Apply(_OPPOSITE[function], arguments, span=condition.span)
        case syntax.Apply("and" | "or" as function, (left, right)):
            other = "or" if function == "and" else "and"
            return syntax.Apply(other, (negated(left), negated(right)), span=condition.span)
    return syntax.Apply("not", (condition,), span=condition.span)
