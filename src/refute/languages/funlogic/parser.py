"""Text to tree, or diagnostics (codes FL001 to FL004)."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from lark import Token

from refute.frontend.build import Builder, gathers, makes, nodes, reject
from refute.frontend.grammar import Grammar, Wording
from refute.languages.funlogic import syntax
from refute.languages.funlogic.layout import Layout
from refute.languages.funlogic.syntax import Expression, Name, Pattern
from refute.record import record
from refute.source import Source, Span


class _Build(Builder):
    """Makes the nodes of a functional logic program."""

    literal_code = "FL003"

    def start(self, children: list[Any]) -> syntax.Program:
        return syntax.Program(tuple(children))

    # Declarations

    def equation(self, children: list[Any]) -> syntax.Equation:
        left, _, body, *where = children
        return self._equation(left, self._where(body, where), children)

    def guarded_equation(self, children: list[Any]) -> syntax.Equation:
        left, *guards = children
        return self._equation(left, self._guards(guards), children)

    def _equation(self, left: Expression, body: Expression, children: list[Any]) -> syntax.Equation:
        head, arguments = _flatten(left)
        if not isinstance(head, Name):
            advice = "patterns on the left of `=` stand behind the name of a function"
            reject("FL002", "an equation defines a name, and this is none", head.span, advice)
        parameters = tuple(_pattern(argument) for argument in arguments)
        return syntax.Equation(head, parameters, body, span=self.span(children))

    guard = makes(syntax.Guard, 1, 3)

    def _guards(self, parts: list[Any]) -> Expression:
        """Guards, and perhaps the bindings that they share."""
        branches = tuple(each for each in parts if isinstance(each, syntax.Guard))
        where = [each for each in parts if not isinstance(each, syntax.Guard)]
        return self._where(syntax.Guards(branches, span=self.span(branches)), where)

    def bindings(self, children: list[Any]) -> tuple[Any, ...]:
        """The items of a block."""
        return tuple(children[1:])

    def _where(self, body: Expression, where: list[Any]) -> Expression:
        return _let(where[0], body, body.span) if where else body

    def signature(self, children: list[Any]) -> syntax.Signature:
        name, _, shape = children
        return syntax.Signature(_name(name), shape, span=self.span(children))

    def import_(self, children: list[Any]) -> syntax.Import:
        return syntax.Import(str(children[1]), span=self.span(children))

    def synonym(self, children: list[Any]) -> syntax.Synonym:
        _, name, *parameters, _, meaning = children
        return syntax.Synonym(
            str(name), tuple(map(str, parameters)), meaning, span=self.span(children)
        )

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
        children = children if isinstance(children[-1], syntax.Node) else children[:-1]
        return syntax.DataDeclaration(
            str(children[1]),
            tuple(str(parameter) for parameter in parameters),
            tuple(constructors),
            span=self.span(children),
        )

    def constructor(self, children: list[Any]) -> syntax.ConstructorDeclaration:
        name, *fields = children
        return syntax.ConstructorDeclaration(str(name), tuple(fields), span=self.span(children))

    def record(self, children: list[Any]) -> syntax.ConstructorDeclaration:
        fields = [each for each in children if isinstance(each, tuple)]
        return syntax.ConstructorDeclaration(
            str(children[0]),
            tuple(shape for _, shape in fields),
            tuple(label for label, _ in fields),
            span=self.span(children),
        )

    def field(self, children: list[Any]) -> tuple[str, syntax.TypeName]:
        return str(children[0]), children[2]

    def deriving(self, children: list[Any]) -> None:
        """Everything can be compared and shown, so there is nothing to derive."""

    # Types

    def constrained_type(self, children: list[Any]) -> syntax.TypeName:
        """A type as it is: there are no classes that a context could speak of."""
        shape: syntax.TypeName = children[2]
        return replace(shape, span=self.span(children))

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

    setting = makes(syntax.Setting, 0, 2)
    negation = makes(syntax.Not, 1)
    if_ = makes(syntax.If, 1, 3, 5)
    constructor_name = makes(syntax.Constructor, 0)
    tuple_of = gathers(syntax.TupleOf)
    list_of = gathers(syntax.ListOf)

    def operation(self, children: list[Any]) -> Expression:
        left, sign, right = children
        return syntax.Operation(_sign(sign), left, right, span=self.span(children))

    def infix(self, children: list[Any]) -> Expression:
        left, sign, right = children
        name = Name(_sign(sign), span=self.span([sign]))
        return syntax.Apply(name, (left, right), span=self.span(children))

    def dollar(self, children: list[Any]) -> Expression:
        function, _, argument = children
        head, arguments = _flatten(function)
        return syntax.Apply(head, (*arguments, argument), span=self.span(children))

    def operator(self, children: list[Any]) -> Token:
        sign: Token = children[0]
        return sign

    def operator_name(self, children: list[Any]) -> Expression:
        _, sign, _ = children
        return self._function(sign, children)

    def left_section(self, children: list[Any]) -> Expression:
        _, left, sign, _ = children
        span = self.span(children)
        if sign.type == "DOLLAR":
            return self.grouped(children)  # type: ignore[no-any-return]
        return syntax.Apply(self._function(sign, [sign]), (left,), span=span)

    def right_section(self, children: list[Any]) -> Expression:
        _, sign, right, _ = children
        turned = self._function(sign, [sign], turned=True)
        return syntax.Apply(turned, (right,), span=self.span(children))

    def _function(self, sign: Token, children: list[Any], *, turned: bool = False) -> Expression:
        """An operator as a function, perhaps of its operands in the other order."""
        span, name = self.span(children), _sign(sign)
        known = sign.type not in {"OPERATOR", "APPEND", "DOT", "MEMBERSHIP"}
        if not known and not turned:
            return Name(name, span=span)
        left, right = ("x'", "y'") if name not in {"x'", "y'"} else ("a'", "b'")
        sides = Name(left, span=span), Name(right, span=span)
        body: Expression = (
            syntax.Operation(name, *sides, span=span)
            if known
            else syntax.Apply(Name(name, span=self.span([sign])), sides, span=span)
        )
        order = (right, left) if turned else (left, right)
        parameters = tuple(syntax.AnyPattern(each, span=span) for each in order)
        return syntax.Lambda(parameters, body, span=span)

    def decimal(self, children: list[Any]) -> Expression:
        advice = "count in a smaller unit, such as cents"
        return reject("FL003", "numbers are integers", self.span(children), advice)

    def character(self, children: list[Any]) -> Expression:
        inner = str(children[0])[1:-1].replace("\\'", "'")
        inner = inner.replace('"', '\\"') if inner == '"' else inner
        quoted = Token.new_borrow_pos("STRING", f'"{inner}"', children[0])
        read = self.text([quoted])
        assert isinstance(read, syntax.Text)
        return syntax.Character(read.value, span=self.span(children))

    def as_pattern(self, children: list[Any]) -> syntax.AsPattern:
        name, _, pattern = children
        return syntax.AsPattern(str(name), _pattern(pattern), span=self.span(children))

    def settings(self, children: list[Any]) -> Expression:
        subject, *rest = children
        return syntax.Record(subject, nodes(rest), span=self.span(children))

    def range(self, children: list[Any]) -> Expression:
        """`[a ..]`, `[a .. c]`, `[a, b ..]` and `[a, b .. c]`: functions of the prelude."""
        bounds = nodes(children)
        kinds = [each.type for each in children if isinstance(each, Token)]
        then = "Then" if "COMMA" in kinds else ""
        to = "To" if len(bounds) == (3 if then else 2) else ""
        kind = "char" if isinstance(bounds[0], syntax.Character) else "enum"
        span = self.span(children)
        return syntax.Apply(Name(f"{kind}From{then}{to}", span=span), bounds, span=span)

    def generator(self, children: list[Any]) -> _Generator:
        pattern, _, source = children
        return _Generator(_pattern(pattern), source)

    def condition(self, children: list[Any]) -> Expression:
        return children[0]  # type: ignore[no-any-return]

    def comprehension(self, children: list[Any]) -> Expression:
        """`[a | x <- xs, c]`: `concatMap` for each generator, `if` for each condition."""
        span = self.span(children)
        head, *parts = [each for each in children if not isinstance(each, Token)]
        nothing = syntax.Constructor(syntax.LIST_END, span=span)
        made: Expression = syntax.ListOf((head,), span=head.span)
        for part in reversed(parts):
            if isinstance(part, _Generator):
                made = part.each(made, span)
            elif isinstance(part, tuple):
                made = _let(part, made, span)
            else:
                made = syntax.If(part, made, nothing, span=part.span)
        return made

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
        return _let(items, body, self.span(children))

    def case(self, children: list[Any]) -> Expression:
        _, subject, _, *alternatives = children
        return syntax.Case(subject, tuple(alternatives), span=self.span(children))

    def alternative(self, children: list[Any]) -> syntax.Alternative:
        left, _, body, *where = children
        body = self._where(body, where)
        return syntax.Alternative(_pattern(left), body, span=self.span(children))

    def guarded_alternative(self, children: list[Any]) -> syntax.Alternative:
        left, *guards = children
        return syntax.Alternative(_pattern(left), self._guards(guards), span=self.span(children))

    def apply(self, children: list[Any]) -> Expression:
        function, *arguments = children
        return syntax.Apply(function, tuple(arguments), span=self.span(children))

    def unit(self, children: list[Any]) -> Expression:
        return syntax.Constructor(syntax.UNIT, span=self.span(children))

    def empty_list(self, children: list[Any]) -> Expression:
        return syntax.Constructor(syntax.LIST_END, span=self.span(children))


_SPELLINGS = {"&&": "and", "||": "or"}


def _sign(token: Token) -> str:
    """The name of an operator."""
    return _SPELLINGS.get(token, token.strip("`"))


def _let(items: Sequence[Any], body: Expression, span: Span) -> Expression:
    """A body with the items of a block: equations, signatures and names that are free."""
    bindings = tuple(item for item in items if isinstance(item, syntax.Equation))
    signatures = tuple(item for item in items if isinstance(item, syntax.Signature))
    free = tuple(name for item in items if isinstance(item, tuple) for name in item)
    if bindings or signatures:
        body = syntax.Let(bindings, body, signatures, span=span)
    return syntax.Free(free, body, span=span) if free else body


@record
class _Generator:
    """`pattern <- source` of a comprehension."""

    pattern: Pattern
    source: Expression

    def each(self, rest: Expression, span: Span) -> Expression:
        """The rest for each item that matches, in one list."""
        if _takes_all(self.pattern):
            function: Expression = syntax.Lambda((self.pattern,), rest, span=span)
        else:
            item = "item'"
            nothing = syntax.Constructor(syntax.LIST_END, span=span)
            alternatives = (
                syntax.Alternative(self.pattern, rest, span=self.pattern.span),
                syntax.Alternative(syntax.AnyPattern("_"), nothing, span=span),
            )
            body = syntax.Case(Name(item, span=span), alternatives, span=span)
            function = syntax.Lambda((syntax.AnyPattern(item, span=span),), body, span=span)
        return syntax.Apply(Name("concatMap", span=span), (function, self.source), span=span)


def _takes_all(pattern: Pattern) -> bool:
    match pattern:
        case syntax.AnyPattern():
            return True
        case syntax.ConstructorPattern(name, fields):
            return syntax.is_tuple(name) and all(map(_takes_all, fields))
        case _:
            return False


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
        case syntax.Character(value):
            return _character(value, span)
        case syntax.Text(value):
            return _list([_character(each, span) for each in value], span)
        case syntax.AsPattern():
            return expression
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
        case syntax.Record(syntax.Constructor(name), settings):
            labelled = tuple(
                syntax.FieldPattern(each.label, _pattern(each.value), span=each.span)
                for each in settings
            )
            return syntax.RecordPattern(name, labelled, span=span)
        case syntax.ListOf(items):
            return _list([_pattern(item) for item in items], span)
    advice = (
        "patterns are names, `_`, literals, `name@pattern`, and constructors with patterns, "
        "`Node l x r` or `Person { age = n }`"
    )
    return reject("FL002", "this is no pattern", span, advice)


def _list(items: Sequence[Pattern], span: Span) -> Pattern:
    made: Pattern = syntax.ConstructorPattern(syntax.LIST_END, (), span=span)
    for item in reversed(items):
        made = syntax.ConstructorPattern(syntax.LIST_CELL, (item, made), span=span)
    return made


def _character(value: str, span: Span) -> Pattern:
    number = syntax.IntegerPattern(ord(value) - syntax.FIRST_CHARACTER, span=span)
    return syntax.ConstructorPattern(syntax.CHARACTER, (number,), span=span)


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
