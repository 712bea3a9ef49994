"""Text to tree, or diagnostics (codes FL001 to FL004)."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from lark import Token

from refute.frontend.build import Builder, gathers, makes, nodes, reject
from refute.frontend.grammar import Grammar, Wording
from refute.languages.funlogic import syntax
from refute.languages.funlogic.layout import Layout
from refute.languages.funlogic.syntax import Expression, Name, Pattern
from refute.source import Source


class _Build(Builder):
    """Makes the nodes of a functional logic program."""

    literal_code = "FL003"

    def start(self, children: list[Any]) -> syntax.Program:
        return syntax.Program(tuple(children))

    # Declarations

    def equation(self, children: list[Any]) -> syntax.Equation:
        left, _, body = children
        head, arguments = _flatten(left)
        if not isinstance(head, Name):
            reject("FL002", "an equation defines a name, and this is none", head.span)
        parameters = tuple(_pattern(argument) for argument in arguments)
        return syntax.Equation(head, parameters, body, span=self.span(children))

    def evaluate(self, children: list[Any]) -> syntax.Evaluate:
        return syntax.Evaluate(children[0], span=children[0].span)

    def solve(self, children: list[Any]) -> syntax.Solve:
        _, names, _, condition = children
        return syntax.Solve(_names(names), condition, span=self.span(children))

    def property(self, children: list[Any]) -> syntax.Property:
        _, left, _, body = children
        head, arguments = _flatten(left)
        if not isinstance(head, Name):
            reject("FL002", "a property begins with its name", head.span)
        if len(arguments) == 1 and isinstance(arguments[0], syntax.TupleOf):
            arguments = arguments[0].items
        parameters = tuple(_name(argument) for argument in arguments)
        return syntax.Property(head, parameters, body, span=self.span(children))

    def data(self, children: list[Any]) -> syntax.DataDeclaration:
        constructors = [x for x in children if isinstance(x, syntax.ConstructorDeclaration)]
        parameters = [x for x in children if isinstance(x, Token) and x.type == "LOWER"]
        return syntax.DataDeclaration(
            str(children[1]),
            tuple(str(parameter) for parameter in parameters),
            tuple(constructors),
            span=self.span(children),
        )

    def constructor(self, children: list[Any]) -> syntax.ConstructorDeclaration:
        name, *fields = children
        return syntax.ConstructorDeclaration(str(name), tuple(fields), span=self.span(children))

    # Types

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

    # Expressions

    operation = makes(syntax.Operation, 1, 0, 2)
    negation = makes(syntax.Not, 1)
    if_ = makes(syntax.If, 1, 3, 5)
    constructor_name = makes(syntax.Constructor, 0)
    tuple_of = gathers(syntax.TupleOf)
    list_of = gathers(syntax.ListOf)

    def minus(self, children: list[Any]) -> Expression:
        operand = children[1]
        if isinstance(operand, syntax.Integer):
            return syntax.Integer(-operand.value, span=self.span(children))
        return syntax.Negate(operand, span=self.span(children))

    def lambda_(self, children: list[Any]) -> Expression:
        _, *parameters, _, body = children
        patterns = tuple(_pattern(parameter) for parameter in parameters)
        return syntax.Lambda(patterns, body, span=self.span(children))

    def free(self, children: list[Any]) -> tuple[Name, ...]:
        return _names(children[0])

    def let(self, children: list[Any]) -> Expression:
        _, *items, _, body = children
        span = self.span(children)
        bindings = tuple(item for item in items if isinstance(item, syntax.Equation))
        free = tuple(name for item in items if isinstance(item, tuple) for name in item)
        inner = syntax.Let(bindings, body, span=span) if bindings else body
        return syntax.Free(free, inner, span=span) if free else inner

    def case(self, children: list[Any]) -> Expression:
        _, subject, _, *alternatives = children
        return syntax.Case(subject, tuple(alternatives), span=self.span(children))

    def alternative(self, children: list[Any]) -> syntax.Alternative:
        left, _, body = children
        return syntax.Alternative(_pattern(left), body, span=self.span(children))

    def apply(self, children: list[Any]) -> Expression:
        function, *arguments = children
        return syntax.Apply(function, tuple(arguments), span=self.span(children))

    def unit(self, children: list[Any]) -> Expression:
        return syntax.Constructor(syntax.UNIT, span=self.span(children))

    def empty_list(self, children: list[Any]) -> Expression:
        return syntax.Constructor(syntax.LIST_END, span=self.span(children))


def _flatten(expression: Expression) -> tuple[Expression, tuple[Expression, ...]]:
    if isinstance(expression, syntax.Apply):
        return expression.function, expression.arguments
    return expression, ()


def _names(expression: Expression) -> tuple[Name, ...]:
    head, arguments = _flatten(expression)
    return tuple(_name(each) for each in (head, *arguments))


def _name(expression: Expression) -> Name:
    if not isinstance(expression, Name) or expression.name == "_":
        reject("FL002", "expected a name", expression.span)
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
    advice = "patterns are names, `_`, numbers, and constructors with patterns"
    return reject("FL002", "this is no pattern", span, advice)


GRAMMAR = Grammar(
    Path(__file__).with_name("grammar.lark"),
    Wording(
        "FL001",
        "INTEGER LOWER UPPER EQUALS ARROW THEN ELSE OF IN WHERE RPAR RSQB COMMA",
        named={"UPPER": "a constructor"},
        implied=("LOWER", "UPPER"),
        infix="TIMES",
        misplaced={
            "_NEXT": "what stands before this line is not finished",
            "_CLOSE": "the block before this is not finished; its lines must be indented further",
        },
        early=("$END", "_NEXT", "_CLOSE"),
    ),
    _Build,
    deep_code="FL004",
    declaration=r"--.*|\{-(?:.|\n)*?-\}|(?P<start>^[^\s{}-])",
    postlex=Layout(),
)


def parse(source: Source) -> syntax.Program:
    """The program in a source, or an InputError with what is wrong and where."""
    program: syntax.Program = GRAMMAR.parse(source.whole)
    return program
