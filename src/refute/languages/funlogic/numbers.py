"""Numbers as the machine evaluates them: known ones at once, open ones as terms."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, TypeAlias

from refute.languages.funlogic.machine import (
    RETURN,
    Alternative,
    Branch,
    Environment,
    Machine,
    Node,
    Stack,
    State,
    Thunk,
    evaluate_then,
)
from refute.languages.funlogic.nodes import Constant, Local, NoMatch
from refute.languages.funlogic.values import Unknown, shorten
from refute.source import Span
from refute.terms import Term, conjunction, different, equal, integer, negation

Concrete: TypeAlias = Callable[[int, int], Any]
Symbolic: TypeAlias = Callable[[Term, Term], Term]


class Arithmetic(Node):
    """An operation on two numbers; the result is a number or a truth value."""

    __slots__ = ("concrete", "left", "right", "symbolic")

    def __init__(self, concrete: Concrete, symbolic: Symbolic, left: Node, right: Node) -> None:
        self.concrete = concrete
        self.symbolic = symbolic
        self.left = left
        self.right = right

    def step(self, machine: Machine, environment: Environment, stack: Stack) -> State:
        """The left side first, unless both are known already."""
        left, right = _known(self.left, environment), _known(self.right, environment)
        if left is not None and right is not None:
            frame, rest = stack
            return frame.resume(machine, self.concrete(left, right), rest)  # type: ignore[no-any-return]
        if left is not None:
            return self.right, environment, (RightOperand(self, left), stack)
        return self.left, environment, (LeftOperand(self, environment), stack)

    def combine(self, machine: Machine, left: Any, right: Any, stack: Stack) -> State:
        """The result of both numbers."""
        if left.__class__ is int and right.__class__ is int:
            return RETURN, self.concrete(left, right), stack
        return RETURN, self.symbolic(_term(machine, left), _term(machine, right)), stack


class Division(Arithmetic):
    """`div` or `mod`, rounded down as in Haskell; stuck where the divisor is zero."""

    __slots__ = ("span",)

    def __init__(
        self, concrete: Concrete, symbolic: Symbolic, left: Node, right: Node, span: Span
    ) -> None:
        super().__init__(concrete, symbolic, left, right)
        self.span = span

    def step(self, machine: Machine, environment: Environment, stack: Stack) -> State:
        """The left side first."""
        return self.left, environment, (LeftOperand(self, environment), stack)

    def combine(self, machine: Machine, left: Any, right: Any, stack: Stack) -> State:
        """The result of both numbers, with the divisor zero set apart."""
        impossible = NoMatch("division by zero", self.span)
        if right.__class__ is int:
            if right == 0:
                return impossible, (), stack
            return super().combine(machine, left, right, stack)
        divisor = _term(machine, right)
        zero = equal(divisor, integer(0))
        quotient = self.symbolic(_term(machine, left), divisor)
        raise Branch(
            [
                Alternative(RETURN, quotient, stack, condition=negation(zero)),
                Alternative(impossible, (), stack, condition=zero),
            ]
        )


def _known(node: Node, environment: Environment) -> int | None:
    if node.__class__ is Constant:
        value = node.value
    elif node.__class__ is Local:
        value = shorten(environment[node.index])
    else:
        return None
    return value if value.__class__ is int else None


def _term(machine: Machine, value: Any) -> Term:
    value = shorten(value)
    if value.__class__ is int:
        return integer(value)
    if isinstance(value, Unknown):
        return machine.integer(value)
    assert isinstance(value, Term)
    return value


@dataclass(slots=True)
class LeftOperand:
    """Has the left number; evaluates the right one."""

    operation: Arithmetic
    environment: Environment

    def resume(self, machine: Machine, value: Any, stack: Stack) -> State:
        """Go on to the right."""
        operation = self.operation
        return operation.right, self.environment, (RightOperand(operation, value), stack)


@dataclass(slots=True)
class RightOperand:
    """Has both numbers."""

    operation: Arithmetic
    left: Any

    def resume(self, machine: Machine, value: Any, stack: Stack) -> State:
        """Combine them."""
        return self.operation.combine(machine, shorten(self.left), shorten(value), stack)


class NumberSwitch(Node):
    """Looks at a number and goes on by it."""

    __slots__ = ("cases", "default", "index")

    def __init__(self, index: int, cases: Mapping[int, Node], default: Node) -> None:
        self.index = index
        self.cases = cases
        self.default = default

    def step(self, machine: Machine, environment: Environment, stack: Stack) -> State:
        """Evaluate the variable; where the number is open, assume each that is asked for."""
        value = shorten(environment[self.index])
        if value.__class__ is int:
            return self.cases.get(value, self.default), environment, stack
        if value.__class__ is Thunk:
            return evaluate_then(machine, value, self, environment, stack)
        term = machine.integer(value) if isinstance(value, Unknown) else value
        numbers = [integer(number) for number in self.cases]
        alternatives = [
            Alternative(node, environment, stack, condition=equal(term, number))
            for node, number in zip(self.cases.values(), numbers, strict=True)
        ]
        other = conjunction(*[different(term, number) for number in numbers])
        alternatives.append(Alternative(self.default, environment, stack, condition=other))
        raise Branch(alternatives)
