"""Kinds of expressions that are written in ways of their own."""

from __future__ import annotations

from collections.abc import Sequence
from fractions import Fraction

from refute.frontend.node import Node, walk
from refute.languages.funlogic import core
from refute.languages.funlogic.writing.names import NAME

SHORT_NUMBER = 1 << 62
"""Numbers below this are multiplied where they stand. The product of two longer ones has a price,
as a few such steps make a number that fills the memory."""

_PLAIN = (
    core.Constant
    | core.Local
    | core.Construct
    | core.Lambda
    | core.Arithmetic
    | core.Division
    | core.Comparison
)


_TESTS = core.Constant | core.Local | core.Comparison | core.Equal | core.Negation
"""Conditions without branches of their own."""


def is_test(node: Node) -> bool:
    """Whether a condition is decided at once, or by unification, which should come first."""
    if isinstance(node, core.Call):
        return node.code.unifies
    if isinstance(node, core.Negation) and isinstance(node.operand, _TESTS):
        return is_test(node.operand)
    if not isinstance(node, _TESTS):
        return False
    is_numeric = isinstance(node, core.Comparison) or (
        isinstance(node, core.Equal) and any(map(_is_number, (node.left, node.right)))
    )
    calls = any(isinstance(each, core.Call | core.Apply) for each in walk(node))
    return not (is_numeric and calls)


def _is_number(node: Node) -> bool:
    is_constant = isinstance(node, core.Constant) and node.value.__class__ in {int, Fraction}
    return is_constant or isinstance(node, core.Arithmetic)


def is_plain(node: Node) -> bool:
    """Whether a node has no branches of its own."""
    return isinstance(node, _PLAIN)


def is_at_hand(node: Node) -> bool:
    """Whether a node needs no evaluation."""
    return isinstance(node, core.Local | core.Constant)


def are_at_hand(*nodes: Node) -> bool:
    """Whether none of some nodes needs evaluation."""
    return all(map(is_at_hand, nodes))


def is_number(node: Node) -> bool:
    """Whether a node is a number that can be computed from variables without calls."""
    match node:
        case core.Local():
            return True
        case core.Constant(value):
            return value.__class__ is int
        case core.Arithmetic(sign, _, left, right):
            is_product = sign == "*" and not isinstance(left, core.Constant)
            return is_number(left) and is_number(right) and not is_product
        case _:
            return False


def are_numbers(*names: str) -> str:
    """The Python condition that all of some values are known numbers."""
    if any(name.startswith("K") for name in names):
        return "False"
    tests = [f"{name}.__class__ is int" for name in names if NAME.fullmatch(name)]
    return " and ".join(tests) or "True"


def can_calculate(sign: str, left: str, right: str) -> str:
    """The Python condition that an operation can be done where it stands."""
    tests = are_numbers(left, right)
    if sign == "*" and NAME.fullmatch(left) and NAME.fullmatch(right):
        return f"{tests} and -{SHORT_NUMBER} < {left} < {SHORT_NUMBER}"
    if sign not in {"+", "-", "*"} and (right == "0" or NAME.fullmatch(right)):
        return f"{tests} and 0 < {right} < {SHORT_NUMBER}"
    return tests


def class_of(numbers: Sequence[int | Fraction]) -> str:
    """The Python class of numbers of one type."""
    return numbers[0].__class__.__name__


def size(node: Node) -> int:
    """The number of nodes in a node."""
    return sum(1 for _ in walk(node))


def spoken_of(node: Node) -> Sequence[int]:
    """The variables that a node itself speaks of."""
    match node:
        case (
            core.Local(number)
            | core.Switch(number)
            | core.NumberSwitch(number)
            | core.Unify(number)
        ):
            return (number,)
        case core.NoMatch(_, subjects) | core.Ready(subjects):
            return subjects
        case _:
            return ()
