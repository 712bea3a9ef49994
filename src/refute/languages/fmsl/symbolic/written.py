"""Types from type expressions."""

from __future__ import annotations

from refute.languages.fmsl import syntax, types
from refute.languages.fmsl.typecheck.objects import finished


def type_of(written: syntax.TypeExpression) -> types.Type:
    """The type of a type expression."""
    match written:
        case syntax.TypeName(name):
            return types.PRIMITIVES.get(name) or types.Named(name)
        case syntax.ListType(element):
            return types.ListOf(type_of(element))
        case syntax.TupleType(components):
            return types.TupleOf(parts_of(components))
        case syntax.UnionType(alternatives):
            return types.Union(parts_of(alternatives))
        case syntax.LiteralType(literal):
            return types.Constant(literal.value)
        case syntax.FunctionType(inputs, result):
            return types.Function(parts_of(inputs), type_of(result))
        case syntax.UnfinishedType():
            return types.ANY


def parts_of(components: tuple[syntax.Component, ...]) -> tuple[types.Part, ...]:
    """Components or parameters with their types."""
    return tuple(types.Part(each.name, type_of(each.type)) for each in finished(components))
