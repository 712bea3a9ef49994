"""The constructors of types."""

from __future__ import annotations

from collections.abc import Mapping
from typing import TypeAlias

from refute.frontend.unify import resolve, unify
from refute.languages.nominal import builtins, core
from refute.languages.nominal.types import (
    ABSTRACTION,
    BOOL,
    CHAR,
    INT,
    LIST,
    PAIR,
    PROP,
    UNIT,
    Applied,
    Type,
    TypeConstructor,
    TypeVariable,
    list_of,
    show_type,
    split_tuple,
    substitute,
)
from refute.record import record
from refute.source import Span

Constructor: TypeAlias = tuple[core.Symbol, tuple[Type, ...]]
"""A constructor with the types of its arguments."""

WITHOUT_CONSTRUCTORS = (INT, CHAR)
"""Built-in types whose terms are distinguished only by their values."""


@record
class Signature:
    """The constructors of the declared and the built-in types."""

    datatypes: Mapping[TypeConstructor, list[core.Symbol]]

    def constructors(self, type_: Type) -> tuple[Constructor, ...] | None:
        """The constructors of a data type; None for other types.

        Those are names, abstractions, numbers, characters and unknown types.
        """
        type_ = resolve(type_)
        if isinstance(type_, TypeVariable) or type_.constructor.names:
            return None
        if type_.constructor.arbitrary or type_.constructor is ABSTRACTION:
            return None
        if type_ in WITHOUT_CONSTRUCTORS:
            return None
        found = (_instance(each, type_) for each in self.symbols(type_))
        return tuple(each for each in found if each is not None)

    def symbols(self, type_: Applied) -> tuple[core.Symbol, ...]:
        """The constructors of a data type, whatever its type arguments are."""
        if type_.constructor is LIST:
            return (builtins.NIL, builtins.CONS)
        if type_.constructor is PAIR:
            return (builtins.PAIR,)
        if type_ == UNIT:
            return (builtins.UNIT_VALUE,)
        if type_ == BOOL:
            return (builtins.TRUE, builtins.FALSE)
        return tuple(self.datatypes.get(type_.constructor, ()))

    def arguments(self, symbol: core.Symbol, type_: Type) -> tuple[Type, ...]:
        """The argument types of a constructor in a term of the given type."""
        found = _instance(symbol, type_)
        assert found is not None, (symbol, show_type(type_))
        return found[1]


def _instance(symbol: core.Symbol, type_: Type) -> Constructor | None:
    """A constructor with its argument types for a type; None if it makes only terms of others."""
    values: dict[TypeVariable, Type] = {}
    if not matches(symbol.result, type_, values):
        return None
    return symbol, tuple(substitute(each, values) for each in argument_types(symbol))


def matches(pattern: Type, type_: Type, values: dict[TypeVariable, Type]) -> bool:
    """Whether a type is an instance of another; adds the values of the pattern's variables."""
    pattern, type_ = resolve(pattern), resolve(type_)
    if isinstance(pattern, TypeVariable):
        return values.setdefault(pattern, type_) == type_
    if isinstance(type_, TypeVariable) or pattern.constructor is not type_.constructor:
        return False
    pairs = zip(pattern.arguments, type_.arguments, strict=True)
    return all(matches(one, other, values) for one, other in pairs)


def argument_types(symbol: core.Symbol) -> tuple[Type, ...]:
    """The declared argument types, with tuples split up; the result of a function is the last."""
    types = [
        each
        for parameter, width in zip(symbol.parameters, symbol.shape, strict=True)
        for each in split_tuple(parameter, width)
    ]
    return (*types, symbol.result) if symbol.role == "function" else tuple(types)


def type_of(term: core.Term) -> Type:
    """The type of a term, as far as the types of its variables and names determine it."""
    match term:
        case core.Variable(_, type_) | core.NameConstant(_, type_):
            return type_
        case core.Literal(value):
            return INT if isinstance(value, int) else CHAR
        case core.Abstract(name, body):
            return Applied(ABSTRACTION, (name.type, type_of(body)))
        case core.Swap(_, _, body):
            return type_of(body)
        case core.Listing(items, tail):
            type_ = list_of(type_of(items[0]))
            for item in items[1:]:
                unify(type_, list_of(type_of(item)))
            unify(type_, type_of(tail))
            return type_
        case core.Construct(symbol, arguments):
            types, result = fresh_instance(symbol)
            for wanted, argument in zip(types, arguments, strict=True):
                unify(wanted, type_of(argument))
            return result


def fresh_instance(symbol: core.Symbol) -> tuple[tuple[Type, ...], Type]:
    """The argument types and the result type of a symbol, with new type variables."""
    values: dict[TypeVariable, Type] = {
        each: TypeVariable(names=each.names) for each in symbol.variables
    }
    arguments = tuple(substitute(each, values) for each in argument_types(symbol))
    return arguments, substitute(symbol.result, values)


def predicate_symbol(name: str, types: tuple[Type, ...], span: Span) -> core.Symbol:
    """A new predicate with one argument for each type."""
    return core.Symbol(name, "predicate", types, PROP, (), (1,) * len(types), span=span)


def type_word(type_: Type) -> str:
    """A type as a part of an identifier."""
    type_ = resolve(type_)
    if isinstance(type_, TypeVariable):
        return type_.label or "any"
    name = type_.constructor.name.rpartition(".")[2]
    first = "abs" if type_.constructor is ABSTRACTION else name
    return "_".join([first, *map(type_word, type_.arguments)])
