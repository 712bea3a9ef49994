"""Writes Python code that builds terms, and that matches the head of a clause with a call."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from refute.languages.nominal import core
from refute.languages.nominal.builtins import CONS
from refute.languages.nominal.procedures import Leaf
from refute.languages.nominal.types import Type

DEEPEST_MATCH = 6
"""So deep in a head the matching is spelled out; below that, terms are built and unified."""

DEEPEST_EXPRESSION = 30
"""Terms that nest deeper are built in several lines."""

LONGEST_DISPLAY = 20
"""Longer lists are built by a loop."""


class Constants:
    """The objects that generated code mentions, by the names it finds them under."""

    def __init__(self, space: dict[str, object]) -> None:
        self._space = space
        self._names: dict[int, str] = {}

    def name(self, value: object, prefix: str) -> str:
        """The name of an object; the same object has one name."""
        key = id(value)
        if key not in self._names:
            self._names[key] = f"{prefix}{len(self._names)}"
            self._space[self._names[key]] = value
        return self._names[key]


@dataclass(slots=True)
class TermWriter:
    """Writes lines; knows which variables and names already have a local variable.

    `single` are the variables that occur only once, `inside` those that occur inside other terms,
    `whole` those that may be an unknown which stands inside no other term yet.
    """

    constants: Constants
    nameless: Callable[[Type], bool]
    lines: list[str] = field(default_factory=list)
    known: dict[Leaf, str] = field(default_factory=dict)
    single: set[Leaf] = field(default_factory=set)
    inside: set[Leaf] = field(default_factory=set)
    whole: set[Leaf] = field(default_factory=set)
    counter: int = 0
    indent: int = 1

    # Small pieces

    def put(self, line: str) -> None:
        """Write a line."""
        self.lines.append(f"{'    ' * self.indent}{line}")

    def local(self) -> str:
        """A new local variable."""
        self.counter += 1
        return f"v{self.counter}"

    def fail_unless(self, condition: str) -> None:
        """Write a test."""
        self.put(f"if not {condition}:")
        self.put("    return None")

    def know(self, leaf: Leaf) -> None:
        """Make a variable or name if it does not exist yet."""
        if leaf in self.known:
            return
        local = self.known[leaf] = self.local()
        maker = "Unknown()" if isinstance(leaf, core.Variable) else f"Name({leaf.label!r})"
        self.put(f"{local} = {maker}")
        if isinstance(leaf, core.Variable):
            self._mark(leaf, local)
            if leaf not in self.inside:
                self.put(f"{local}.naked = True")
                self.whole.add(leaf)

    def _mark(self, variable: core.Variable, local: str) -> None:
        """Write that a new unknown is of a type without names, if it is."""
        if self.nameless(variable.type):
            self.put(f"{local}.nameless = True")

    def know_all(self, terms: Sequence[core.Term]) -> None:
        """Make all variables and names of some terms, but the variables that occur only there.

        Arguments that may be unknowns, and that now get to stand inside a term, are noted.
        """
        for part in core.subterms(*terms):
            if isinstance(part, core.Variable | core.NameConstant) and part not in self.single:
                self.know(part)
        for term in terms:
            self.note_embedded(term)

    def note_embedded(self, term: core.Term) -> None:
        """Write that the arguments inside a term that is to be built are naked no more."""
        for part in core.subterms(*core.parts(term)):
            if part in self.whole and isinstance(part, core.Variable):
                self.put(f"if type({self.known[part]}) is Unknown:")
                self.put(f"    embed({self.known[part]})")

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
            case core.Variable() | core.NameConstant():
                return self.known.get(term, "Unknown()")
            case core.Literal(value):
                return repr(value)
            case core.Construct(symbol, ()):
                return self.constants.name(symbol.constant, "k")
            case core.Construct(symbol, arguments):
                built = ", ".join(self.build(each) for each in arguments)
                return f"({self.constants.name(symbol, 's')}, {built})"
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
        cons = self.constants.name(CONS, "s")
        result = self.build(tail)
        for item in reversed(items):
            result = f"({cons}, {self.build(item)}, {result})"
        return result

    # Heads

    def head(self, arguments: tuple[core.Term, ...], parameters: list[str]) -> None:
        """Write the matching of all arguments."""
        for argument, parameter in zip(arguments, parameters, strict=True):
            for part in core.subterms(argument):
                if isinstance(part, core.NameConstant):
                    self.know(part)
            self.match(argument, parameter, 0)

    def match(self, pattern: core.Term, actual: str, depth: int) -> None:
        """Write the matching of an expression with a part of the head, whose names are known."""
        match pattern:
            case core.Variable() if pattern in self.single:
                pass
            case core.Variable() if pattern not in self.known:
                local = self.known[pattern] = self.local()
                self.put(f"{local} = {actual}")
                if depth == 0:
                    self.whole.add(pattern)
            case core.Construct(symbol, ()):
                self._match_equal(actual, self.constants.name(symbol.constant, "k"), "is not")
            case core.Literal(value):
                self._match_equal(actual, repr(value), "!=")
            case core.Construct(symbol, arguments) if depth < DEEPEST_MATCH:
                self._match_construct(symbol, arguments, actual, depth)
            case core.Listing(items, tail) if depth < DEEPEST_MATCH:
                rest = core.Listing(items[1:], tail) if len(items) > 1 else tail
                self._match_construct(CONS, (items[0], rest), actual, depth)
            case core.Abstract() if depth < DEEPEST_MATCH:
                self._match_abstraction(pattern, actual, depth)
            case _:
                self.know_all([pattern])
                self.fail_unless(f"unify({self.build(pattern)}, {actual})")

    def _match_equal(self, actual: str, expected: str, differs: str) -> None:
        self.put(f"if {actual} {differs} {expected}:")
        self.put(f"    if not unify({actual}, {expected}):")
        self.put("        return None")

    def _match_construct(
        self, symbol: core.Symbol, arguments: tuple[core.Term, ...], actual: str, depth: int
    ) -> None:
        term = self.local()
        self.put(f"{term} = {actual}")
        self.put(f"if type({term}) is not tuple:")
        self.put(f"    {term} = expose({term})")
        self.put(f"if type({term}) is tuple:")
        before = dict(self.known)
        self.indent += 1
        self.put(f"if {term}[0] is not {self.constants.name(symbol, 's')}:")
        self.put("    return None")
        for position, argument in enumerate(arguments, 1):
            self.match(argument, f"{term}[{position}]", depth + 1)
        self.indent -= 1
        self._otherwise_bind(core.Construct(symbol, arguments), term, before)

    def _match_abstraction(self, pattern: core.Abstract, actual: str, depth: int) -> None:
        term, opened = self.local(), self.local()
        self.put(f"{term} = expose({actual})")
        self.put(f"if type({term}) is Abstraction:")
        before = dict(self.known)
        self.indent += 1
        self.put(f"{opened} = open_abstraction({term}, {self.build(pattern.name)})")
        self.put(f"if {opened} is None:")
        self.put("    return None")
        self.match(pattern.body, f"{opened}[0]", depth + 1)
        self.indent -= 1
        self._otherwise_bind(pattern, term, before)

    def _otherwise_bind(self, pattern: core.Term, term: str, before: dict[Leaf, str]) -> None:
        """The branch for a call that has an unknown here: what matching would name is made."""
        self.put("else:")
        self.indent += 1
        old: dict[core.Variable, None] = {}
        for part in core.subterms(pattern):
            if isinstance(part, core.Variable) and part in before:
                old[part] = None
        for leaf, local in self.known.items():
            if leaf not in before:
                self.put(f"{local} = Unknown()")
                assert isinstance(leaf, core.Variable)
                self._mark(leaf, local)
        built = self.local()
        self.note_embedded(pattern)
        self.put(f"{built} = {self.build(pattern)}")
        checks = " or ".join(f"occurs({term}, {self.known[each]})" for each in old)
        allowed = f" and ({term}.naked or not ({checks}))" if old else ""
        self.put(f"if type({term}) is Unknown{allowed}:")
        self.put(f"    {term}.value = {built}")
        self.put(f"    trail.append({term})")
        self.put(f"    if {term}.attached is not None and not wake({term}):")
        self.put("        return None")
        self.put(f"elif not unify({term}, {built}):")
        self.put("    return None")
        self.indent -= 1


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
