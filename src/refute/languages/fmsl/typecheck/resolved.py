"""The symbols of a specification during type checking."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from refute.frontend.symbols import Symbol, Symbols, word
from refute.languages.fmsl import syntax
from refute.languages.fmsl.syntax import Component, Module, Object, Operation
from refute.source import Span


@dataclass(slots=True)
class Resolved:
    """Symbols by kind and position; each span is processed once.

    Objects, modules, attributes and components have separate namespaces; all others share one.
    """

    symbols: Symbols
    _global: dict[tuple[str, str], Symbol] = field(default_factory=dict)
    _local: dict[tuple[str, Span], Symbol] = field(default_factory=dict)

    def declare(self, declaration: syntax.Declaration, kind: str, description: str = "") -> None:
        """Declare a name of the whole specification, which may be repeated after `end`."""
        name: str = getattr(declaration, "name", "")
        span = declaration.span
        skip = 0 if isinstance(declaration, Operation) else len(span.text.partition(" ")[0])
        symbol = self.symbols.define(name, word(span, name, skip), kind, documentation=description)
        space = kind if kind in {"object", "module"} else "value"
        self._global.setdefault((space, name), symbol)
        if isinstance(declaration, Object | Operation | Module):
            end = re.search(rf"\bend\s+({re.escape(name)})\s*;\s*\Z", span.text)
            if end is not None:
                start = span.start + end.start(1)
                self.symbols.use(span.source.span(start, start + len(name)), symbol)

    def attribute(self, name: syntax.Name) -> None:
        """Declare an attribute."""
        symbol = self.symbols.define(name.name, name.span, "attribute")
        self._global[("attribute", name.name)] = symbol

    def components(
        self, written: syntax.TypeExpression, owner: str, scope: Span | None = None
    ) -> None:
        """Declare the named parts of a type; those that belong to no object have no owner.

        In a scope, if there is one, they are known without the value that they are parts of.
        """
        match written:
            case syntax.ListType(element):
                self.components(element, "")
            case syntax.TupleType(parts) | syntax.UnionType(parts):
                for each in parts:
                    if each.name:
                        self._component(each, owner, scope or each.span)
                    self.components(each.type, "")
            case syntax.FunctionType(inputs, result):
                for each in inputs:
                    if each.name:
                        self.parameter(each, "input", each.span)
                    else:
                        self.components(each.type, "")
                self.components(result, "")

    def _component(self, component: Component, owner: str, scope: Span) -> None:
        name, written = component.name, component.type.span
        self._global[(f"component of {owner}", name)] = self.symbols.define(
            name,
            word(component.span, name),
            "component",
            scope,
            lambda: " ".join(written.text.split()),
        )

    def component(self, owners: Iterable[str], name: str) -> Symbol | None:
        """The component with a name, declared by the first of some objects that has one."""
        found = (self._global.get((f"component of {owner}", name)) for owner in owners)
        return next((each for each in found if each is not None), None)

    def describe(self, space: str, name: str, text: Callable[[], str]) -> None:
        """Record the type of a name of the whole specification."""
        symbol = self._global.get((space, name))
        if symbol is not None:
            symbol.describe = text

    def use(self, name: str, span: Span, space: str, skip: int = 0) -> None:
        """Note that a name of the whole specification is used in a span."""
        symbol = self._global.get((space, name))
        if symbol is not None:
            self.symbols.use(word(span, name, skip), symbol)

    def local(
        self, name: str, span: Span, kind: str, scope: Span, describe: Callable[[], str]
    ) -> Symbol:
        """Declare a parameter or a local binding; returns the same symbol each time."""
        if (name, span) not in self._local:
            found = self.symbols.define(name, span, kind, scope, describe)
            self._local[(name, span)] = found
        return self._local[(name, span)]

    def parameter(self, component: Component, kind: str, scope: Span) -> Symbol:
        """Declare a parameter with its type as it is written."""
        span = word(component.span, component.name)
        if (component.name, span) not in self._local:
            self.components(component.type, "")
        written = component.type.span
        return self.local(component.name, span, kind, scope, lambda: " ".join(written.text.split()))
