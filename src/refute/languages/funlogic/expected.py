"""Versions of functions that are told the number they must return.

`length xs == 2` does not terminate if `length` is run on an unknown first and then compared: every
list is tried. So if such a condition must hold, another version of the function is called, which
has the number as an additional parameter. It passes on what is expected, `length xs == 2 - 1` for
the rest of the list, and fails as soon as that is outside the bounds of the function's values. The
number may be open, as in `n < 2 and length xs == n`; then the solver is asked after every choice. A
number that is not evaluated yet is not passed on: its evaluation may not terminate.

Conditions on numbers that need no evaluation come before all others that must hold with them.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from typing import TYPE_CHECKING

from refute import terms
from refute.frontend.node import Node, walk
from refute.languages.funlogic import core
from refute.languages.funlogic.arithmetic import Operation
from refute.languages.funlogic.bounds import Bounds, is_deterministic, tails, with_tails
from refute.languages.funlogic.merging import Mergers
from refute.languages.funlogic.ordering import ORDERS
from refute.languages.funlogic.unifying import Unifications
from refute.languages.funlogic.values import Code
from refute.languages.funlogic.writing.kinds import is_number

if TYPE_CHECKING:
    from refute.languages.funlogic.generate import Generated

_SUBTRACT: Operation = (int.__sub__, terms.subtract, terms.INT)
_ADD: Operation = (int.__add__, terms.add, terms.INT)
_MIRRORED = {"==": "==", "<": ">", "<=": ">=", ">": "<", ">=": "<="}
_OPPOSITE = {"<": ">=", "<=": ">", ">": "<=", ">=": "<"}
FIRST = 1_000_000
"""The number of the first variable for an expected value; no function has as many variables."""


class Expectations:
    """The versions of functions that are told what to return, generated on demand."""

    def __init__(self, generated: Generated) -> None:
        self._generated = generated
        self._bounds = Bounds()
        self._codes: dict[tuple[Code, str], Code] = {}
        self._unifications = Unifications(generated, self._variables)
        self._mergers = Mergers(generated, self._variables)
        self._numbered = 0
        self._conditions: dict[tuple[int, bool], tuple[Node, Node]] = {}

    def told(self, code: Code) -> Code | None:
        """The version of a function that is told the data it must return, if there is one."""
        return self._unifications.told(code, is_apart=True)

    def merged(self, code: Code, called: Code, arguments: Sequence[Node]) -> Node | None:
        """The body that replaces a last call of another function in a function, if there is one."""
        return self._mergers.body(code, called, arguments)

    def condition(self, node: Node, wanted: bool) -> Node:
        """A condition that must come out as wanted, using such a version if there is one."""
        key = (id(node), wanted)
        if key not in self._conditions:
            self._conditions[key] = self._condition(node, wanted), node
        return self._conditions[key][0]

    def _condition(self, node: Node, wanted: bool) -> Node:
        match node:
            case core.Junction(decisive) if decisive is not wanted:
                return self._tests_first(node, wanted)
            case core.Equal(left, right) if wanted:
                sign = "=="
            case core.Comparison(sign, _, left, right):
                sign = sign if wanted else _OPPOSITE[sign]
            case _:
                return node
        for side, other, told in ((left, right, sign), (right, left, _MIRRORED[sign])):
            if is_number(other) and isinstance(side, core.Call | core.Arithmetic):
                pushed = self._expect(side, told, other)
                if isinstance(pushed, core.Call | core.Let):
                    told_so = pushed if wanted else core.Negation(pushed)
                    return self._when_ready((other,), told_so, node, wanted)
        if isinstance(node, core.Equal):
            return self._unifications.condition(left, right) or node
        return node

    def _tests_first(self, node: core.Junction, wanted: bool) -> Node:
        """Conditions that must all come out as wanted; those on numbers come before calls."""
        parts = _parts(node, node.decisive)
        first = next((index for index, each in enumerate(parts) if _calls(each)), len(parts))
        late = [each for each in parts[first:] if _is_numeric(each)]
        if not late:
            return node
        others = [each for each in parts if not any(each is test for test in late)]
        *before, whole = [*others[:first], *late, *others[first:]]
        for each in reversed(before):
            whole = core.Junction(node.decisive, each, whole)
        return self._when_ready(late, self._settled(whole, wanted), node, wanted)

    def _when_ready(
        self, needed: Sequence[Node], then: Node, otherwise: Node, wanted: bool
    ) -> Node:
        """A version of a condition that needs some numbers early, used if they are evaluated."""
        found = dict.fromkeys(number for node in needed for number in _variables(node))
        if not found:
            return then
        return core.Ready(tuple(found), then, self._settled(replace(otherwise), wanted))

    def _settled(self, node: Node, wanted: bool) -> Node:
        """Mark a condition to be evaluated as it is."""
        self._conditions[id(node), wanted] = node, node
        return node

    def _expect(self, node: Node, sign: str, number: Node) -> Node:
        """The condition that the value of an expression is as expected."""
        match node:
            case core.Call(code, arguments) if self._helps(code, sign):
                return core.Call(self._told(code, sign), (*arguments, number))
            case core.Arithmetic("+", _, core.Constant() as known, rest):
                return self._expect(rest, sign, _less(number, known))
            case core.Arithmetic("+", _, rest, core.Constant() as known):
                return self._expect(rest, sign, _less(number, known))
            case core.Arithmetic("-", _, rest, core.Constant() as known):
                return self._expect(rest, sign, _more(number, known))
            case core.Arithmetic("+") if sign in {"==", "<", "<="} and self._are_summed(node):
                return self._sum(_summands(node), sign, number)
            case _ if tails(node) is not None:
                return with_tails(node, lambda each: self._expect(each, sign, number))
            case core.NoMatch():
                return node
            case _:
                return _compared(node, sign, number)

    def _are_summed(self, node: Node) -> bool:
        """Whether an expression is a sum of calls whose values are bounded from below."""
        return all(
            isinstance(each, core.Constant)
            or (
                isinstance(each, core.Call)
                and all(map(_is_at_hand, each.arguments))
                and self._bounds.of(each.code).least is not None
                and is_deterministic(each.code)
            )
            for each in _summands(node)
        )

    def _sum(self, summands: Sequence[Node], sign: str, number: Node) -> Node:
        """Tell each summand the maximum that the others leave it, and the last what it must be.

        A summand is evaluated again for its value; everything it looks at is decided by then.
        """
        for each in summands:
            if isinstance(each, core.Constant):
                number = _less(number, each)
        calls = [each for each in summands if isinstance(each, core.Call)]
        leasts = [self._bounds.of(each.code).least or 0 for each in calls]
        first, *others = calls
        if not others:
            return self._expect(first, sign, number)
        at_most = _less(number, core.Constant(sum(leasts[1:])))
        value = self._variables(1)
        rest = self._sum(others, sign, _less(number, core.Local(value)))
        told = self._expect(first, "<=", at_most)
        return core.Let((core.Binding(value, first),), core.Condition(told, rest))

    def _variables(self, count: int) -> int:
        """The first of some new variables."""
        first = FIRST + self._numbered
        self._numbered += count
        return first

    def _helps(self, code: Code, sign: str) -> bool:
        """Whether the bounds of a function can show that a condition does not hold."""
        interval = self._bounds.of(code)
        if sign in {"<", "<="}:
            return interval.least is not None
        if sign in {">", ">="}:
            return interval.most is not None
        return interval.least is not None or interval.most is not None

    def _told(self, code: Code, sign: str) -> Code:
        """The version of a function that is told the number it must return."""
        key = (code, sign)
        if key not in self._codes:
            told = self._generated.code(code.name, code.arity + 1, code.first)
            self._codes[key] = told
            told.last = self._variables(1)
            number = core.Local(told.last)
            body = self._expect(code.body, sign, number)
            for bound in self._within(code, sign, number):
                body = core.Condition(core.Bound(bound), body)
            told.body = body
        return self._codes[key]

    def _within(self, code: Code, sign: str, number: Node) -> list[Node]:
        """The conditions under which a number within the bounds can be as expected."""
        interval, conditions = self._bounds.of(code), []
        if sign in {"==", "<", "<="} and interval.least is not None:
            smaller = "<" if sign == "<" else "<="
            conditions.append(_compared(core.Constant(interval.least), smaller, number))
        if sign in {"==", ">", ">="} and interval.most is not None:
            greater = ">" if sign == ">" else ">="
            conditions.append(_compared(core.Constant(interval.most), greater, number))
        return conditions


def _compared(node: Node, sign: str, number: Node) -> Node:
    if sign == "==":
        return core.Equal(node, number)
    return core.Comparison(sign, ORDERS[sign], node, number)


def _parts(node: Node, decisive: bool) -> list[Node]:
    """The conditions that a junction is made of."""
    if isinstance(node, core.Junction) and node.decisive is decisive:
        return [*_parts(node.left, decisive), *_parts(node.right, decisive)]
    return [node]


def _is_numeric(node: Node) -> bool:
    """Whether a condition compares numbers without evaluating anything else."""
    match node:
        case core.Negation(operand):
            return _is_numeric(operand)
        case core.Comparison(_, _, left, right) | core.Equal(left, right):
            sides = (left, right)
            return all(map(is_number, sides)) and not all(
                isinstance(each, core.Local) for each in sides
            )
        case _:
            return False


def _calls(node: Node) -> bool:
    return any(isinstance(each, core.Call | core.Apply) for each in walk(node))


def _variables(node: Node) -> list[int]:
    return [each.number for each in walk(node) if isinstance(each, core.Local)]


def _is_at_hand(node: Node) -> bool:
    return isinstance(node, core.Local | core.Constant)


def _summands(node: Node) -> list[Node]:
    if isinstance(node, core.Arithmetic) and node.sign == "+":
        return [*_summands(node.left), *_summands(node.right)]
    return [node]


def _less(number: Node, known: Node) -> Node:
    return core.Arithmetic("-", _SUBTRACT, number, known)


def _more(number: Node, known: Node) -> Node:
    return core.Arithmetic("+", _ADD, number, known)
