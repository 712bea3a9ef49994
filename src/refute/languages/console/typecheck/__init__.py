"""From the parsed tree to a specification that can be executed, or diagnostics."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from functools import cached_property

from refute.diagnostics import Diagnostic, InputError, Severity, did_you_mean, error
from refute.frontend.symbols import Symbols, word
from refute.languages.console import syntax
from refute.languages.console.comparison import DEFAULT, Comparison
from refute.languages.console.meaning.functions import FUNCTIONS
from refute.languages.console.meaning.symbolic import Evaluator
from refute.languages.console.parser import parse_expression
from refute.languages.console.syntax import Block, Statement
from refute.languages.console.typecheck.abbreviations import expanded
from refute.languages.console.typecheck.emptiness import empty_sets
from refute.languages.console.typecheck.expressions import (
    Scope,
    check_expression,
    labelled,
    narrowed,
)
from refute.languages.console.typecheck.kinds import by_kind, on_one_line
from refute.languages.console.typecheck.sets import check_set, set_type
from refute.languages.console.typecheck.wellformed import (
    parts,
    reads_of,
    statements_of,
    variables_of,
    wellformed,
)
from refute.languages.console.types import (
    BASIC,
    BOOL,
    INT,
    LINE_END,
    REAL,
    SETS,
    TEXT,
    Type,
    common,
)
from refute.source import Source

__all__ = ["Checked", "check_specification", "reads_of"]

_NO_VALUE = "IO018"


@dataclass(frozen=True)
class Checked:
    """A well-formed specification.

    Its body has no derived loops, and every name in it is the current value of a variable:
    parameters and members of enumerations are replaced by their values. `written` has such names as
    well, but the original loops.
    """

    specification: syntax.Specification
    body: Block
    types: Mapping[str, Type]
    warnings: tuple[Diagnostic, ...] = ()
    comparison: Comparison = DEFAULT
    written: Block = ()

    @cached_property
    def origins(self) -> frozenset[syntax.Origin]:
        """Where the values of the specification come from."""
        return frozenset(each.origin for each in reads_of(self.body))

    @property
    def has_chance(self) -> bool:
        """Whether the program chooses values by itself."""
        return syntax.Origin.CHOSEN in self.origins

    @cached_property
    def has_surroundings(self) -> bool:
        """Whether there is more than a dialogue: chance, arguments or files."""
        prints = (each for each in statements_of(self.body) if isinstance(each, syntax.Print))
        typed = self.origins <= {syntax.Origin.TYPED}
        return not typed or any(each.file is not None for each in prints)

    @cached_property
    def may_stop(self) -> bool:
        """Whether a bad input may end the dialogue."""
        return any(each.mode is syntax.Mode.STOP for each in reads_of(self.body))


def check_specification(
    specification: syntax.Specification, values: Mapping[str, str] | None = None
) -> Checked:
    """Check everything about a specification; `values` are its parameters, as text."""
    scope, body = _resolve(specification, values or {})
    found = scope.found
    found.extend(wellformed(body, {**scope.variables, **scope.locals}))
    _reject(found)
    found.extend(empty_sets(body, Evaluator(scope.variables, scope.enumerations)))
    _reject(found)
    return Checked(
        specification,
        syntax.answered(syntax.plain(body)),
        {**scope.variables, **scope.locals},
        tuple(found),
        specification.comparison,
        body,
    )


def examine(specification: syntax.Specification) -> tuple[Symbols, list[Diagnostic]]:
    """The symbols of a specification, whether it is right or not, and its diagnostics.

    A parameter without a value is only a warning, since the command line may set it.
    """
    scope, body = _resolve(specification, {})
    found = [
        replace(each, severity=Severity.WARNING) if each.code == _NO_VALUE else each
        for each in scope.found
    ]
    found.extend(wellformed(body, {**scope.variables, **scope.locals}))
    if all(each.severity is not Severity.ERROR for each in scope.found):
        found.extend(empty_sets(body, Evaluator(scope.variables, scope.enumerations)))
    return scope.symbols, sorted(dict.fromkeys(found), key=_place)


def _resolve(specification: syntax.Specification, values: Mapping[str, str]) -> tuple[Scope, Block]:
    """The meaning of the names, and the body with names resolved."""
    scope = Scope(Symbols(specification.span.source, "#"))
    for enumeration in specification.enumerations:
        _declare_enumeration(enumeration, scope)
    _parameters(specification, values, scope)
    body = _Blocks(specification, scope).body
    for read in reads_of(body):
        _declare_variable(read, scope)
    for each in statements_of(body):
        if isinstance(each, syntax.ReadLine) and each.repeated is not None:
            end = syntax.variable_of(each.parts[-1].variable, syntax.Kind.LINE_END)
            scope.variables[end] = LINE_END
    for definition in specification.definitions:
        _declare_definition(definition, scope)
    return scope, _Statements(scope).block(body)


class _Blocks:
    """Inserts blocks where they are used by name."""

    def __init__(self, specification: syntax.Specification, scope: Scope) -> None:
        self._scope = scope
        self._known: dict[str, Block] = {}
        for each in specification.blocks:
            self._declare(each)
        self.body = self._spliced(specification.body)

    def _declare(self, block: syntax.NamedBlock) -> None:
        span = word(block.span, block.name, len("block"))
        if block.name in self._known or block.name in self._scope.constants:
            message = f"`{block.name}` is the name of two things"
            self._scope.found.append(error("IO005", message, block.span))
        self._scope.define(block.name, span, "block", lambda: "block")
        self._known[block.name] = self._spliced(block.body)

    def _spliced(self, block: Block) -> Block:
        return tuple(each for statement in block for each in self._statements(statement))

    def _statements(self, statement: Statement) -> Block:
        match statement:
            case syntax.Use(name) if name in self._known:
                self._scope.use(name, statement.span, len("use"))
                return self._known[name]
            case syntax.Use(name):
                advice = did_you_mean(name, self._known) or f"write it above: `block {name}:`"
                message = f"there is no block `{name}` above this line"
                self._scope.found.append(error("IO003", message, statement.span, advice=advice))
                return ()
            case syntax.If(_, then, otherwise):
                then, otherwise = self._spliced(then), self._spliced(otherwise)
                return (replace(statement, then=then, otherwise=otherwise),)
            case syntax.Loop(body) | syntax.Iterate(_, _, body) | syntax.For(_, _, body):
                return (replace(statement, body=self._spliced(body)),)
            case syntax.Read(_, _, _, answer):
                answer = None if answer is None else self._spliced(answer)
                return (by_kind(replace(statement, otherwise=answer), self._scope),)
            case syntax.ReadLine(_, _, _, answer):
                answer = None if answer is None else self._spliced(answer)
                return (on_one_line(replace(statement, otherwise=answer), self._scope),)
            case syntax.Print():
                return syntax.chosen_before(statement)
            case _:
                return (statement,)


def _declare_definition(definition: syntax.Definition, scope: Scope) -> None:
    """Note an abbreviation, expanding those before it, and report unknown names."""
    name = definition.name
    if name in scope.known or name in FUNCTIONS:
        message, advice = f"`{name}` is the name of two things", ""
        if name in FUNCTIONS:
            advice = f"there is a function `{name}` already; choose another name"
        scope.found.append(error("IO005", message, definition.span, advice=advice))
    shown = f"({', '.join(definition.parameters)})" if definition.parameters else ""
    span = word(definition.span, name, len("def"))
    scope.define(name, span, "definition", lambda: f"{name}{shown}")
    for parameter in definition.parameters:
        place = word(definition.span, parameter, span.end - definition.span.start)
        symbol = scope.symbols.define(parameter, place, "parameter", definition.span)
        for part in parts(definition.body):
            if part == syntax.Name(parameter):
                scope.symbols.use(word(part.span, parameter), symbol)
    body = expanded(definition.body, scope)
    known = {*scope.variables, *scope.constants, *definition.parameters}
    bound = {each.variable for each in parts(body) if isinstance(each, syntax.Each)}
    for unknown in variables_of(body):
        if unknown not in known | bound:
            span = word(definition.body.span, unknown)
            scope.unknown(unknown, span, definition.parameters)
            scope.untyped.add(unknown)  # not reported again where the definition is used
    scope.definitions[name] = replace(definition, body=body)


def _reject(found: list[Diagnostic]) -> None:
    """Raise the errors among the diagnostics, in source order."""
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
    values = given.values if text is None else (_setting(text, type_),)
    if not values:
        message = f"`{given.name}` has no value"
        advice = f"write one here (`= …`) or on the command line: `--set {given.name}=…`"
        scope.found.append(error(_NO_VALUE, message, given.span, advice=advice))
        scope.constants[given.name] = (syntax.ListOf(()), type_)
        return
    if given.name in scope.constants:
        message = f"`{given.name}` is the name of two things"
        scope.found.append(error("IO005", message, given.span))
    for value in reversed(values):
        checked, actual = check_expression(value, scope)
        checked, actual = labelled(checked, actual, type_)
        if actual is not None and common(actual, type_) != type_:
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
    if name not in scope.constants and name == syntax.written_name(name):
        span = word(read.span, name, _keyword(read.span.text))
        scope.define(name, span, "variable", lambda: str(scope.variables.get(name, "")))
    if name in scope.constants:
        message = f"`{name}` is the name of two things"
        scope.found.append(error("IO005", message, read.span))
        return
    type_ = set_type(read.values, scope)
    known = scope.variables.get(name)
    if type_ is None:
        scope.untyped.add(name)
    elif known is None:
        scope.variables[name] = type_
    elif known != type_:
        message = f"`{name}` holds {known} elsewhere, and {type_} here"
        scope.found.append(error("IO004", message, read.span, f"this reads {type_}"))


def _keyword(written: str) -> int:
    """The length of the keyword of a reading statement."""
    first = written.split(maxsplit=1)[0] if written.strip() else ""
    return len(first) if first in {"read", "choose", "argument", "arguments"} else 0


class _Statements:
    """Checks statements and resolves the names in them."""

    def __init__(self, scope: Scope) -> None:
        self.scope = scope

    def block(self, block: Block) -> Block:
        return tuple(self.statement(statement) for statement in block)

    def statement(self, statement: Statement) -> Statement:
        span = statement.span
        match statement:
            case syntax.Read():
                return self.part(statement)
            case syntax.ReadLine(parts, repeated, mode, answer):
                reads = tuple(map(self.part, parts))
                printed = None if answer is None else self.block(answer)
                return syntax.ReadLine(reads, repeated, mode, printed, span=span)
            case syntax.Choice(reads):
                return syntax.Choice(tuple(map(self.part, reads)), span=span)
            case syntax.Print(patterns):
                made, file = tuple(map(self.pattern, patterns)), self.file(statement.file)
                return replace(statement, patterns=made, file=file)
            case syntax.If(condition, then, otherwise):
                asked = self.condition(condition)
                blocks = (
                    _Statements(narrowed(asked, truth, self.scope)).block(block)
                    for truth, block in ((True, then), (False, otherwise))
                )
                return syntax.If(asked, *blocks, span=span)
            case syntax.Loop(body):
                return syntax.Loop(self.block(body), span=span)
            case syntax.Iterate(form, condition, body):
                asked = self.condition(condition)
                return syntax.Iterate(form, asked, self.block(body), span=span)
            case syntax.For(variable, source, body):
                return self.counted(statement, variable, source, body)
            case syntax.Exit() | syntax.Let() | syntax.Use():
                return statement

    def part(self, read: syntax.Read) -> syntax.Read:
        """A read with the names of its set resolved."""
        checked = check_set(read.values, self.scope.variables.get(read.variable), self.scope)
        printed = None if read.otherwise is None else self.block(read.otherwise)
        return replace(read, values=checked, otherwise=printed, file=self.file(read.file))

    def file(self, name: syntax.Expression | None) -> syntax.Expression | None:
        """The name of a file, which is a text."""
        if name is None:
            return None
        checked, type_ = check_expression(name, self.scope)
        if type_ not in {TEXT, None}:
            message = f"the name of a file is a text, and this is {type_}"
            self.scope.found.append(error("IO004", message, name.span))
        return checked

    def counted(
        self, statement: syntax.For, variable: str, source: syntax.Expression, body: Block
    ) -> Statement:
        """Check a `for`, whose variable is known in its body."""
        checked, type_ = check_expression(source, self.scope)
        if type_ is not None and not type_.is_list and type_ != TEXT:
            message = f"`for` takes a range, a list or a text, not {type_}"
            advice = f"write `for {variable} in 1..n:` or `for {variable} in x.all:`"
            self.scope.found.append(error("IO004", message, source.span, advice=advice))
        item = INT if type_ is None else type_.item if type_.is_list else TEXT
        inner = self.scope.with_local(variable, item, statement.span)
        self.scope.locals[syntax.counter_of(variable)] = INT
        made = _Statements(inner).block(body)
        return syntax.For(variable, checked, made, span=statement.span)

    def condition(self, condition: syntax.Expression) -> syntax.Expression:
        checked, type_ = check_expression(condition, self.scope, in_condition=True)
        if type_ is not None and type_ != BOOL:
            message = f"a condition is true or false, and this is {type_}"
            advice = "compare it: `n != 0`; for a loop without a condition, write `loop:`"
            label = f"this is {type_}"
            self.scope.found.append(error("IO004", message, condition.span, label, advice=advice))
        return checked

    def pattern(self, pattern: syntax.Pattern) -> syntax.Pattern:
        if not any(not isinstance(each, syntax.Literal) or each.text for each in pattern.pieces):
            self.scope.found.append(error("IO017", "this prints nothing", pattern.span))
        return syntax.Pattern(tuple(map(self.piece, pattern.pieces)), span=pattern.span)

    def piece(self, piece: syntax.Piece) -> syntax.Piece:
        match piece:
            case syntax.Result(expression, format_) | syntax.Decorated(expression, format_):
                checked, type_ = check_expression(expression, self.scope)
                format_ = self.format(format_, type_, piece)
                return replace(piece, expression=checked, format=format_)
            case _:
                return piece

    def format(
        self, wanted: syntax.Format | None, type_: Type | None, piece: syntax.Piece
    ) -> syntax.Format | None:
        """The format of a value; decimals are compared by value in any case."""
        if type_ == REAL:
            return replace(wanted or syntax.Format(), real=True)
        if wanted is not None and wanted.places is not None and type_ not in {None, INT}:
            message = f"`{wanted}` is a format for numbers, and this is {type_}"
            self.scope.found.append(error("IO004", message, piece.span))
        return wanted
