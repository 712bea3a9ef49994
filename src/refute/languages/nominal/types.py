"""Types and their unification."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeAlias

from refute.frontend.unify import Compound, Mismatch, Unknown, resolve, unknowns
from refute.record import entity, record


@entity
class TypeConstructor:
    """A declared or built-in type; one without parameters may be a type of names.

    An `arbitrary` one stands for any type: nothing is known of its terms.
    """

    name: str
    parameters: int = 0
    names: bool = False
    arbitrary: bool = False


class TypeVariable(Unknown):
    """An unknown type; with `names`, it can only be a type of names."""

    __slots__ = ("label", "names")

    def __init__(self, label: str = "", *, names: bool = False) -> None:
        super().__init__()
        self.label = label
        self.names = names

    def admit(self, shape: Any) -> None:
        """Check a value: for a type of names, it must be one too; a variable is made one."""
        if isinstance(shape, TypeVariable):
            shape.names |= self.names
        elif self.names and not shape.constructor.names:
            raise Mismatch(f"`{show_type(shape)}` is not a type of names")


@record
class Applied(Compound):
    """A type constructor with its arguments."""

    constructor: TypeConstructor
    arguments: tuple[Type, ...] = ()

    def is_like(self, other: Any) -> bool:
        """Whether two types have the same constructor."""
        return self.constructor is other.constructor


Type: TypeAlias = TypeVariable | Applied

SortsOf: TypeAlias = Callable[[Type], int]
"""Which names the terms of a type may have in them: a bit for each type of names, or all bits.

The sorts of a type of names are its own bit.
"""

ALL_SORTS = -1

PAIR = TypeConstructor("pair", 2)
LIST = TypeConstructor("list", 1)
ABSTRACTION = TypeConstructor("abstraction", 2)
INT = Applied(TypeConstructor("int"))
CHAR = Applied(TypeConstructor("char"))
BOOL = Applied(TypeConstructor("bool"))
UNIT = Applied(TypeConstructor("unit"))
PROP = Applied(TypeConstructor("prop"))
STRING = Applied(LIST, (CHAR,))


def pair(*items: Type) -> Type:
    """The type of a tuple: pairs that nest to the right."""
    if not items:
        return UNIT
    result = items[-1]
    for item in reversed(items[:-1]):
        result = Applied(PAIR, (item, result))
    return result


def split_tuple(type_: Type, width: int) -> list[Type]:
    """The types of the items of a tuple of `width`; the last one is the type of the rest."""
    items: list[Type] = []
    rest = resolve(type_)
    for _ in range(width - 1):
        assert isinstance(rest, Applied)
        items.append(rest.arguments[0])
        rest = resolve(rest.arguments[1])
    return [*items, rest]


def list_of(item: Type) -> Type:
    """The type of lists."""
    return Applied(LIST, (item,))


def abstraction(name: Type, body: Type) -> Type:
    """The type of abstractions."""
    return Applied(ABSTRACTION, (name, body))


def type_variables(*roots: Type) -> list[TypeVariable]:
    """The unsolved variables of some types, each once, from left to right."""
    return list(unknowns(*roots))


def substitute(type_: Type, values: dict[TypeVariable, Type]) -> Type:
    """A type with variables replaced."""
    type_ = resolve(type_)
    if isinstance(type_, TypeVariable):
        return values.get(type_, type_)
    if not type_.arguments:
        return type_
    return Applied(type_.constructor, tuple(substitute(each, values) for each in type_.arguments))


def agree(one: Type, other: Type) -> bool:
    """Whether two types of names can be the same."""
    one, other = resolve(one), resolve(other)
    return one == other or isinstance(one, TypeVariable) or isinstance(other, TypeVariable)


def show_type(type_: Type, *, tight: bool = False) -> str:
    """A type as text; if `tight`, in parentheses if it has parts."""
    type_ = resolve(type_)
    if isinstance(type_, TypeVariable):
        return type_.label or ("a type of names" if type_.names else "_")
    if type_.constructor is LIST:
        if resolve(type_.arguments[0]) == CHAR:
            return "string"
        return f"[{show_type(type_.arguments[0])}]"
    if type_.constructor is PAIR:
        return f"({', '.join(show_type(each) for each in _items(type_))})"
    if type_.constructor is ABSTRACTION:
        name, body = type_.arguments
        shown = f"{show_type(name, tight=True)}\\{show_type(body, tight=True)}"
    elif type_.arguments:
        arguments = (show_type(each, tight=True) for each in type_.arguments)
        shown = " ".join([type_.constructor.name, *arguments])
    else:
        return type_.constructor.name
    return f"({shown})" if tight else shown


def _items(type_: Type) -> list[Type]:
    """The items of a tuple type."""
    items: list[Type] = []
    type_ = resolve(type_)
    while isinstance(type_, Applied) and type_.constructor is PAIR:
        items.append(type_.arguments[0])
        type_ = resolve(type_.arguments[1])
    return [*items, type_]
