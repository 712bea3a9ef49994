"""Expressions as their author wrote them: with the abbreviations (`def`) that they came from."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from refute.languages.console import syntax
from refute.languages.console.meaning.functions import FUNCTIONS
from refute.languages.console.syntax import Expression
from refute.source import NO_SPAN

NO_BREAK = "\N{NO-BREAK SPACE}"
"""Replaces the blanks in a call: of a name with ordinary blanks only the first word is shown."""

_CALL = re.compile(r"(?P<name>[^\W\d]\w*)\s*(?P<given>\(.*\))", re.DOTALL)


def abbreviated(expression: Expression) -> Expression:
    """The expression with calls of abbreviations in place of what they expanded to."""
    call = _call(expression)
    if call is not None:
        return syntax.Name(call.replace(" ", NO_BREAK), span=expression.span)
    return syntax.with_children(expression, tuple(map(abbreviated, syntax.children(expression))))


def abbreviated_alike(one: Expression, two: Expression) -> tuple[Expression, Expression]:
    """Both expressions, with those abbreviations restored that mean the same in both."""
    alike = set(_calls(one)) & set(_calls(two))
    return abbreviated(_written_out(one, alike)), abbreviated(_written_out(two, alike))


def _call(expression: Expression) -> str | None:
    """The call that an expression was written as, or None."""
    if isinstance(expression, syntax.ListOf) or not syntax.children(expression):
        return None
    found = _CALL.fullmatch(" ".join(expression.span.text.split()))
    if found is None or found["name"] in FUNCTIONS:
        return None
    return found.group() if _is_whole(found["given"]) else None


def _is_whole(brackets: str) -> bool:
    """Whether the opening bracket is closed only at the end."""
    depth = 0
    for place, char in enumerate(brackets):
        depth += (char in "([{") - (char in ")]}")
        if not depth:
            return place == len(brackets) - 1
    return False


_Called = tuple[int, int, Expression]


def _calls(expression: Expression) -> Iterator[_Called]:
    """The offsets of all calls, with their expansions."""
    if _call(expression) is not None:
        yield expression.span.start, expression.span.end, expression
    for each in syntax.children(expression):
        yield from _calls(each)


def _written_out(expression: Expression, kept: set[_Called]) -> Expression:
    """The expression without the spans of all calls but those to keep."""
    inner = tuple(_written_out(each, kept) for each in syntax.children(expression))
    made = syntax.with_children(expression, inner)
    span = expression.span
    return made if (span.start, span.end, expression) in kept else replace(made, span=NO_SPAN)
