"""Building syntax trees bottom-up while parsing."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import replace
from typing import Any, ClassVar, NoReturn, TypeAlias

from refute.diagnostics import InputError, error
from refute.frontend.lalr import Token
from refute.frontend.node import Boolean, Integer, Name, Node, Text
from refute.source import Source, Span

LONGEST_NUMBER = 4_000
"""Maximum number of digits of a number."""

Rule: TypeAlias = Callable[[Any, list[Any]], Any]


def makes(kind: Callable[..., Node], *positions: int) -> Rule:
    """A rule whose node has the children at these positions as its fields."""

    def rule(self: Builder, children: list[Any]) -> Node:
        parts = (children[each] for each in positions)
        values = (str(each) if isinstance(each, Token) else each for each in parts)
        return kind(*values, span=self.span(children))

    return rule


def gathers(kind: Callable[..., Node]) -> Rule:
    """A rule whose node has all children except tokens as its only field."""

    def rule(self: Builder, children: list[Any]) -> Node:
        return kind(nodes(children), span=self.span(children))

    return rule


class Builder:
    """Makes nodes; each method, and each rule made by `makes`, is a rule of the grammar.

    `literal_code` is the code of errors in numbers and texts.
    """

    literal_code: ClassVar[str]

    def __init__(self, source: Source, offset: int = 0) -> None:
        self.source = source
        self._offset = offset

    def span(self, children: Sequence[Any]) -> Span:
        """The span from the first child to the last."""
        start = self._span_of(children[0]).start
        return Span(self.source, start, max(start, self._span_of(children[-1]).end))

    def _span_of(self, child: Any) -> Span:
        if isinstance(child, Token):
            return Span(self.source, child.start + self._offset, child.end + self._offset)
        return child.span if isinstance(child, Node) else self._span_of(child[-1])

    def named(self, token: Token) -> Name:
        """A token as a name."""
        return Name(str(token), span=self.span([token]))

    def grouped(self, children: list[Any]) -> Any:
        """`( … )`: the inner node with the span of the whole."""
        return replace(children[1], span=self.span(children))

    def name(self, children: list[Any]) -> Node:
        """An identifier."""
        return self.named(children[0])

    def integer(self, children: list[Any]) -> Node:
        """A number."""
        return Integer(self.number(children[0]), span=self.span(children))

    def number(self, token: Token) -> int:
        """The value of a token of digits."""
        if len(token) > LONGEST_NUMBER:
            message = f"a number may have at most {LONGEST_NUMBER} digits, this has {len(token)}"
            reject(self.literal_code, message, self.span([token]))
        return int(token)

    def text(self, children: list[Any]) -> Node:
        """A text in double quotes, with the escapes of JSON."""
        try:
            value = json.loads(str(children[0]).replace("\t", "\\t"))
        except ValueError:
            advice = 'escapes are \\" \\\\ \\n \\t and \\u with four hexadecimal digits'
            message = "this text has an unknown escape"
            reject(self.literal_code, message, self.span(children), advice)
        return Text(value, span=self.span(children))

    def true(self, children: list[Any]) -> Node:
        """The literal for true."""
        return Boolean(True, span=self.span(children))

    def false(self, children: list[Any]) -> Node:
        """The literal for false."""
        return Boolean(False, span=self.span(children))


def nodes(children: Sequence[Any]) -> tuple[Any, ...]:
    """The children that are not tokens."""
    return tuple(each for each in children if not isinstance(each, Token))


def reject(code: str, message: str, span: Span, advice: str = "") -> NoReturn:
    """Raise an InputError with one span."""
    raise InputError([error(code, message, span, advice=advice)])
