"""Values that are needed now: computed by calls, with a frame for where one is interrupted."""

from __future__ import annotations

from collections.abc import Callable

from refute.frontend.node import Node
from refute.languages.funlogic import core
from refute.languages.funlogic.machine import FALSE, TRUE, VALUE
from refute.languages.funlogic.writing.ahead import Anticipating
from refute.languages.funlogic.writing.delayed import Facts, Then
from refute.languages.funlogic.writing.kinds import (
    are_at_hand,
    are_numbers,
    can_calculate,
    is_at_hand,
    is_plain,
)
from refute.languages.funlogic.writing.names import WANTED

LONGEST = 8
"""Maximum number of points, one after the other or inside each other, at which a function may be
interrupted; what follows is a function of its own, as all of it is written for each point."""


class Evaluating(Anticipating):
    """Writes the evaluation of what is needed."""

    def _is_cut(self, node: Node, is_late: bool) -> bool:
        """Whether a node is a function of its own; decided once, wherever it is written."""
        return self._cuts.setdefault((id(node), self._salt), is_late)

    def _strict(self, node: Node, facts: Facts, mode: int, then: Then) -> None:
        """Evaluate a node; if a truth value is wanted, it has come out so when `then` is told."""
        node = self._generated.condition(node, mode)
        if not is_at_hand(node) and self._is_cut(node, self._level > LONGEST):
            self._computed(node, self._outlined(node, facts, mode), facts, then)
            return
        self._level += 1

        def outside(text: str, known: Facts, frame: str | None) -> None:
            level, self._level = self._level, 0
            then(text, known, frame)
            self._level = level

        self._evaluate(node, facts, mode, outside)
        self._level -= 1

    def _evaluate(self, node: Node, facts: Facts, mode: int, then: Then) -> None:
        match node:
            case core.Constant(value):
                if mode in WANTED and value is not WANTED[mode]:
                    self._body.line("return m.fail()")
                else:
                    then(self._generated.constant(value), facts, None)
            case core.Call(code, arguments):
                self._computed(node, self._call(code, arguments, facts, mode), facts, then)
            case core.Equal():
                self._equal(node, facts, mode, then)
            case core.Bound(condition):
                self._strict(condition, facts, VALUE, self._bounded(node, then))
            case core.Negation(operand) if mode in WANTED:
                opposite = FALSE if mode == TRUE else TRUE
                result = str(WANTED[mode])
                self._strict(
                    operand, facts, opposite, lambda _, known, __: then(result, known, None)
                )
            case core.Negation(operand):
                self._strict(
                    operand,
                    facts,
                    VALUE,
                    lambda text, known, _: self._computed(
                        node, f"not {text} if {text}.__class__ is bool else invert(m, {text})",
                        known, then,
                    ),
                )  # fmt: skip
            case core.Apply(function, arguments):

                def supply(text: str, known: Facts, _: str | None) -> None:
                    given = "".join(f"{self._delay(each, known)}, " for each in arguments)
                    self._computed(node, f"apply(m, {text}, ({given}), {mode})", known, then)

                self._strict(function, facts, VALUE, supply)
            case _ if mode in WANTED and is_plain(node):
                wanted = WANTED[mode]

                def insist(text: str, known: Facts, _: str | None) -> None:
                    required = f"{wanted} if {text} is {wanted} else require(m, {text}, {wanted})"
                    self._computed(node, required, known, then, "required")

                self._plain(node, facts, insist)
            case _ if is_plain(node):
                self._plain(node, facts, then)
            case _:
                self._computed(node, self._outlined(node, facts, mode), facts, then)

    def _bounded(self, node: Node, then: Then) -> Then:
        def insist(text: str, known: Facts, _: str | None) -> None:
            self._computed(node, f"{text} is True or bound(m, {text})", known, then, "bound")

        return insist

    def _computed(
        self, node: Node, text: str, facts: Facts, then: Then, role: object = None
    ) -> None:
        """Go on with what a computation gives, which may be interrupted."""
        name = self._temporary(node, role)
        self._body.assign(name, text)
        self._point(node, name, lambda frame: then(name, facts, frame))

    def _plain(self, node: Node, facts: Facts, then: Then) -> None:
        """Evaluate a node without branches of its own, for whatever value it has."""
        match node:
            case core.Constant(value):
                then(self._generated.constant(value), facts, None)
            case core.Local(number):
                self._variable(node, number, "tuple", facts, then)
            case core.Construct() | core.Lambda():
                then(self._named(node, self._delay(node, facts)), facts, None)
            case core.Arithmetic(sign, operation, left, right):

                def calculate(a: str, b: str, known: Facts) -> None:
                    slow = self._generated.constant(operation)
                    text = f"{a} {sign} {b}"
                    if (simple := can_calculate(sign, a, b)) != "True":
                        text += f" if {simple} else calculate(m, {slow}, {a}, {b})"
                    then(self._named(node, text), known, None)

                self._both(left, right, facts, calculate)
            case core.Division(sign, operation, left, right, end):

                def divide(a: str, b: str, known: Facts) -> None:
                    constants = map(self._generated.constant, (operation, end))
                    slow = "divide(m, {}, {a}, {b}, {})".format(*constants, a=a, b=b)
                    text = f"{a} {sign} {b} if {can_calculate(sign, a, b)} else {slow}"
                    self._computed(node, text, known, then)

                self._both(left, right, facts, divide)
            case core.Comparison(sign, order, left, right):

                def compare(a: str, b: str, known: Facts) -> None:
                    slow = f"in_order(m, {self._generated.constant(order)}, ({a}, {b}, None))"
                    text = f"{a} {sign} {b} if {are_numbers(a, b)} else {slow}"
                    self._computed(node, text, known, then)

                self._both(left, right, facts, compare)
            case _:
                raise AssertionError(f"{node!r} has branches")

    def _both(
        self, left: Node, right: Node, facts: Facts, then: Callable[[str, str, Facts], None]
    ) -> None:
        """Evaluate the left and then the right of two sides."""
        self._side(
            left,
            facts,
            lambda a, known, _: self._side(right, known, lambda b, both, __: then(a, b, both)),
        )

    def _side(self, node: Node, facts: Facts, then: Then) -> None:
        if isinstance(node, core.Local):
            self._variable(node, node.number, "int", facts, then)
        else:
            self._strict(node, facts, VALUE, then)

    def _variable(
        self,
        node: Node,
        number: int,
        kind: str,
        facts: Facts,
        then: Then,
        *,
        is_data: bool = False,
    ) -> None:
        """Evaluate a variable, which is often of some kind; what `is_data` is that or a cell."""
        if number in facts:
            then(facts[number], facts, None)
            return
        given, name = f"x{number}", f"w{number}"
        known = {**facts, number: name}
        test = f"{given}[0].__class__ is {kind}"
        if not is_data:
            test = f"{given}.__class__ is list and {test}"
        kept = f"{given}[0] if {test}"
        waiting = f"whnf(m, {given})"
        if is_data:
            waiting = (
                f"{given} if {given}[0] is None and {given}[1].__class__ is Kind else {waiting}"
            )
        evaluated = f"{given} if {given}.__class__ is {kind} else {kept} else {waiting}"
        self._body.assign(name, evaluated)
        self._point(node, name, lambda frame: then(name, known, frame))

    def _equal(self, node: core.Equal, facts: Facts, mode: int, then: Then) -> None:
        def compare(a: str, b: str, known: Facts) -> None:
            text = f"{a} == {b} if {are_numbers(a, b)} else compare(m, ({a}, {b}, None), {mode})"
            self._computed(node, text, known, insist if mode in WANTED else then)

        def insist(text: str, known: Facts, _: str | None) -> None:
            self._body.line(f"if {text} is not {WANTED[mode]}: return m.fail()")
            then(str(WANTED[mode]), known, None)

        if mode == TRUE and are_at_hand(node.left, node.right):
            self._computed(node, self._unified(node, facts), facts, then)
            return
        self._both(node.left, node.right, facts, compare)

    def _unified(self, node: core.Equal, facts: Facts) -> str:
        sides = f"{self._delay(node.left, facts)}, {self._delay(node.right, facts)}"
        return f"{'tell' if node.is_apart else 'unify'}(m, {sides})"
