"""All small inputs of random programs, by their size."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from itertools import product
from typing import Any, TypeAlias

LETTERS = "^_`abcd"
"""Those whose distance from `a` is at most three."""

LARGEST = 6
"""Maximum number of constructors of an input."""

Rank: TypeAlias = tuple[int, int, list[int], list[bool]]


def rank(inputs: Sequence[Any]) -> Rank:
    """How small inputs are: constructors, the largest number, all from left to right, their signs.

    A truth value is a constructor, a list has one for each item and one for its end, a character
    is one with a number, its distance from `a`.
    """
    constructors, numbers = 0, list[int]()
    for value in inputs:
        match value:
            case bool():
                constructors += 1
            case int():
                numbers.append(value)
            case list():
                constructors += 1 + len(value) + sum(isinstance(each, str) for each in value)
                numbers += [
                    ord(each) - ord("a") if isinstance(each, str) else each for each in value
                ]
    sizes = [abs(each) for each in numbers]
    return constructors, max(sizes, default=0), sizes, [each < 0 for each in numbers]


def values_of(kind: str, constructors: int) -> list[Any]:
    """All values with so many constructors, and with small numbers."""
    if kind == "Int":
        return list(range(-3, 4)) if constructors == 0 else []
    if kind == "Decimal":
        return [Fraction(each, 2) for each in range(-5, 6)] if constructors == 0 else []
    if kind == "Bool":
        return [False, True] if constructors == 1 else []
    items, each = (range(-3, 4), 1) if kind == "List" else (LETTERS, 2)
    length, rest = divmod(constructors - 1, each)
    return [list(made) for made in product(items, repeat=length)] if rest == 0 <= length else []


def small_inputs(kinds: Sequence[str]) -> Iterator[tuple[Any, ...]]:
    """All inputs with small numbers; those with few constructors first."""
    for total in range(LARGEST + 1):
        for shares in product(range(total + 1), repeat=len(kinds)):
            if sum(shares) == total:
                yield from product(*map(values_of, kinds, shares))


def smaller_than(limit: Rank, kinds: Sequence[str]) -> Iterator[tuple[Any, ...]]:
    """All inputs with small numbers that come before some rank."""
    for inputs in small_inputs(kinds):
        if rank(inputs)[0] > limit[0]:
            return
        if rank(inputs) < limit:
            yield inputs
