"""Hypothesis strategies for the data types of a program."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from typing import Any

from refute.diagnostics import Diagnostic, InputError, did_you_mean
from refute.languages.funlogic import syntax
from refute.languages.funlogic.program import load
from refute.languages.funlogic.values import (
    BOOLEAN,
    CHARACTERS,
    DECIMAL,
    INTEGER,
    LIST,
    TEXT,
    Constructor,
    DataType,
    Type,
)
from refute.source import Source


class NotPython(Exception):
    """Something has no counterpart in Python."""


class Strategies:
    """Strategies as Python code, by type.

    `table` maps constructors to Python code; any other is a tuple of its name and its fields.
    """

    def __init__(self, datatypes: Mapping[str, DataType], table: Mapping[str, str]) -> None:
        self._datatypes = datatypes
        self._table = table
        self._defined: dict[Type, tuple[str, str]] = {}

    def definitions(self) -> str:
        """The lines that name the strategies of data types."""
        return "\n".join(f"{name} = {text}" for name, text in self._defined.values())

    def of(self, shape: Type | None) -> str:
        """The strategy for a type; a value of any type is an integer."""
        if shape is None or shape.is_variable or shape == INTEGER:
            return "st.integers()"
        if shape == DECIMAL:
            return "st.fractions()"
        if shape == TEXT:
            return "st.text()"
        if shape.name == LIST.name:
            return f"st.lists({self.of(shape.arguments[0])})"
        if shape.name == BOOLEAN.name:
            return "st.booleans()"
        if shape.name == CHARACTERS.name:
            return "st.characters()"
        if syntax.is_tuple(shape.name) or shape.name == syntax.UNIT:
            return f"st.tuples({', '.join(map(self.of, shape.arguments))})"
        return self._of_data(shape)

    def _of_data(self, shape: Type) -> str:
        """The name of a strategy for a data type, which may be recursive."""
        if shape not in self._defined:
            datatype = self._datatypes.get(shape.name)
            if datatype is None:
                raise NotPython("there are no strategies for functions")
            name = f"values_{len(self._defined)}"
            self._defined[shape] = (name, "")
            ways = [self._constructed(each, shape) for each in datatype.constructors]
            self._defined[shape] = (name, _defined(name, ways))
        return self._defined[shape][0]

    def _constructed(self, constructor: Constructor, shape: Type) -> str:
        fields = [self.of(each) for each in constructor.field_types(shape)]
        made = self._table.get(constructor.name)
        if not fields:
            return f"st.just({made or repr(constructor.name)})"
        if made:
            return f"st.builds({', '.join([made, *fields])})"
        return f"st.tuples({', '.join([f'st.just({constructor.name!r})', *fields])})"


def _defined(name: str, ways: Sequence[str]) -> str:
    """The code of a strategy; if it refers to its own name, Hypothesis keeps its values small."""
    larger = [each for each in ways if re.search(rf"\b{name}\b", each)]
    plain = [each for each in ways if each not in larger]
    if not plain or not larger:
        return _one_of(ways)
    return f"st.recursive({_one_of(plain)}, lambda {name}: {_one_of(larger)})"


def _one_of(ways: Sequence[str]) -> str:
    """A choice of strategies, which may refer to others that are defined later."""
    return f"st.deferred(lambda: st.one_of({', '.join(ways)}))"


_WANTED = "WantedByHypothesis"


def hypothesis(source: Source, shape: str, made: Mapping[str, Any]) -> Any:
    """A strategy for a type of a program; `made` are the classes and values for constructors."""
    from hypothesis import strategies  # noqa: PLC0415 - only if it is installed

    load(source)
    # The type is read as the field of an additional data type.
    asking = Source(source.name, f"{source.text}\ndata {_WANTED} = {_WANTED} ({shape})\n")
    try:
        checked = load(asking).checked
    except InputError as failure:
        message = f"`{shape}` is no type of {source.name}: {failure.diagnostics[0].message}"
        raise InputError([Diagnostic("FL037", message, help=_ADVICE)]) from None
    every = (each for data in checked.datatypes.values() for each in data.constructors)
    known = {each.name: each for each in every if each.name != _WANTED}
    for name, given in made.items():
        if name not in known:
            message = f"there is no constructor `{name}`"
            raise InputError([Diagnostic("FL037", message, help=did_you_mean(name, known))])
        if known[name].arity and not callable(given):
            message = f"`{name}` has fields; a class or a function is wanted for it"
            raise InputError([Diagnostic("FL037", message)])
    constructor = checked.datatypes[_WANTED].constructors[0]
    texts = Strategies(checked.datatypes, {name: f"made[{name!r}]" for name in made})
    try:
        wanted = texts.of(constructor.field_types(Type(_WANTED))[0])
    except NotPython as reason:
        raise InputError([Diagnostic("FL037", f"`{shape}`: {reason}")]) from None
    names = {"st": strategies, "made": made}
    exec(texts.definitions(), names)
    return eval(wanted, names)


_ADVICE = "write a type as in a signature, as `Tree Int` or `[(Int, String)]`"
