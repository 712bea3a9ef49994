"""From what a search leaves open to concrete values, the smallest that fit."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cached_property

from refute.languages.funlogic.values import (
    INTEGER,
    Answer,
    Closure,
    Constructor,
    Data,
    DataType,
    Hole,
    Type,
    inside,
    truth,
)
from refute.solver import Model
from refute.terms import BOOL, INT, Term, evaluate, variables


class NoInstance(Exception):
    """There is no finite value of a type, or none that we can write down."""


class Instances:
    """Makes concrete values over the data types of a program."""

    def __init__(self, datatypes: Mapping[str, DataType]) -> None:
        self._datatypes = datatypes

    @cached_property
    def _smallest(self) -> Mapping[str, Constructor]:
        """For each type the constructor with which its smallest value begins."""
        sizes: dict[str, int] = {INTEGER.name: 0}
        chosen: dict[str, Constructor] = {}
        changed = True
        while changed:
            changed = False
            for datatype in self._datatypes.values():
                for constructor in datatype.constructors:
                    size = _size(constructor, sizes)
                    if size is not None and size < sizes.get(datatype.name, size + 1):
                        sizes[datatype.name], chosen[datatype.name] = size, constructor
                        changed = True
        return chosen

    def smallest(self, shape: Type | None) -> Answer:
        """The smallest value of a type; an unknown type may as well be the integers."""
        if shape is None or shape.is_variable or shape == INTEGER:
            return 0
        constructor = self._smallest.get(shape.name)
        if constructor is None:
            raise NoInstance(f"no value of type {shape.name} can be made up")
        fields = tuple(self.smallest(field) for field in constructor.field_types(shape))
        return Data(constructor, fields, ground=True)

    def concrete(self, value: Answer, model: Model) -> Answer:
        """A value with its numbers from a model and its holes filled with smallest values."""
        return self._rebuild(value, model, fill=True)

    def with_numbers(self, value: Answer, model: Model) -> Answer:
        """A value with its numbers from a model; its holes stay."""
        return self._rebuild(value, model, fill=False)

    def _rebuild(self, value: Answer, model: Model, fill: bool) -> Answer:
        done: dict[int, Answer] = {}
        pending = [value]
        while pending:
            part = pending[-1]
            if not isinstance(part, Data) or part.ground:
                done[id(part)] = self._leaf(part, model, fill)
                pending.pop()
                continue
            missing = [field for field in part.fields if id(field) not in done]
            if missing:
                pending.extend(missing)
                continue
            fields = tuple(done[id(field)] for field in part.fields)
            done[id(part)] = Data(part.constructor, fields, ground=fill)
            pending.pop()
        return done[id(value)]

    def _leaf(self, part: Answer, model: Model, fill: bool) -> Answer:
        match part:
            case Term():
                value = evaluate(part, model)
                assert isinstance(value, int)
                return truth(bool(value)) if part.sort is BOOL else value
            case Hole() if fill:
                return self.smallest(part.type)
            case Closure() if fill:
                raise NoInstance("a function cannot be written down as a value")
            case _:
                return part


def _size(constructor: Constructor, sizes: Mapping[str, int]) -> int | None:
    """The size of the smallest value that begins so, if those of its fields are known."""
    total = 1
    for field in constructor.fields:
        size = 0 if field.is_variable else sizes.get(field.name)
        if size is None:
            return None
        total += size
    return total


def numbers(values: Sequence[Answer]) -> list[Term]:
    """The unknown numbers and truth values that values speak of, in order."""
    found: dict[Term, None] = {}
    for value in values:
        for part in inside(value):
            if isinstance(part, Term):
                found.update(dict.fromkeys(variables(part)))
    return list(found)


def integers(terms: Sequence[Term]) -> list[Term]:
    """Those that are numbers."""
    return [term for term in terms if term.sort is INT]
