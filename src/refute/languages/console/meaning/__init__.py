"""What expressions, sets and patterns come to, given the values read so far."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeAlias, TypeVar, assert_never

from refute.diagnostics import InputError, error
from refute.languages.console import syntax
from refute.languages.console.meaning.functions import FUNCTIONS, NoValue
from refute.languages.console.meaning.outputs import AnyText, Around, Exactly, Line
from refute.languages.console.syntax import Expression, ValueSet
from refute.languages.console.types import Mistyped, Value, show_value
from refute.source import Span

A = TypeVar("A")

Environment: TypeAlias = tuple[tuple[str, Value], ...]
"""Δ: every value read, with its variable, in reading order."""


def store(variable: str, value: Value, environment: Environment) -> Environment:
    """The environment with one value more."""
    return (*environment, (variable, value))


def history(variables: Sequence[str], environment: Sequence[tuple[str, A]]) -> tuple[A, ...]:
    """All values read into any of the variables, in reading order."""
    return tuple(value for name, value in environment if name in variables)


def evaluate(expression: Expression, environment: Environment) -> Value:
    """The value of an expression; InputError IO030 where it has none."""
    match expression:
        case syntax.Integer() | syntax.Text() | syntax.Boolean():
            return expression.value
        case syntax.Member(_, name):
            return name
        case syntax.ListOf(items):
            return tuple(evaluate(item, environment) for item in items)
        case syntax.Name(name):
            return _recent((name,), 0, expression.span, environment)
        case syntax.Current(variables, before):
            return _recent(variables, before, expression.span, environment)
        case syntax.All(variables, before):
            values = history(variables, environment)
            return values[: max(0, len(values) - before)]
        case syntax.Apply(function, arguments):
            given = [evaluate(argument, environment) for argument in arguments]
            try:
                value: Value = FUNCTIONS[function].concrete(*given)
            except NoValue as reason:
                raise no_value(str(reason), expression.span) from None
            return value
        case syntax.Opaque(function, arguments):
            given = [evaluate(argument, environment) for argument in arguments]
            made: Value = function(*map(_for_python, given))
            return made
        case _:
            assert_never(expression)


def _for_python(value: Value) -> object:
    """A Python function is given lists as lists."""
    return list(value) if isinstance(value, tuple) else value


def _recent(variables: tuple[str, ...], before: int, span: Span, environment: Environment) -> Value:
    values = history(variables, environment)
    if len(values) <= before:
        raise no_value(f"`{variables[0]}` has not been read so often", span)
    return values[-1 - before]


def no_value(reason: str, span: Span) -> InputError:
    """The error that an expression of the specification has no value in some run."""
    return InputError([error("IO030", f"this has no value in some run: {reason}", span)])


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
