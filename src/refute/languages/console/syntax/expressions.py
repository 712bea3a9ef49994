"""Expressions."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from fractions import Fraction
from typing import Any, TypeAlias

from refute.frontend.node import Boolean, Integer, Name, Node, Text
from refute.record import record


@record
class Real(Node):
    """`2.5`."""

    value: Fraction


@record
class ListOf(Node):
    """`[4, 8, 7]`."""

    items: tuple[Expression, ...]


@record
class Table(Node):
    """`{"red": 1, "green": 2}`, used for a lookup: `{…}[x]`, `x in {…}`.

    The checker replaces it by the lookup.
    """

    keys: tuple[Expression, ...]
    values: tuple[Expression, ...]


@record
class Each(Node):
    """`[2 * v for v in x.all if v > 0]`."""

    item: Expression
    variable: str
    source: Expression
    condition: Expression | None = None


@record
class Member(Node):
    """A member of an enumeration; the checker creates it from a name."""

    enumeration: str
    name: str


@record
class Current(Node):
    """`x.before(1)`, `merge(x, y).before(1)`: the value this many readings before the last one."""

    variables: tuple[str, ...]
    before: int = 0


@record
class All(Node):
    """`x.all`, `merge(x, y).all.before(1)`: all values in reading order but the last ones."""

    variables: tuple[str, ...]
    before: int = 0


@record
class Apply(Node):
    """A function or an operator, by its name in the language: `sum(x.all)`, `a + b`."""

    function: str
    arguments: tuple[Expression, ...]


@record
class Opaque(Node):
    """Any Python function, only in outputs and only in the Python form."""

    function: Callable[..., Any]
    arguments: tuple[Expression, ...]


@record
class Is(Node):
    """`x is int`: whether the value last read into a name is of a kind.

    The checker determines which variable has the values of this kind, and `among` which variables
    the values of all kinds are.
    """

    name: str
    kind: str
    variable: str = ""
    among: tuple[str, ...] = ()


Expression: TypeAlias = (
    Integer
    | Real
    | Text
    | Boolean
    | ListOf
    | Table
    | Each
    | Name
    | Member
    | Current
    | All
    | Is
    | Apply
    | Opaque
)


def children(expression: Expression) -> tuple[Expression, ...]:
    """The direct parts of an expression."""
    match expression:
        case Apply(_, arguments) | Opaque(_, arguments) | ListOf(arguments):
            return arguments
        case Table(keys, values):
            return (*keys, *values)
        case Each(item, _, source, condition):
            return (source, item) if condition is None else (source, item, condition)
        case _:
            return ()


def with_children(expression: Expression, made: tuple[Expression, ...]) -> Expression:
    """The expression with its direct parts replaced."""
    match expression:
        case Apply() | Opaque():
            return replace(expression, arguments=made)
        case ListOf():
            return replace(expression, items=made)
        case Table(keys, _):
            return replace(expression, keys=made[: len(keys)], values=made[len(keys) :])
        case Each():
            source, item, *condition = made
            return replace(
                expression, source=source, item=item, condition=condition[0] if condition else None
            )
        case _:
            return expression
