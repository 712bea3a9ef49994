"""The values of expressions, sets and patterns, given the values read so far."""

from __future__ import annotations

from fractions import Fraction
from typing import assert_never

from refute.languages.console import syntax
from refute.languages.console.meaning.evaluation import (
    Environment as Environment,
    evaluate as evaluate,
    evaluate_if_possible as evaluate_if_possible,
    history as history,
    last_of as last_of,
    no_value as no_value,
)
from refute.languages.console.meaning.functions import FUNCTIONS
from refute.languages.console.meaning.outputs import AnyText, Around, Exactly, Line, Number, Part
from refute.languages.console.syntax import ValueSet
from refute.languages.console.types import Mistyped, Value, show_value


def store(variable: str, value: Value, environment: Environment) -> Environment:
    """The environment with one more value."""
    return (*environment, (variable, value))


def rebind(variable: str, value: Value, environment: Environment) -> Environment:
    """The environment in which a name that is not read has another value."""
    return (*(each for each in environment if each[0] != variable), (variable, value))


def contains(values: ValueSet, value: Value, variable: str, environment: Environment) -> bool:
    """Whether a set contains a value that would be read into a variable."""
    if isinstance(value, Mistyped):
        return False
    if isinstance(values, syntax.NamedSet):  # the usual case, asked very often
        least = _LEAST.get(values.name)
        return least is None or (isinstance(value, int) and value >= least)

    def inside(inner: ValueSet) -> bool:
        return contains(inner, value, variable, environment)

    def compared(operator: str, bound: syntax.Expression) -> bool:
        return bool(FUNCTIONS[operator].concrete(value, evaluate(bound, environment)))

    match values:
        case syntax.Places(number):
            return isinstance(value, Fraction) and has_places(value, number)
        case syntax.Range(low, high):
            return compared(">=", low) and compared("<=", high)
        case syntax.Compared(operator, bound):
            return compared(operator, bound)
        case syntax.Members(items):
            return any(value == evaluate(item, environment) for item in items)
        case syntax.Among(variables):
            return value in history(variables, environment)
        case syntax.Union(left, right):
            return inside(left) or inside(right)
        case syntax.Intersection(left, right):
            return inside(left) and inside(right)
        case syntax.Difference(left, right):
            return inside(left) and not inside(right)
        case syntax.Complement(inner):
            return not inside(inner)
        case syntax.Unique(inner):
            return inside(inner) and value not in history((variable,), environment)
        case syntax.Without(inner, variables):
            return inside(inner) and value not in history(variables, environment)
        case _:
            assert_never(values)


_LEAST = {"nat": 0, "pos": 1}


def has_places(value: Fraction, number: int) -> bool:
    """Whether a decimal can be written with this many places."""
    return pow(10, number, value.denominator) == 0 or value.denominator == 1


def line(pattern: syntax.Pattern, environment: Environment) -> Line:
    """An output pattern with every expression replaced by the text of its value."""
    pieces: list[Part] = []
    for piece in pattern.pieces:
        match piece:
            case syntax.Literal(text):
                pieces.append(Exactly(text))
            case syntax.Result(expression, format_):
                pieces.append(_written(evaluate(expression, environment), format_))
            case syntax.Decorated(expression, format_):
                pieces.append(_around(_written(evaluate(expression, environment), format_)))
            case syntax.Anything(nonempty, across_lines):
                pieces.append(AnyText(nonempty, across_lines))
            case syntax.Bound():
                raise AssertionError("a value that was not chosen before")
            case _:
                assert_never(piece)
    return Line(tuple(pieces), pattern.span.start)


def _written(value: Value, wanted: syntax.Format | None) -> Exactly | Number:
    """A value as it must be printed: decimals by value, everything else as text."""
    if wanted is None:
        return Exactly(show_value(value))
    if (wanted.real or wanted.places is not None) and isinstance(value, int | Fraction):
        return Number(Fraction(value), wanted.places, wanted.width)
    shown = show_value(value)
    return Exactly(wanted.filled(shown, is_number=type(value) is int))


def _around(part: Exactly | Number) -> Around:
    return Around(part.text) if isinstance(part, Exactly) else Around(part.example, part)
