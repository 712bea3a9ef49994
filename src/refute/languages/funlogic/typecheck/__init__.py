"""Names, arities and types of a program, and what the later passes need of them."""

from __future__ import annotations

from collections.abc import Mapping

from refute.diagnostics import Diagnostic, Label
from refute.frontend.symbols import Symbol, Symbols, word
from refute.frontend.unify import Made, resolve
from refute.languages.funlogic import syntax
from refute.languages.funlogic.show import show_type
from refute.languages.funlogic.syntax import Equation, Program, TypeName
from refute.languages.funlogic.typecheck.infer import Inference, Scope
from refute.languages.funlogic.typecheck.order import groups, mentioned
from refute.languages.funlogic.typecheck.types import (
    BOOL,
    Inferred,
    Open,
    Scheme,
    close,
    function,
    generalise,
    group_name,
)
from refute.languages.funlogic.values import (
    BOOLEAN,
    CELL,
    EMPTY,
    FALSE,
    INTEGER,
    LIST,
    NOTHING,
    TRUE,
    Constructor,
    DataType,
    Type,
    tuple_constructor,
)
from refute.record import record
from refute.source import NO_SPAN, Source, Span

_BUILT_IN = (FALSE.constructor, TRUE.constructor, EMPTY.constructor, CELL, NOTHING.constructor)


@record
class Checked:
    """A program found in order.

    `functions` has the equations by name, `types` the functions' types, `unknowns` the types of
    `free`, `solve` and `property` names by place.
    """

    program: Program
    functions: Mapping[str, tuple[Equation, ...]]
    types: Mapping[str, Type]
    constructors: Mapping[str, Constructor]
    datatypes: Mapping[str, DataType]
    unknowns: Mapping[Span, Type]


def typecheck(program: Program) -> Checked:
    """Check a program, or raise InputError with all that is wrong with it."""
    inference = Inference(_source(program))
    declared = _declare(program, inference)
    functions = _functions(program)
    schemes = _infer_functions(functions, inference)
    _infer_rest(program, schemes, inference)
    inference.problems.refuse()
    constructors, datatypes = declared
    _add_undeclared(inference, constructors, datatypes)
    general = {each for scheme in schemes.values() for each in scheme.general}
    return Checked(
        program,
        {name: tuple(equations) for name, equations in functions.items()},
        {name: close(scheme.body) for name, scheme in schemes.items()},
        constructors,
        datatypes,
        {
            span: close(inferred, None if _depends(inferred, general) else INTEGER)
            for span, inferred in inference.unknowns.items()
        },
    )


def examine(program: Program) -> tuple[Symbols, list[Diagnostic]]:
    """The symbols of a program, whether it is right or not, and what is wrong with it."""
    inference = Inference(_source(program))
    _declare(program, inference)
    _infer_rest(program, _infer_functions(_functions(program), inference), inference)
    return inference.symbols, inference.problems.found


def _source(program: Program) -> Source:
    return next((each.span.source for each in program.declarations), NO_SPAN.source)


def _depends(inferred: Inferred, general: set[Open]) -> bool:
    """Whether a type speaks of variables that differ from use to use of a function."""
    inferred = resolve(inferred)
    if isinstance(inferred, Open):
        return inferred.level > 0 or inferred in general
    return any(_depends(each, general) for each in inferred.arguments)


# Data types


def _declare(
    program: Program, inference: Inference
) -> tuple[dict[str, Constructor], dict[str, DataType]]:
    constructors = {each.name: each for each in _BUILT_IN}
    datatypes = {each.name: each for each in (BOOLEAN, LIST, NOTHING.constructor.datatype)}
    for size in range(2, 17):
        maker = tuple_constructor(size)
        constructors[maker.name] = maker
        datatypes[maker.name] = maker.datatype
    declarations = [
        each for each in program.declarations if isinstance(each, syntax.DataDeclaration)
    ]
    arities = {"Int": 0, **{name: len(each.parameters) for name, each in datatypes.items()}}
    types: dict[str, Symbol] = {}
    for declaration in declarations:
        if declaration.name in arities:
            inference.problems.error(
                "FL016", f"type `{declaration.name}` is declared twice", declaration.span
            )
        arities[declaration.name] = len(declaration.parameters)
        span = word(declaration.span, declaration.name, len("data"))
        types[declaration.name] = inference.symbols.define(declaration.name, span, "type")
    for declaration in declarations:
        datatype = DataType(declaration.name, declaration.parameters)
        datatypes[declaration.name] = datatype
        known = types | _parameters(declaration, inference.symbols)
        for each in declaration.constructors:
            if each.name in constructors:
                inference.problems.error(
                    "FL016", f"constructor `{each.name}` is declared twice", each.span
                )
            fields = tuple(
                _field(field, declaration.parameters, arities, inference, known)
                for field in each.fields
            )
            constructors[each.name] = Constructor(each.name, datatype, fields)
            inference.places[each.name] = each.span
    for maker in constructors.values():
        if not syntax.is_tuple(maker.name):
            inference.constructors[maker.name] = _constructor_scheme(maker)
    for declaration in declarations:
        for each in declaration.constructors:
            whole = inference.constructors[each.name][1].body
            inference.makers[each.name] = inference.define(
                each.name, word(each.span, each.name), "constructor", None, whole
            )
    return constructors, datatypes


