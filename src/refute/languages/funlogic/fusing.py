"""Calls whose arguments are calls, fused into one function.

If `add n (mul m n) == k` must hold, `mul m n` waits until `add` has reached the end of `n`, and is
then told what is left of `k`. If `add` uses its argument at most once, nothing else can need that
value, and it need not be stored: `add` is called in a version that takes the arguments of `mul`
instead of the value, and calls `mul` where it uses that.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import fields, replace
from math import inf
from typing import TYPE_CHECKING, Any

from refute.frontend.node import Node, children
from refute.languages.funlogic import core
from refute.languages.funlogic.bounds import tails
from refute.languages.funlogic.values import Code
from refute.languages.funlogic.writing.kinds import is_at_hand, spoken_of

if TYPE_CHECKING:
    from refute.languages.funlogic.generate import Generated


class Fusions:
    """The versions of functions that call others for their arguments, generated on demand.

    `variables` returns the first of a number of new variables.
    """

    def __init__(self, generated: Generated, variables: Callable[[int], int]) -> None:
        self._generated = generated
        self._variables = variables
        self._codes: dict[tuple[Code | None, ...], Code] = {}
        self._uses: dict[tuple[Code, int], float] = {}

    def fused(self, call: core.Call) -> core.Call:
        """A call that is passed the arguments of its arguments, as far as those are calls that can
        wait."""
        given = list(zip(call.code.parameters, call.arguments, strict=True))
        inner = [self._inner(call.code, at, each) for at, each in given]
        if not any(inner):
            return call
        key = (call.code, *(None if each is None else each.code for each in inner))
        if key not in self._codes:
            self._codes[key] = self._code(call.code, inner)
        arguments: list[Node] = []
        for (_, each), within in zip(given, inner, strict=True):
            arguments.extend([each] if within is None else within.arguments)
        return core.Call(self._codes[key], tuple(arguments))

    def _inner(self, code: Code, parameter: int, argument: Node) -> core.Call | None:
        """The argument, if it is a call that need not become a thunk."""
        if not isinstance(argument, core.Call) or not all(map(is_at_hand, argument.arguments)):
            return None
        generated = self._generated
        is_apart = not generated.captured(code) and not generated.captured(argument.code)
        if not is_apart or generated.loop(argument.code) is not None:
            return None
        key = (code, parameter)
        if key not in self._uses:
            self._uses[key] = self._used(code.body, parameter)
        return argument if self._uses[key] <= 1 else None

    def _code(self, code: Code, inner: list[core.Call | None]) -> Code:
        numbers: list[int] = []
        values: dict[int, Node] = {}
        for parameter, call in zip(code.parameters, inner, strict=True):
            if call is None:
                numbers.append(parameter)
                continue
            first = self._variables(len(call.arguments))
            own = range(first, first + len(call.arguments))
            numbers.extend(own)
            values[parameter] = core.Call(call.code, tuple(map(core.Local, own)))
        fused = self._generated.code(code.name, len(numbers), code.first)
        fused.numbers = tuple(numbers)
        fused.body = _substituted(code.body, values)
        return fused

    def _used(self, node: Node, number: int) -> float:
        """Maximum number of uses of a variable on one path through an expression; infinite if it is
        used other than as a value, or in a part that may be evaluated again."""
        match node:
            case core.Local(at):
                return at == number
            case core.AllValues(body):
                return inf if self._used(body, number) else 0
            case core.Lambda(code) | core.Call(code) if number in self._generated.captured(code):
                return inf
            case _ if number in spoken_of(node):
                return inf
        ends = tails(node) or ()
        behind = {id(each) for each in ends}
        own = sum(
            self._used(each, number)
            for each in children(node)
            if id(each) not in behind and not isinstance(each, core.Case)
        )
        return own + max((self._used(each, number) for each in ends), default=0)


def _substituted(node: Node, values: Mapping[int, Node]) -> Node:
    """Substitute expressions for some variables."""
    if isinstance(node, core.Local):
        return values.get(node.number, node)
    changed: dict[str, Any] = {}
    for each in fields(node):
        part = getattr(node, each.name)
        if isinstance(part, Node):
            changed[each.name] = _substituted(part, values)
        elif isinstance(part, tuple) and any(isinstance(inner, Node) for inner in part):
            changed[each.name] = tuple(_substituted(inner, values) for inner in part)
    return replace(node, **changed) if changed else node
