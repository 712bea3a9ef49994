"""Wishes for examples: values declared in the file, little nil, small numbers."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence

from refute import terms
from refute.languages.fmsl.checking.query import Query
from refute.languages.fmsl.symbolic.values import (
    Atom,
    Items,
    Record,
    Symbolic,
    Text,
    how_many,
    inside,
    items_of,
    member,
    missing,
    same,
)
from refute.languages.fmsl.types import ListOf, Part, TupleOf, Type
from refute.terms import Term

SMALL = 4
"""Maximum absolute value of numbers that count as small."""


def from_file(
    query: Query, parts: Sequence[Part], values: Mapping[str, Symbolic]
) -> Iterator[Term]:
    """Wishes that inputs consist of values declared in the file."""
    for part in parts:
        match values[part.name], query.checked.objects.structure(part.type):
            case Items(items), ListOf(element):
                declared = _declared(query, element)
                wishes = [terms.implies(there, member(each, declared)) for there, each in items]
            case Record() as value, TupleOf():
                declared = _declared(query, part.type)
                wishes = [member(value, declared)]
            case _:
                continue
        if declared.items:
            yield terms.conjunction(*wishes)


def as_named(query: Query, parts: Sequence[Part], values: Mapping[str, Symbolic]) -> Iterator[Term]:
    """Wishes that an input is the value of the same name in the file."""
    checked = query.checked
    for part in parts:
        declared = query.values.get(part.name)
        if declared is not None and checked.objects.fits(checked.names[part.name], part.type):
            yield same(declared, values[part.name])


def _declared(query: Query, of: Type) -> Items:
    """The values of the file that fit a type."""
    checked = query.checked
    return items_of(
        *(
            value
            for name, value in query.values.items()
            if checked.objects.fits(checked.names[name], of) and not isinstance(value, Items)
        )
    )


def plain(values: Iterable[Symbolic]) -> Iterator[Term]:
    """Wishes that little is nil, texts are not empty, and numbers are small."""
    parts = [part for value in values for part in inside(value)]
    absent = [each for each in map(missing, parts) if each is not terms.FALSE]
    yield terms.conjunction(*map(terms.negation, absent))
    yield from (terms.at_most(how_many(absent), terms.integer(most)) for most in (1, 2))
    texts = [each for each in parts if isinstance(each, Text)]
    yield terms.conjunction(*(terms.different(each.size, terms.integer(0)) for each in texts))
    numbers = _integers(parts)
    low = terms.conjunction(*(terms.at_least(each, terms.integer(0)) for each in numbers))
    yield terms.conjunction(low, *(terms.at_most(each, terms.integer(9)) for each in numbers))


def small(values: Iterable[Symbolic], most: int = SMALL) -> Term:
    """The condition that no number has a larger absolute value."""
    numbers = _integers(part for value in values for part in inside(value))
    return terms.conjunction(
        *(terms.at_most(terms.absolute(each), terms.integer(most)) for each in numbers)
    )


def _integers(parts: Iterable[Symbolic]) -> list[Term]:
    return [each.term for each in parts if isinstance(each, Atom) and each.term.sort is terms.INT]
