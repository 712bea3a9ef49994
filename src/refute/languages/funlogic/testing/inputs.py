"""Small inputs of given types, and smaller variants of inputs, to reduce a failing case."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from itertools import count, product

from refute.languages.funlogic.values import (
    CHARACTER,
    DECIMAL,
    INTEGER,
    Answer,
    Data,
    DataType,
    Instances,
    NoInstance,
    Type,
)

LARGEST = 12
"""Maximum size of the inputs that are tried: constructors, and numbers by their distance from 0."""


class SmallInputs:
    """All inputs, by size."""

    def __init__(self, datatypes: Mapping[str, DataType]) -> None:
        self._datatypes = datatypes
        self._known: dict[tuple[Type | None, int], list[Answer]] = {}

    def of(self, shapes: Sequence[Type], most: int) -> Iterator[tuple[Answer, ...]]:
        """At most `most` inputs, the smallest first."""
        numbered = (
            inputs for size in range(LARGEST + 1) for inputs in self._together(shapes, size)
        )
        for number, inputs in zip(count(1), numbered, strict=False):
            yield inputs
            if number == most:
                return

    def _together(self, shapes: Sequence[Type | None], size: int) -> Iterator[tuple[Answer, ...]]:
        """Values of several types with a given total size."""
        for sizes in _shares(len(shapes), size):
            yield from product(*map(self._values, shapes, sizes))

    def _values(self, shape: Type | None, size: int) -> list[Answer]:
        key = (shape, size)
        if key not in self._known:
            self._known[key] = list(self._made(shape, size))
        return self._known[key]

    def _made(self, shape: Type | None, size: int) -> Iterator[Answer]:
        if shape is None or shape == INTEGER:
            yield from dict.fromkeys((size, -size))
            return
        if shape == DECIMAL:
            halves = (2 * size, -2 * size, 2 * size - 1, 1 - 2 * size) if size else (0,)
            yield from (Fraction(each, 2) for each in halves)
            return
        for constructor in self._datatypes[shape.name].constructors:
            if constructor is CHARACTER:
                yield Data(CHARACTER, (size,), ground=True)
            elif size:
                for fields in self._together(constructor.field_types(shape), size - 1):
                    yield Data(constructor, fields, ground=True)


def _shares(parts: int, whole: int) -> Iterator[tuple[int, ...]]:
    """All ways to split a number into parts."""
    if parts == 0:
        if whole == 0:
            yield ()
        return
    for first in range(whole + 1) if parts > 1 else (whole,):
        for rest in _shares(parts - 1, whole - first):
            yield (first, *rest)


def size_of(inputs: Sequence[Answer]) -> tuple[int, Fraction]:
    """The size of inputs: their constructors, then their numbers; without recursion."""
    constructors, distance = 0, Fraction(0)
    pending: list[Answer] = list(inputs)
    while pending:
        match pending.pop():
            case Data(constructor=constructor, fields=fields):
                constructors += constructor is not CHARACTER
                pending.extend(fields)
            case int() | Fraction() as number:
                distance += abs(Fraction(number))
    return constructors, distance


def smaller(
    inputs: Sequence[Answer], shapes: Sequence[Type], instances: Instances
) -> Iterator[tuple[Answer, ...]]:
    """The inputs with one part made smaller; the largest steps first."""
    for at, (value, shape) in enumerate(zip(inputs, shapes, strict=True)):
        for other in _smaller(value, shape, instances):
            yield (*inputs[:at], other, *inputs[at + 1 :])


def _smaller(value: Answer, shape: Type | None, instances: Instances) -> Iterator[Answer]:
    match value:
        case int() if value:
            yield from dict.fromkeys((0, value // 2, value - 1 if value > 0 else value + 1))
        case Fraction() if value:
            nearer = value - 1 if value > 1 else value + 1 if value < -1 else Fraction(0)
            tried = (Fraction(0), Fraction(int(value)), Fraction(round(value * 2), 2), nearer)
            yield from dict.fromkeys(each for each in tried if each != value)
        case Data():
            yield from _smaller_data(value, shape, instances)


def _smaller_data(value: Data, shape: Type | None, instances: Instances) -> Iterator[Answer]:
    """The smallest value of its type, a part of the same type, or the value with a smaller part."""
    try:
        least = instances.smallest(shape)
    except NoInstance:
        return
    if isinstance(least, Data) and least.constructor is not value.constructor:
        yield least
    shapes = value.constructor.field_types(shape)
    for field in value.fields:
        if isinstance(field, Data) and field.constructor.datatype is value.constructor.datatype:
            yield field
    for at, (field, inner) in enumerate(zip(value.fields, shapes, strict=True)):
        for other in _smaller(field, inner, instances):
            fields = (*value.fields[:at], other, *value.fields[at + 1 :])
            yield Data(value.constructor, fields, ground=True)
