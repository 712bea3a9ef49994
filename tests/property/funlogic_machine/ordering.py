"""`<`, `<=`, `>` and `>=` on all values: numbers, then constructors in the order of their
declaration, then fields from left to right."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

from funlogic_machine.conditions import Pairs
from funlogic_machine.machine import (
    RETURN,
    Alternative,
    Branch,
    Environment,
    Floundered,
    Machine,
    Node,
    Stack,
    State,
    Stuck,
    Thunk,
    evaluate_then,
)
from funlogic_machine.nodes import Arithmetic, Symbolic
from funlogic_machine.values import Closure, Unknown, shorten
from refute import terms
from refute.languages.funlogic.values import FALSE, INTEGER, TRUE, Data, truth
from refute.source import NO_SPAN
from refute.terms import BOOL, Term


@dataclass(slots=True, eq=False)
class Comparison(Arithmetic):
    """Compares two values; numbers at once."""

    order: Order

    def combine(self, machine: Machine, left: Any, right: Any, stack: Stack) -> State:
        """The result for two numbers, or for whatever they are."""
        if left.__class__ is int and right.__class__ is int:
            return RETURN, self.concrete(left, right), stack
        return self.order, (left, right, None), stack


@dataclass(slots=True, eq=False)
class Order(Node):
    """Compares the pairs in the environment's slot from left to right, up to the first that is
    different. `less`, `same` and `more` say what comes out then, or when all are the same."""

    symbolic: Symbolic
    less: bool
    same: bool

    def step(self, machine: Machine, environment: Environment, stack: Stack) -> State:
        """Settle the first pair, or evaluate what it takes to do so."""
        left, right, rest = environment
        left, right = shorten(left), shorten(right)
        for side in (left, right):
            if side.__class__ is Thunk:
                return evaluate_then(machine, side, self, environment, stack)
        if left.__class__ is int and right.__class__ is int:
            return self._settled((left > right) - (left < right), rest, stack)
        if isinstance(left, Closure) or isinstance(right, Closure):
            raise Stuck("functions cannot be compared", NO_SPAN)
        if left.__class__ is Data and right.__class__ is Data:
            return self._data(left, right, rest, stack)
        for side, other in ((left, right), (right, left)):
            if isinstance(side, Unknown):
                return self._unknown(machine, side, other, environment, stack)
            if isinstance(side, Term) and side.sort is BOOL:
                raise Branch(self._truths(side, environment, stack))
        return self._numbers(_number(left), _number(right), rest, stack)

    def _settled(self, sign: int, rest: Pairs, stack: Stack) -> State:
        if sign:
            return RETURN, truth(self.less is (sign < 0)), stack
        return (RETURN, truth(self.same), stack) if rest is None else (self, rest, stack)

    def _data(self, left: Data, right: Data, rest: Pairs, stack: Stack) -> State:
        if left.constructor is not right.constructor:
            places = left.constructor.datatype.constructors
            first, second = places.index(left.constructor), places.index(right.constructor)
            return self._settled((first > second) - (first < second), rest, stack)
        for pair in zip(reversed(left.fields), reversed(right.fields), strict=True):
            rest = (*pair, rest)
        return self._settled(0, rest, stack)

    def _unknown(
        self,
        machine: Machine,
        unknown: Unknown,
        other: Any,
        environment: Environment,
        stack: Stack,
    ) -> State:
        if other is unknown:
            return self._settled(0, environment[2], stack)
        kind = unknown.type
        if isinstance(other, Data):
            machine.narrow(unknown, other.constructor.datatype, self, environment, stack)
        if kind == INTEGER or isinstance(other, int | Term):
            if isinstance(other, Term) and other.sort is BOOL:
                raise Branch(self._truths(other, environment, stack))
            machine.integer(unknown)
            return self, environment, stack
        datatype = machine.datatypes.get(kind.name) if kind is not None else None
        if datatype is None:
            if kind is None and isinstance(other, Unknown) and other.type is not None:
                unknown.type = other.type
                return self, environment, stack
            raise Floundered(f"it is open whether {unknown.name} is less than {other.name}")
        return machine.narrow(unknown, datatype, self, environment, stack)

    def _truths(self, term: Term, environment: Environment, stack: Stack) -> list[Alternative]:
        """The two ways in which a truth value that is open may come out."""
        left, right, rest = environment
        made = []
        for value, condition in ((TRUE, term), (FALSE, terms.negation(term))):
            pair = [value if shorten(side) is term else side for side in (left, right)]
            made.append(Alternative(self, (*pair, rest), stack, condition=condition))
        return made

    def _numbers(self, left: Term, right: Term, rest: Pairs, stack: Stack) -> State:
        if rest is None:
            return RETURN, self.symbolic(left, right), stack
        raise Branch(
            [
                Alternative(self, rest, stack, condition=terms.equal(left, right)),
                Alternative(RETURN, truth(self.less), stack, condition=terms.less(left, right)),
                Alternative(RETURN, truth(not self.less), stack, condition=terms.less(right, left)),
            ]
        )


def _number(value: Any) -> Term:
    return value if isinstance(value, Term) else terms.integer(value)


ORDERS: Mapping[str, Order] = {
    "<": Order(terms.less, less=True, same=False),
    "<=": Order(terms.at_most, less=True, same=True),
    ">": Order(terms.greater, less=False, same=False),
    ">=": Order(terms.at_least, less=False, same=True),
}
