"""The least and the greatest number of a set, as far as its form shows them."""

from __future__ import annotations

from fractions import Fraction
from typing import Any, TypeAlias

from refute.diagnostics import InputError
from refute.languages.console import syntax
from refute.languages.console.meaning import Environment, evaluate
from refute.languages.console.syntax import Expression, ValueSet

Bounds: TypeAlias = tuple[Any, Any]
"""The least and the greatest number; None if there is none."""


def bounds(values: ValueSet, environment: Environment) -> Bounds:
    """The least and the greatest number of a set, as far as its form shows them."""
    match values:
        case syntax.NamedSet("nat"):
            return 0, None
        case syntax.NamedSet("pos"):
            return 1, None
        case syntax.Range(low, high):
            return _number(low, environment), _number(high, environment)
        case syntax.Compared(operator, bound):
            number = _number(bound, environment)
            if number is None:
                return None, None
            return {
                ">": (number + 1, None),
                ">=": (number, None),
                "<": (None, number - 1),
                "<=": (None, number),
            }.get(operator, (None, None))
        case syntax.Members(items):
            numbers = [_number(each, environment) for each in items]
            known = [each for each in numbers if each is not None]
            return (min(known), max(known)) if known else (None, None)
        case syntax.Union(left, right):
            return _joined(bounds(left, environment), bounds(right, environment))
        case syntax.Intersection(left, right):
            return _met(bounds(left, environment), bounds(right, environment))
        case syntax.Difference(inner, _) | syntax.Unique(inner) | syntax.Without(inner, _):
            return bounds(inner, environment)
        case _:
            return None, None


def _joined(one: Bounds, two: Bounds) -> Bounds:
    (low, high), (least, most) = one, two
    return (
        None if low is None or least is None else min(low, least),
        None if high is None or most is None else max(high, most),
    )


def _met(one: Bounds, two: Bounds) -> Bounds:
    (low, high), (least, most) = one, two
    lows = [each for each in (low, least) if each is not None]
    highs = [each for each in (high, most) if each is not None]
    return max(lows, default=None), min(highs, default=None)


def _number(expression: Expression, environment: Environment) -> Any:
    try:
        value = evaluate(expression, environment)
    except InputError:
        return None
    return value if isinstance(value, int | Fraction) else None
