"""Numbers: known ones are computed where they stand, open ones as terms of the solver."""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from refute.languages.funlogic.machine import (
    DeadEnd,
    Frame,
    Machine,
    Option,
    Unknown,
    Value,
    shorten,
)
from refute.terms import Term, equal, integer, negation


class Other:
    """Stands for a number that is none of those asked for."""


OTHER = Other()


def open_number(machine: Machine, value: Value) -> Term:
    """A number as a term."""
    if value.__class__ is int:
        return integer(value)
    if value.__class__ is Unknown:
        return machine.integer(value)
    assert isinstance(value, Term)
    return value


Operation: TypeAlias = tuple[Callable[[int, int], int], Callable[[Term, Term], Term]]
"""An operation on known numbers, and on open ones."""


def calculate(machine: Machine, operation: Operation, left: Value, right: Value) -> Value:
    """The result of an operation on two numbers, at least one of them open, at least before."""
    left, right = shorten(left), shorten(right)
    concrete, symbolic = operation
    if left.__class__ is int and right.__class__ is int:
        return concrete(left, right)
    return symbolic(open_number(machine, left), open_number(machine, right))


def divide(
    machine: Machine, operation: Operation, left: Value, right: Value, end: DeadEnd
) -> Value:
    """`div` or `mod`, rounded down as in Haskell; stuck where the divisor is zero."""
    right = shorten(right)
    if right.__class__ is int:
        if right == 0:
            return machine.stuck(end)
        return calculate(machine, operation, left, right)
    divisor = open_number(machine, right)
    zero = equal(divisor, integer(0))
    quotient = calculate(machine, operation, left, divisor)
    options = [Option(quotient, negation(zero)), Option(OTHER, zero)]
    return machine.choose((divided, end), options)


def divided(machine: Machine, value: Value, frame: Frame) -> Value:
    """Give the quotient, unless there is none."""
    if value is OTHER:
        return machine.stuck(frame[1])
    return value
