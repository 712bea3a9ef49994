"""`<`, `<=`, `>` and `>=` on all values: numbers, then constructors in the order of their
declaration, then fields from left to right."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from fractions import Fraction
from itertools import repeat
from typing import TypeAlias

from refute import terms
from refute.languages.funlogic.arithmetic import KNOWN, as_term, sort_of
from refute.languages.funlogic.choices import narrow
from refute.languages.funlogic.forcing import whnf
from refute.languages.funlogic.machine import AT_ONCE, FUNCTIONS, Frame, Machine, Pairs, shorten
from refute.languages.funlogic.unknowns import Unknown, Value, name_of, option
from refute.languages.funlogic.values import BOOLEAN, Closure
from refute.record import record
from refute.terms import BOOL, Term

Symbolic: TypeAlias = Callable[[Term, Term], Term]


@record
class Order:
    """The result of a comparison for the first pair that differs, or if all are the same."""

    symbolic: Symbolic
    less: bool
    same: bool


ORDERS: Mapping[str, Order] = {
    "<": Order(terms.less, less=True, same=False),
    "<=": Order(terms.at_most, less=True, same=True),
    ">": Order(terms.greater, less=False, same=False),
    ">=": Order(terms.at_least, less=False, same=True),
}


def in_order(machine: Machine, order: Order, pairs: Pairs) -> Value:
    """Compare pairs from left to right, up to the first that differs."""
    for _ in repeat(None, AT_ONCE):
        if pairs is None:
            return order.same
        left, right, rest = pairs
        left = whnf(machine, left)
        if left is not None:
            right = whnf(machine, right)
        if left is None or right is None:
            machine.frames.append((_again, order, pairs))
            return None
        left = shorten(left)
        first, second = _rank(left), _rank(right)
        if first is None or second is None:
            return _open(machine, order, left, right, rest)
        if first != second:
            return order.less is (first < second)
        pairs = rest
        if left.__class__ is tuple:
            for index in range(len(left) - 1, 0, -1):
                pairs = (left[index], right[index], pairs)
    return machine.pause((_again, order, pairs))


def _rank(value: Value) -> int | Fraction | None:
    """A number, or the position of a constructor among those of its type, if that is known."""
    if value.__class__ is int or value.__class__ is bool:
        return int(value)
    if value.__class__ is Fraction:
        return value
    if value.__class__ is tuple:
        return value[0].datatype.constructors.index(value[0])  # type: ignore[no-any-return]
    return None


def _again(machine: Machine, value: Value, frame: Frame) -> Value:
    return in_order(machine, frame[1], frame[2])


def _open(machine: Machine, order: Order, left: Value, right: Value, rest: Pairs) -> Value:
    """Continue if at least one side is open."""
    if left.__class__ is Closure or right.__class__ is Closure:
        return machine.stuck(FUNCTIONS)
    for side, other in ((left, right), (right, left)):
        if side.__class__ is list:
            return _unknown(machine, order, side, other, (left, right, rest))
        if isinstance(side, Term) and side.sort is BOOL:
            return _truths(machine, order, side, (left, right, rest))
    return _numbers(machine, order, left, right, rest)


def _unknown(machine: Machine, order: Order, unknown: Unknown, other: Value, pairs: Pairs) -> Value:
    assert pairs is not None
    if other is unknown:
        return in_order(machine, order, pairs[2]) if pairs[2] is not None else order.same
    kind = unknown[1].type
    frame = (_again, order, pairs)
    if other.__class__ is tuple:
        return narrow(machine, unknown, other[0].datatype, frame)
    if isinstance(other, Term) and other.sort is BOOL:
        return _truths(machine, order, other, pairs)
    sort = sort_of(kind)
    if other.__class__ in KNOWN or isinstance(other, Term):
        sort = as_term(other).sort
    if sort is not None:
        machine.number(unknown, sort)
        return in_order(machine, order, pairs)
    if other.__class__ is bool:
        return narrow(machine, unknown, BOOLEAN, frame)
    datatype = machine.datatypes.get(kind.name) if kind is not None else None
    if datatype is None:
        if kind is None and other.__class__ is list and other[1].type is not None:
            unknown[1] = machine.kind(other[1].type, unknown[1].paid)
            return in_order(machine, order, pairs)
        message = f"it is open whether {name_of(unknown)} is less than {name_of(other)}"
        return machine.flounder(message)
    return narrow(machine, unknown, datatype, frame)


def _truths(machine: Machine, order: Order, term: Term, pairs: Pairs) -> Value:
    """Choose the outcome of an open truth value."""
    options = [option(True, term), option(False, terms.negation(term))]
    return machine.choose((_with_truth, order, term, pairs), options)


def _with_truth(machine: Machine, value: Value, frame: Frame) -> Value:
    _, order, term, (left, right, rest) = frame
    first, second = (value if shorten(side) is term else side for side in (left, right))
    return in_order(machine, order, (first, second, rest))


def _numbers(machine: Machine, order: Order, left: Value, right: Value, rest: Pairs) -> Value:
    first, second = as_term(left), as_term(right)
    if rest is None:
        return order.symbolic(first, second)
    options = [
        option(SAME, terms.equal(first, second)),
        option(order.less, terms.less(first, second)),
        option(not order.less, terms.less(second, first)),
    ]
    return machine.choose((_by_numbers, order, rest), options)


class Same:
    """The outcome that two numbers are equal."""


SAME = Same()


def _by_numbers(machine: Machine, value: Value, frame: Frame) -> Value:
    return in_order(machine, frame[1], frame[2]) if value is SAME else value
