"""Blocks of definitions in `let` and `where`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from refute.frontend.node import walk
from refute.languages.funlogic import syntax
from refute.languages.funlogic.reading.patterns import pattern_of
from refute.languages.funlogic.show import show
from refute.languages.funlogic.syntax import Expression, Name
from refute.source import Span


def items_of(items: Sequence[Any]) -> Iterator[Any]:
    """The items of a block; one with a pattern on its left gives several."""
    for each in items:
        if isinstance(each, list):
            yield from each
        else:
            yield each


def parts_of(left: Expression, body: Expression, span: Span) -> list[syntax.Equation]:
    """`(a, b) = body`: the body under a name of its own, and each variable as a part of it."""
    pattern = pattern_of(left)
    whole = Name(show(pattern), span=Span(span.source, span.start, span.start))
    names = [
        each.name
        for each in walk(pattern)
        if isinstance(each, syntax.AnyPattern | syntax.AsPattern) and each.name != "_"
    ]
    places = {
        each.name: each.span
        for each in walk(left)
        if isinstance(each, Name | syntax.AsPattern | syntax.AnyPattern)
    }
    equations = [syntax.Equation(whole, (), body, span=span)]
    for name in names:
        part = Name(name, span=places[name])
        alternative = syntax.Alternative(pattern, part, span=pattern.span)
        chosen = syntax.Case(whole, (alternative,), span=pattern.span)
        equations.append(syntax.Equation(part, (), chosen, span=pattern.span))
    return equations


def let_with(items: Sequence[Any], body: Expression, span: Span) -> Expression:
    """A body with the items of a block: equations, signatures and free names."""
    items = tuple(items_of(items))
    bindings = tuple(item for item in items if isinstance(item, syntax.Equation))
    signatures = tuple(item for item in items if isinstance(item, syntax.Signature))
    free = tuple(name for item in items if isinstance(item, tuple) for name in item)
    if bindings or signatures:
        body = syntax.Let(bindings, body, signatures, span=span)
    return syntax.Free(free, body, span=span) if free else body
