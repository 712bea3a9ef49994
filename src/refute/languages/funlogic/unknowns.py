"""Unknowns, which the search has not chosen yet, and the ways in which they can be made."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

from refute.languages.funlogic.values import Constructor, Type
from refute.terms import Term

Value: TypeAlias = Any
"""A value as the machine has it, perhaps a thunk; `None` where an evaluation was interrupted."""

Unknown: TypeAlias = list[Any]
"""A list of its value (`None` until it is chosen), its kind, the number of the segment that it was
made in, and its name or number.

One is made for every field that the search fills. A plain list is made three times as quickly as an
object of a class of its own, and read twice as quickly; it differs from a thunk by what stands in
the place of the code.
"""


class Kind:
    """What is known of an unknown from the start: its type, and how many of its constructors were
    counted where it became part of another. A machine has one of each kind, with the ways in which
    it can be made, by what the way is asked for; where there is only one way, it is `forced`."""

    __slots__ = ("forced", "paid", "type", "ways")

    def __init__(self, shape: Type | None, paid: int) -> None:
        self.type, self.paid = shape, paid
        self.ways: dict[object, Ways] = {}
        self.forced: dict[object, Forced] = {}


def name_of(unknown: Unknown) -> str:
    """How an unknown is shown."""
    name: str | int = unknown[3]
    return name if isinstance(name, str) else f"_{name}"


Option: TypeAlias = "tuple[Value, Term | None, int, int, str | None]"
"""A way to go on: the value to go on with, the condition, the cost, how many unknowns there are in
the options before, and the label. A value that is a `Way` is made when a branch goes on with it.
Where there is no label, drawings show what the unknown is then."""


def option(
    value: Value,
    condition: Term | None = None,
    cost: int = 0,
    before: int = 0,
    label: str | None = "",
) -> Option:
    """A way to go on, of which some parts are as usual."""
    return value, condition, cost, before, label


Ways: TypeAlias = tuple[Sequence[Option], int]
"""How an unknown can be made, and the number of the unknowns inside all of these."""


Forced: TypeAlias = "tuple[Any, int, Sequence[Kind]]"
"""The only way to make an unknown: its value, or what makes it if there are unknowns inside; the
cost; and the kinds of these unknowns."""


class Way:
    """A constructor as a way to make an unknown of some type, with the kinds of its fields.

    `made` gives a value of a segment, of which nothing is known but its constructor; its unknowns
    are numbered from some number on.
    """

    __slots__ = ("constructor", "fields", "made")

    def __init__(self, constructor: Constructor, fields: Sequence[Kind]) -> None:
        self.constructor, self.fields = constructor, fields
        self.made = _maker(constructor, fields)


def _maker(constructor: Constructor, fields: Sequence[Kind]) -> Callable[[int, int], Value]:
    """What makes a value with unknowns for its fields."""

    def one(now: int, first: int) -> Value:
        return (constructor, [None, kind, now, first])

    def two(now: int, first: int) -> Value:
        return (constructor, [None, kind, now, first], [None, second, now, first + 1])

    def many(now: int, first: int) -> Value:
        return (constructor, *([None, each, now, at] for at, each in enumerate(fields, first)))

    kind, second = fields[0], fields[-1]
    return {1: one, 2: two}.get(len(fields), many)
