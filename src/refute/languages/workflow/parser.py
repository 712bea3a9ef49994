"""Text to tree, or diagnostics (codes TH001 to TH004)."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any, NoReturn

from lark import Lark, Token, Transformer
from lark.lark import PostLex

from refute.diagnostics import InputError, did_you_mean, error
from refute.grammar import Complaints
from refute.languages.workflow import syntax
from refute.languages.workflow.syntax import Expression, Pattern, Type
from refute.source import Source, Span

_COMPLAINTS = Complaints(
    "TH001",
    {
        "$END": "the end of the file",
        "LOWER": "a name",
        "INTEGER": "a number",
        "UPPER": "a type",
        "EQUALS": "`=`",
        "DOT": "`.`",
        "_IN": "`in`",
        "THEN": "`then`",
        "ELSE": "`else`",
        "RPAR": "`)`",
        "RSQB": "`]`",
        "COMMA": "`,`",
    },
)

_LETTERS = {
    "≡": "==",
    "≠": "!=",
    "≤": "<=",
    "≥": ">=",
    "∈": "in",
    "∧": "and",
    "∨": "or",
    "¬": "not",
    "⊃": "==>",
    "×": "*",
}
"""The symbols of the paper that name an operator, in letters."""


def parse(source: Source) -> syntax.Program:
    """The program in a source, or an InputError with what is wrong and where."""
    program = _parse(source, "start")
    assert isinstance(program, syntax.Program)
    return program


def parse_expression(source: Source) -> Expression:
    """The expression that a source consists of, or an InputError."""
    expression: Expression = _parse(source, "expression")
    return expression


def _parse(source: Source, start: str) -> Any:
    with _COMPLAINTS.about(source.whole):
        tree: Any = _grammar().parse(source.text, start=start)
        return _Build(source).transform(tree)


@cache
def _grammar() -> Lark:
    return Lark(
        Path(__file__).with_name("grammar.lark").read_text(encoding="utf-8"),
        parser="lalr",
        lexer="basic",
        postlex=_LetIn(),
        maybe_placeholders=False,
        start=["start", "expression"],
    )


class _LetIn(PostLex):
    """Tells the `in` that ends a binding from the one that is an operator.

    The first `in` after a `let` outside of brackets is its own, so that inside a binding
    elementhood needs brackets or the symbol ∈.
    """

    always_accept = ()

    def process(self, stream: Iterator[Token]) -> Iterator[Token]:
        """The tokens with `_IN` for every `in` of a `let`."""
        enclosing: list[str] = []
        for token in stream:
            if token.type in {"LET", "LPAR", "LSQB", "LANGLE"}:
                enclosing.append(token.type)
            elif token.type in {"RPAR", "RSQB", "RANGLE"}:
                while enclosing and enclosing.pop() == "LET":
                    pass
            elif token == "in" and enclosing and enclosing[-1] == "LET":
                enclosing.pop()
                yield Token.new_borrow_pos("_IN", str(token), token)
                continue
            yield token


class _Build(Transformer[Token, Any]):
    """Makes the nodes, bottom up; each method is a rule of the grammar."""

    def __init__(self, source: Source) -> None:
        super().__init__()
        self._source = source

    def _span(self, children: Sequence[Any]) -> Span:
        first: Any = children[0]
        last: Any = children[-1]
        start = (first.start_pos or 0) if isinstance(first, Token) else first.span.start
        end = (last.end_pos or 0) if isinstance(last, Token) else last.span.end
        return Span(self._source, start, end)

    def _name(self, token: Token) -> syntax.NamePattern:
        return syntax.NamePattern(str(token), span=self._span([token]))

    def start(self, children: list[Any]) -> syntax.Program:
        return syntax.Program(tuple(children))

    def grouped(self, children: list[Any]) -> Any:
        return replace(children[1], span=self._span(children))

    # Declarations

    def definition(self, children: list[Any]) -> syntax.Definition:
        _, name, *parameters, _, body = children
        return syntax.Definition(
            self._name(name), _lambdas(parameters, body), span=self._span(children)
        )

    def task(self, children: list[Any]) -> syntax.TaskDeclaration:
        _, name, _, body = children
        return syntax.TaskDeclaration(self._name(name), body, span=self._span(children))

    def property(self, children: list[Any]) -> syntax.Property:
        name, parameters, body = self._claim(children)
        return syntax.Property(name, parameters, body, span=self._span(children))

    def reachable(self, children: list[Any]) -> syntax.Reachable:
        name, parameters, body = self._claim(children)
        return syntax.Reachable(name, parameters, body, span=self._span(children))

    def _claim(self, children: list[Any]) -> Any:
        _, name, *between, body = children
        return self._name(name), _without_tokens(between), body

    def finishes(self, children: list[Any]) -> syntax.Finishes:
        return syntax.Finishes(self._name(children[1]), span=self._span(children))

    # Patterns and types

    def name_pattern(self, children: list[Any]) -> Pattern:
        annotation = children[2] if len(children) == 3 else None
        return syntax.NamePattern(str(children[0]), annotation, span=self._span(children))

    def tuple_pattern(self, children: list[Any]) -> Pattern:
        return syntax.TuplePattern(_without_tokens(children), span=self._span(children))

    def named_type(self, children: list[Any]) -> Type:
        token, *arguments = children
        return self._type(token, tuple(arguments), self._span(children))

    def _type(self, token: Token, arguments: tuple[Type, ...], span: Span) -> Type:
        name = str(token).capitalize() if token.isupper() else str(token)
        if name not in syntax.ARITY:
            _reject(
                self._span([token]),
                "TH003",
                f"there is no type `{token}`",
                did_you_mean(name, syntax.ARITY) or f"the types are {', '.join(syntax.ARITY)}",
            )
        if syntax.ARITY[name] != len(arguments):
            takes = "one type" if syntax.ARITY[name] else "no type"
            _reject(span, "TH003", f"`{name}` takes {takes} after it, not {len(arguments)}")
        return Type(name, arguments, span=span)

    def function_type(self, children: list[Any]) -> Type:
        return Type(syntax.ARROW, (children[0], children[2]), span=self._span(children))

    def unit_type(self, children: list[Any]) -> Type:
        return Type("Unit", span=self._span(children))

    def tuple_type(self, children: list[Any]) -> Type:
        return Type(syntax.TUPLE, _without_tokens(children), span=self._span(children))

    product_type = tuple_type

    # Expressions

    def step(self, children: list[Any]) -> Expression:
        task, operator, follow = children
        by_user = operator in {">>?", "▷"}
        return syntax.Step(task, follow, by_user, span=self._span(children))

    def pick_(self, children: list[Any]) -> Expression:
        return syntax.Pick(children[0], children[2], span=self._span(children))

    def either_(self, children: list[Any]) -> Expression:
        return syntax.Either(children[0], children[2], span=self._span(children))

    def both_(self, children: list[Any]) -> Expression:
        return syntax.Both(children[0], children[2], span=self._span(children))

    def binary(self, children: list[Any]) -> Expression:
        left, operator, right = children
        operator = _LETTERS.get(operator, str(operator))
        return syntax.Binary(operator, left, right, span=self._span(children))

    def extreme(self, children: list[Any]) -> Expression:
        operator, left, right = children
        return syntax.Binary(str(operator), left, right, span=self._span(children))

    def unary(self, children: list[Any]) -> Expression:
        operator = _LETTERS.get(children[0], str(children[0]))
        return syntax.Unary(operator, children[1], span=self._span(children))

    def minus(self, children: list[Any]) -> Expression:
        operand = children[1]
        if isinstance(operand, syntax.Integer) and operand.span.text[0].isdigit():
            return syntax.Integer(-operand.value, span=self._span(children))
        return syntax.Unary("-", operand, span=self._span(children))

    def edit(self, children: list[Any]) -> Expression:
        return syntax.Edit(children[1], span=self._span(children))

    def shared(self, children: list[Any]) -> Expression:
        return syntax.Shared(children[1], span=self._span(children))

    def enter(self, children: list[Any]) -> Expression:
        return syntax.Enter(children[1], span=self._span(children))

    def fail(self, children: list[Any]) -> Expression:
        return syntax.Fail(span=self._span(children))

    def lambda_(self, children: list[Any]) -> Expression:
        _, parameter, _, body = children
        return syntax.Lambda(parameter, body, span=self._span(children))

    def binding(self, children: list[Any]) -> tuple[Pattern, Expression]:
        first, *parameters, _, body = children
        pattern = self._name(first) if isinstance(first, Token) else first
        return pattern, _lambdas(parameters, body)

    def let(self, children: list[Any]) -> Expression:
        _, (pattern, bound), body = children
        return syntax.Let(pattern, bound, body, span=self._span(children))

    def if_(self, children: list[Any]) -> Expression:
        _, condition, _, then, _, otherwise = children
        return syntax.If(condition, then, otherwise, span=self._span(children))

    def assert_(self, children: list[Any]) -> Expression:
        return syntax.Assert(children[1], children[2], span=self._span(children))

    def apply(self, children: list[Any]) -> Expression:
        return syntax.Apply(children[0], children[1], span=self._span(children))

    def integer(self, children: list[Any]) -> Expression:
        digits = str(children[0])
        if len(digits) > 4000:
            _reject(self._span(children), "TH002", "numbers have at most 4000 digits")
        return syntax.Integer(int(digits), span=self._span(children))

    def text(self, children: list[Any]) -> Expression:
        try:
            value = json.loads(str(children[0]).replace("\t", "\\t"))
        except ValueError:
            advice = 'escapes are \\" \\\\ \\n \\t and \\u with four hexadecimal digits'
            _reject(self._span(children), "TH002", "this text has an unknown escape", advice)
        return syntax.Text(value, span=self._span(children))

    def true(self, children: list[Any]) -> Expression:
        return syntax.Boolean(True, span=self._span(children))

    def false(self, children: list[Any]) -> Expression:
        return syntax.Boolean(False, span=self._span(children))

    def name(self, children: list[Any]) -> Expression:
        if str(children[0]) == "_":
            _reject(self._span(children), "TH002", "`_` is a pattern, it has no value")
        return syntax.Name(str(children[0]), span=self._span(children))

    def inputs(self, children: list[Any]) -> Expression:
        span = self._span(children)
        wanted = self._type(children[1], (), span) if len(children) == 2 else None
        return syntax.Inputs(wanted, span=span)

    def annotated(self, children: list[Any]) -> Expression:
        return syntax.Annotated(children[1], children[3], span=self._span(children))

    def tuple(self, children: list[Any]) -> Expression:
        return syntax.TupleOf(_without_tokens(children), span=self._span(children))

    def list(self, children: list[Any]) -> Expression:
        return syntax.ListOf(_without_tokens(children), span=self._span(children))


def _lambdas(parameters: Sequence[Pattern], body: Expression) -> Expression:
    for parameter in reversed(parameters):
        body = syntax.Lambda(parameter, body, span=parameter.span.to(body.span))
    return body


def _without_tokens(children: Sequence[Any]) -> tuple[Any, ...]:
    return tuple(child for child in children if not isinstance(child, Token))


def _reject(span: Span, code: str, message: str, advice: str = "") -> NoReturn:
    raise InputError([error(code, message, span, advice=advice)])
