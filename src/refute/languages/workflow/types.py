"""Types during inference, their unification, and kinds of types."""

from __future__ import annotations

from typing import TypeAlias

from refute.frontend.unify import Made, Unknown, convert
from refute.languages.workflow import syntax
from refute.languages.workflow.syntax import Type
from refute.terms import (
    BOOL,
    INT,
    REAL,
    STRING,
    Constructor,
    ListSort,
    Sort,
    TupleSort,
    data_sort,
)

Inferred: TypeAlias = Unknown | Made


def inferred(shape: Type) -> Inferred:
    """A written type for inference; an unknown one may be any."""
    if shape.name == "_":
        return Unknown()
    return Made(shape.name, tuple(inferred(each) for each in shape.arguments))


def close(shape: Inferred) -> Type:
    """The final type once inference is done; what nothing depends on is Unit."""
    return convert(shape, lambda _: syntax.UNIT, Type)


def describe(shape: Inferred) -> Type:
    """A type for a message; open parts are shown as `_`."""
    return convert(shape, lambda _: Type("_"), Type)


def names_within(shape: Type) -> set[str]:
    """All type constructors that occur in a type."""
    fields = (each.wanted for made in shape.constructors for each in made.fields)
    return {shape.name}.union(*map(names_within, (*shape.arguments, *fields)))


def is_basic(shape: Type) -> bool:
    """Whether a type is one of the basic types of Figure 5, which symbols and stores have."""
    return not names_within(shape) & {syntax.ARROW, syntax.TASK, syntax.REFERENCE}


def is_observable(shape: Type) -> bool:
    """Whether tasks may have values of the type: basic, or with references inside."""
    return not names_within(shape) & {syntax.ARROW, syntax.TASK}


_SORTS: dict[str, Sort] = {
    "Int": INT, "Bool": BOOL, "String": STRING, "Decimal": REAL, "Unit": TupleSort(()),
}  # fmt: skip


def sort_of(shape: Type) -> Sort:
    """The solver sort for a basic type."""
    match shape.name:
        case syntax.LIST:
            return ListSort(sort_of(shape.arguments[0]))
        case syntax.TUPLE:
            return TupleSort(tuple(sort_of(each) for each in shape.arguments))
        case _ if shape.constructors:
            return data_sort(shape.name, *map(_constructor, shape.constructors))
        case _:
            return _SORTS[shape.name]


def _constructor(constructor: syntax.Constructor) -> Constructor:
    named = ((each.name, sort_of(each.wanted)) for each in constructor.fields)
    return Constructor(constructor.name, tuple(named))


def is_record(shape: Type) -> bool:
    """Whether all values of a type have the same constructor."""
    return len(shape.constructors) == 1
