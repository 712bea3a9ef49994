"""The arguments that may be evaluated first if a function's value is needed in normal form.

A query asks for normal forms. `insert x ys = (x : ys) ? insertLater x ys` needs all of `ys` for
that, whichever side is chosen, and before anything can fail. So `ys` is evaluated first: in
`insert x (perm xs)` the permutations are computed once and not once for each position of `x`, and
no thunk is made for a known value. Nothing is evaluated ahead of a condition, which might make that
superfluous: an expression with a condition needs nothing in this sense.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from refute.frontend.node import Node
from refute.languages.funlogic import core
from refute.languages.funlogic.bounds import tails
from refute.languages.funlogic.values import Code
from refute.record import record

Variables = frozenset[int]
NOTHING: Variables = frozenset()


@record
class Needs:
    """The variables that an expression needs in normal form: `first` before anything else may fail,
    `ever` at some point, whenever it has a value."""

    first: Variables
    ever: Variables


NONE = Needs(NOTHING, NOTHING)


class Demand:
    """The parameters that functions need if their value is needed in normal form."""

    def __init__(self) -> None:
        self._known: dict[Code, Needs] = {}
        self._pays: dict[Code, bool] = {}

    def eager(self, code: Code) -> Variables:
        """The parameters that are evaluated to normal form before the function is called."""
        return self._of(code).first

    def pays(self, code: Code) -> bool:
        """Whether a function, or one that it calls for its value, makes choices and has arguments
        that can be evaluated first."""
        if code not in self._pays:
            self._pays[code] = any(
                self.eager(each) and _chooses(each.body) for each in _reachable([code])
            )
        return self._pays[code]

    def _of(self, code: Code) -> Needs:
        """Start with all parameters, and repeat until nothing has to be removed."""
        if code not in self._known:
            found = [each for each in _reachable([code]) if each not in self._known]
            for each in found:
                everything = frozenset(each.parameters)
                self._known[each] = Needs(everything, everything)
            is_changed = True
            while is_changed:
                is_changed = False
                for each in found:
                    needs, own = self._needs(each.body), frozenset(each.parameters)
                    after = Needs(needs.first & own, needs.ever & own)
                    is_changed = is_changed or after != self._known[each]
                    self._known[each] = after
        return self._known[code]

    def _needs(self, node: Node) -> Needs:
        match node:
            case core.Local(number):
                return Needs(frozenset({number}), frozenset({number}))
            case core.Construct(_, fields):
                return self._fields(fields)
            case core.Call(code, arguments):
                return self._call(code, arguments)
            case core.Choose(options):
                parts = [self._needs(each) for each in options]
                return Needs(
                    frozenset.intersection(*(each.first for each in parts)),
                    frozenset.intersection(*(each.ever for each in parts)),
                )
            case core.Reach(_, body):
                return self._needs(body)
            case core.Switch():
                return self._switch(node)
            case _:
                return NONE

    def _fields(self, fields: Sequence[Node]) -> Needs:
        """From left to right; consecutive variables count as one."""
        first, is_open = NOTHING, True
        parts = [self._needs(each) for each in fields]
        for each, needs in zip(fields, parts, strict=True):
            if is_open and not isinstance(each, core.Constant):
                first |= needs.first
                is_open = isinstance(each, core.Local)
        return Needs(first, _union(each.ever for each in parts))

    def _call(self, code: Code, arguments: Sequence[Node]) -> Needs:
        known, given = self._known[code], zip(code.parameters, arguments, strict=True)
        parts = {at: self._needs(each) for at, each in given if at in known.ever}
        return Needs(
            _union(each.first for at, each in parts.items() if at in known.first),
            _union(each.ever for each in parts.values()),
        )

    def _switch(self, node: core.Switch) -> Needs:
        """The variable of a switch is needed in normal form if all of its fields are."""
        number, named = node.number, {each.constructor for each in node.cases}
        others = [each for each in node.datatype.constructors if each not in named]
        parts = [self._needs(each.body).ever for each in node.cases]
        is_whole = all(
            number in ever
            or ever.issuperset(range(each.first, each.first + each.constructor.arity))
            for each, ever in zip(node.cases, parts, strict=True)
        )
        if node.default is not None:
            parts.append(self._needs(node.default).ever)
            is_constant = all(each.arity == 0 for each in others)
            is_whole = is_whole and (is_constant or number in parts[-1])
        own = frozenset({number}) if is_whole else NOTHING
        return Needs(own, own | frozenset.intersection(*parts))


def _union(parts: Iterable[Variables]) -> Variables:
    return NOTHING.union(*parts)


def _chooses(body: Node) -> bool:
    """Whether an expression makes a choice before it calls anything."""
    pending = [body]
    while pending:
        node = pending.pop()
        if isinstance(node, core.Choose):
            return True
        pending.extend(tails(node) or ())
    return False


def _reachable(codes: Iterable[Code]) -> list[Code]:
    """Functions and those that they call for their value: as their result, for a field of it, or
    for an argument of such a call."""
    found = dict.fromkeys(codes)
    pending = [each.body for each in found]
    while pending:
        node = pending.pop()
        match node:
            case core.Construct(_, fields):
                pending.extend(fields)
            case core.Call(code, arguments):
                pending.extend(arguments)
                if code not in found:
                    found[code] = None
                    pending.append(code.body)
            case _:
                pending.extend(tails(node) or ())
    return list(found)
