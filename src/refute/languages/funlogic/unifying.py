"""Versions of functions that are told the data they must return.

If `append xs ys == zs` must hold, evaluating `append xs ys` first and then comparing makes a thunk
for the rest of the list at every step. So another version of the function is called, which has `zs`
as an additional parameter: `append (a : as) ys == zs` checks whether `zs` has an item, unifies that
with `a`, and continues with `append as ys == rest of zs`, in a loop. What is evaluated, and in
which order, is the same.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from refute.frontend.node import Node, walk
from refute.languages.funlogic import core
from refute.languages.funlogic.bounds import tails, with_tails
from refute.languages.funlogic.fusing import Fusions
from refute.languages.funlogic.values import Code, Constructor
from refute.languages.funlogic.writing.kinds import spoken_of

if TYPE_CHECKING:
    from refute.languages.funlogic.generate import Generated


class Unifications:
    """The versions of functions that are told their value, generated on demand.

    `variables` returns the first of a number of new variables.
    """

    def __init__(self, generated: Generated, variables: Callable[[int], int]) -> None:
        self._generated = generated
        self._variables = variables
        self._fusions = Fusions(generated, variables)
        self._codes: dict[tuple[Code, bool], Code | None] = {}

    def condition(self, left: Node, right: Node) -> Node | None:
        """The condition that two values are equal, using such a version if there is one."""
        for side, other in ((left, right), (right, left)):
            is_first = side is left or isinstance(other, core.Constant)
            if is_first and isinstance(side, core.Call):
                return self._call(side, other, is_apart=self._is_closed(other))
        return None

    def _is_closed(self, root: Node) -> bool:
        """Whether an expression contains no variable."""
        for node in walk(root):
            if spoken_of(node) or isinstance(node, core.Lambda | core.Apply):
                return False
            if isinstance(node, core.Call) and self._generated.captured(node.code):
                return False
        return True

    def _call(self, call: core.Call, value: Node, *, is_apart: bool) -> Node | None:
        call = self._fusions.fused(call) if is_apart else call
        code = self.told(call.code, is_apart=is_apart)
        return None if code is None else core.Call(code, (*call.arguments, value))

    def told(self, code: Code, *, is_apart: bool) -> Code | None:
        """The version of a function that is told its value, if the function makes data.

        The value `is_apart` if it depends on nothing that waits for the function. Then a call that
        the function waits for can be told its part of the value as well. Otherwise that part might
        need the result of the call: `let t = f x in append [] t == 1 : t`.
        """
        key = (code, is_apart)
        if key not in self._codes:
            self._codes[key] = None
            if _makes_data(code):
                told = self._generated.code(code.name, code.arity + 1, code.first)
                self._codes[key] = told
                told.unifies = True
                told.last = self._variables(1)
                told.numbers = (*code.parameters, told.last)
                told.body = self._unified(code.body, told.last, is_apart)
        return self._codes[key]

    def _unified(self, node: Node, number: int, is_apart: bool) -> Node:
        """The condition that an expression has the value of a variable."""
        match node:
            case core.Construct(constructor, fields):
                first = self._variables(constructor.arity)
                *before, whole = (
                    self._equal(field, first + at, is_apart) for at, field in enumerate(fields)
                )
                for each in reversed(before):
                    whole = core.Condition(each, whole)
                return core.Unify(number, node, core.Case(constructor, first, whole))
            case core.Constant((Constructor() as constructor,)):
                return core.Unify(number, node, core.Case(constructor, 0, core.Constant(True)))
            case core.NoMatch():
                return node
            case _ if tails(node) is not None:
                return with_tails(node, lambda each: self._unified(each, number, is_apart))
            case _:
                return self._equal(node, number, is_apart)

    def _equal(self, node: Node, number: int, is_apart: bool) -> Node:
        value = core.Local(number)
        told = self._call(node, value, is_apart=is_apart) if isinstance(node, core.Call) else None
        return told or core.Equal(node, value, is_apart)


def _makes_data(code: Code) -> bool:
    """Whether a function makes data, perhaps by ending with a call of another one."""
    seen, pending = {code}, [code.body]
    while pending:
        match pending.pop():
            case core.Construct() | core.Constant((Constructor(), *_)):
                return True
            case core.Call(called):
                if called not in seen:
                    seen.add(called)
                    pending.append(called.body)
            case node:
                pending.extend(tails(node) or ())
    return False
