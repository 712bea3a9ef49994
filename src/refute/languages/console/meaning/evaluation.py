"""The values of expressions, given the values read so far.

An expression is evaluated very often, on all inputs that are tried, so it is compiled to a Python
function of the environment the first time. The function remembers its last value: a part that
several expressions share, such as a condition and a variant of it, is evaluated only once until
something else is read.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeAlias, TypeVar, assert_never

from refute.diagnostics import InputError, error
from refute.languages.console import syntax
from refute.languages.console.meaning.concrete import NoValue
from refute.languages.console.meaning.functions import FUNCTIONS
from refute.languages.console.syntax import Expression
from refute.languages.console.types import Value
from refute.source import NO_SPAN, Span

A = TypeVar("A")

Environment: TypeAlias = tuple[tuple[str, Value], ...]
"""Δ: every value read, with its variable, in reading order."""

Evaluation: TypeAlias = Callable[[Environment], Any]

_Last: TypeAlias = tuple[Environment | None, Any]
"""An environment and a value in it, in one object so that threads see both or neither."""

_MOST_KNOWN = 20_000
_KNOWN: dict[int, tuple[Expression, Evaluation]] = {}
"""Functions by the identity of their expressions, which are kept alive to stay unique."""


def evaluate(expression: Expression, environment: Environment) -> Value:
    """The value of an expression; raises InputError IO030 if it has none."""
    known = _KNOWN.get(id(expression))
    value: Value = (known[1] if known else _evaluation(expression))(environment)
    return value


def _evaluation(expression: Expression) -> Evaluation:
    """The function for an expression, compiled only once."""
    known = _KNOWN.get(id(expression))
    if known is None:
        if len(_KNOWN) >= _MOST_KNOWN:
            _KNOWN.clear()
        known = _KNOWN[id(expression)] = expression, _made(expression)
    return known[1]


def evaluate_if_possible(expression: Expression, environment: Environment) -> Value | None:
    """The value of a part of an expression; None if it has none, as behind a guard."""
    try:
        return evaluate(expression, environment)
    except InputError:
        return None


def history(variables: Sequence[str], environment: Sequence[tuple[str, A]]) -> tuple[A, ...]:
    """All values read into any of the variables, in reading order."""
    if len(variables) == 1:
        only = variables[0]
        return tuple([value for name, value in environment if name == only])
    return tuple([value for name, value in environment if name in variables])


def last_of(variables: Sequence[str], environment: Sequence[tuple[str, object]]) -> str:
    """The variable among these that was read most recently, if any."""
    return next((name for name, _ in reversed(environment) if name in variables), "")


def no_value(reason: str, span: Span) -> InputError:
    """The error that an expression of the specification has no value in some run."""
    return InputError([error("IO030", f"this has no value in some run: {reason}", span)])


def _made(expression: Expression) -> Evaluation:
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
        case syntax.Is(_, _, variable, among):
            return lambda environment: last_of(among, environment) == variable
        case syntax.Opaque(function, arguments):
            given = [_evaluation(argument) for argument in arguments]
            return _once(lambda now: _called(function, [_for_python(each(now)) for each in given]))
        case _:
            assert_never(expression)


class FunctionFails(InputError):
    """A Python function failed on the arguments that the specification gives it."""


def _called(function: Callable[..., Any], arguments: Sequence[Any]) -> Any:
    try:
        return function(*arguments)
    except Exception as failure:
        name = getattr(function, "__name__", "a function")
        told = f"`{name}` fails: {type(failure).__name__}: {failure}"
        raise FunctionFails(no_value(told, NO_SPAN).diagnostics) from failure


def _lazily(function: str, *given: Evaluation) -> Evaluation:
    """Evaluate the deciding operand first, and the rest only if it is needed."""
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
    """The items for all values of a list, or characters of a text, that satisfy a condition."""
    values, made = _evaluation(source), _evaluation(item)
    asked = None if condition is None else _evaluation(condition)

    def each(environment: Environment) -> Value:
        known = ((*environment, (variable, value)) for value in values(environment))
        return tuple([made(inner) for inner in known if asked is None or asked(inner)])

    return _once(each)


def _recent(variables: tuple[str, ...], before: int, span: Span) -> Evaluation:
    def recent(environment: Environment) -> Value:
        left = before
        for name, value in reversed(environment):
            if name in variables:
                if not left:
                    return value
                left -= 1
        raise no_value(f"`{variables[0]}` has not been read that often", span)

    return recent


def _all(variables: tuple[str, ...], before: int) -> Evaluation:
    def read(environment: Environment) -> Value:
        values = history(variables, environment)
        return values[: max(0, len(values) - before)] if before else values

    return _once(read)


def _applied(
    function: Callable[..., Any], arguments: tuple[Expression, ...], span: Span
) -> Evaluation:
    given = [_evaluation(argument) for argument in arguments]
    only = given[0] if len(given) == 1 else None
    last: _Last = None, None

    def applied(environment: Environment) -> Any:
        nonlocal last
        known = last
        if known[0] is environment:
            return known[1]
        try:
            if only is not None:
                value = function(only(environment))
            else:
                value = function(*[each(environment) for each in given])
        except NoValue as reason:
            raise no_value(str(reason), span) from None
        last = environment, value
        return value

    return applied


def _once(evaluation: Evaluation) -> Evaluation:
    """Wrap an evaluation so that it is not repeated in the same environment."""
    last: _Last = None, None

    def once(environment: Environment) -> Any:
        nonlocal last
        known = last
        if known[0] is environment:
            return known[1]
        value = evaluation(environment)
        last = environment, value
        return value

    return once


def _for_python(value: Value) -> object:
    """The argument for a Python function, which gets lists as Python lists."""
    return list(value) if isinstance(value, tuple) else value
