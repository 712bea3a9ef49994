"""From what lark has read to types, statements and expressions, bottom up."""

# Every public method is the rule of the grammar that it is named after.
# ruff: noqa: D102

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any

from refute.frontend.build import Builder, gathers, makes, nodes, reject
from refute.languages.fmsl import syntax
from refute.languages.fmsl.syntax import Component, Expression, Name, TypeExpression
from refute.source import Span


class Expressions(Builder):
    """Makes types, statements and expressions."""

    literal_code = "FM002"

    # Types

    type_name = makes(syntax.TypeName, 0)
    list_type = makes(syntax.ListType, 0)
    component = makes(Component, 0, 2)

    def grouped_type(self, children: list[Any]) -> TypeExpression:
        return replace(whole(children[1]), span=self.span(children))

    def tuple_type(self, children: list[Any]) -> TypeExpression:
        return syntax.TupleType(_components(children), span=self.span(children))

    def union_type(self, children: list[Any]) -> TypeExpression:
        return syntax.UnionType(_components(children), span=self.span(children))

    def parameters(self, children: list[Any]) -> tuple[Component, ...]:
        return _components(children)

    # Statements

    set_ = makes(syntax.Set, 1, 3)

    def let(self, children: list[Any]) -> syntax.Statement:
        of, value = self._declared(children[2:])
        return syntax.Let(str(children[1]), of, value, span=self.span(children))

    def variable(self, children: list[Any]) -> syntax.Variable:
        of, value = self._declared(children[2:])
        assert of is not None
        return syntax.Variable(str(children[1]), of, value, span=self.span(children))

    def _declared(self, children: list[Any]) -> tuple[Any, Any]:
        """The type and the value of what is declared, where there are such."""
        marks = [str(each) for each in children[::2]]
        parts = dict(zip(marks, children[1::2], strict=True))
        return parts.get(":"), parts.get("=")

    # Expressions

    unary = makes(syntax.Unary, 0, 1)
    bounded = makes(syntax.Bounded, 0, 2, 4, 6)
    select = makes(syntax.Select, 0, 2)
    slice_of = makes(syntax.Slice, 0, 2, 4)
    range_of = makes(syntax.Range, 1, 3)
    nil = makes(syntax.Nil)
    sequence = gathers(syntax.Sequence)
    list_of = gathers(syntax.ListOf)
    tuple_of = gathers(syntax.TupleOf)

    def binary(self, children: list[Any]) -> Expression:
        left, token, right = children
        operator: Any = "iff" if token == "<=>" else str(token)
        return syntax.Binary(operator, left, right, span=self.span(children))

    def if_(self, children: list[Any]) -> Expression:
        condition, then, *otherwise = nodes(children)
        last = otherwise[0] if otherwise else None
        return syntax.If(condition, then, last, span=self.span(children))

    def unbounded(self, children: list[Any]) -> Expression:
        quantifier: Any = str(children[0])
        of, *conditions, body = nodes(children)
        condition = conditions[0] if conditions else None
        name = str(children[2])
        return syntax.Unbounded(quantifier, name, of, condition, body, span=self.span(children))

    def field(self, children: list[Any]) -> Expression:
        subject, _, token = children
        name = self.number(token) if token.type == "INTEGER" else str(token)
        return syntax.Field(subject, name, span=self.span(children))

    def call(self, children: list[Any]) -> Expression:
        return syntax.Call(str(children[0]), nodes(children), span=self.span(children))

    def results(self, children: list[Any]) -> tuple[tuple[Expression, ...], Span]:
        return nodes(children), self.span(children)

    def validate(self, children: list[Any]) -> Expression:
        call, _, (outputs, end) = children
        return syntax.Validate(call, outputs, span=call.span.to(end))

    def real(self, children: list[Any]) -> Expression:
        value = float(children[0])
        if value in {float("inf")}:
            reject("FM002", "this number is too large for a real", self.span(children))
        return syntax.Real(value, span=self.span(children))

    def prose(self, children: list[Any]) -> str:
        return "\n\n".join(filter(None, map(words, children)))

    def names(self, children: list[Any]) -> tuple[Name, ...]:
        return tuple(self.named(each) for each in children if each.type == "NAME")


def words(comment: str) -> str:
    """What a comment says, without its marks and the stars that line it up."""
    lines = [re.sub(r"^\s*(\*( |$))?", "", line).rstrip() for line in comment[2:-2].split("\n")]
    return "\n".join(lines).strip()


def whole(of: TypeExpression | Component) -> TypeExpression:
    """A component that stands alone is a tuple of one."""
    return syntax.TupleType((of,), span=of.span) if isinstance(of, Component) else of


def _components(children: Sequence[Any]) -> tuple[Component, ...]:
    return tuple(
        each if isinstance(each, Component) else Component("", each, span=each.span)
        for each in nodes(children)
    )
