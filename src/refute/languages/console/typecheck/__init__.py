"""From the tree as written to a specification that can be executed, or diagnostics."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from refute.diagnostics import Diagnostic, InputError, Severity, did_you_mean, error
from refute.frontend.symbols import Symbols, word
from refute.languages.console import syntax
from refute.languages.console.comparison import DEFAULT, Comparison
from refute.languages.console.meaning.symbolic import Evaluator
from refute.languages.console.parser import parse_expression
from refute.languages.console.syntax import Block, Statement
from refute.languages.console.typecheck.emptiness import empty_sets
from refute.languages.console.typecheck.expressions import Scope, check_expression
from refute.languages.console.typecheck.sets import check_set, set_type
from refute.languages.console.typecheck.wellformed import reads_of, wellformed
from refute.languages.console.types import BASIC, BOOL, SETS, TEXT, Type, common
from refute.source import Source

__all__ = ["Checked", "check_specification", "reads_of"]

_NO_VALUE = "IO018"


@dataclass(frozen=True, slots=True)
class Checked:
    """A specification that makes sense.

    Its body has no derived loops, and every name in it is the current value of a variable:
    parameters and members of enumerations are replaced by their values.
    """

    specification: syntax.Specification
    body: Block
    types: Mapping[str, Type]
    warnings: tuple[Diagnostic, ...] = ()
    comparison: Comparison = DEFAULT


def check_specification(
    specification: syntax.Specification, values: Mapping[str, str] | None = None
) -> Checked:
    """Check everything about a specification; `values` are those of its parameters, as text."""
    scope, body = _resolve(specification, values or {})
    found = scope.found
    found.extend(wellformed(specification.body, scope.variables))
    _reject(found)
    found.extend(empty_sets(body, Evaluator(scope.variables, scope.enumerations)))
    _reject(found)
    return Checked(
        specification,
        syntax.answered(syntax.plain(body)),
        dict(scope.variables),
        tuple(found),
        specification.comparison,
    )


def examine(specification: syntax.Specification) -> tuple[Symbols, list[Diagnostic]]:
    """The symbols of a specification, whether it is right or not, and what is wrong with it.

    A parameter without a value is only warned of, since the command line may set it.
    """
    scope, body = _resolve(specification, {})
    found = [
        replace(each, severity=Severity.WARNING) if each.code == _NO_VALUE else each
        for each in scope.found
    ]
    found.extend(wellformed(specification.body, scope.variables))
    if all(each.severity is not Severity.ERROR for each in scope.found):
        found.extend(empty_sets(body, Evaluator(scope.variables, scope.enumerations)))
    return scope.symbols, sorted(dict.fromkeys(found), key=_place)


def _resolve(specification: syntax.Specification, values: Mapping[str, str]) -> tuple[Scope, Block]:
    """What the names mean, and the body with names replaced by what they stand for."""
    scope = Scope(Symbols(specification.span.source, "#"))
    for enumeration in specification.enumerations:
        _declare_enumeration(enumeration, scope)
    _parameters(specification, values, scope)
    for read in reads_of(specification.body):
        _declare_variable(read, scope)
    return scope, _Statements(scope).block(specification.body)


def _reject(found: list[Diagnostic]) -> None:
    """Raise the errors among what was found, in the order of their places."""
    errors = [each for each in found if each.severity is Severity.ERROR]
    if errors:
        raise InputError(sorted(dict.fromkeys(errors), key=_place))


def _place(diagnostic: Diagnostic) -> tuple[int, str]:
    return (diagnostic.primary.span.start if diagnostic.primary else 0, diagnostic.code)


def _declare_enumeration(enumeration: syntax.Enumeration, scope: Scope) -> None:
    type_ = Type(enumeration.name, members=enumeration.members)
    if enumeration.name in SETS or enumeration.name in scope.enumerations:
        message = f"there is already a type `{enumeration.name}`"
        scope.found.append(error("IO005", message, enumeration.span))
    scope.enumerations[enumeration.name] = type_
    name = word(enumeration.span, enumeration.name, len("enum"))
    scope.define(enumeration.name, name, "enumeration", lambda: " | ".join(enumeration.members))
    for member in enumeration.members:
        written = word(enumeration.span, member, name.end - enumeration.span.start)
        scope.define(member, written, "member", lambda: enumeration.name)
        if member in scope.constants or enumeration.members.count(member) > 1:
            message = f"`{member}` is the name of two things"
            scope.found.append(error("IO005", message, enumeration.span))
        scope.constants[member] = (syntax.Member(enumeration.name, member), type_)


def _parameters(
    specification: syntax.Specification, values: Mapping[str, str], scope: Scope
) -> None:
    names = [given.name for given in specification.parameters]
    for name in values:
        if name not in names:
            message = f"`{name}` is set, but the specification has no `given {name}`"
            advice = did_you_mean(name, names)
            scope.found.append(Diagnostic("IO019", message, help=advice))
    for given in specification.parameters:
        _declare_parameter(given, values.get(given.name), scope)


def _declare_parameter(given: syntax.Given, text: str | None, scope: Scope) -> None:
    base = BASIC.get(given.type.name) or scope.enumerations.get(given.type.name)
    if base is None:
        advice = did_you_mean(given.type.name, [*BASIC, *scope.enumerations])
        message = f"there is no type `{given.type.name}`"
        scope.found.append(error("IO003", message, given.type.span, advice=advice))
        return
    type_ = base.listed if given.type.is_list else base
    if given.type.name in scope.enumerations:
        scope.use(given.type.name, given.type.span)
    span = word(given.span, given.name, len("given"))
    scope.define(given.name, span, "parameter", lambda: str(type_))
    value = given.default if text is None else _setting(text, type_)
    if value is None:
        message = f"`{given.name}` has no value"
        advice = f"write one here (`= …`) or on the command line: `--set {given.name}=…`"
        scope.found.append(error(_NO_VALUE, message, given.span, advice=advice))
        scope.constants[given.name] = (syntax.ListOf(()), type_)
        return
    if given.name in scope.constants:
        message = f"`{given.name}` is the name of two things"
        scope.found.append(error("IO005", message, given.span))
    checked, actual = check_expression(value, scope)
    if actual is not None and common(actual, type_) is None:
        where = value.span if text is None else given.span
        message = f"`{given.name}` is {type_}, but its value is {actual}"
        scope.found.append(error("IO004", message, where))
    scope.constants[given.name] = (checked, type_)


def _setting(text: str, type_: Type) -> syntax.Expression:
    """The value of `--set`; a text needs no quotes."""
    source = Source("--set", text)
    if type_ == TEXT and not text.startswith(('"', "'")):
        return syntax.Text(text, span=source.span(0, len(text)))
    return parse_expression(source.span(0, len(text)))


def _declare_variable(read: syntax.Read, scope: Scope) -> None:
    name = read.variable
    if name not in scope.constants:
        span = word(read.span, name, len("read"))
        scope.define(name, span, "variable", lambda: str(scope.variables.get(name, "")))
    if name in scope.constants:
        message = f"`{name}` is the name of two things"
        scope.found.append(error("IO005", message, read.span))
        return
    type_ = set_type(read.values, scope)
    known = scope.variables.get(name)
    if known is None and type_ is not None:
        scope.variables[name] = type_
    elif type_ is not None and known != type_:
        message = f"`{name}` holds {known} elsewhere, and {type_} here"
        scope.found.append(error("IO004", message, read.span, f"this reads {type_}"))


class _Statements:
    """Checks statements and resolves the names in them."""

    def __init__(self, scope: Scope) -> None:
        self.scope = scope

    def block(self, block: Block) -> Block:
        return tuple(self.statement(statement) for statement in block)

    def statement(self, statement: Statement) -> Statement:
        span = statement.span
        match statement:
            case syntax.Read(variable, values, mode, answer):
                checked = check_set(values, self.scope.variables.get(variable), self.scope)
                printed = None if answer is None else self.block(answer)
                return syntax.Read(variable, checked, mode, printed, span=span)
            case syntax.Print(patterns, optional):
                return syntax.Print(tuple(map(self.pattern, patterns)), optional, span=span)
            case syntax.If(condition, then, otherwise):
                asked = self.condition(condition)
                return syntax.If(asked, self.block(then), self.block(otherwise), span=span)
            case syntax.Loop(body):
                return syntax.Loop(self.block(body), span=span)
            case syntax.Iterate(form, condition, body):
                asked = self.condition(condition)
                return syntax.Iterate(form, asked, self.block(body), span=span)
            case syntax.Exit():
                return statement

    def condition(self, condition: syntax.Expression) -> syntax.Expression:
        checked, type_ = check_expression(condition, self.scope, in_condition=True)
        if type_ is not None and type_ != BOOL:
            message = f"a condition is true or false, and this is {type_}"
            self.scope.found.append(error("IO004", message, condition.span, f"this is {type_}"))
        return checked

    def pattern(self, pattern: syntax.Pattern) -> syntax.Pattern:
        if not any(not isinstance(each, syntax.Literal) or each.text for each in pattern.pieces):
            self.scope.found.append(error("IO017", "this prints nothing", pattern.span))
        return syntax.Pattern(tuple(map(self.piece, pattern.pieces)), span=pattern.span)

    def piece(self, piece: syntax.Piece) -> syntax.Piece:
        match piece:
            case syntax.Result(expression):
                return syntax.Result(check_expression(expression, self.scope)[0], span=piece.span)
            case syntax.Decorated(expression):
                checked, _ = check_expression(expression, self.scope)
                return syntax.Decorated(checked, span=piece.span)
            case _:
                return piece