def _parameters(declaration: syntax.DataDeclaration, symbols: Symbols) -> dict[str, Symbol]:
    """The symbols of the type variables of a declaration."""
    found: dict[str, Symbol] = {}
    place = len("data") + 1 + len(declaration.name)
    for name in declaration.parameters:
        span = word(declaration.span, name, place)
        found[name] = symbols.define(name, span, "type variable", declaration.span)
    return found


def _field(
    written: TypeName,
    parameters: tuple[str, ...],
    arities: Mapping[str, int],
    inference: Inference,
    known: Mapping[str, Symbol],
) -> Type:
    name, given = written.name, len(written.arguments)
    if name in known:
        inference.symbols.use(word(written.span, name), known[name])
    if Type(name).is_variable:
        if name not in parameters:
            inference.problems.error(
                "FL017", f"type variable `{name}` is not a parameter", written.span
            )
    elif name != "->" and name not in arities:
        inference.problems.error("FL017", f"type `{name}` is not declared", written.span)
    elif name != "->" and arities[name] != given:
        inference.problems.error(
            "FL017", f"type `{name}` takes {arities[name]} arguments, not {given}", written.span
        )
    arguments = tuple(
        _field(each, parameters, arities, inference, known) for each in written.arguments
    )
    return Type(name, arguments)


def _constructor_scheme(maker: Constructor) -> tuple[tuple[Inferred, ...], Scheme]:
    variables = {name: Open(1) for name in maker.datatype.parameters}

    def convert(shape: Type) -> Inferred:
        if shape.name in variables:
            return variables[shape.name]
        return Made(shape.name, tuple(convert(each) for each in shape.arguments))

    fields = tuple(convert(field) for field in maker.fields)
    whole = Made(maker.datatype.name, tuple(variables.values()))
    return fields, Scheme(function(fields, whole), frozenset(variables.values()))


def _add_undeclared(
    inference: Inference, constructors: dict[str, Constructor], datatypes: dict[str, DataType]
) -> None:
    for name, (fields, result) in inference.undeclared.items():
        root = resolve(result)
        assert isinstance(root, Open)
        assert root.group is not None
        called = group_name(root.group)
        datatype = datatypes.setdefault(called, DataType(called))
        shapes = tuple(close(field, INTEGER) for field in fields)
        constructors[name] = Constructor(name, datatype, shapes)


# Functions, queries and properties


def _functions(program: Program) -> dict[str, list[Equation]]:
    functions: dict[str, list[Equation]] = {}
    for declaration in program.declarations:
        if isinstance(declaration, Equation):
            functions.setdefault(declaration.name.name, []).append(declaration)
    return functions


def _infer_functions(
    functions: Mapping[str, list[Equation]], inference: Inference
) -> dict[str, Scheme]:
    graph = {
        name: [
            target
            for equation in equations
            for target in mentioned(equation.body)
            if target in functions
        ]
        for name, equations in functions.items()
    }
    schemes: dict[str, Scheme] = {}
    everything: dict[str, Scheme] = {}
    for name, equations in functions.items():
        inferred = Open(0)
        symbol = inference.function(equations, inferred, None)
        everything[name] = Scheme(inferred, symbol=symbol)
    for group in groups(graph):
        inference.level = 1
        types: dict[str, Inferred] = {name: Open(1) for name in group}
        symbols = {name: everything[name].symbol for name in group}
        for name in group:
            everything[name] = Scheme(types[name], symbol=symbols[name])
            _retype(symbols[name], types[name])
        for name in group:
            inference.equations(functions[name], types[name], everything)
        inference.level = 0
        schemes.update({name: generalise(types[name], 0, symbols[name]) for name in group})
        everything.update(schemes)
    return schemes


def _retype(symbol: Symbol | None, inferred: Inferred) -> None:
    if symbol is not None:
        symbol.describe = lambda: show_type(close(inferred))


def _infer_rest(program: Program, scope: Scope, inference: Inference) -> None:
    seen: dict[str, Span] = {}
    for declaration in program.declarations:
        match declaration:
            case syntax.Evaluate(expression):
                inference.expression(expression, scope)
            case syntax.Solve(names, condition):
                found = inference.expression(
                    condition, inference.free(names, scope, declaration.span)
                )
                inference.expect(BOOL, found, condition.span, "a condition is true or false")
            case syntax.Property(name, parameters, body):
                if name.name in seen:
                    message = f"property `{name.name}` is defined twice"
                    before = Label(seen[name.name], "first here")
                    inference.problems.error("FL013", message, name.span, also=before)
                seen[name.name] = name.span
                inference.define(name.name, name.span, "property", None, BOOL)
                found = inference.expression(
                    body, inference.free(parameters, scope, declaration.span)
                )
                inference.expect(BOOL, found, body.span, "a property is true or false")
