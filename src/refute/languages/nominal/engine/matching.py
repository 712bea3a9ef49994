"""Writes Python code that matches the arguments of a call with the head of a clause."""

from __future__ import annotations

from collections.abc import Iterable

from refute.languages.nominal import core
from refute.languages.nominal.builtins import unlisted
from refute.languages.nominal.engine.building import TermWriter
from refute.languages.nominal.engine.entrance import exposed
from refute.languages.nominal.engine.opening import Opening
from refute.record import entity

DEEPEST_MATCH = 6
"""Maximum depth of specialised matching in a head; below it, terms are built and unified."""


@entity
class HeadWriter(TermWriter):
    """Writes the matching of heads."""

    def head(
        self,
        arguments: tuple[core.Term, ...],
        parameters: list[str],
        *,
        selected: int | None = None,
        last: int | None = None,
    ) -> None:
        """Write the matching of all arguments; `selected` already has the right constructor."""
        if self.opening is not None:
            self.known[self.opening.name] = self.local()
            last = self.opening.position
        for position in sorted(range(len(arguments)), key=lambda each: each == last):
            argument = arguments[position]
            for part in core.subterms(argument):
                if isinstance(part, core.NameConstant):  # but that of an opening
                    self.know(part)
            pattern = unlisted(argument)
            if position == selected and isinstance(pattern, core.Construct):
                self._match_parts(pattern, parameters[position], 0)
            else:
                self.match(argument, parameters[position], 0)

    def match(self, pattern: core.Term, actual: str, depth: int) -> None:
        """Write the matching of an expression with a part of the head whose names are known."""
        match pattern:
            case core.Variable() if pattern in self.single:
                pass
            case core.Variable() if pattern not in self.known and depth == 0:
                self.known[pattern] = actual  # a parameter, which keeps its value
                self.whole.add(pattern)
            case core.Variable() if pattern not in self.known:
                local = self.known[pattern] = self.local()
                self.put(f"{local} = {actual}")
            case core.Construct(symbol, ()):
                self._match_equal(actual, self.engine.constant(symbol.constant, "k"), "is not")
            case core.Literal(value):
                self._match_equal(actual, repr(value), "!=")
            case _ if self.engine.closed.is_closed(pattern, self.written):
                closed = self.engine.closed_term(pattern)
                self.fail_unless(f"({actual} is {closed} or unify({actual}, {closed}))")
            case core.Construct() if depth < DEEPEST_MATCH:
                self._match_construct(pattern, actual, depth)
            case core.Listing() if depth < DEEPEST_MATCH:
                self.match(unlisted(pattern), actual, depth)
            case core.Abstract() if depth < DEEPEST_MATCH:
                self._match_abstraction(pattern, actual, depth)
            case _:
                self.know_all([pattern])
                self.fail_unless(f"unify({self.build(pattern)}, {actual})")

    def _match_equal(self, actual: str, expected: str, differs: str) -> None:
        if self.engine.terse:
            same = f"{actual} is {expected} or " if differs == "is not" else ""
            self.fail_unless(f"({same}unify({actual}, {expected}))")
            return
        self.put(f"if {actual} {differs} {expected}:")
        self.indent += 1
        term = self.local()
        self.put(f"{term} = {actual}", *exposed(term))
        self.put(f"if type({term}) is Unknown:")
        self._bind(term, expected)
        self.put(f"elif {term} {differs} {expected} and not unify({term}, {expected}):")
        self.put("    return None")
        self.indent -= 1

    def _bind(self, unknown: str, value: str) -> None:
        """Write the binding of an unbound unknown to a value in which it does not occur."""
        self.put(f"    {unknown}.value = {value}")
        self.put(f"    trail.append({unknown})")
        self.put(f"    if {unknown}.attached is not None and not wake({unknown}):")
        self.put("        return None")

    def _match_construct(self, pattern: core.Construct, actual: str, depth: int) -> None:
        term = self.local()
        grows = self.growing is not None and actual == f"a{self.growing.position}"
        self.put(f"{term} = {actual}")
        if grows:
            self.put("if not made:", *(f"    {line}" for line in exposed(term, often=True)))
            self.note_embedded(pattern)
        else:
            self.put(*exposed(term, often=bool(self.again)))
        self.put(f"if type({term}) is tuple:")
        before = dict(self.known)
        self.indent += 1
        self.fail_unless(f"{term}[0] is {self.engine.constant(pattern.symbol, 's')}")
        self._match_parts(pattern, term, depth)
        self.indent -= 1
        if grows:
            self._or_grow(pattern, term, before)
        self._otherwise_bind(pattern, term, before)

    def _or_grow(self, pattern: core.Construct, term: str, before: dict[core.Leaf, str]) -> None:
        """Write the branch that collects what goes before the last part of a term that grows."""
        *parts, tail = pattern.arguments
        assert isinstance(tail, core.Variable)
        allowed = self._allowed(pattern, term, before)
        unbound = f"type({term}) is Unknown and {term}.attached is None"
        self.put(f"elif (made or {unbound}){allowed}:")
        self.indent += 1
        self._make_unknowns(each for each in self.known if each not in before and each is not tail)
        built = ", ".join([self.engine.constant(pattern.symbol, "s"), *map(self.build, parts)])
        self.put(f"made.append(({built},))", f"{self.known[tail]} = {term}")
        self.indent -= 1

    def _match_parts(self, pattern: core.Construct, term: str, depth: int) -> None:
        for position, argument in enumerate(pattern.arguments, 1):
            self.match(argument, f"{term}[{position}]", depth + 1)

    def _match_abstraction(self, pattern: core.Abstract, actual: str, depth: int) -> None:
        term, opened = self.local(), self.local()
        self.put(f"{term} = expose({actual})")
        self.put(f"if type({term}) is Abstraction:")
        before = dict(self.known)
        self.indent += 1
        if self.opening is not None and pattern.name is self.opening.name:
            self._open_with_own_name(self.opening, term, opened)
        else:
            self._open(term, self.build(pattern.name), opened)
        self.match(pattern.body, opened, depth + 1)
        self.indent -= 1
        self._otherwise_bind(pattern, term, before)

    def _open(self, abstraction: str, name: str, opened: str) -> None:
        self.put(f"{opened} = open_abstraction({abstraction}, {name})")
        self.fail_unless(opened)
        self.put(f"{opened} = {opened}[0]")

    def _open_with_own_name(self, opening: Opening, abstraction: str, opened: str) -> None:
        """Write the opening of a binder with its own name, or a new one if that is not fresh."""
        name = self.known[opening.name]
        self.put(f"{name} = {abstraction}.name", f"{opened} = {abstraction}.body")
        if opening.spared:
            free = (f"spares({name}, {self.known[each]})" for each in opening.spared)
            self.put(f"if not ({' and '.join(free)}):")
            self.indent += 1
            self._make_name(opening)
            self._open(abstraction, name, opened)
            self._spare(opening)
            self.indent -= 1

    def _make_name(self, opening: Opening) -> None:
        self.put(f"{self.known[opening.name]} = {self.maker(opening.name)}")

    def _spare(self, opening: Opening) -> None:
        """Write that the name of an opening is fresh for the variables that require it."""
        for each in opening.spared:
            self.fail_unless(f"apart({self.known[opening.name]}, {self.known[each]})")

    def _otherwise_bind(self, pattern: core.Term, term: str, before: dict[core.Leaf, str]) -> None:
        """Write the branch for a call with an unknown here: build the pattern and bind it."""
        self.put("else:")
        self.indent += 1
        opening = self.opening
        if opening is not None and opening.name in core.subterms(pattern):
            self._make_name(opening)
            self._spare(opening)
        self._make_unknowns(each for each in self.known if each not in before)
        built = self.local()
        self.note_embedded(pattern)
        self.put(f"{built} = {self.build(pattern)}")
        if self.engine.terse:
            self.fail_unless(f"unify({term}, {built})")
            self.indent -= 1
            return
        self.put(f"if type({term}) is Unknown{self._allowed(pattern, term, before)}:")
        self._bind(term, built)
        self.put(f"elif not unify({term}, {built}):")
        self.put("    return None")
        self.indent -= 1

    def _make_unknowns(self, leaves: Iterable[core.Leaf]) -> None:
        for leaf in leaves:
            assert isinstance(leaf, core.Variable)
            self.put(f"{self.known[leaf]} = Unknown()")
            self.mark(leaf, self.known[leaf])

    def _allowed(self, pattern: core.Term, term: str, before: dict[core.Leaf, str]) -> str:
        """The rest of a condition: an unknown occurs in no variable of a pattern known before."""
        old = (before[each] for each in core.variables(pattern) if each in before)
        return "".join(
            f" and (type({each}) in atomic or {term}.naked or not occurs({term}, {each}))"
            for each in old
        )
