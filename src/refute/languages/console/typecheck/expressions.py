"""Types of expressions, and names replaced by what they stand for."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from pathlib import Path
from typing import assert_never

from refute.diagnostics import Diagnostic, error
from refute.frontend.mistakes import Mistakes
from refute.frontend.symbols import Symbol, Symbols, word
from refute.languages.console import syntax
from refute.languages.console.meaning.functions import FUNCTIONS, arity
from refute.languages.console.syntax import Expression
from refute.languages.console.types import BOOL, INT, NO_ITEMS, TEXT, Type, common
from refute.source import Span

MISTAKES = Mistakes(Path(__file__).parents[1])


@dataclass(frozen=True, slots=True)
class Scope:
    """What the names mean, and what was found to be wrong; `known` has their symbols."""

    symbols: Symbols
    variables: dict[str, Type] = field(default_factory=dict)
    constants: dict[str, tuple[Expression, Type]] = field(default_factory=dict)
    enumerations: dict[str, Type] = field(default_factory=dict)
    found: list[Diagnostic] = field(default_factory=list)
    known: dict[str, Symbol] = field(default_factory=dict)

    def define(self, name: str, span: Span, kind: str, describe: Callable[[], str]) -> None:
        """Note that a name is defined; a variable that is read again is used."""
        if name in self.known:
            self.symbols.use(span, self.known[name])
        else:
            self.known[name] = self.symbols.define(name, span, kind, describe=describe)

    def use(self, name: str, span: Span, skip: int = 0) -> None:
        """Note that a name stands in a span, after so many characters."""
        if name in self.known:
            self.symbols.use(word(span, name, skip), self.known[name])


def check_expression(
    expression: Expression, scope: Scope, *, in_set: bool = False, in_condition: bool = False
) -> tuple[Expression, Type | None]:
    """The expression with its names resolved and its type, None when that is already wrong.

    In a set it may use only what the solver understands, in a condition no function of Python.
    """
    checker = _Expressions(scope, in_set, in_condition)
    return checker.check(expression)


@dataclass(frozen=True, slots=True)
class _Expressions:
    scope: Scope
    in_set: bool
    in_condition: bool

    def check(self, expression: Expression) -> tuple[Expression, Type | None]:
        match expression:
            case syntax.Integer():
                return expression, INT
            case syntax.Text():
                return expression, TEXT
            case syntax.Boolean():
                return expression, BOOL
            case syntax.Member(enumeration):
                return expression, self.scope.enumerations.get(enumeration)
            case syntax.ListOf(items):
                return self.list(expression, items)
            case syntax.Name(name):
                return self.name(expression, name)
            case syntax.Current(variables):
                return expression, self.history(variables, expression.span)
            case syntax.All(variables):
                type_ = self.history(variables, expression.span)
                return expression, type_.listed if type_ else None
            case syntax.Apply(function, arguments):
                return self.apply(expression, function, arguments)
            case syntax.Opaque(_, arguments):
                return self.opaque(expression, arguments)
            case _:
                assert_never(expression)

    def reject(
        self, code: str, message: str, span: Span, label: str = "", advice: str = ""
    ) -> None:
        """Note that something is wrong."""
        self.scope.found.append(error(code, message, span, label, advice))

    def name(self, expression: syntax.Name, name: str) -> tuple[Expression, Type | None]:
        """A variable as it is; a constant as its value, at the place of the name."""
        if name in self.scope.constants:
            self.scope.use(name, expression.span)
            value, type_ = self.scope.constants[name]
            return replace(value, span=expression.span), type_
        return expression, self.history((name,), expression.span)

    def history(self, variables: tuple[str, ...], span: Span) -> Type | None:
        """The one type of all these variables."""
        types = []
        for name in variables:
            if name not in self.scope.variables:
                self.unknown(name, span)
                return None
            self.scope.use(name, span)
            types.append(self.scope.variables[name])
        if any(type_ != types[0] for type_ in types):
            shown = ", ".join(f"{name} : {self.scope.variables[name]}" for name in variables)
            self.reject("IO004", f"merged variables need one type: {shown}", span)
            return None
        return types[0]

    def unknown(self, name: str, span: Span) -> None:
        """Complain about a name that means nothing."""
        known = [*self.scope.variables, *self.scope.constants]
        if name in self.scope.constants:
            message = f"`{name}` is no variable: nothing is read into it"
        else:
            message = f"`{name}` is never read and no parameter"
        advice = MISTAKES.advice_for(name, known) or f"read it before, as in `read {name} : int`"
        self.reject("IO003", message, span, advice=advice)

    def list(
        self, expression: syntax.ListOf, items: tuple[Expression, ...]
    ) -> tuple[Expression, Type | None]:
        """All items must have one type, and none may be a list."""
        checked = [self.check(item) for item in items]
        made = syntax.ListOf(tuple(item for item, _ in checked), span=expression.span)
        types = [type_ for _, type_ in checked]
        if None in types:
            return made, None
        first = types[0] if types else NO_ITEMS
        assert first is not None
        for item, type_ in zip(items, types, strict=True):
            if type_ != first or first.is_list:
                self.reject("IO004", f"a list of {first} cannot hold {type_}", item.span)
                return made, None
        return made, first.listed

    def apply(
        self, expression: syntax.Apply, name: str, arguments: tuple[Expression, ...]
    ) -> tuple[Expression, Type | None]:
        """A function must be known, get what it takes and, in a set, be transparent."""
        checked = [self.check(argument) for argument in arguments]
        made = syntax.Apply(name, tuple(each for each, _ in checked), span=expression.span)
        function = FUNCTIONS.get(name)
        if function is None:
            advice = MISTAKES.advice_for(name, FUNCTIONS)
            self.reject("IO006", f"there is no function `{name}`", expression.span, advice=advice)
            return made, None
        types = [type_ for _, type_ in checked]
        if len(arguments) not in arity(name):
            wanted = f"`{name}` takes {function.takes}, not {len(arguments)} values"
            self.reject("IO006", wanted, expression.span)
            return made, None
        given = [type_ for type_ in types if type_ is not None]
        if len(given) < len(types):
            return made, None
        result = function.rule(*given)
        if result is None:
            shown = " and ".join(map(str, given))
            self.reject("IO004", f"`{name}` takes {function.takes}, not {shown}", expression.span)
        elif self.in_set and (function.symbolic is None or _hides(name, given)):
            message = f"`{name}` cannot be used in a set: the solver has no such function"
            advice = "use it in conditions and outputs only"
            self.reject("IO007", message, expression.span, advice=advice)
        return made, result

    def opaque(
        self, expression: syntax.Opaque, arguments: tuple[Expression, ...]
    ) -> tuple[Expression, Type | None]:
        """A Python function has any type, and no place in a condition."""
        if self.in_set or self.in_condition:
            message = (
                "a Python function cannot be used in a condition: the solver cannot look inside"
            )
            self.reject("IO007", message, expression.span, advice="use it in outputs only")
        checked = tuple(self.check(argument)[0] for argument in arguments)
        return syntax.Opaque(expression.function, checked, span=expression.span), None


def _hides(name: str, given: list[Type]) -> bool:
    """Whether the solver has the function, but not for these types."""
    return (name == "reverse" and given == [TEXT]) or (name == "either" and given[1].is_list)


def fits(actual: Type | None, wanted: Type | None) -> bool:
    """Whether a type is the wanted one, or too wrong to complain about again."""
    return actual is None or wanted is None or common(actual, wanted) is not None
