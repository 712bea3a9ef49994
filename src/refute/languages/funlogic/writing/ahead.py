"""Data that is made before it is asked for, where that is cheap and cannot go wrong.

`append (a : as) ys = a : append as ys` makes a thunk for every item. Where the items are at hand,
a loop makes many of them at once, and a thunk for the rest. The loop only decides by values that
are known: it neither chooses nor fails nor calls, so nothing but its time shows that it ran.
"""

from __future__ import annotations

from collections.abc import Sequence

from refute.frontend.node import Node, walk
from refute.languages.funlogic import core
from refute.languages.funlogic.machine import AHEAD, DELAYED
from refute.languages.funlogic.values import BOOLEAN, Code, Constructor
from refute.languages.funlogic.writing.delayed import DEEPEST, Delaying, Facts
from refute.languages.funlogic.writing.kinds import class_of, is_number
from refute.languages.funlogic.writing.names import entry_name

ITEMS = 32
"""Maximum number of steps that are taken ahead, in vain if nobody asks."""

PRICE = ITEMS // 16
"""Number of calls that so many steps count as."""


def made_by_loop(code: Code) -> Constructor | None:
    """The constructor whose last field a function fills by calling itself, if it decides that by
    its arguments."""
    found: set[Constructor] = set()
    pending = [(code.body, 0)]
    while pending:
        node, depth = pending.pop()
        if depth > DEEPEST:
            return None
        match node:
            case core.Construct(constructor, (*_, core.Call(called))) if called is code:
                found.add(constructor)
            case core.Reach(bit) if bit:
                return None
            case core.If(condition) if not _is_decidable(condition):
                pass
            case _:
                pending.extend((each, depth + 1) for each in _outcomes(node))
    return found.pop() if len(found) == 1 else None


def _outcomes(node: Node) -> tuple[Node, ...]:
    """What a decision may lead to."""
    match node:
        case core.Reach(_, body):
            return (body,)
        case core.If(_, then, otherwise):
            return (then, otherwise)
        case core.Switch(_, _, cases, default):
            return (*[each.body for each in cases], *([] if default is None else [default]))
        case core.NumberSwitch(_, _, bodies, default):
            return (*bodies, default)
        case _:
            return ()


def _is_decidable(condition: Node) -> bool:
    """Whether a condition is about numbers that may be at hand."""
    match condition:
        case core.Comparison(_, _, left, right) | core.Equal(left, right):
            return is_number(left) and is_number(right)
        case core.Negation(operand):
            return _is_decidable(operand)
        case core.Junction(_, left, right):
            return _is_decidable(left) and _is_decidable(right)
        case _:
            return False


