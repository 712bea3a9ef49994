"""The variables and names of one clause or query, and the checks that both terms and goals need."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import field

from refute.diagnostics import Diagnostic, InputError, Label, error
from refute.frontend.symbols import word
from refute.frontend.unify import Mismatch, resolve, unify
from refute.languages.nominal import core, syntax
from refute.languages.nominal.lexer import MISTAKES
from refute.languages.nominal.typecheck.scope import DECLARED_BELOW, Scope
from refute.languages.nominal.types import (
    ABSTRACTION,
    Applied,
    Type,
    TypeVariable,
    show_type,
    substitute,
)
from refute.record import entity
from refute.source import NO_SPAN, Span

UNKNOWN = {
    "the constant": "a variable begins with a capital letter",
    "the function": "declare it with its types, as in `func f(int) = int.`",
    "the predicate": "declare it with the types of its arguments, as in `pred p(int, int).`",
}
"""What to write where an identifier is not declared, and nothing like it is either."""


def is_variable(label: str) -> bool:
    """Whether an identifier is spelled as a variable."""
    return label[0].isupper() or label[0] == "_"


@entity
class Environment:
    """What the identifiers of one clause stand for.

    `side` collects the goals that flattening makes. `derive` makes a predicate of a name that is
    not declared, in theorems, which may speak of more than the program defines.
    """

    scope: Scope
    span: Span = NO_SPAN
    variables: dict[str, core.Variable] = field(default_factory=dict)
    names: dict[str, core.NameConstant] = field(default_factory=dict)
    side: list[core.Goal] = field(default_factory=list)
    every_name: list[tuple[core.NameConstant, Span]] = field(default_factory=list)
    every_variable: list[core.Variable] = field(default_factory=list)
    defined: list[tuple[core.Symbol, dict[TypeVariable, Type], Span]] = field(default_factory=list)
    derive: Callable[[str], core.Symbol | None] = lambda _name: None

    def variable(self, label: str, span: Span) -> core.Variable:
        """The variable that is spelled so here; `_` is a new one each time."""
        if label == "_":
            return self.fresh_variable("_")
        if label not in self.variables:
            self.variables[label] = self.fresh_variable(label)
        self.mention(self.variables[label], span)
        return self.variables[label]

    def mention(self, leaf: core.Variable | core.NameConstant, span: Span, skip: int = 0) -> None:
        """Note that a variable or a name stands in a span, after so many characters."""
        if self.scope.is_noted(leaf):
            self.scope.use(leaf, leaf.label, span, skip)
        else:
            kind = "variable" if isinstance(leaf, core.Variable) else "name"
            found = word(span, leaf.label, skip)
            self.scope.note(leaf, leaf.label, found, kind, lambda: show_type(leaf.type), self.span)

    def fresh_variable(self, label: str, type_: Type | None = None) -> core.Variable:
        """A new variable."""
        variable = core.Variable(label, type_ or TypeVariable())
        self.every_variable.append(variable)
        return variable

    def name(self, label: str, span: Span, skip: int = 0) -> core.NameConstant:
        """The name that is spelled so here."""
        if is_variable(label):
            message = f"a name must stand here, and `{label}` is a variable"
            advice = "names begin with a small letter; bind a name and make it fresh instead"
            raise InputError([error("AP014", message, span, advice=advice)])
        if label not in self.names:
            self.names[label] = self.fresh_name(label, span)
        self.mention(self.names[label], span, skip)
        return self.names[label]

    def fresh_name(self, label: str, span: Span) -> core.NameConstant:
        """A new name."""
        name = core.NameConstant(label, TypeVariable(names=True))
        self.every_name.append((name, span))
        return name

    def use(self, symbol: core.Symbol, written: syntax.Apply) -> None:
        """Note that a symbol stands before its arguments, or between them."""
        span, arguments = written.span, written.arguments
        self.scope.use_path(written.head, span)
        skip = len(".".join(written.head[:-1]))
        if arguments and arguments[0].span.start <= span.start:
            skip = arguments[0].span.end - span.start
        self.scope.use(symbol, written.head[-1], span, max(0, skip))

    def expect(
        self, expected: Type, found: Type, span: Span, what: str = "", advice: str = ""
    ) -> None:
        """Complain (AP020) unless two types can be the same."""
        before = show_type(expected), show_type(found)
        try:
            unify(expected, found)
        except Mismatch as reason:
            message = f"expected {before[0]}, found {before[1]}"
            label = what or f"this is {before[1]}"
            told = advice or str(reason) or _how_to_bind(expected)
            raise InputError(
                [Diagnostic("AP020", message, Label(span, label), help=told)]
            ) from None

    def instance(self, symbol: core.Symbol) -> tuple[tuple[Type, ...], Type]:
        """The types of the parameters and of the result of a symbol, for one use."""
        values: dict[TypeVariable, Type] = {
            each: TypeVariable(names=each.names) for each in symbol.variables
        }
        parameters = tuple(substitute(each, values) for each in symbol.parameters)
        return parameters, substitute(symbol.result, values)

    def head_instance(self, symbol: core.Symbol, span: Span) -> tuple[tuple[Type, ...], Type]:
        """The same for the symbol that a clause defines, which must keep its generality."""
        values: dict[TypeVariable, Type] = {
            each: TypeVariable(each.label, names=each.names) for each in symbol.variables
        }
        self.defined.append((symbol, values, span))
        parameters = tuple(substitute(each, values) for each in symbol.parameters)
        return parameters, substitute(symbol.result, values)

    def require_general(self) -> None:
        """Complain (AP021) where a clause is about fewer types than its symbol is declared for."""
        for symbol, values, span in self.defined:
            seen: dict[Type, str] = {}
            for declared, value in values.items():
                found = resolve(value)
                if isinstance(found, TypeVariable) and found not in seen:
                    seen[found] = declared.label
                    continue
                shown = f"`{seen[found]}`" if found in seen else show_type(found)
                message = f"expected any type `{declared.label}`, found {shown}"
                advice = f"it is declared as `{symbol.name} : {symbol.shown_type()}`"
                raise InputError([error("AP021", message, span, advice=advice)])

    def unknown_identifier(
        self, path: syntax.Path, span: Span, what: str, shape: str = ""
    ) -> InputError:
        """The complaint that an identifier is not declared, perhaps of a known type."""
        shown = ".".join(path)
        advice = MISTAKES.advice_for(path[-1], self.scope.known_symbols()) or UNKNOWN.get(what, "")
        if shape and advice == UNKNOWN.get(what):
            advice = f"declare it: `{shown} : {shape}.`; {advice}"
        if len(path) == 2 and self.scope.namespace(path[:1]) is None:
            name = path[0].removeprefix("λ")
            advice = f"an abstraction is written `{name}\\{path[1]}`"
        if shown in self.scope.symbols_below:
            advice = DECLARED_BELOW
        elif shown in self.scope.misdeclared:
            advice = "its declaration has an error, which comes first"
        message = f"{what} `{shown}` is not declared"
        return InputError([error("AP010", message, span, advice=advice)])


def _how_to_bind(expected: Type) -> str:
    """What to write where something else stands in the place of an abstraction."""
    shape = resolve(expected)
    bound = isinstance(shape, Applied) and shape.constructor is ABSTRACTION
    return "an abstraction is written `name\\body`" if bound else ""
