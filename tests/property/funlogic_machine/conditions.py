"""Truth values as the machine evaluates them, wanted or not, and equality.

Equality is a test where both sides are known, and unification where it is wanted to hold.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, TypeAlias

from funlogic_machine.machine import (
    NORMALISE,
    REQUIRE,
    RETURN,
    Alternative,
    Branch,
    Environment,
    Floundered,
    Machine,
    Next,
    Node,
    Stack,
    State,
    Stuck,
    Thunk,
    decide,
    evaluate_then,
    wanted_by,
)
from funlogic_machine.nodes import Constant, Reach
from funlogic_machine.values import Closure, Unknown, inside, shorten
from refute.languages.funlogic.values import BOOLEAN, FALSE, INTEGER, TRUE, Data
from refute.source import NO_SPAN
from refute.terms import BOOL, Term, equal, integer, negation


@dataclass(slots=True, eq=False)
class If(Node):
    """`if`, with both branches as alternatives to be reached."""

    condition: Node
    then: Node
    otherwise: Node

    def step(self, machine: Machine, environment: Environment, stack: Stack) -> State:
        """The condition first."""
        return self.condition, environment, (Decide(self.then, self.otherwise, environment), stack)


@dataclass(slots=True, eq=False)
class Decide:
    """Goes on by the truth value that comes."""

    then: Node
    otherwise: Node
    environment: Environment

    def resume(self, machine: Machine, value: Any, stack: Stack) -> State:
        """Go to the branch, or to both."""
        environment = self.environment
        return decide(
            machine,
            shorten(value),
            (self.then, environment, stack),
            (self.otherwise, environment, stack),
        )


@dataclass(slots=True, eq=False)
class Condition(Node):
    """`case … of True -> …`: the body where the condition holds, else no value."""

    condition: Node
    body: Node

    def step(self, machine: Machine, environment: Environment, stack: Stack) -> State:
        """Insist on the condition."""
        follow = Next(self.body, environment)
        return self.condition, environment, (REQUIRE[True], (follow, stack))


@dataclass(slots=True, eq=False)
class Negation(Node):
    """`not`."""

    operand: Node

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


@dataclass(slots=True, eq=False)
class Junction(Node):
    """`and` and `or`: `decisive` is the value of the left side that settles it.

    In an `or` that must hold, an equation that meets an unknown unifies, or is put off and the
    right side is taken. That the equation does not hold there is looked at when the branch ends:
    then little is open, and nothing has to be enumerated for it.
    """

    decisive: bool
    left: Node
    right: Node

    def step(self, machine: Machine, environment: Environment, stack: Stack) -> State:
        """Evaluate the left side; where both sides must hold, insist on each in turn."""
        wanted = wanted_by(stack)
        if wanted is not None and wanted is not self.decisive:
            follow = Next(self.right, environment)
            return self.left, environment, (REQUIRE[wanted], (follow, stack))
        if self.decisive and (wanted or stack[0].__class__ is Try):
            return self.left, environment, (Try(_TRUE, self.right, environment), stack)
        frame = (
            Decide(_TRUE, self.right, environment)
            if self.decisive
            else Decide(self.right, _FALSE, environment)
        )
        return self.left, environment, (frame, stack)


_TRUE, _FALSE = Constant(TRUE), Constant(FALSE)


@dataclass(slots=True, eq=False)
class Try(Decide):
    """Goes on by the left side of an `or` that must hold."""


class Otherwise(Node):
    """The equation in the environment's slot does not hold; it is looked at in the end."""

    __slots__ = ()

    def step(self, machine: Machine, environment: Environment, stack: Stack) -> State:
        """Go on without it."""
        machine.refuted = (COMPARE, environment, machine.refuted)
        return RETURN, FALSE, stack


OTHERWISE = Otherwise()


@dataclass(slots=True, eq=False)
class Watch(Node):
    """A condition whose two outcomes are to be reached, each with its bit.

    Where one outcome is insisted on, the other is tried as well: the branch fails there, but it
    has been through the condition.
    """

    condition: Node
    when_true: int
    when_false: int

    def step(self, machine: Machine, environment: Environment, stack: Stack) -> State:
        """Evaluate the condition and note how it came out."""
        wanted = wanted_by(stack)
        if wanted is None:
            return self.condition, environment, (self, stack)
        raise Branch(
            [
                Alternative(self.condition, environment, (REQUIRE[outcome], (self, stack)))
                for outcome in (wanted, not wanted)
            ]
        )

    def resume(self, machine: Machine, value: Any, stack: Stack) -> State:
        """Note the outcome, or both."""
        yes = Reach(self.when_true, RETURN, None), TRUE, stack
        no = Reach(self.when_false, RETURN, None), FALSE, stack
        return decide(machine, shorten(value), yes, no)


# Equality

Pairs: TypeAlias = "tuple[Any, Any, Pairs] | None"
"""Pairs of values still to be compared, as a linked list."""


@dataclass(slots=True, eq=False)
class Equal(Node):
    """`==` on two expressions."""

    left: Node
    right: Node

    def step(self, machine: Machine, environment: Environment, stack: Stack) -> State:
        """Compare them as they stand."""
        left = self.left.delay(machine, environment)
        return COMPARE, (left, self.right.delay(machine, environment), None), stack


