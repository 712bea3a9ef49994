"""Functions that are told what data their value must be.

Where `append xs ys == zs` must hold, evaluating `append xs ys` first and then comparing makes a
thunk for the rest of the list at every step. So another version of the function is called, which
has `zs` as one more parameter: `append (a : as) ys == zs` looks whether `zs` has an item, unifies
that with `a`, and goes on with `append as ys == rest of zs`, in a loop. What is evaluated, and in
which order, is the same.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from refute.frontend.node import Node
from refute.languages.funlogic import core
from refute.languages.funlogic.bounds import tails, with_tails
from refute.languages.funlogic.values import Code, Constructor

if TYPE_CHECKING:
    from refute.languages.funlogic.generate import Generated


class Unifications:
    """The versions of functions that are told their value, made when they are needed.

    `variables` gives the first of some new variables.
    """

    def __init__(self, generated: Generated, variables: Callable[[int], int]) -> None:
        self._generated = generated
        self._variables = variables
        self._codes: dict[Code, Code | None] = {}

    def condition(self, left: Node, right: Node) -> Node | None:
        """The condition that two values are equal, by such a version if there is one."""
        for side, other in ((left, right), (right, left)):
            is_first = side is left or isinstance(other, core.Constant)
            if is_first and isinstance(side, core.Call) and (code := self.told(side.code)):
                return core.Call(code, (*side.arguments, other))
        return None

    def told(self, code: Code) -> Code | None:
        """The version of a function that is told its value, if the function makes data."""
        if code not in self._codes:
            self._codes[code] = None
            if _makes_data(code):
                told = self._generated.code(code.name, code.arity + 1, code.first)
                self._codes[code] = told
                told.unifies = True
                told.last = self._variables(1)
                told.body = self._unified(code.body, told.last)
        return self._codes[code]

    def _unified(self, node: Node, number: int) -> Node:
        """The condition that an expression has the value of a variable."""
        match node:
            case core.Construct(constructor, fields):
                first = self._variables(constructor.arity)
                *before, body = (
                    core.Equal(field, core.Local(first + at)) for at, field in enumerate(fields)
                )
                whole: Node = body
                for each in reversed(before):
                    whole = core.Condition(each, whole)
                return core.Unify(number, node, core.Case(constructor, first, whole))
            case core.Constant((Constructor() as constructor,)):
                return core.Unify(number, node, core.Case(constructor, 0, core.Constant(True)))
            case core.NoMatch():
                return node
            case _ if tails(node) is not None:
                return with_tails(node, lambda each: self._unified(each, number))
            case _:
                value = core.Local(number)
                return self.condition(node, value) or core.Equal(node, value)


def _makes_data(code: Code) -> bool:
    """Whether a function makes data, perhaps by calling another as the last thing."""
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
