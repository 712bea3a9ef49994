"""Text to tree, or diagnostics (codes FL001 to FL004)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from functools import cache
from pathlib import Path
from typing import Any, NoReturn

from lark import Lark, Token, Transformer

from refute.diagnostics import InputError, error
from refute.grammar import Complaints
from refute.languages.funlogic import syntax
from refute.languages.funlogic.layout import Layout
from refute.languages.funlogic.syntax import Expression, Name, Pattern
from refute.source import Source, Span

_COMPLAINTS = Complaints(
    "FL001",
    {
        "LOWER": "a name",
        "UPPER": "a constructor",
        "INTEGER": "a number",
        "EQUALS": "`=`",
        "ARROW": "`->`",
        "RPAR": "`)`",
        "RSQB": "`]`",
        "COMMA": "`,`",
    },
    {
        "_NEXT": "what stands before this line is not finished",
        "_CLOSE": "the block before this is not finished; its lines must be indented further",
    },
    ("$END", "_NEXT", "_CLOSE"),
)


def parse(source: Source) -> syntax.Program:
    """The program in a source, or an InputError with what is wrong and where."""
    try:
        with _COMPLAINTS.about(source.whole):
            tree: Any = _grammar().parse(source.text)
            program = _Build(source).transform(tree)
    except RecursionError:
        message = f"`{source.name}` is nested too deeply"
        raise InputError([error("FL004", message)]) from None
    assert isinstance(program, syntax.Program)
    return program


@cache
def _grammar() -> Lark:
    return Lark(
        Path(__file__).with_name("grammar.lark").read_text(encoding="utf-8"),
        parser="lalr",
        lexer="basic",
        postlex=Layout(),
        maybe_placeholders=False,
    )


class _Build(Transformer[Token, Any]):
    """Makes the nodes, bottom up; each method is a rule of the grammar."""

    def __init__(self, source: Source) -> None:
        super().__init__()
        self._source = source

    def _span(self, children: Sequence[Any]) -> Span:
        first, last = children[0], children[-1]
        start = first.start_pos or 0 if isinstance(first, Token) else first.span.start
        end = last.end_pos or 0 if isinstance(last, Token) else last.span.end
        return Span(self._source, start, end)

    def start(self, children: list[Any]) -> syntax.Program:
        return syntax.Program(tuple(children))

    # Declarations

    def equation(self, children: list[Any]) -> syntax.Equation:
        left, _, body = children
        head, arguments = _flatten(left)
        if not isinstance(head, Name):
            _reject(head, "FL002", "an equation defines a name, and this is none")
        parameters = tuple(_pattern(argument) for argument in arguments)
        return syntax.Equation(head, parameters, body, span=self._span(children))

    def evaluate(self, children: list[Any]) -> syntax.Evaluate:
        return syntax.Evaluate(children[0], span=children[0].span)

    def solve(self, children: list[Any]) -> syntax.Solve:
        _, names, _, condition = children
        return syntax.Solve(_names(names), condition, span=self._span(children))

    def property(self, children: list[Any]) -> syntax.Property:
        _, left, _, body = children
        head, arguments = _flatten(left)
        if not isinstance(head, Name):
            _reject(head, "FL002", "a property begins with its name")
        if len(arguments) == 1 and isinstance(arguments[0], syntax.TupleOf):
            arguments = arguments[0].items
        parameters = tuple(_name(argument) for argument in arguments)
        return syntax.Property(head, parameters, body, span=self._span(children))

    def data(self, children: list[Any]) -> syntax.DataDeclaration:
        constructors = [x for x in children if isinstance(x, syntax.ConstructorDeclaration)]
        parameters = [x for x in children if isinstance(x, Token) and x.type == "LOWER"]
        return syntax.DataDeclaration(
            str(children[1]),
            tuple(str(parameter) for parameter in parameters),
            tuple(constructors),
            span=self._span(children),
        )

    def constructor(self, children: list[Any]) -> syntax.ConstructorDeclaration:
        name, *fields = children
        return syntax.ConstructorDeclaration(str(name), tuple(fields), span=self._span(children))

    # Types

    def named_type(self, children: list[Any]) -> syntax.TypeName:
        name, *arguments = children
        return syntax.TypeName(str(name), tuple(arguments), span=self._span(children))

    def function_type(self, children: list[Any]) -> syntax.TypeName:
        left, _, right = children
        return syntax.TypeName("->", (left, right), span=self._span(children))

    def unit_type(self, children: list[Any]) -> syntax.TypeName:
        return syntax.TypeName(syntax.UNIT, span=self._span(children))

    def tuple_type(self, children: list[Any]) -> syntax.TypeName:
        items = _without_tokens(children)
        name = syntax.tuple_name(len(items))
        return syntax.TypeName(name, items, span=self._span(children))

    def list_type(self, children: list[Any]) -> syntax.TypeName:
        return syntax.TypeName(syntax.LIST_END, (children[1],), span=self._span(children))

    # Expressions

    def grouped(self, children: list[Any]) -> Any:
        return replace(children[1], span=self._span(children))

    def operation(self, children: list[Any]) -> Expression:
        left, operator, right = children
        return syntax.Operation(str(operator), left, right, span=self._span(children))

    def negation(self, children: list[Any]) -> Expression:
        return syntax.Not(children[1], span=self._span(children))

    def minus(self, children: list[Any]) -> Expression:
        operand = children[1]
        if isinstance(operand, syntax.Integer):
            return syntax.Integer(-operand.value, span=self._span(children))
        return syntax.Negate(operand, span=self._span(children))

    def lambda_(self, children: list[Any]) -> Expression:
        _, *parameters, _, body = children
        patterns = tuple(_pattern(parameter) for parameter in parameters)
        return syntax.Lambda(patterns, body, span=self._span(children))

    def free(self, children: list[Any]) -> tuple[Name, ...]:
        return _names(children[0])

    def let(self, children: list[Any]) -> Expression:
        _, *items, _, body = children
        span = self._span(children)
        bindings = tuple(item for item in items if isinstance(item, syntax.Equation))
        free = tuple(name for item in items if isinstance(item, tuple) for name in item)
        inner = syntax.Let(bindings, body, span=span) if bindings else body
        return syntax.Free(free, inner, span=span) if free else inner

    def if_(self, children: list[Any]) -> Expression:
        _, condition, _, then, _, otherwise = children
        return syntax.If(condition, then, otherwise, span=self._span(children))

    def case(self, children: list[Any]) -> Expression:
        _, subject, _, *alternatives = children
        return syntax.Case(subject, tuple(alternatives), span=self._span(children))

    def alternative(self, children: list[Any]) -> syntax.Alternative:
        left, _, body = children
        return syntax.Alternative(_pattern(left), body, span=self._span(children))

    def apply(self, children: list[Any]) -> Expression:
        function, *arguments = children
        return syntax.Apply(function, tuple(arguments), span=self._span(children))

    def integer(self, children: list[Any]) -> Expression:
        digits = str(children[0])
        if len(digits) > 4000:
            _reject_at(self._span(children), "FL003", "numbers have at most 4000 digits")
        return syntax.Integer(int(digits), span=self._span(children))

    def name(self, children: list[Any]) -> Expression:
        return syntax.Name(str(children[0]), span=self._span(children))

    def constructor_name(self, children: list[Any]) -> Expression:
        return syntax.Constructor(str(children[0]), span=self._span(children))

    def unit(self, children: list[Any]) -> Expression:
        return syntax.Constructor(syntax.UNIT, span=self._span(children))

    def empty_list(self, children: list[Any]) -> Expression:
        return syntax.Constructor(syntax.LIST_END, span=self._span(children))

    def tuple(self, children: list[Any]) -> Expression:
        return syntax.TupleOf(_without_tokens(children), span=self._span(children))

    def list(self, children: list[Any]) -> Expression:
        return syntax.ListOf(_without_tokens(children), span=self._span(children))


def _without_tokens(children: Sequence[Any]) -> tuple[Any, ...]:
    return tuple(child for child in children if not isinstance(child, Token))


def _flatten(expression: Expression) -> tuple[Expression, tuple[Expression, ...]]:
    if isinstance(expression, syntax.Apply):
        return expression.function, expression.arguments
    return expression, ()


def _names(expression: Expression) -> tuple[Name, ...]:
    head, arguments = _flatten(expression)
    return tuple(_name(each) for each in (head, *arguments))


def _name(expression: Expression) -> Name:
    if not isinstance(expression, Name) or expression.name == "_":
        _reject(expression, "FL002", "here only a name can stand")
    return expression


def _pattern(expression: Expression) -> Pattern:
    """An expression read as a pattern."""
    span = expression.span
    match expression:
        case syntax.Name(name):
            return syntax.AnyPattern(name, span=span)
        case syntax.Integer(value):
            return syntax.IntegerPattern(value, span=span)
        case syntax.Constructor(name):
            return syntax.ConstructorPattern(name, (), span=span)
        case syntax.Apply(syntax.Constructor(name), arguments):
            fields = tuple(_pattern(argument) for argument in arguments)
            return syntax.ConstructorPattern(name, fields, span=span)
        case syntax.TupleOf(items):
            fields = tuple(_pattern(item) for item in items)
            return syntax.ConstructorPattern(syntax.tuple_name(len(items)), fields, span=span)
        case syntax.Operation(":", left, right):
            fields = (_pattern(left), _pattern(right))
            return syntax.ConstructorPattern(syntax.LIST_CELL, fields, span=span)
        case syntax.ListOf(items):
            pattern: Pattern = syntax.ConstructorPattern(syntax.LIST_END, (), span=span)
            for item in reversed(items):
                fields = (_pattern(item), pattern)
                pattern = syntax.ConstructorPattern(syntax.LIST_CELL, fields, span=span)
            return pattern
        case _:
            return _reject(
                expression,
                "FL002",
                "this is no pattern",
                "patterns are names, `_`, numbers, and constructors with patterns",
            )


def _reject(node: syntax.Node, code: str, message: str, help_text: str = "") -> NoReturn:
    raise InputError([error(code, message, node.span, advice=help_text)])


def _reject_at(span: Span, code: str, message: str) -> NoReturn:
    raise InputError([error(code, message, span)])