class Compare(Node):
    """Compares the pairs in the environment's slot, from left to right.

    All must be equal for `True`. What the stack wants decides how unknowns are treated: wanted
    true they are bound, wanted false or not known they are enumerated.
    """

    __slots__ = ()

    def step(self, machine: Machine, environment: Environment, stack: Stack) -> State:
        """Settle the first pair, or evaluate what it takes to do so."""
        left, right, rest = environment
        left, right = shorten(left), shorten(right)
        if left.__class__ is Thunk:
            return evaluate_then(machine, left, self, environment, stack)
        if right.__class__ is Thunk:
            return evaluate_then(machine, right, self, environment, stack)
        if left.__class__ is int and right.__class__ is int:
            if left == right:
                return _onwards(rest, stack)
            return RETURN, FALSE, stack
        if left.__class__ is Data and right.__class__ is Data:
            return _data(left, right, rest, stack)
        if left.__class__ is Unknown:
            return _unknown(machine, left, right, rest, stack)
        if right.__class__ is Unknown:
            return _unknown(machine, right, left, rest, stack)
        if isinstance(left, Closure) or isinstance(right, Closure):
            raise Stuck("functions cannot be compared", NO_SPAN)
        return _conditional(_same(left, right), rest, stack)


COMPARE = Compare()


def _onwards(rest: Pairs, stack: Stack) -> State:
    return (RETURN, TRUE, stack) if rest is None else (COMPARE, rest, stack)


def _data(left: Data, right: Data, rest: Pairs, stack: Stack) -> State:
    if left.constructor is not right.constructor:
        return RETURN, FALSE, stack
    if left is right and left.ground:
        return _onwards(rest, stack)
    for pair in zip(reversed(left.fields), reversed(right.fields), strict=True):
        rest = (*pair, rest)
    return _onwards(rest, stack)


def _same(left: Any, right: Any) -> Term:
    """The condition under which two values, at least one of them symbolic, are the same."""
    if _is_truth(left):
        left, right = right, left
    if _is_truth(right):
        return left if right.constructor is TRUE.constructor else negation(left)
    return equal(*[integer(side) if side.__class__ is int else side for side in (left, right)])


def _is_truth(value: Any) -> bool:
    return isinstance(value, Data) and value.constructor.datatype is BOOLEAN


def _conditional(condition: Term, rest: Pairs, stack: Stack) -> State:
    """Go on when the first pair is equal exactly under a condition."""
    wanted = wanted_by(stack)
    if rest is None and wanted is None:
        return RETURN, condition, stack
    alternatives = []
    if rest is not None or wanted is not False:
        alternatives.append(Alternative(*_onwards(rest, stack), condition=condition))
    if wanted is not True:
        alternatives.append(Alternative(RETURN, FALSE, stack, condition=negation(condition)))
    raise Branch(alternatives)


def _unknown(machine: Machine, unknown: Unknown, other: Any, rest: Pairs, stack: Stack) -> State:
    if other is unknown:
        return _onwards(rest, stack)
    if wanted_by(stack) is True:
        return _unify(machine, unknown, other, rest, stack)
    pair = (unknown, other, rest)
    if stack[0].__class__ is Try:
        unified = Alternative(COMPARE, pair, (REQUIRE[True], stack))
        raise Branch([unified, Alternative(OTHERWISE, pair, stack)])
    if isinstance(other, Data):
        machine.narrow(unknown, other.constructor.datatype, COMPARE, pair, stack)
    if isinstance(other, Unknown):
        return _two_unknowns(machine, unknown, other, rest, stack)
    if isinstance(other, Term) and other.sort is BOOL:
        yes = Alternative(COMPARE, (unknown, TRUE, rest), stack, condition=other)
        no = Alternative(COMPARE, (unknown, FALSE, rest), stack, condition=negation(other))
        raise Branch([yes, no])
    machine.integer(unknown)
    return COMPARE, pair, stack


def _unify(machine: Machine, unknown: Unknown, other: Any, rest: Pairs, stack: Stack) -> State:
    if isinstance(other, Data) and not other.ground:
        return NORMALISE, other, (BindTo(unknown, rest), stack)
    if isinstance(other, Unknown) and other.type is None:
        unknown, other = other, unknown
    machine.bind(unknown, other)
    return _onwards(rest, stack)


@dataclass(slots=True)
class BindTo:
    """Binds an unknown to the normal form that comes, unless that contains it."""

    unknown: Unknown
    rest: Pairs

    def resume(self, machine: Machine, value: Any, stack: Stack) -> State:
        """Bind; if the unknown was bound while the normal form was made, compare."""
        if self.unknown.value is not None:
            return COMPARE, (self.unknown, value, self.rest), stack
        if any(part is self.unknown for part in inside(value)):
            return RETURN, FALSE, stack
        machine.bind(self.unknown, value)
        return _onwards(self.rest, stack)


def _two_unknowns(
    machine: Machine, left: Unknown, right: Unknown, rest: Pairs, stack: Stack
) -> State:
    kind = left.type or right.type
    if kind == INTEGER:
        machine.integer(left)
        machine.integer(right)
        return COMPARE, (left, right, rest), stack
    datatype = machine.datatypes.get(kind.name) if kind is not None else None
    if datatype is None:
        raise Floundered(f"it is open whether {left.name} and {right.name} are the same")
    known, other = (left, right) if left.type is not None else (right, left)
    return machine.narrow(known, datatype, COMPARE, (known, other, rest), stack)
