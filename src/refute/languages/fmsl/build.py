"""From what lark has read to the nodes of the tree, bottom up."""

# Every public method is the rule of the grammar that it is named after.
# ruff: noqa: D102

from __future__ import annotations

import json
import re
from collections.abc import Sequence
from dataclasses import replace
from typing import Any, NoReturn

from lark import Token, Transformer

from refute.diagnostics import InputError, error
from refute.languages.fmsl import syntax
from refute.languages.fmsl.syntax import Component, Expression, Name, TypeExpression
from refute.source import Source, Span

LONGEST_NUMBER = 4_000
"""So many digits may a number have."""


class Expressions(Transformer[Token, Any]):
    """Makes types, statements and expressions; each method is a rule of the grammar."""

    def __init__(self, source: Source) -> None:
        super().__init__()
        self._source = source

    def _span(self, children: Sequence[Any]) -> Span:
        first, last = children[0], children[-1]
        start = (first.start_pos or 0) if isinstance(first, Token) else first.span.start
        end = (last.end_pos or 0) if isinstance(last, Token) else last.span.end
        return Span(self._source, start, end)

    def _name(self, token: Token) -> Name:
        return Name(str(token), span=self._span([token]))

    # Types

    def type_name(self, children: list[Any]) -> TypeExpression:
        return syntax.TypeName(str(children[0]), span=self._span(children))

    def grouped_type(self, children: list[Any]) -> TypeExpression:
        return replace(whole(children[1]), span=self._span(children))

    def list_type(self, children: list[Any]) -> TypeExpression:
        return syntax.ListType(children[0], span=self._span(children))

    def component(self, children: list[Any]) -> Component:
        name, _, of = children
        return Component(str(name), of, span=self._span(children))

    def tuple_type(self, children: list[Any]) -> TypeExpression:
        return syntax.TupleType(_components(children), span=self._span(children))

    def union_type(self, children: list[Any]) -> TypeExpression:
        return syntax.UnionType(_components(children), span=self._span(children))

    def parameters(self, children: list[Any]) -> tuple[Component, ...]:
        return _components(children)

    # Statements

    def let(self, children: list[Any]) -> syntax.Statement:
        of, value = self._declared(children[2:])
        return syntax.Let(str(children[1]), of, value, span=self._span(children))

    def variable(self, children: list[Any]) -> syntax.Variable:
        of, value = self._declared(children[2:])
        assert of is not None
        return syntax.Variable(str(children[1]), of, value, span=self._span(children))

    def _declared(self, children: list[Any]) -> tuple[Any, Any]:
        """The type and the value of what is declared, where there are such."""
        marks = [str(each) for each in children[::2]]
        parts = dict(zip(marks, children[1::2], strict=True))
        return parts.get(":"), parts.get("=")

    def set_(self, children: list[Any]) -> syntax.Statement:
        _, target, _, value = children
        return syntax.Set(target, value, span=self._span(children))

    # Expressions

    def grouped(self, children: list[Any]) -> Expression:
        inner: Expression = replace(children[1], span=self._span(children))
        return inner

    def sequence(self, children: list[Any]) -> Expression:
        return syntax.Sequence(_nodes(children), span=self._span(children))

    def binary(self, children: list[Any]) -> Expression:
        left, token, right = children
        operator: Any = "iff" if token == "<=>" else str(token)
        return syntax.Binary(operator, left, right, span=self._span(children))

    def unary(self, children: list[Any]) -> Expression:
        operator: Any = str(children[0])
        return syntax.Unary(operator, children[1], span=self._span(children))

    def if_(self, children: list[Any]) -> Expression:
        condition, then, *otherwise = _nodes(children)
        last = otherwise[0] if otherwise else None
        return syntax.If(condition, then, last, span=self._span(children))

    def bounded(self, children: list[Any]) -> Expression:
        quantifier: Any = str(children[0])
        _, _, name, _, collection, _, body = children
        return syntax.Bounded(quantifier, str(name), collection, body, span=self._span(children))

    def unbounded(self, children: list[Any]) -> Expression:
        quantifier: Any = str(children[0])
        of, *conditions, body = _nodes(children)
        condition = conditions[0] if conditions else None
        name = str(children[2])
        return syntax.Unbounded(quantifier, name, of, condition, body, span=self._span(children))

    def field(self, children: list[Any]) -> Expression:
        subject, _, token = children
        name = self._whole_number(token) if token.type == "INTEGER" else str(token)
        return syntax.Field(subject, name, span=self._span(children))

    def select(self, children: list[Any]) -> Expression:
        return syntax.Select(children[0], children[2], span=self._span(children))

    def slice_of(self, children: list[Any]) -> Expression:
        subject, _, low, _, high, _ = children
        return syntax.Slice(subject, low, high, span=self._span(children))

    def call(self, children: list[Any]) -> Expression:
        return syntax.Call(str(children[0]), _nodes(children), span=self._span(children))

    def results(self, children: list[Any]) -> tuple[tuple[Expression, ...], Span]:
        return _nodes(children), self._span(children)

    def validate(self, children: list[Any]) -> Expression:
        call, _, (outputs, end) = children
        return syntax.Validate(call, outputs, span=call.span.to(end))

    def list_of(self, children: list[Any]) -> Expression:
        return syntax.ListOf(_nodes(children), span=self._span(children))

    def range_of(self, children: list[Any]) -> Expression:
        return syntax.Range(children[1], children[3], span=self._span(children))

    def tuple_of(self, children: list[Any]) -> Expression:
        return syntax.TupleOf(_nodes(children), span=self._span(children))

    def name(self, children: list[Any]) -> Expression:
        return self._name(children[0])

    def integer(self, children: list[Any]) -> Expression:
        return syntax.Integer(self._whole_number(children[0]), span=self._span(children))

    def _whole_number(self, token: Token) -> int:
        if len(token) > LONGEST_NUMBER:
            message = f"numbers have at most {LONGEST_NUMBER} digits"
            reject("FM002", message, self._span([token]))
        return int(token)

    def real(self, children: list[Any]) -> Expression:
        value = float(children[0])
        if value in {float("inf")}:
            reject("FM002", "this number is too large for a real", self._span(children))
        return syntax.Real(value, span=self._span(children))

    def text(self, children: list[Any]) -> Expression:
        try:
            value = json.loads(str(children[0]).replace("\t", "\\t"))
        except ValueError:
            advice = 'escapes are \\" \\\\ \\n \\t and \\u with four hexadecimal digits'
            reject("FM002", "this text has an unknown escape", self._span(children), advice)
        return syntax.Text(value, span=self._span(children))

    def true(self, children: list[Any]) -> Expression:
        return syntax.Boolean(True, span=self._span(children))

    def false(self, children: list[Any]) -> Expression:
        return syntax.Boolean(False, span=self._span(children))

    def nil(self, children: list[Any]) -> Expression:
        return syntax.Nil(span=self._span(children))

    def prose(self, children: list[Any]) -> str:
        return "\n\n".join(filter(None, map(words, children)))

    def names(self, children: list[Any]) -> tuple[Name, ...]:
        return tuple(self._name(each) for each in children if each.type == "NAME")


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
        for each in _nodes(children)
    )


def _nodes(children: Sequence[Any]) -> tuple[Any, ...]:
    return tuple(each for each in children if not isinstance(each, Token))


def reject(code: str, message: str, span: Span, advice: str = "") -> NoReturn:
    """Raise an InputError about one place."""
    raise InputError([error(code, message, span, advice=advice)])
