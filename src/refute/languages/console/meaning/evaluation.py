"""What expressions come to, given the values read so far.

An expression is evaluated very often, on all inputs that are tried, so it becomes a Python function
of the environment when it is met for the first time.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, TypeAlias, TypeVar, assert_never

from refute.diagnostics import InputError, error
from refute.languages.console import syntax
from refute.languages.console.meaning.concrete import NoValue
from refute.languages.console.meaning.functions import FUNCTIONS
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
        match expression:
            case syntax.Apply(("and" | "or" | "either") as function, arguments):
                parts = (partial(_shared, each, known) for each in arguments)
                known[key] = _lazily(function, *parts)(environment)
            case syntax.Apply(function, arguments) if function != "lookup":
                given = [evaluate_sharing(each, environment, known) for each in arguments]
                try:
                    known[key] = FUNCTIONS[function].concrete(*given)
                except NoValue as reason:
                    raise no_value(str(reason), expression.span) from None
            case _:
                known[key] = evaluate(expression, environment)
    return known[key]


def _shared(expression: Expression, known: dict[int, Any], environment: Environment) -> Any:
    return evaluate_sharing(expression, environment, known)


def evaluate_if_possible(expression: Expression, environment: Environment) -> Value | None:
    """The value of a part of an expression; None where it is guarded from having none."""
    try:
        return evaluate(expression, environment)
    except InputError:
        return None


def history(variables: Sequence[str], environment: Sequence[tuple[str, A]]) -> tuple[A, ...]:
    """All values read into any of the variables, in reading order."""
    return tuple([value for name, value in environment if name in variables])


def no_value(reason: str, span: Span) -> InputError:
    """The error that an expression of the specification has no value in some run."""
    return InputError([error("IO030", f"this has no value in some run: {reason}", span)])


def _evaluation(expression: Expression) -> Evaluation:
    match expression:
        case syntax.Integer() | syntax.Real() | syntax.Text() | syntax.Boolean():
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
        case syntax.Each(item, variable, source, condition):
            return _each(item, variable, source, condition)
        case syntax.Table():
            raise AssertionError("a table that is not looked up in")
        case syntax.Apply(("and" | "or" | "either") as function, arguments):
            return _lazily(function, *map(_evaluation, arguments))
        case syntax.Apply(function, arguments):
            return _applied(FUNCTIONS[function].concrete, arguments, expression.span)
        case syntax.Opaque(function, arguments):
            given = [_evaluation(argument) for argument in arguments]
            return lambda environment: function(*[_for_python(each(environment)) for each in given])
        case _:
            assert_never(expression)


def _lazily(function: str, *given: Evaluation) -> Evaluation:
    """What decides is evaluated first, and the rest only where it is needed."""
    first, *rest = given
    match function:
        case "and":
            return lambda environment: first(environment) and rest[0](environment)
        case "or":
            return lambda environment: first(environment) or rest[0](environment)
        case _:
            return lambda environment: rest[0 if first(environment) else 1](environment)


def _each(
    item: Expression, variable: str, source: Expression, condition: Expression | None
) -> Evaluation:
    """The items for all values of a list or characters of a text that fulfil a condition."""
    values, made = _evaluation(source), _evaluation(item)
    asked = None if condition is None else _evaluation(condition)

    def each(environment: Environment) -> Value:
        known = ((*environment, (variable, value)) for value in values(environment))
        return tuple([made(inner) for inner in known if asked is None or asked(inner)])

    return each


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
