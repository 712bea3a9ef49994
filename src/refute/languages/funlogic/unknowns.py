"""Unknowns, whose values the search has not chosen yet, and the ways to make them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

from refute.languages.funlogic.values import Constructor, Type
from refute.terms import Term

Value: TypeAlias = Any
"""A value of the machine, perhaps a thunk; `None` if an evaluation was interrupted."""

Unknown: TypeAlias = list[Any]
"""A list of its value (`None` until it is chosen), its kind, the number of the segment that it was
made in, and its name or number.

One is made for every field that the search fills. A plain list is made three times as fast as an
object of a class of its own, and read twice as fast; it differs from a thunk by having a kind in
place of the code.
"""


class Kind:
    """What is initially known about an unknown: its type, and how many of its constructors were
    counted when it became part of another. A machine has one instance of each kind. `ways` has the
    ways to make an unknown, by what they are requested for, and `forced` the way where there is
    only one."""

    __slots__ = ("forced", "paid", "type", "ways")

    def __init__(self, shape: Type | None, paid: int) -> None:
        self.type, self.paid = shape, paid
        self.ways: dict[object, Ways] = {}
        self.forced: dict[object, Forced] = {}


def name_of(unknown: Unknown) -> str:
    """The name by which an unknown is shown."""
    name: str | int = unknown[3]
    return name if isinstance(name, str) else f"_{name}"


Option: TypeAlias = "tuple[Value, Term | None, int, int, str | None]"
"""A way to continue: the value to continue with, the condition, the cost, the number of unknowns in
the options before, and the label. A `Way` becomes a value when a branch continues with it. If there
is no label, drawings show the value of the unknown."""


def option(
    value: Value,
    condition: Term | None = None,
    cost: int = 0,
    before: int = 0,
    label: str | None = "",
) -> Option:
    """A way to continue, with defaults for some of its parts."""
    return value, condition, cost, before, label


Ways: TypeAlias = tuple[Sequence[Option], int]
"""The ways to make an unknown, and the number of unknowns inside all of them."""


Forced: TypeAlias = "tuple[Any, int, Sequence[Kind]]"
"""The only way to make an unknown: its value, or a function that makes it if there are unknowns
inside; the cost; and the kinds of these unknowns."""


class Way:
    """A constructor as a way to make an unknown of some type, with the kinds of its fields.

    `made` returns a value for a segment, in which only the constructor is known; its unknowns are
    numbered from a given number on.
    """

    __slots__ = ("constructor", "fields", "made")

    def __init__(self, constructor: Constructor, fields: Sequence[Kind]) -> None:
        self.constructor, self.fields = constructor, fields
        self.made = _maker(constructor, fields)


def _maker(constructor: Constructor, fields: Sequence[Kind]) -> Callable[[int, int], Value]:
    """A function that makes a value with unknowns for its fields."""

    def one(now: int, first: int) -> Value:
        return (constructor, [None, kind, now, first])

    def two(now: int, first: int) -> Value:
        return (constructor, [None, kind, now, first], [None, second, now, first + 1])

    def many(now: int, first: int) -> Value:
        return (constructor, *([None, each, now, at] for at, each in enumerate(fields, first)))

    kind, second = fields[0], fields[-1]
    return {1: one, 2: two}.get(len(fields), many)
