"""What expressions, sets and patterns come to, given the values read so far."""

from __future__ import annotations

from typing import assert_never

from refute.languages.console import syntax
from refute.languages.console.meaning.evaluation import (
    Environment as Environment,
    evaluate as evaluate,
    evaluate_sharing as evaluate_sharing,
    history as history,
    no_value as no_value,
)
from refute.languages.console.meaning.functions import FUNCTIONS
from refute.languages.console.meaning.outputs import AnyText, Around, Exactly, Line
from refute.languages.console.syntax import ValueSet
from refute.languages.console.types import Mistyped, Value, show_value


def store(variable: str, value: Value, environment: Environment) -> Environment:
    """The environment with one value more."""
    return (*environment, (variable, value))


def contains(values: ValueSet, value: Value, variable: str, environment: Environment) -> bool:
    """Whether a value that would be read into a variable belongs to the set."""
    if isinstance(value, Mistyped):
        return False

    def inside(inner: ValueSet) -> bool:
        return contains(inner, value, variable, environment)

    match values:
        case syntax.NamedSet(name):
            return name not in _LEAST or (isinstance(value, int) and value >= _LEAST[name])
        case syntax.Range(low, high):
            return inside(syntax.Compared(">=", low)) and inside(syntax.Compared("<=", high))
        case syntax.Compared(operator, bound):
            limit = evaluate(bound, environment)
            return bool(FUNCTIONS[operator].concrete(value, limit))
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


def line(pattern: syntax.Pattern, environment: Environment) -> Line:
    """An output pattern with every expression replaced by its value as text."""
    pieces: list[Exactly | Around | AnyText] = []
    for piece in pattern.pieces:
        match piece:
            case syntax.Literal(text):
                pieces.append(Exactly(text))
            case syntax.Result(expression):
                pieces.append(Exactly(show_value(evaluate(expression, environment))))
            case syntax.Decorated(expression):
                pieces.append(Around(show_value(evaluate(expression, environment))))
            case syntax.Anything(nonempty, across_lines):
                pieces.append(AnyText(nonempty, across_lines))
            case _:
                assert_never(piece)
    return Line(tuple(pieces), pattern.span.start)
