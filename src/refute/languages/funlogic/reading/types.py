"""Types as written in programs."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

from refute.frontend.build import Builder, nodes, reject
from refute.frontend.node import walk
from refute.languages.funlogic import syntax
from refute.languages.funlogic.values import DECIMAL, INTEGER, NUMBER

_NUMBER_CLASSES = {
    **dict.fromkeys(("Num", "Real"), NUMBER.name),
    "Integral": INTEGER.name,
    **dict.fromkeys(("Fractional", "RealFrac", "Floating", "RealFloat"), DECIMAL.name),
}
"""Classes of Haskell, and the types that have their numbers."""


class Types(Builder):
    """Makes the nodes of types."""

    def constrained_type(self, children: list[Any]) -> syntax.TypeName:
        """A type with a context, of which only the classes of numbers have a meaning."""
        context, _, shape = children
        meanings: dict[str, syntax.TypeName] = {}
        for each in walk(context):
            assert isinstance(each, syntax.TypeName)
            if each.name in _NUMBER_CLASSES and each.arguments:
                wanted, name = _NUMBER_CLASSES[each.name], each.arguments[0].name
                if wanted != NUMBER.name or name not in meanings:
                    meanings[name] = syntax.TypeName(wanted, span=each.span)
        if sum(each.name == NUMBER.name for each in meanings.values()) > 1:
            advice = "write `Int` or `Decimal` for the others"
            reject("FL001", "a type can have one variable for numbers", context.span, advice)
        return replace(_substituted(shape, meanings), span=self.span(children))

    def named_type(self, children: list[Any]) -> syntax.TypeName:
        name, *arguments = children
        return syntax.TypeName(str(name), tuple(arguments), span=self.span(children))

    def function_type(self, children: list[Any]) -> syntax.TypeName:
        left, _, right = children
        return syntax.TypeName("->", (left, right), span=self.span(children))

    def unit_type(self, children: list[Any]) -> syntax.TypeName:
        return syntax.TypeName(syntax.UNIT, span=self.span(children))

    def tuple_type(self, children: list[Any]) -> syntax.TypeName:
        items = nodes(children)
        name = syntax.tuple_name(len(items))
        return syntax.TypeName(name, items, span=self.span(children))

    def list_type(self, children: list[Any]) -> syntax.TypeName:
        return syntax.TypeName(syntax.LIST_END, (children[1],), span=self.span(children))


def _substituted(
    shape: syntax.TypeName, meanings: Mapping[str, syntax.TypeName]
) -> syntax.TypeName:
    if shape.name in meanings:
        return replace(meanings[shape.name], span=shape.span)
    arguments = tuple(_substituted(each, meanings) for each in shape.arguments)
    return replace(shape, arguments=arguments)
