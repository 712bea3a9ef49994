"""Bounds of the numbers that functions return: an interval for each function, found by iteration.

If nothing is known about a value, not even whether it is a number, its interval is `ANY`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace

from refute.frontend.node import Node, walk
from refute.languages.funlogic import core
from refute.languages.funlogic.values import Code
from refute.record import record

ROUNDS = 3
"""Number of rounds after which bounds that still change are given up."""


@record
class Interval:
    """The numbers from `least` to `most`; `None` means that there is no bound."""

    least: int | None
    most: int | None


ANY = Interval(None, None)


class Bounds:
    """The intervals of functions, computed when first requested."""

    def __init__(self) -> None:
        self._known: dict[Code, Interval | None] = {}

    def of(self, code: Code) -> Interval:
        """The interval of a function's values."""
        if code not in self._known:
            self._find(code)
        return self._known[code] or ANY

    def _find(self, code: Code) -> None:
        """Start with no values, and repeat until nothing is added."""
        found = [each for each in _reachable(code) if each not in self._known]
        self._known.update(dict.fromkeys(found))
        rounds, is_changed = 0, True
        while is_changed:
            is_changed, rounds = False, rounds + 1
            for each in found:
                before = self._known[each]
                after = _join((before, self._interval(each.body)))
                if after != before:
                    is_changed = True
                    self._known[each] = _widen(before, after) if rounds > ROUNDS else after

    def _interval(self, node: Node) -> Interval | None:
        """The interval of an expression; `None` if it has no value, as far as is known."""
        match node:
            case core.Constant(value):
                return Interval(value, value) if value.__class__ is int else ANY
            case core.Call(code):
                return self._known[code]
            case core.Arithmetic(sign, _, left, right):
                return _calculate(sign, self._interval(left), self._interval(right))
            case core.Division("%", _, _, core.Constant(int(divisor))) if divisor > 0:
                return Interval(0, divisor - 1)
            case core.NoMatch():
                return None
            case _:
                ends = tails(node)
                return ANY if ends is None else _join(map(self._interval, ends))


def tails(node: Node) -> Sequence[Node] | None:
    """The expressions in tail position of a node; `None` if it has none."""
    match node:
        case core.Let(_, body) | core.Free(_, _, body) | core.Reach(_, body):
            return (body,)
        case core.Condition(_, body) | core.Subject(_, _, body):
            return (body,)
        case core.Choose(options):
            return options
        case core.If(_, yes, no):
            return (yes, no)
        case core.Switch(_, _, cases, default):
            bodies = tuple(each.body for each in cases)
            return bodies if default is None else (*bodies, default)
        case core.NumberSwitch(_, _, branches, default):
            return (*branches, default)
        case _:
            return None


def with_tails(node: Node, change: Callable[[Node], Node]) -> Node:
    """Apply a change to every tail of a node, which must have some."""
    match node:
        case core.If():
            return replace(node, then=change(node.then), otherwise=change(node.otherwise))
        case core.Choose():
            return replace(node, options=tuple(map(change, node.options)))
        case core.Subject():
            return replace(node, matching=change(node.matching))
        case core.Switch():
            cases = tuple(replace(each, body=change(each.body)) for each in node.cases)
            default = None if node.default is None else change(node.default)
            return replace(node, cases=cases, default=default)
        case core.NumberSwitch():
            branches = tuple(map(change, node.cases))
            return replace(node, cases=branches, default=change(node.default))
        case core.Let() | core.Free() | core.Reach() | core.Condition():
            return replace(node, body=change(node.body))
        case _:
            raise AssertionError(f"{node!r} has no tails")


def _reachable(code: Code) -> list[Code]:
    found, pending = {code: None}, [code.body]
    while pending:
        node = pending.pop()
        for each in tails(node) or ():
            pending.append(each)
        if isinstance(node, core.Arithmetic):
            pending.extend((node.left, node.right))
        if isinstance(node, core.Call) and node.code not in found:
            found[node.code] = None
            pending.append(node.code.body)
    return list(found)


def is_deterministic(code: Code) -> bool:
    """Whether a function makes no choices except about its arguments."""
    found, pending = {code}, [code]
    while pending:
        for node in walk(pending.pop().body):
            if isinstance(node, core.Choose | core.Free | core.Apply):
                return False
            if isinstance(node, core.Call | core.Lambda) and node.code not in found:
                found.add(node.code)
                pending.append(node.code)
    return True


def _join(parts: Iterable[Interval | None]) -> Interval | None:
    known = [each for each in parts if each is not None]
    if not known:
        return None
    least = [each.least for each in known]
    most = [each.most for each in known]
    return Interval(
        None if None in least else min(each for each in least if each is not None),
        None if None in most else max(each for each in most if each is not None),
    )


def _widen(before: Interval | None, after: Interval | None) -> Interval:
    if before is None or after is None:
        return ANY
    return Interval(
        after.least if after.least == before.least else None,
        after.most if after.most == before.most else None,
    )


def _calculate(sign: str, left: Interval | None, right: Interval | None) -> Interval | None:
    if left is None or right is None:
        return None
    match sign:
        case "+":
            return Interval(_sum(left.least, right.least), _sum(left.most, right.most))
        case "-":
            return Interval(
                _sum(left.least, _negative(right.most)), _sum(left.most, _negative(right.least))
            )
        case _:
            return _product(left, right)


def _sum(left: int | None, right: int | None) -> int | None:
    return None if left is None or right is None else left + right


def _negative(number: int | None) -> int | None:
    return None if number is None else -number


def _product(left: Interval, right: Interval) -> Interval:
    ends = [left.least, left.most, right.least, right.most]
    known = [each for each in ends if each is not None]
    if len(known) == len(ends):
        products = [one * other for one in known[:2] for other in known[2:]]
        return Interval(min(products), max(products))
    if left.least is not None and right.least is not None and min(left.least, right.least) >= 0:
        return Interval(left.least * right.least, None)
    return ANY
