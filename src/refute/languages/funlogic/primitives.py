"""What is built in: operations on numbers, and the expressions that make data."""

from __future__ import annotations

import operator
from collections.abc import Mapping, Sequence
from fractions import Fraction

from refute import terms
from refute.frontend.node import Node
from refute.languages.funlogic import core
from refute.languages.funlogic.arithmetic import Operation
from refute.languages.funlogic.syntax import FIRST_CHARACTER
from refute.languages.funlogic.values import (
    CELL,
    CHARACTER,
    DECIMAL,
    EMPTY,
    INTEGER,
    Constructor,
    Type,
)

NUMBERS: Mapping[tuple[str, Type], Operation] = {
    (sign, kind): (concrete, symbolic, sort)
    for kind, sort in ((INTEGER, terms.INT), (DECIMAL, terms.REAL))
    for sign, concrete, symbolic in (
        ("+", operator.add, terms.add),
        ("-", operator.sub, terms.subtract),
        ("*", operator.mul, terms.multiply),
    )
}
COMPARISONS = frozenset({"==", "/=", "<", "<=", ">", ">="})
DIVISIONS: Mapping[str, tuple[str, Operation]] = {
    "div": ("//", (operator.floordiv, terms.divide, terms.INT)),
    "mod": ("%", (operator.mod, terms.modulo, terms.INT)),
    "/": ("/", (operator.truediv, terms.divide, terms.REAL)),
}
CONVERSIONS: Mapping[str, tuple[str, Operation, int | Fraction]] = {
    "floor": ("//", (operator.floordiv, lambda number, _: terms.floor(number), terms.REAL), 1),
    "fromIntegral": (
        "/",
        (operator.truediv, lambda number, _: terms.to_real(number), terms.INT),
        Fraction(1),
    ),
}
"""Functions that divide by one: the sign, the operation, and the one."""


def character(letter: str) -> Node:
    """A known character."""
    return core.Constant((CHARACTER, ord(letter) - FIRST_CHARACTER))


def constructed(constructor: Constructor, fields: tuple[Node, ...]) -> Node:
    """A constructor with its fields; known values make a known value."""
    if not fields:
        return core.Constant(constructor.value)
    values = [each.value for each in fields if isinstance(each, core.Constant)]
    if len(values) == len(fields):
        return core.Constant((constructor, *values))
    return core.Construct(constructor, fields)


def make_list(items: Sequence[Node]) -> Node:
    """A list of some items."""
    made: Node = core.Constant(EMPTY.constructor.value)
    for item in reversed(items):
        made = constructed(CELL, (item, made))
    return made
