"""Text to tree, or diagnostics (codes TH001 to TH004)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

from lark import Token
from lark.lark import PostLex

from refute.diagnostics import did_you_mean
from refute.frontend.build import Builder, gathers, makes, nodes, reject
from refute.frontend.grammar import Grammar, Wording
from refute.languages.workflow import syntax
from refute.languages.workflow.syntax import Expression, Pattern, Type
from refute.source import Source, Span

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


class _Build(Builder):
    """Makes the nodes of a workflow file."""

    literal_code = "TH002"

    def _name(self, token: Token) -> syntax.NamePattern:
        return syntax.NamePattern(str(token), span=self.span([token]))

    def start(self, children: list[Any]) -> syntax.Program:
        return syntax.Program(tuple(children))

    # Declarations

    def definition(self, children: list[Any]) -> syntax.Definition:
        _, name, *parameters, _, body = children
        return syntax.Definition(
            self._name(name), _lambdas(parameters, body), span=self.span(children)
        )

    def task(self, children: list[Any]) -> syntax.TaskDeclaration:
        _, name, _, body = children
        return syntax.TaskDeclaration(self._name(name), body, span=self.span(children))

    def property(self, children: list[Any]) -> syntax.Property:
        name, parameters, body = self._claim(children)
        return syntax.Property(name, parameters, body, span=self.span(children))

    def reachable(self, children: list[Any]) -> syntax.Reachable:
        name, parameters, body = self._claim(children)
        return syntax.Reachable(name, parameters, body, span=self.span(children))

    def _claim(self, children: list[Any]) -> Any:
        _, name, *between, body = children
        return self._name(name), nodes(between), body

    def finishes(self, children: list[Any]) -> syntax.Finishes:
        return syntax.Finishes(self._name(children[1]), span=self.span(children))

    # Patterns and types

    def name_pattern(self, children: list[Any]) -> Pattern:
        annotation = children[2] if len(children) == 3 else None
        return syntax.NamePattern(str(children[0]), annotation, span=self.span(children))

    tuple_pattern = gathers(syntax.TuplePattern)

    def named_type(self, children: list[Any]) -> Type:
        token, *arguments = children
        return self._type(token, tuple(arguments), self.span(children))

    def _type(self, token: Token, arguments: tuple[Type, ...], span: Span) -> Type:
        name = str(token).capitalize() if token.isupper() else str(token)
        if name not in syntax.ARITY:
            reject(
                "TH003",
                f"there is no type `{token}`",
                self.span([token]),
                did_you_mean(name, syntax.ARITY) or f"the types are {', '.join(syntax.ARITY)}",
            )
        if syntax.ARITY[name] != len(arguments):
            takes = "one type" if syntax.ARITY[name] else "no type"
            reject("TH003", f"`{name}` takes {takes} after it, not {len(arguments)}", span)
        return Type(name, arguments, span=span)

    def function_type(self, children: list[Any]) -> Type:
        return Type(syntax.ARROW, (children[0], children[2]), span=self.span(children))

    def unit_type(self, children: list[Any]) -> Type:
        return Type("Unit", span=self.span(children))

    def tuple_type(self, children: list[Any]) -> Type:
        return Type(syntax.TUPLE, nodes(children), span=self.span(children))

    product_type = tuple_type

    # Expressions

    pick_ = makes(syntax.Pick, 0, 2)
    either_ = makes(syntax.Either, 0, 2)
    both_ = makes(syntax.Both, 0, 2)
    extreme = makes(syntax.Binary, 0, 1, 2)
    edit = makes(syntax.Edit, 1)
    shared = makes(syntax.Shared, 1)
    enter = makes(syntax.Enter, 1)
    fail = makes(syntax.Fail)
    lambda_ = makes(syntax.Lambda, 1, 3)
    if_ = makes(syntax.If, 1, 3, 5)
    assert_ = makes(syntax.Assert, 1, 2)
    apply = makes(syntax.Apply, 0, 1)
    annotated = makes(syntax.Annotated, 1, 3)
    tuple_of = gathers(syntax.TupleOf)
    list_of = gathers(syntax.ListOf)

    def step(self, children: list[Any]) -> Expression:
        task, operator, follow = children
        by_user = operator in {">>?", "▷"}
        return syntax.Step(task, follow, by_user, span=self.span(children))

    def binary(self, children: list[Any]) -> Expression:
        left, operator, right = children
        operator = _LETTERS.get(operator, str(operator))
        return syntax.Binary(operator, left, right, span=self.span(children))

    def unary(self, children: list[Any]) -> Expression:
        operator = _LETTERS.get(children[0], str(children[0]))
        return syntax.Unary(operator, children[1], span=self.span(children))

    def minus(self, children: list[Any]) -> Expression:
        operand = children[1]
        if isinstance(operand, syntax.Integer) and operand.span.text[0].isdigit():
            return syntax.Integer(-operand.value, span=self.span(children))
        return syntax.Unary("-", operand, span=self.span(children))

    def binding(self, children: list[Any]) -> tuple[Pattern, Expression]:
        first, *parameters, _, body = children
        pattern = self._name(first) if isinstance(first, Token) else first
        return pattern, _lambdas(parameters, body)

    def let(self, children: list[Any]) -> Expression:
        _, (pattern, bound), body = children
        return syntax.Let(pattern, bound, body, span=self.span(children))

    def name(self, children: list[Any]) -> syntax.Node:
        if str(children[0]) == "_":
            reject("TH002", "`_` is a pattern, it has no value", self.span(children))
        return super().name(children)

    def inputs(self, children: list[Any]) -> Expression:
        span = self.span(children)
        wanted = self._type(children[1], (), span) if len(children) == 2 else None
        return syntax.Inputs(wanted, span=span)


def _lambdas(parameters: Sequence[Pattern], body: Expression) -> Expression:
    for parameter in reversed(parameters):
        body = syntax.Lambda(parameter, body, span=parameter.span.to(body.span))
    return body


GRAMMAR = Grammar(
    Path(__file__).with_name("grammar.lark"),
    Wording(
        "TH001",
        "INTEGER LOWER UPPER EQUALS DOT _IN THEN ELSE RPAR RSQB COMMA DEF",
        named={"UPPER": "a type", "DEF": "a declaration"},
        implied=("LOWER",),
        infix="TIMES",
    ),
    _Build,
    deep_code="TH004",
    declaration=r"--.*|(?P<start>^(?:def|task|property|reachable|finishes)\b)",
    postlex=_LetIn(),
    starts=("start", "expression"),
)


def parse(source: Source) -> syntax.Program:
    """The program in a source, or an InputError with what is wrong and where."""
    program: syntax.Program = GRAMMAR.parse(source.whole)
    return program


def parse_expression(source: Source) -> Expression:
    """The expression that a source consists of, or an InputError."""
    expression: Expression = GRAMMAR.parse(source.whole, "expression")
    return expression
