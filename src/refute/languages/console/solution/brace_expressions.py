"""The expressions that solutions in C and in Java have in common."""

from __future__ import annotations

from abc import abstractmethod
from dataclasses import dataclass

from refute.languages.console import syntax
from refute.languages.console.solution.needs import Needs, near
from refute.languages.console.solution.writing import (
    ATOM,
    LEVELS,
    PRODUCT,
    SIGN,
    Code,
    Writer,
    quoted,
)
from refute.languages.console.syntax import Expression
from refute.languages.console.types import REAL, TEXT, show_decimal

_SIGNS = {"or": "||", "and": "&&"}


@dataclass
class BraceExpressions(Writer):
    """Writes expressions with the operators of C."""

    needs: Needs

    @abstractmethod
    def applied(self, expression: syntax.Apply) -> Code:
        """A function that is written differently."""

    def code(self, expression: Expression) -> Code:
        """An expression."""
        match expression:
            case syntax.Integer(value):
                return str(value), ATOM if value >= 0 else SIGN
            case syntax.Real(value):
                shown = show_decimal(value)
                return shown if "." in shown else f"{shown}.0", ATOM if value >= 0 else SIGN
            case syntax.Text(text) | syntax.Member(_, text):
                return quoted(text), ATOM
            case syntax.Boolean(truth):
                return str(truth).lower(), ATOM
            case syntax.Name(name):
                return self.variable(name), ATOM
            case syntax.Apply():
                return self._applied(expression)
            case _:
                return self.other(expression)

    @abstractmethod
    def other(self, expression: Expression) -> Code:
        """An expression that is written differently."""

    def _applied(self, expression: syntax.Apply) -> Code:
        function, arguments = expression.function, expression.arguments
        if margin := self.needs.margin(expression):
            return self.code(near(expression, margin))
        match function:
            case "not":
                return f"!{self.text(arguments[0], SIGN)}", SIGN
            case "negate":
                return f"-{self.text(arguments[0], SIGN)}", SIGN
            case "in" | "not in" if isinstance(arguments[1], syntax.ListOf):
                return self._one_of(function == "in", arguments[0], arguments[1].items)
            case "either":
                asked, then, other = (self.text(each, 1) for each in arguments)
                return f"{asked} ? {then} : {other}", 0
            case "lookup":
                return self._looked_up(*arguments), 0
            case "==" | "!=" if self.is_text(arguments[0]) or self.are_objects(*arguments):
                return self.same_text(function == "==", *arguments)
            case "/":
                left = self._as_real(arguments[0])
                return f"{left} / {self.text(arguments[1], PRODUCT + 1)}", PRODUCT
            case "div" | "mod" if all(map(self.needs.is_natural, arguments)):
                return self.infix({"div": "/", "mod": "%"}[function], PRODUCT, *arguments)
            case _ if function in LEVELS and not self._is_text_or_list(arguments[0]):
                return self.infix(_SIGNS.get(function, function), LEVELS[function], *arguments)
        return self.applied(expression)

    def _as_real(self, number: Expression) -> str:
        cast = "" if self.needs.type_of(number) == REAL else "(double) "
        return f"{cast}{self.text(number, SIGN if cast else PRODUCT)}"

    def _one_of(self, inside: bool, value: Expression, items: tuple[Expression, ...]) -> Code:
        function, join = ("==", "or") if inside else ("!=", "and")
        made: Expression = syntax.Apply(function, (value, items[0]))
        for each in items[1:]:
            made = syntax.Apply(join, (made, syntax.Apply(function, (value, each))))
        return self.code(made)

    def _looked_up(self, key: Expression, keys: Expression, values: Expression) -> str:
        pairs = list(zip(syntax.children(keys), syntax.children(values), strict=True))
        made = self.text(pairs[-1][1], 1)
        for one, two in reversed(pairs[:-1]):
            asked = self.text(syntax.Apply("==", (key, one)), 1)
            made = f"{asked} ? {self.text(two, 1)} : {made}"
        return made

    def _is_text_or_list(self, expression: Expression) -> bool:
        type_ = self.needs.type_of(expression)
        return self.is_text(expression) or (type_ is not None and type_.is_list)

    def is_text(self, expression: Expression) -> bool:
        """Whether the value is a text, or a member of an enumeration."""
        type_ = self.needs.type_of(expression)
        return type_ == TEXT or bool(type_ and type_.members and not type_.is_list)

    def are_objects(self, left: Expression, right: Expression) -> bool:
        """Whether two numbers must be compared as objects."""
        del left, right
        return False

    @abstractmethod
    def same_text(self, same: bool, left: Expression, right: Expression) -> Code:
        """The comparison of two texts for equality, or for inequality."""
