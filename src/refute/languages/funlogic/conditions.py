"""Truth values as the machine evaluates them, wanted or not."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from refute.languages.funlogic.machine import (
    REQUIRE,
    RETURN,
    Environment,
    Machine,
    Next,
    Node,
    Stack,
    State,
    decide,
    wanted_by,
)
from refute.languages.funlogic.values import FALSE, TRUE, shorten, truth
from refute.terms import Term, negation


class If(Node):
    """`if`, with both branches as alternatives to be reached."""

    __slots__ = ("condition", "otherwise", "then")

    def __init__(self, condition: Node, then: Node, otherwise: Node) -> None:
        self.condition = condition
        self.then = then
        self.otherwise = otherwise

    def step(self, machine: Machine, environment: Environment, stack: Stack) -> State:
        """The condition first."""
        return self.condition, environment, (Decide(self, environment), stack)


class Decide:
    """Has the condition of an `if`."""

    __slots__ = ("environment", "node")

    def __init__(self, node: If, environment: Environment) -> None:
        self.node = node
        self.environment = environment

    def resume(self, machine: Machine, value: Any, stack: Stack) -> State:
        """Go to the branch, or to both."""
        node, environment = self.node, self.environment
        return decide(
            machine,
            shorten(value),
            (node.then, environment, stack),
            (node.otherwise, environment, stack),
        )


class Condition(Node):
    """`case … of True -> …`: the body where the condition holds, else no value."""

    __slots__ = ("body", "condition")

    def __init__(self, condition: Node, body: Node) -> None:
        self.condition = condition
        self.body = body

    def step(self, machine: Machine, environment: Environment, stack: Stack) -> State:
        """Insist on the condition."""
        follow = Next(self.body, environment)
        return self.condition, environment, (REQUIRE[True], (follow, stack))


class Negation(Node):
    """`not`."""

    __slots__ = ("operand",)

    def __init__(self, operand: Node) -> None:
        self.operand = operand

    def step(self, machine: Machine, environment: Environment, stack: Stack) -> State:
        """Evaluate the operand, wanting the opposite if anything is wanted."""
        wanted = wanted_by(stack)
        stack = (INVERT, stack)
        if wanted is not None:
            stack = (REQUIRE[not wanted], stack)
        return self.operand, environment, stack


class Invert:
    """Turns the truth value that comes round."""

    def resume(self, machine: Machine, value: Any, stack: Stack) -> State:
        """Give the opposite."""
        value = shorten(value)
        if isinstance(value, Term):
            return RETURN, negation(value), stack
        return decide(machine, value, (RETURN, FALSE, stack), (RETURN, TRUE, stack))


INVERT = Invert()


class Junction(Node):
    """`and` and `or`: `decisive` is the value of the left side that settles it."""

    __slots__ = ("decisive", "left", "right")

    def __init__(self, decisive: bool, left: Node, right: Node) -> None:
        self.decisive = decisive
        self.left = left
        self.right = right

    def step(self, machine: Machine, environment: Environment, stack: Stack) -> State:
        """Evaluate the left side; where both sides must hold, insist on each in turn."""
        wanted = wanted_by(stack)
        if wanted is not None and wanted is not self.decisive:
            follow = Next(self.right, environment)
            return self.left, environment, (REQUIRE[wanted], (follow, stack))
        return self.left, environment, (Joined(self, environment), stack)


@dataclass(slots=True)
class Joined:
    """Has the left side of `and` or `or`; evaluates the right side if it is still open."""

    junction: Junction
    environment: Environment

    def resume(self, machine: Machine, value: Any, stack: Stack) -> State:
        """Settled, or the right side."""
        settled: State = (RETURN, truth(self.junction.decisive), stack)
        onwards: State = (self.junction.right, self.environment, stack)
        if self.junction.decisive:
            return decide(machine, shorten(value), settled, onwards)
        return decide(machine, shorten(value), onwards, settled)
