"""The objects: what each is made of, that all of it is defined, and that none is endless."""

from __future__ import annotations

from collections.abc import Mapping

from refute.frontend.problems import Problems
from refute.languages.fmsl import syntax, types
from refute.languages.fmsl.syntax import Attribute, Component, Object, Operation
from refute.languages.fmsl.typecheck.names import Names, Placed
from refute.languages.fmsl.types import Type


def resolve(written: syntax.TypeExpression, names: Names, module: str) -> Type:
    """The type that is written somewhere in a module; what is not defined fits everything."""
    match written:
        case syntax.TypeName(name):
            if name in types.PRIMITIVES:
                return types.PRIMITIVES[name]
            if names.find(names.objects, name, module, written.span) is not None:
                return types.Named(name)
            known = {*names.objects, *types.PRIMITIVES}
            names.problems.unknown("FM010", "object", name, written.span, known)
            return types.ANY
        case syntax.ListType(element):
            return types.ListOf(resolve(element, names, module))
        case syntax.TupleType(components):
            return types.TupleOf(resolve_parts(components, names, module))
        case syntax.UnionType(alternatives):
            return types.Union(resolve_parts(alternatives, names, module))


def resolve_parts(
    components: tuple[Component, ...], names: Names, module: str
) -> tuple[types.Part, ...]:
    """Components or parameters with their types; a name may stand for one of them only."""
    seen: set[str] = set()
    for each in components:
        if each.name and each.name in seen:
            names.problems.error("FM011", f"`{each.name}` is declared twice", each.span)
        seen.add(each.name)
    return tuple(types.Part(each.name, resolve(each.type, names, module)) for each in components)


def define(names: Names) -> types.Objects:
    """What the objects are made of; complains of what is undefined or has no base."""
    definitions: dict[str, Type | None] = {}
    for name, placed in names.objects.items():
        declaration = placed.declaration
        assert isinstance(declaration, Object)
        written = declaration.components
        definitions[name] = None if written is None else resolve(written, names, placed.module)
    for name in _baseless(definitions):
        span = names.objects[name].declaration.span
        message = f"`{name}` is made of itself and of nothing else"
        advice = "let it come down to integer, real, string, boolean or a list"
        names.problems.error("FM013", message, span, advice=advice)
    return types.Objects(definitions)


def _baseless(definitions: Mapping[str, Type | None]) -> list[str]:
    """The objects that have no value but nil, however their parts are chosen."""
    based: set[str] = set()
    before = -1
    while len(based) > before:
        before = len(based)
        based |= {name for name, of in definitions.items() if of is None or _based(of, based)}
    return [name for name in definitions if name not in based]


def _based(of: Type, based: set[str]) -> bool:
    match of:
        case types.Named(name):
            return name in based
        case types.TupleOf(parts) | types.Union(parts):
            return not parts or any(_based(part.type, based) for part in parts)
        case _:
            return True


def check_attributes(placed: Placed, names: Names) -> None:
    """That attributes and listed operations of an object or operation are defined."""
    declaration = placed.declaration
    assert isinstance(declaration, Object | Operation)
    of = "object" if isinstance(declaration, Object) else "operation"
    for attribute in declaration.attributes:
        _check_attribute(attribute, of, names, placed.module)
    if isinstance(declaration, Object):
        for each in declaration.operations:
            if names.find(names.others, each.name, placed.module, each.span) is None:
                _undefined(names.problems, "operation", each)


def _check_attribute(attribute: Attribute, of: str, names: Names, module: str) -> None:
    defined = names.attributes.get(of, set())
    if attribute.name not in defined:
        what = f"{of} attribute"
        builtin = {"components", "operations", "equations", "description"}
        builtin |= {"inputs", "outputs", "precondition", "postcondition"}
        known = defined | builtin
        names.problems.unknown("FM014", what, attribute.name, attribute.span, known)
    names.found.use(attribute.name, attribute.span, "attribute")
    for each in attribute.names:
        names.listed(each)
        if each.name not in names.objects and each.name not in names.others:
            _undefined(names.problems, "object or operation", each)


def _undefined(problems: Problems, what: str, name: syntax.Name) -> None:
    message = f"the {what} `{name.name}` is listed and not defined"
    problems.warning("FM030", message, name.span)
