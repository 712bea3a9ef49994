"""What expressions come to, given the values read so far.

An expression is evaluated very often, on all inputs that are tried, so it becomes a Python function
of the environment when it is met for the first time.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeAlias, TypeVar, assert_never

from refute.diagnostics import InputError, error
from refute.languages.console import syntax
from refute.languages.console.meaning.functions import FUNCTIONS, NoValue
from refute.languages.console.syntax import Expression
from refute.languages.console.types import Value
from refute.source import Span

A = TypeVar("A")

Environment: TypeAlias = tuple[tuple[str, Value], ...]
"""Δ: every value read, with its variable, in reading order."""

Evaluation: TypeAlias = Callable[[Environment], Any]

_MOST_KNOWN = 20_000
_KNOWN: dict[int, tuple[Expression, Evaluation]] = {}
"""Functions by the identity of their expressions, which are kept so that it stays theirs."""


def evaluate(expression: Expression, environment: Environment) -> Value:
    """The value of an expression; InputError IO030 where it has none."""
    known = _KNOWN.get(id(expression))
    if known is None:
        if len(_KNOWN) >= _MOST_KNOWN:
            _KNOWN.clear()
        known = _KNOWN[id(expression)] = expression, _evaluation(expression)
    value: Value = known[1](environment)
    return value


def evaluate_sharing(
    expression: Expression, environment: Environment, known: dict[int, Any]
) -> Any:
    """The value of an expression; what several expressions share is evaluated once.

    `known` are the values so far in this environment, by the identity of their expressions.
    """
    key = id(expression)
    if key not in known:
        if isinstance(expression, syntax.Apply):
            given = [evaluate_sharing(each, environment, known) for each in expression.arguments]
            try:
                known[key] = FUNCTIONS[expression.function].concrete(*given)
            except NoValue as reason:
                raise no_value(str(reason), expression.span) from None
        else:
            known[key] = evaluate(expression, environment)
    return known[key]


def history(variables: Sequence[str], environment: Sequence[tuple[str, A]]) -> tuple[A, ...]:
    """All values read into any of the variables, in reading order."""
    return tuple([value for name, value in environment if name in variables])


def no_value(reason: str, span: Span) -> InputError:
    """The error that an expression of the specification has no value in some run."""
    return InputError([error("IO030", f"this has no value in some run: {reason}", span)])


def _evaluation(expression: Expression) -> Evaluation:
    match expression:
        case syntax.Integer() | syntax.Text() | syntax.Boolean():
            constant = expression.value
            return lambda _environment: constant
        case syntax.Member(_, name):
            return lambda _environment: name
        case syntax.ListOf(items):
            if all(isinstance(each, syntax.Integer | syntax.Text) for each in items):
                constants = tuple([each.value for each in items])  # type: ignore[union-attr]
                return lambda _environment: constants
            parts = [_evaluation(item) for item in items]
            return lambda environment: tuple([part(environment) for part in parts])
        case syntax.Name(name):
            return _recent((name,), 0, expression.span)
        case syntax.Current(variables, before):
            return _recent(variables, before, expression.span)
        case syntax.All(variables, before):
            return _all(variables, before)
        case syntax.Apply(function, arguments):
            return _applied(FUNCTIONS[function].concrete, arguments, expression.span)
        case syntax.Opaque(function, arguments):
            given = [_evaluation(argument) for argument in arguments]
            return lambda environment: function(*[_for_python(each(environment)) for each in given])
        case _:
            assert_never(expression)


def _recent(variables: tuple[str, ...], before: int, span: Span) -> Evaluation:
    def recent(environment: Environment) -> Value:
        left = before
        for name, value in reversed(environment):
            if name in variables:
                if not left:
                    return value
                left -= 1
        raise no_value(f"`{variables[0]}` has not been read so often", span)

    return recent


def _all(variables: tuple[str, ...], before: int) -> Evaluation:
    def read(environment: Environment) -> Value:
        values = history(variables, environment)
        return values[: max(0, len(values) - before)] if before else values

    return read


def _applied(
    function: Callable[..., Any], arguments: tuple[Expression, ...], span: Span
) -> Evaluation:
    given = [_evaluation(argument) for argument in arguments]
    only = given[0]

    def applied_to_one(environment: Environment) -> Any:
        try:
            return function(only(environment))
        except NoValue as reason:
            raise no_value(str(reason), span) from None

    def applied(environment: Environment) -> Any:
        try:
            return function(*[each(environment) for each in given])
        except NoValue as reason:
            raise no_value(str(reason), span) from None

    return applied_to_one if len(given) == 1 else applied


def _for_python(value: Value) -> object:
    """A Python function is given lists as lists."""
    return list(value) if isinstance(value, tuple) else value