class Anticipating(Delaying):
    """Writes the loop of a function."""

    def _write_loop(self, constructor: Constructor) -> None:
        code, before = self._code, self._salt
        names = [f"x{each}" for each in (*self._generated.captured(code), *code.parameters)]
        given = ", ".join(["None", entry_name(code, DELAYED), "m.now", *names])
        fields = {1: "rest", 2: "each, rest"}.get(constructor.arity, "*each, rest")
        self._salt, self._is_ahead = ("loop",), True
        with self._apart() as body:
            body.line("made, rest = [], None")
            with body.block(f"for _ in range({ITEMS}):"):
                self._decide(code.body, {})
            with body.block("else:"):
                body.line(f"m.fuel = m.fuel - {PRICE} if m.fuel > {PRICE} else 0")
            with body.block("if rest is None:"):
                body.line(f"rest = [{given}]")
            with body.block("for each in reversed(made):"):
                body.line(f"rest = ({self._generated.constant(constructor)}, {fields})")
            body.line("return rest")
        self._salt, self._is_ahead = before, False
        self._add(entry_name(code, AHEAD), ["m", *names], body.lines)

    def _decide(self, node: Node, facts: Facts) -> None:
        """Go through the decisions of a function; one that cannot be made ends the loop."""
        match node:
            case core.Reach(_, body):
                self._decide(body, facts)
            case core.If(condition, then, otherwise) if _is_decidable(condition):
                known = self._numbers(condition, facts)
                with self._body.block(f"if {_test(condition, known)}:"):
                    self._decide(then, known)
                self._decide(otherwise, known)
            case core.If():
                self._body.line("break")
            case core.Switch():
                self._by_data(node, facts)
            case core.NumberSwitch(number, numbers, bodies, default):
                known = self._at_hand(number, class_of(numbers), facts)
                for each, body in zip(numbers, bodies, strict=True):
                    constant = self._generated.constant(each)
                    with self._body.block(f"if {known[number]} == {constant}:"):
                        self._decide(body, known)
                self._decide(default, known)
            case core.Construct(_, (*fields, core.Call(code, arguments))) if code is self._code:
                self._make(fields, facts)
                self._repeat(arguments, facts)
            case core.Call(code, arguments) if code is self._code:
                self._repeat(arguments, facts)
            case _:
                self._body.line(f"rest = {self._delay(node, facts)}")
                self._body.line("break")

    def _by_data(self, node: core.Switch, facts: Facts) -> None:
        is_truth = node.datatype is BOOLEAN
        facts = self._at_hand(node.number, "bool" if is_truth else "tuple", facts)
        name = facts[node.number]
        for each in node.cases:
            constant = self._generated.constant(
                each.constructor.value if is_truth else each.constructor
            )
            with self._body.block(f"if {name if is_truth else f'{name}[0]'} is {constant}:"):
                for field in range(each.constructor.arity):
                    self._body.assign(f"x{each.first + field}", f"{name}[{field + 1}]")
                self._decide(each.body, facts)
        if node.default is not None:
            self._decide(node.default, facts)

    def _at_hand(self, number: int, kind: str, facts: Facts) -> Facts:
        """What is known when a variable has a value of some kind; the loop ends if it has not."""
        if number in facts:
            return facts
        given, name = f"x{number}", f"w{number}"
        self._body.assign(name, f"{given} if {given}.__class__ is {kind} else shorten({given})")
        self._body.line(f"if {name}.__class__ is not {kind}: break")
        return {**facts, number: name}

    def _numbers(self, condition: Node, facts: Facts) -> Facts:
        for each in walk(condition):
            if isinstance(each, core.Local):
                facts = self._at_hand(each.number, "int", facts)
        return facts

    def _make(self, fields: Sequence[Node], facts: Facts) -> None:
        """Note the fields of a constructor, whose last one the next step will make."""
        parts = [self._delay(each, facts) for each in fields]
        text = parts[0] if len(parts) == 1 else f"({', '.join(parts)})" if parts else "None"
        self._body.line(f"made.append({text})")

    def _repeat(self, arguments: Sequence[Node], facts: Facts) -> None:
        given = [self._delay(each, facts) for each in arguments]
        names = [f"x{each}" for each in self._code.parameters]
        if names:
            self._body.line(f"{', '.join(names)} = {', '.join(given)}")
        self._body.line("continue")


def _test(condition: Node, facts: Facts) -> str:
    """A condition on numbers that are at hand, in Python."""
    match condition:
        case core.Comparison(sign, _, left, right):
            return f"({_number(left, facts)} {sign} {_number(right, facts)})"
        case core.Equal(left, right):
            return f"({_number(left, facts)} == {_number(right, facts)})"
        case core.Negation(operand):
            return f"(not {_test(operand, facts)})"
        case core.Junction(decisive, left, right):
            sign = "or" if decisive else "and"
            return f"({_test(left, facts)} {sign} {_test(right, facts)})"
        case _:
            raise AssertionError(f"{condition!r} cannot be decided ahead")


def _number(node: Node, facts: Facts) -> str:
    match node:
        case core.Local(number):
            return facts[number]
        case core.Constant(value):
            return f"({value})"
        case core.Arithmetic(sign, _, left, right):
            return f"({_number(left, facts)} {sign} {_number(right, facts)})"
        case _:
            raise AssertionError(f"{node!r} is no number at hand")
