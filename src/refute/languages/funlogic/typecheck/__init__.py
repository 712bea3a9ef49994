"""Checks the names, arities and types of a program, and collects them for the later passes."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace

from refute.diagnostics import Diagnostic, Label
from refute.frontend.node import walk
from refute.frontend.symbols import Symbol, Symbols, word
from refute.frontend.unify import Made, resolve
from refute.languages.funlogic import syntax
from refute.languages.funlogic.link import Linked, Module
from refute.languages.funlogic.show import show_type
from refute.languages.funlogic.syntax import Equation, Program, TypeName
from refute.languages.funlogic.typecheck.infer import Inference
from refute.languages.funlogic.typecheck.order import groups
from refute.languages.funlogic.typecheck.patterns import Scope
from refute.languages.funlogic.typecheck.types import (
    BOOL,
    Inferred,
    Open,
    Scheme,
    close,
    function,
    generalise,
    group_name,
    settle_numbers,
)
from refute.languages.funlogic.typecheck.written import general, rigid
from refute.languages.funlogic.values import (
    BOOLEAN,
    CELL,
    CHARACTER,
    CHARACTERS,
    DECIMAL,
    EMPTY,
    FALSE,
    INTEGER,
    LIST,
    NOTHING,
    NUMBER,
    TRUE,
    Constructor,
    DataType,
    Type,
    tuple_constructor,
)
from refute.record import record
from refute.source import NO_SPAN, Source, Span

_BUILT_IN = (
    FALSE.constructor,
    TRUE.constructor,
    EMPTY.constructor,
    CELL,
    CHARACTER,
    NOTHING.constructor,
)
_BUILT_IN_TYPES = (BOOLEAN, LIST, CHARACTERS, NOTHING.constructor.datatype)


@record
class Checked:
    """A program without errors.

    By full name, `functions` has the equations and `types` the types of functions. By span,
    `unknowns` has the types of `free`, `solve` and `property` names, `numbers` those of literals,
    calculations and functions of numbers that are not integers, and `asked` those of the
    expressions in queries and properties.
    """

    linked: Linked
    functions: Mapping[str, tuple[Equation, ...]]
    types: Mapping[str, Type]
    constructors: Mapping[str, Constructor]
    datatypes: Mapping[str, DataType]
    unknowns: Mapping[Span, Type]
    numbers: Mapping[Span, Type]
    asked: Mapping[Span, Type]

    @property
    def program(self) -> Program:
        """The file itself."""
        return self.linked.program


def typecheck(linked: Linked) -> Checked:
    """Check a program, or raise InputError with all its errors."""
    inference = Inference(_source(linked.program))
    declared = _declare(linked, inference)
    schemes = _infer_functions(linked, inference)
    _infer_rest(linked.program, Visible(linked.main, schemes), inference)
    inference.problems.refuse()
    constructors, datatypes = declared
    _add_undeclared(inference, constructors, datatypes)
    variables = {each for scheme in schemes.values() for each in scheme.general}
    return Checked(
        linked,
        linked.functions,
        {name: close(scheme.body, None, scheme.general) for name, scheme in schemes.items()},
        constructors,
        datatypes,
        {
            span: close(inferred, None if _depends(inferred, variables) else INTEGER)
            for span, inferred in inference.unknowns.items()
        },
        {
            span: kind
            for span, inferred in inference.numbers.items()
            if (kind := close(inferred)) in {DECIMAL, NUMBER}
        },
        {span: close(inferred) for span, inferred in inference.asked.items()},
    )


def examine(linked: Linked) -> tuple[Symbols, list[Diagnostic]]:
    """The symbols of a program, even if it has errors, and the errors."""
    inference = Inference(_source(linked.program))
    _declare(linked, inference)
    schemes = _infer_functions(linked, inference)
    _infer_rest(linked.program, Visible(linked.main, schemes), inference)
    return inference.symbols, inference.problems.found


class Visible(Mapping[str, Scheme]):
    """The types of the functions that a module can use, by the names that they have in it."""

    def __init__(self, module: Module, schemes: Mapping[str, Scheme]) -> None:
        self._names = module.visible
        self._schemes = schemes

    def __getitem__(self, name: str) -> Scheme:
        return self._schemes[self._names[name]]

    def __contains__(self, name: object) -> bool:
        return name in self._names and self._names[str(name)] in self._schemes

    def __iter__(self) -> Iterator[str]:
        return (name for name, full in self._names.items() if full in self._schemes)

    def __len__(self) -> int:
        return sum(1 for _ in self)


def _source(program: Program) -> Source:
    return next((each.span.source for each in program.declarations), NO_SPAN.source)


def _depends(inferred: Inferred, general: set[Open]) -> bool:
    """Whether a type contains variables that differ between uses of a function."""
    inferred = resolve(inferred)
    if isinstance(inferred, Open):
        return inferred.level > 1 or inferred in general
    return any(_depends(each, general) for each in inferred.arguments)


# Data types


def _declare(
    linked: Linked, inference: Inference
) -> tuple[dict[str, Constructor], dict[str, DataType]]:
    constructors = {each.name: each for each in _BUILT_IN}
    datatypes = {each.name: each for each in _BUILT_IN_TYPES}
    for size in range(2, 17):
        maker = tuple_constructor(size)
        constructors[maker.name] = maker
        datatypes[maker.name] = maker.datatype
    declarations = linked.data
    arities = inference.written.arities
    arities.update(
        {"Int": 0, "Decimal": 0, **{name: len(each.parameters) for name, each in datatypes.items()}}
    )
    types: dict[str, Symbol] = {}
    for declaration in declarations:
        if declaration.name in arities:
            inference.problems.error(
                "FL016", f"type `{declaration.name}` is declared twice", declaration.span
            )
        arities[declaration.name] = len(declaration.parameters)
        span = word(declaration.span, declaration.name, len("data"))
        types[declaration.name] = inference.symbols.define(declaration.name, span, "type")
    for synonym in linked.synonyms:
        inference.written.declare(synonym)
    for synonym in linked.synonyms:
        inference.written.read(synonym.meaning, synonym.parameters)
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
                _field(field, declaration.parameters, inference, known) for field in each.fields
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
    inference: Inference,
    known: Mapping[str, Symbol],
) -> Type:
    for each in walk(written):
        if isinstance(each, TypeName) and each.name in known:
            inference.symbols.use(word(each.span, each.name), known[each.name])
    return inference.written.read(written, parameters)


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


def _infer_functions(linked: Linked, inference: Inference) -> dict[str, Scheme]:
    functions = linked.functions
    schemes: dict[str, Scheme] = {}
    declared: dict[str, Type] = {}
    for name, equations in functions.items():
        symbol = inference.function(equations, Open(0), None)
        schemes[name] = Scheme(Open(0), symbol=symbol)
        if name in linked.signatures:
            signature = linked.signatures[name]
            inference.symbols.use(signature.name.span, symbol)
            declared[name] = inference.written.read(signature.type)
            schemes[name] = replace(general(declared[name]), symbol=symbol)
            _retype(symbol, rigid(declared[name]))
    _refuse_signatures(linked, inference)
    graph = {
        name: [each for each in linked.called(name) if each not in declared] for name in functions
    }
    for group in groups(graph):
        _infer_group(group, linked, declared, schemes, inference)
    return schemes


def _infer_group(
    group: Sequence[str],
    linked: Linked,
    declared: Mapping[str, Type],
    schemes: dict[str, Scheme],
    inference: Inference,
) -> None:
    """Infer the types of functions that refer to each other; those with signatures must fit
    them."""
    inference.level = 1
    types: dict[str, Inferred] = {}
    for name in group:
        types[name] = rigid(declared[name]) if name in declared else Open(1)
        if name not in declared:
            schemes[name] = Scheme(types[name], symbol=schemes[name].symbol)
            _retype(schemes[name].symbol, types[name])
    for name in group:
        scope = Visible(linked.homes[name], schemes)
        inference.equations(linked.functions[name], types[name], scope)
    inference.level = 0
    settle_numbers(*types.values())
    for name in group:
        if name not in declared:
            schemes[name] = generalise(types[name], 0, schemes[name].symbol)


def _refuse_signatures(linked: Linked, inference: Inference) -> None:
    """Report signatures without equations, and second ones."""
    seen: set[str] = set()
    for each in linked.program.declarations:
        if isinstance(each, syntax.Signature):
            name = each.name.name
            if name not in linked.main.functions:
                inference.undefined(each)
            elif name in seen:
                inference.problems.error("FL013", f"`{name}` has two signatures", each.span)
            seen.add(name)


def _retype(symbol: Symbol | None, inferred: Inferred) -> None:
    if symbol is not None:
        symbol.describe = lambda: show_type(close(inferred))


def _infer_rest(program: Program, scope: Scope, inference: Inference) -> None:
    seen: dict[str, Span] = {}
    properties = (each for each in program.declarations if isinstance(each, syntax.Property))
    inference.properties = {each.name.name for each in properties}
    inference.is_asked = True
    for declaration in program.declarations:
        match declaration:
            case syntax.Evaluate(expression):
                inference.query = expression
                inference.expression(expression, scope)
                inference.query = None
            case syntax.Solve(names, condition):
                found = inference.expression(
                    condition, inference.free(names, scope, declaration.span)
                )
                inference.expect(BOOL, found, condition.span, "a condition is true or false")
            case syntax.Property(name, parameters, body, types):
                if name.name in seen:
                    message = f"property `{name.name}` is defined twice"
                    before = Label(seen[name.name], "first here")
                    inference.problems.error("FL013", message, name.span, also=before)
                seen[name.name] = name.span
                inference.define(name.name, name.span, "property", None, BOOL)
                inner = inference.free(parameters, scope, declaration.span)
                for each in types:
                    inference.expression(each, inner)
                found = inference.expression(body, inner)
                inference.expect(BOOL, found, body.span, "a property is true or false")
