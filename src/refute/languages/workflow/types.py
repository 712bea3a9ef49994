"""Types while they are being inferred, their unification, and what kinds of types there are."""

from __future__ import annotations

from dataclasses import dataclass
from typing import TypeAlias

from refute.languages.workflow import syntax
from refute.languages.workflow.syntax import Type
from refute.terms import BOOL, INT, STRING, ListSort, Sort, TupleSort


class Open:
    """A type not known yet."""

    __slots__ = ("link",)

    def __init__(self) -> None:
        self.link: Inferred | None = None


@dataclass(frozen=True, slots=True)
class Made:
    """A type constructor with its arguments."""

    name: str
    arguments: tuple[Inferred, ...] = ()


Inferred: TypeAlias = Open | Made


class MismatchError(Exception):
    """Two types cannot be the same."""


def inferred(shape: Type) -> Inferred:
    """A type that was written, for inference."""
    return Made(shape.name, tuple(inferred(each) for each in shape.arguments))


def prune(shape: Inferred) -> Inferred:
    """What a type is known to be by now."""
    while isinstance(shape, Open) and shape.link is not None:
        shape = shape.link
    return shape


def unify(left: Inferred, right: Inferred) -> None:
    """Make two types the same, or raise MismatchError."""
    pending = [(left, right)]
    while pending:
        one, other = (prune(each) for each in pending.pop())
        if one is other:
            continue
        if isinstance(one, Open):
            _link(one, other)
        elif isinstance(other, Open):
            _link(other, one)
        elif one.name != other.name or len(one.arguments) != len(other.arguments):
            raise MismatchError
        else:
            pending.extend(zip(one.arguments, other.arguments, strict=True))


def _link(variable: Open, target: Inferred) -> None:
    pending = [target]
    while pending:
        part = prune(pending.pop())
        if part is variable:
            raise MismatchError
        if isinstance(part, Made):
            pending.extend(part.arguments)
    variable.link = target


def close(shape: Inferred) -> Type:
    """A type that inference is done with; what nothing depends on is Unit."""
    shape = prune(shape)
    if isinstance(shape, Open):
        return syntax.UNIT
    return Type(shape.name, tuple(close(each) for each in shape.arguments))


def describe(shape: Inferred) -> Type:
    """A type for a message; what is still open reads as `_`."""
    shape = prune(shape)
    if isinstance(shape, Open):
        return Type("_")
    return Type(shape.name, tuple(describe(each) for each in shape.arguments))


def names_within(shape: Type) -> set[str]:
    """All type constructors that a type is made of."""
    return {shape.name}.union(*(names_within(each) for each in shape.arguments))


def is_basic(shape: Type) -> bool:
    """Whether a type is one of the basic types of Figure 5: those of symbols and stores."""
    return not names_within(shape) & {syntax.ARROW, syntax.TASK, syntax.REFERENCE}


def is_observable(shape: Type) -> bool:
    """Whether a task may have values of the type: basic, or with references inside."""
    return not names_within(shape) & {syntax.ARROW, syntax.TASK}


_SORTS: dict[str, Sort] = {"Int": INT, "Bool": BOOL, "String": STRING, "Unit": TupleSort(())}


def sort_of(shape: Type) -> Sort:
    """The sort of the terms of a basic type."""
    match shape.name:
        case syntax.LIST:
            return ListSort(sort_of(shape.arguments[0]))
        case syntax.TUPLE:
            return TupleSort(tuple(sort_of(each) for each in shape.arguments))
        case _:
            return _SORTS[shape.name]
