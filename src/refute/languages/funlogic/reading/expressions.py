"""Expressions, and the guards and alternatives in them."""

from __future__ import annotations

from dataclasses import replace
from fractions import Fraction
from typing import Any

from refute.frontend.build import gathers, makes, nodes
from refute.frontend.lalr import Token
from refute.languages.funlogic import syntax
from refute.languages.funlogic.operators import Chain, fixities, sign_of
from refute.languages.funlogic.reading.blocks import let_with
from refute.languages.funlogic.reading.patterns import (
    flatten,
    names_of,
    pattern_of,
    takes_all,
)
from refute.languages.funlogic.reading.types import Types
from refute.languages.funlogic.syntax import Expression, Name, Pattern
from refute.record import record
from refute.source import Source, Span

_FUNCTIONS = {"OPERATOR", "APPEND", "DOT", "MEMBERSHIP"}
"""Operators that are functions; the others are part of the language."""

_NAMED = {Name("div"), Name("mod")}
"""Operators that may precede their operands."""


class Expressions(Types):
    """Makes the nodes of expressions."""

    literal_code = "FL003"

    def __init__(self, source: Source, offset: int = 0) -> None:
        super().__init__(source, offset)
        self._fixities = fixities(source)

    setting = makes(syntax.Setting, 0, 2)
    negation = makes(syntax.Not, 1)
    if_ = makes(syntax.If, 1, 3, 5)
    constructor_name = makes(syntax.Constructor, 0)
    tuple_of = gathers(syntax.TupleOf)
    list_of = gathers(syntax.ListOf)

    annotated = makes(syntax.Annotated, 0, 2)

    def chain(self, children: list[Any]) -> Expression:
        """Operands with operators between them, the tightest first."""
        return Chain(children, self._fixities, self._prefixed, self._joined, self.span).read()

    def _prefixed(self, sign: Token, operand: Expression) -> Expression:
        span = self.span([sign, operand])
        if sign.type == "NOT":
            return syntax.Not(operand, span=span)
        if isinstance(operand, syntax.Integer):
            return syntax.Integer(-operand.value, span=span)
        if isinstance(operand, syntax.Decimal):
            return syntax.Decimal(-operand.value, span=span)
        return syntax.Negate(operand, span=span)

    def _joined(self, left: Expression, sign: Token, right: Expression) -> Expression:
        span = self.span([left, right])
        if sign.type == "DOLLAR":
            head, arguments = flatten(left)
            return syntax.Apply(head, (*arguments, right), span=span)
        if sign.type in _FUNCTIONS:
            name = Name(sign_of(sign), span=self.span([sign]))
            return syntax.Apply(name, (left, right), span=span)
        return syntax.Operation(sign_of(sign), left, right, span=span)

    def operator_name(self, children: list[Any]) -> Expression:
        _, sign, _ = children
        return self._function(sign, children)

    def tuple_function(self, children: list[Any]) -> Expression:
        """`(,)`: the function that makes a tuple of its arguments."""
        span = self.span(children)
        names = [f"x{number}'" for number in range(1, len(children))]
        parameters = tuple(syntax.AnyPattern(each, span=span) for each in names)
        items = tuple(Name(each, span=span) for each in names)
        return syntax.Lambda(parameters, syntax.TupleOf(items, span=span), span=span)

    def left_section(self, children: list[Any]) -> Expression:
        _, *parts, sign, _ = children
        span = self.span(children)
        left = self.chain(parts)
        if sign.type == "DOLLAR":
            return replace(left, span=span)
        return syntax.Apply(self._function(sign, [sign]), (left,), span=span)

    def right_section(self, children: list[Any]) -> Expression:
        _, sign, right, _ = children
        if sign in {"div", "mod"} and _is_bare_call(right):
            head, arguments = flatten(right)
            function = self._function(sign, [sign])
            return syntax.Apply(function, (head, *arguments), span=self.span(children))
        turned = self._function(sign, [sign], turned=True)
        return syntax.Apply(turned, (right,), span=self.span(children))

    def _function(self, sign: Token, children: list[Any], *, turned: bool = False) -> Expression:
        """An operator as a function; if `turned`, of its operands in reverse order."""
        span, name = self.span(children), sign_of(sign)
        known = sign.type not in _FUNCTIONS
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
        """`1.5`, exactly."""
        whole, places = str(children[0]).split(".")
        digits = self.number(children[0].retyped("INTEGER", whole + places))
        return syntax.Decimal(Fraction(digits, 10 ** len(places)), span=self.span(children))

    def character(self, children: list[Any]) -> Expression:
        inner = str(children[0])[1:-1].replace("\\'", "'")
        inner = inner.replace('"', '\\"') if inner == '"' else inner
        quoted = children[0].retyped("STRING", f'"{inner}"')
        read = self.text([quoted])
        assert isinstance(read, syntax.Text)
        return syntax.Character(read.value, span=self.span(children))

    def as_pattern(self, children: list[Any]) -> syntax.AsPattern:
        name, _, pattern = children
        return syntax.AsPattern(str(name), pattern_of(pattern), span=self.span(children))

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
        return _Generator(pattern_of(pattern), source)

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
                made = let_with(part, made, span)
            else:
                made = syntax.If(part, made, nothing, span=part.span)
        return made

    def lambda_(self, children: list[Any]) -> Expression:
        _, *parameters, _, body = children
        patterns = tuple(pattern_of(parameter) for parameter in parameters)
        return syntax.Lambda(patterns, body, span=self.span(children))

    def lambda_case(self, children: list[Any]) -> Expression:
        r"""`\case …`: a function of one parameter, the subject of the case."""
        span, alternatives = self.span(children), nodes(children)
        subject = Name("item'", span=span)
        body = syntax.Case(subject, alternatives, span=span)
        return syntax.Lambda((syntax.AnyPattern("item'", span=span),), body, span=span)

    def free(self, children: list[Any]) -> tuple[Name, ...]:
        return names_of(children[0])

    def let(self, children: list[Any]) -> Expression:
        _, *items, _, body = children
        return let_with(items, body, self.span(children))

    def case(self, children: list[Any]) -> Expression:
        _, subject, _, *alternatives = children
        return syntax.Case(subject, tuple(alternatives), span=self.span(children))

    def alternative(self, children: list[Any]) -> syntax.Alternative:
        left, _, body, *where = children
        body = self._where(body, where)
        return syntax.Alternative(pattern_of(left), body, span=self.span(children))

    def guarded_alternative(self, children: list[Any]) -> syntax.Alternative:
        left, *guards = children
        return syntax.Alternative(pattern_of(left), self._guards(guards), span=self.span(children))

    def apply(self, children: list[Any]) -> Expression:
        function, *arguments = children
        span = self.span(children)
        if len(arguments) == 2 and function in _NAMED:
            return syntax.Operation(function.name, *arguments, span=span)
        return syntax.Apply(function, tuple(arguments), span=span)

    def unit(self, children: list[Any]) -> Expression:
        return syntax.Constructor(syntax.UNIT, span=self.span(children))

    def empty_list(self, children: list[Any]) -> Expression:
        return syntax.Constructor(syntax.LIST_END, span=self.span(children))

    # Definitions inside

    def guard(self, children: list[Any]) -> syntax.Guard:
        """`| a, p <- e, b = body`: a guard inside a guard for each further condition."""
        *conditions, _, body = [each for each in children[1:] if str(each) != ","]
        span = self.span(children)
        for each in reversed(conditions):
            match each:
                case tuple():
                    body = let_with(each, body, span)
                    continue
                case _Generator(pattern, source):
                    condition: Expression | syntax.Matching = syntax.Matching(
                        pattern, source, span=span
                    )
                case _:
                    condition = each
            made = syntax.Guard(condition, body, span=span)
            body = syntax.Guards((made,), span=span)
        return made

    def _guards(self, parts: list[Any]) -> Expression:
        """Guards, and the bindings that they share, if any."""
        branches = tuple(each for each in parts if isinstance(each, syntax.Guard))
        where = [each for each in parts if not isinstance(each, syntax.Guard)]
        return self._where(syntax.Guards(branches, span=self.span(branches)), where)

    def bindings(self, children: list[Any]) -> tuple[Any, ...]:
        """The items of a block."""
        return tuple(children[1:])

    def _where(self, body: Expression, where: list[Any]) -> Expression:
        return let_with(where[0], body, body.span) if where else body


def _is_bare_call(expression: Expression) -> bool:
    """Whether an expression is an application that is not in brackets."""
    return (
        isinstance(expression, syntax.Apply)
        and expression.function.span.start == expression.span.start
    )


@record
class _Generator:
    """`pattern <- source` of a comprehension."""

    pattern: Pattern
    source: Expression

    def each(self, rest: Expression, span: Span) -> Expression:
        """The rest for each matching item, in one list."""
        if takes_all(self.pattern):
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
