"""Writes Python code that makes the terms of a clause."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import field
from typing import TYPE_CHECKING

from refute.languages.nominal import core
from refute.languages.nominal.builtins import CONS
from refute.languages.nominal.engine.opening import Opening
from refute.languages.nominal.engine.recursion import Growing
from refute.languages.nominal.types import ALL_SORTS
from refute.record import entity

if TYPE_CHECKING:
    from refute.languages.nominal.engine.resolution import Engine

DEEPEST_EXPRESSION = 30
"""Maximum nesting of an expression; terms that nest deeper are built in several lines."""

LONGEST_DISPLAY = 20
"""Maximum length of a list that is built by one expression."""


@entity
class TermWriter:
    """Writes lines of code, and expressions for terms.

    The `engine` knows the names of what the code mentions: constants, the code of predicates, and
    goals made procedures. `known` are the variables and names that have a local variable, `single`
    the variables that occur only once, `inside` those that occur inside other terms, `whole` those
    that may be an unknown which stands inside no other term yet; `written` says how often each
    occurs. A call of the code that is called `again`, where nothing comes before it, goes back
    to the beginning of the loop around, in which an argument may be `growing`. The name of an
    `opening` is that which an argument binds, if possible.
    """

    engine: Engine
    again: str = ""
    growing: Growing | None = None
    lines: list[str] = field(default_factory=list)
    known: dict[core.Leaf, str] = field(default_factory=dict)
    single: set[core.Variable] = field(default_factory=set)
    inside: set[core.Variable] = field(default_factory=set)
    whole: set[core.Leaf] = field(default_factory=set)
    written: Counter[core.Leaf] = field(default_factory=Counter)
    opening: Opening | None = None
    counter: int = 0
    indent: int = 1

    def put(self, *lines: str) -> None:
        """Write some lines."""
        self.lines.extend(f"{'    ' * self.indent}{line}" for line in lines)

    def local(self) -> str:
        """A new local variable."""
        self.counter += 1
        return f"v{self.counter}"

    def fail_unless(self, condition: str) -> None:
        """Write a test."""
        self.put(f"if not {condition}:", "    return None")

    def know(self, leaf: core.Leaf) -> None:
        """Make a variable or name if it does not exist yet."""
        if leaf in self.known:
            return
        if isinstance(leaf, core.GivenName):
            self.known[leaf] = self.engine.given[leaf]
            return
        local = self.known[leaf] = self.local()
        self.put(f"{local} = {self.maker(leaf)}")
        if isinstance(leaf, core.Variable):
            self.mark(leaf, local)
            if leaf not in self.inside:
                self.put(f"{local}.naked = True")
                self.whole.add(leaf)

    def maker(self, leaf: core.Leaf) -> str:
        """An expression for a new unknown or name, without the sorts of an unknown."""
        if isinstance(leaf, core.Variable):
            return "Unknown()"
        return f"Name({leaf.label!r}, {self.engine.sorts(leaf.type)})"

    def mark(self, variable: core.Variable, local: str) -> None:
        """Write which names may occur in a new unknown, unless all may."""
        sorts = self.engine.sorts(variable.type)
        if sorts != ALL_SORTS:
            self.put(f"{local}.sorts = {sorts}")

    def know_all(self, terms: Sequence[core.Term]) -> None:
        """Make all variables and names of some terms, but the variables that occur only there.

        Arguments that may be unknowns, and that now get to stand inside a term, are noted.
        """
        for part in core.subterms(*terms):
            if isinstance(part, core.Leaf) and part not in self.single:
                self.know(part)
        for term in terms:
            self.note_embedded(term)

    def note_embedded(self, term: core.Term) -> None:
        """Write that the arguments inside a term that is to be built are naked no more."""
        for part in core.subterms(*core.parts(term)):
            if part in self.whole and isinstance(part, core.Variable):
                local = self.known[part]
                self.put(f"if type({local}) is Unknown:", f"    embed({local})")

    def build(self, term: core.Term) -> str:
        """An expression that makes a term; what nests too deeply for Python gets lines before."""
        return self.shallow(self._expression(term))

    def shallow(self, expression: str) -> str:
        """The expression or, where it nests deeply, a local variable that has its value."""
        if _nesting(expression) <= DEEPEST_EXPRESSION:
            return expression
        local = self.local()
        self.put(f"{local} = {expression}")
        return local

    def _expression(self, term: core.Term) -> str:
        match term:
            case core.Variable() if term not in self.known:
                sorts = self.engine.sorts(term.type)
                return "Unknown()" if sorts == ALL_SORTS else f"unknown_of({sorts})"
            case core.Variable() | core.NameConstant():
                return self.known[term]
            case core.Literal(value):
                return repr(value)
            case core.Construct(symbol, ()):
                return self.engine.constant(symbol.constant, "k")
            case _ if self.engine.closed.is_closed(term, self.written):
                return self.engine.closed_term(term)
            case core.Construct(symbol, arguments):
                built = ", ".join(self.build(each) for each in arguments)
                return f"({self.engine.constant(symbol, 's')}, {built})"
            case core.Listing(items, tail):
                return self._build_list(items, tail)
            case core.Abstract(name, body):
                return f"Abstraction({self.build(name)}, {self.build(body)})"
            case core.Swap(left, right, body):
                return f"swap({self.build(left)}, {self.build(right)}, {self.build(body)})"

    def _build_list(self, items: tuple[core.Term, ...], tail: core.Term) -> str:
        if len(items) > LONGEST_DISPLAY:
            built = ", ".join(self.build(each) for each in items)
            return f"listing(({built}), {self.build(tail)})"
        cons = self.engine.constant(CONS, "s")
        result = self.build(tail)
        for item in reversed(items):
            result = f"({cons}, {self.build(item)}, {result})"
        return result


def _nesting(expression: str) -> int:
    """How deep the parentheses of an expression nest."""
    if expression.count("(") <= DEEPEST_EXPRESSION:
        return 0
    depth = deepest = 0
    for char in expression:
        if char == "(":
            depth += 1
            deepest = max(deepest, depth)
        elif char == ")":
            depth -= 1
    return deepest
