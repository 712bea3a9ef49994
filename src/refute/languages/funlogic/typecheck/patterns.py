"""Names and types of patterns, and of the constructors in them."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias, assert_never

from refute.diagnostics import Label
from refute.frontend.problems import Problems
from refute.frontend.symbols import Symbol, Symbols, word
from refute.frontend.unify import Made, Mismatch, unify
from refute.languages.funlogic import syntax
from refute.languages.funlogic.operators import MISTAKES
from refute.languages.funlogic.show import show_type
from refute.languages.funlogic.syntax import Pattern
from refute.languages.funlogic.typecheck.advice import (
    about_fields,
    about_mismatch,
    both,
)
from refute.languages.funlogic.typecheck.types import (
    DECIMAL,
    INT,
    Group,
    Inferred,
    Open,
    Scheme,
    close,
    counted,
    function,
    instantiate,
)
from refute.languages.funlogic.values import LARGEST_TUPLE
from refute.source import NO_SPAN, Source, Span

Scope: TypeAlias = Mapping[str, Scheme]


class Patterns:
    """The known constructors, and the types of patterns."""

    def __init__(self, source: Source) -> None:
        self.symbols = Symbols(source, "--")
        self.makers: dict[str, Symbol] = {}
        self.problems = Problems(MISTAKES)
        self.constructors: dict[str, tuple[tuple[Inferred, ...], Scheme]] = {}
        self.undeclared: dict[str, tuple[tuple[Inferred, ...], Open]] = {}
        self.places: dict[str, Span] = {}
        self.numbers: dict[Span, Inferred] = {}
        self.level = 0
        self._has_nested = False

    def fresh(self) -> Open:
        """A new type that is not known yet."""
        return Open(self.level)

    def define(
        self, name: str, span: Span, kind: str, scope: Span | None, inferred: Inferred
    ) -> Symbol:
        """Define a symbol whose type is being inferred."""
        return self.symbols.define(name, span, kind, scope, lambda: show_type(close(inferred)))

    def expect(
        self, wanted: Inferred, found: Inferred, span: Span, why: str = "", instead: str = ""
    ) -> None:
        """Report an error unless the two types can be the same.

        `why` is the advice if there is no better one; `instead` takes precedence over all others.
        """
        try:
            unify(wanted, found)
        except Mismatch:
            names = both(wanted, found)
            advice = instead or about_mismatch(
                wanted, found, span, why, self._makers, self._has_nested
            )
            message = f"expected {names[0]}, found {names[1]}"
            self.problems.error("FL020", message, span, f"this is {names[1]}", advice)

    def _number(self, span: Span) -> Inferred:
        """A type of numbers, which is recorded by span."""
        if span == NO_SPAN:
            return INT
        return self.numbers.setdefault(span, Open(self.level, is_numeric=True))

    # Patterns

    def parameters(
        self, patterns: tuple[Pattern, ...], scope: Scope, visible: Span
    ) -> tuple[Scope, tuple[Inferred, ...]]:
        """The scope with the patterns' variables added, and the types of the patterns."""
        bound: dict[str, Scheme] = {}
        types = tuple(self._pattern(pattern, bound, visible) for pattern in patterns)
        return {**scope, **bound}, types

    def _pattern(self, pattern: Pattern, bound: dict[str, Scheme], visible: Span) -> Inferred:
        match pattern:
            case syntax.AnyPattern("_"):
                return self.fresh()
            case syntax.AnyPattern(name):
                if name in bound:
                    self.problems.error(
                        "FL014",
                        f"`{name}` stands twice in these patterns",
                        pattern.span,
                        advice="use two names and compare them with `==`",
                    )
                inferred = self.fresh()
                span = word(pattern.span, name)
                symbol = self.define(name, span, "variable", visible, inferred)
                bound[name] = Scheme(inferred, symbol=symbol)
                return inferred
            case syntax.IntegerPattern():
                return self._number(pattern.span)
            case syntax.DecimalPattern():
                return DECIMAL
            case syntax.AsPattern(name, inner):
                whole = self._pattern(syntax.AnyPattern(name, span=pattern.span), bound, visible)
                self.expect(whole, self._pattern(inner, bound, visible), inner.span)
                return whole
            case syntax.ConstructorPattern(name, parts):
                if syntax.is_tuple(name):
                    self._tuple_size(len(parts), pattern.span)
                self._has_nested |= _is_nested(pattern)
                fields = tuple(self._pattern(part, bound, visible) for part in parts)
                found = self._constructor(name, len(parts), pattern.span)
                result = self.fresh()
                if self._saturated(name, len(parts), pattern.span):
                    self.expect(function(fields, result), found, pattern.span)
                return result
            case syntax.RecordPattern():
                raise AssertionError("records are resolved before")
            case _:
                assert_never(pattern)

    # Constructors

    def _makers(self, datatype: str) -> list[str]:
        """The constructors of a type of the program."""
        found = []
        for name, (fields, scheme) in self.constructors.items():
            made = scheme.body
            for _ in fields:
                assert isinstance(made, Made)
                made = made.arguments[1]
            if name in self.places and isinstance(made, Made) and made.name == datatype:
                found.append(name)
        return found

    def _constructor(self, name: str, count: int, span: Span) -> Inferred:
        if syntax.is_tuple(name):
            parts = tuple(self.fresh() for _ in range(count))
            return function(parts, Made(name, parts))
        if name in self.makers:
            self.symbols.use(word(span, name), self.makers[name])
        if name in self.constructors:
            fields, scheme = self.constructors[name]
            if count > len(fields):
                self._wrong_count(name, len(fields), count, span)
            return instantiate(scheme, self.level)
        if name not in self.undeclared and (advice := MISTAKES.habit(name)):
            self.problems.error("FL010", f"`{name}` is not defined", span, "", advice)
            return self.fresh()
        if name not in self.undeclared:
            group = Group(name)
            self.undeclared[name] = (tuple(Open(0) for _ in range(count)), Open(0, group))
            self.places[name] = span
            made, result = self.undeclared[name]
            whole = function(made, result)
            self.makers[name] = self.define(name, word(span, name), "constructor", None, whole)
        made, result = self.undeclared[name]
        if count != len(made):
            self._wrong_count(name, len(made), count, span)
        return function(made, result)

    def _saturated(self, name: str, count: int, span: Span) -> bool:
        """Whether a constructor pattern has all its fields; reports an error if it has too few."""
        if name not in self.constructors:
            return name not in self.undeclared or len(self.undeclared[name][0]) == count
        arity = len(self.constructors[name][0])
        if count < arity:
            self._wrong_count(name, arity, count, span)
        return count == arity

    def _wrong_count(self, name: str, arity: int, count: int, span: Span) -> None:
        where = self.places.get(name)
        message = f"constructor `{name}` has {counted(arity, 'field')}, not {count}"
        also = Label(where, f"{counted(arity, 'field')} here") if where else None
        advice = about_fields(name) if 0 in {arity, count} else ""
        self.problems.error("FL011", message, span, advice=advice, also=also)

    def _tuple_size(self, size: int, span: Span) -> None:
        if size > LARGEST_TUPLE:
            self.problems.error("FL015", f"a tuple has at most {LARGEST_TUPLE} items", span)


def _is_nested(pattern: syntax.ConstructorPattern) -> bool:
    """Whether a pattern is `[x : xs]`."""
    match pattern.fields:
        case (syntax.ConstructorPattern(syntax.LIST_CELL), syntax.ConstructorPattern(end)):
            return end == syntax.LIST_END and pattern.span.text.startswith("[")
        case _:
            return False
