"""From what a search leaves open to concrete values, the smallest that fit."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from refute.languages.funlogic.values import (
    INTEGER,
    Answer,
    Closure,
    Data,
    DataType,
    Hole,
    Type,
    inside,
    truth,
)
from refute.solver import Model
from refute.terms import BOOL, INT, Term, evaluate, variables

HIGHEST = 50
"""Maximum depth of a value that is made up."""


class NoInstance(Exception):
    """There is no finite value of a type, or none that we can write down."""


class Instances:
    """Makes concrete values over the data types of a program."""

    def __init__(self, datatypes: Mapping[str, DataType]) -> None:
        self._datatypes = datatypes
        self._impossible: set[tuple[Type, int]] = set()

    def smallest(self, shape: Type | None) -> Answer:
        """A value of a type with the least nesting; an unknown type may be the integers."""
        for height in range(HIGHEST):
            value = self._within(shape, height)
            if value is not None:
                return value
        raise NoInstance(f"no value of type {shape.name if shape else 'any'} can be made up")

    def _within(self, shape: Type | None, height: int) -> Answer | None:
        """A value of a type of at most this height, if there is one."""
        if shape is None or shape.is_variable or shape == INTEGER:
            return 0
        datatype = self._datatypes.get(shape.name)
        if datatype is None or (shape, height) in self._impossible:
            return None
        for constructor in datatype.constructors:
            if height or not constructor.arity:
                shapes = constructor.field_types(shape)
                fields = [self._within(field, height - 1) for field in shapes]
                if all(field is not None for field in fields):
                    return Data(constructor, tuple(fields), ground=True)
        self._impossible.add((shape, height))
        return None

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
