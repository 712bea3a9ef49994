"""Functions that end by calling each other, written as one loop.

`mul (S m) n == k` continues with `add n (mul m n) == k`, and that, once `n` is used up, with
`mul m n == rest of k`. If a function ends by calling another one that may call it back, the call is
replaced by the body of the other, with new variables.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import fields, replace
from typing import TYPE_CHECKING, Any

from refute.frontend.node import Node, walk
from refute.languages.funlogic import core
from refute.languages.funlogic.bounds import tails
from refute.languages.funlogic.values import Code
from refute.languages.funlogic.writing.kinds import size

if TYPE_CHECKING:
    from refute.languages.funlogic.generate import Generated

LARGEST = 40
"""Maximum number of nodes in a body that replaces a call."""


class Mergers:
    """The bodies that replace calls, generated on demand.

    `variables` returns the first of a number of new variables.
    """

    def __init__(self, generated: Generated, variables: Callable[[int], int]) -> None:
        self._generated = generated
        self._variables = variables
        self._bodies: dict[tuple[Code, Code, tuple[int, ...]], Node | None] = {}

    def body(self, code: Code, called: Code, arguments: Sequence[Node]) -> Node | None:
        """The body that replaces a last call of another function, if that may call back."""
        given = tuple(each.number for each in arguments if isinstance(each, core.Local))
        if len(given) != len(arguments):
            return None
        key = (code, called, given)
        if key not in self._bodies:
            self._bodies[key] = None
            if self._is_merged(code, called):
                names = dict(zip(called.parameters, given, strict=True))
                self._bodies[key] = self._renamed(called.body, names)
        return self._bodies[key]

    def _is_merged(self, code: Code, called: Code) -> bool:
        """Whether a body replaces a call: not if it is a loop of its own."""
        captured = self._generated.captured
        if not code.unifies or code is called or captured(called):
            return False
        if size(called.body) > LARGEST:
            return False
        inner = (each for each in walk(called.body) if isinstance(each, core.Call | core.Lambda))
        if any(captured(each.code) for each in inner):
            return False
        return _calls(called.body, code) and not _calls(called.body, called)

    def _renamed(self, node: Node, names: Mapping[int, int]) -> Node:
        """Rename the variables of an expression, with new ones for those that it binds."""
        match node:
            case core.Case(constructor, first):
                names = self._with_new(names, range(first, first + constructor.arity))
            case core.Free(first, types):
                names = self._with_new(names, range(first, first + len(types)))
            case core.Let(bindings):
                for binding in bindings:
                    names = self._with_new(names, range(binding.number, binding.number + 1))
            case core.Subject(number):
                names = self._with_new(names, range(number, number + 1))
        changed: dict[str, Any] = {}
        for each in fields(node):
            part = getattr(node, each.name)
            if isinstance(part, Node):
                changed[each.name] = self._renamed(part, names)
            elif isinstance(part, tuple) and any(isinstance(inner, Node) for inner in part):
                changed[each.name] = tuple(self._renamed(inner, names) for inner in part)
        return replace(node, **changed, **_own(node, names))

    def _with_new(self, names: Mapping[int, int], numbers: range) -> Mapping[int, int]:
        first = self._variables(len(numbers))
        return {**names, **dict(zip(numbers, range(first, first + len(numbers)), strict=True))}


def _calls(root: Node, code: Code) -> bool:
    """Whether an expression may end by calling a function."""
    pending = [root]
    while pending:
        match pending.pop():
            case core.Call(called) if called is code:
                return True
            case core.Unify(_, _, case):
                pending.append(case.body)
            case node:
                pending.extend(tails(node) or ())
    return False


def _own(node: Node, names: Mapping[int, int]) -> dict[str, Any]:
    """The variables in a node's own fields, renamed."""
    match node:
        case (
            core.Local(number)
            | core.Binding(number)
            | core.Subject(number)
            | core.Switch(number)
            | core.NumberSwitch(number)
            | core.Unify(number)
        ):
            return {"number": names[number]}
        case core.Case(constructor, first) if constructor.arity:
            return {"first": names[first]}
        case core.Free(first):
            return {"first": names[first]}
        case core.NoMatch(_, subjects):
            return {"subjects": tuple(names[each] for each in subjects)}
        case core.Ready(numbers):
            return {"numbers": tuple(names[each] for each in numbers)}
        case _:
            return {}
