"""The operators of the host language on terms."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from refute.languages.workflow import syntax
from refute.languages.workflow.syntax import Expression
from refute.terms import (
    Operator,
    Term,
    add,
    at_least,
    at_most,
    boolean,
    choose,
    concatenate,
    conjunction,
    cons,
    different,
    disjunction,
    divide,
    equal,
    greater,
    head,
    implies,
    integer,
    length,
    less,
    member,
    multiply,
    negate,
    negation,
    project,
    string,
    subtract,
    tail,
    tuple_of,
)


class InexpressibleError(Exception):
    """The terms have no operator for this."""


@dataclass(frozen=True, slots=True, eq=False)
class Tupled:
    """A tuple with functions, tasks or references inside; others are terms."""

    items: tuple[Any, ...]


def literal(value: bool | int | str) -> Term:
    """The term of a literal."""
    if isinstance(value, str):
        return string(value)
    return boolean(value) if isinstance(value, bool) else integer(value)


def join(values: Sequence[Any]) -> Any:
    """The tuple of some values."""
    if all(isinstance(each, Term) for each in values):
        return tuple_of(*values)
    return Tupled(tuple(values))


def part_of(value: Any, index: int) -> Any:
    """The part of a tuple at an index."""
    return value.items[index] if isinstance(value, Tupled) else project(value, index)


def _unique(value: Term) -> Term:
    if value.operator is not Operator.LIST:
        raise InexpressibleError("`uniq` of a list of unknown length")
    if value.is_value:
        return boolean(len(set(value.arguments)) == len(value.arguments))
    return conjunction(*(different(*pair) for pair in combinations(value.arguments, 2)))


UNARY: dict[str, Callable[[Any], Any]] = {
    "not": negation,
    "-": negate,
    "len": length,
    "uniq": _unique,
    "fst": lambda value: part_of(value, 0),
    "snd": lambda value: part_of(value, 1),
    "head": head,
    "tail": tail,
}

BINARY: dict[str, Callable[[Any, Any], Any]] = {
    "and": conjunction,
    "or": disjunction,
    "==>": implies,
    "==": equal,
    "!=": different,
    "<": less,
    "<=": at_most,
    ">": greater,
    ">=": at_least,
    "in": member,
    "::": cons,
    "++": concatenate,
    "+": add,
    "-": subtract,
    "*": multiply,
    "/": divide,
    "min": lambda left, right: choose(at_most(left, right), left, right),
    "max": lambda left, right: choose(at_most(left, right), right, left),
}

SHORTCUTS = {"and": (False, False), "or": (True, True), "==>": (False, True)}
"""The left operand that makes the right one superfluous, and the result."""

_PARTIAL = {"/", "head", "tail", "ref", ":="}


def is_total(expression: Expression) -> bool:
    """Whether an expression surely has one value, on every path, and no effect."""
    match expression:
        case syntax.Unary(operator, _) | syntax.Binary(operator, _, _):
            if operator in _PARTIAL:
                return False
        case syntax.Apply() | syntax.If():
            return False
    return all(map(is_total, syntax.children(expression)))
