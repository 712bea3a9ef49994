"""Building tuples, data and constants of any sort."""

from __future__ import annotations

from fractions import Fraction
from functools import cache

from refute.terms.logic import boolean, integer, real, string
from refute.terms.sorts import (
    BOOL,
    INT,
    REAL,
    STRING,
    Constructed,
    Constructor,
    DataSort,
    ListSort,
    Sort,
    SortError,
    TupleSort,
    Value,
    default_value,
)
from refute.terms.term import Operator, Term, make


def tuple_of(*items: Term) -> Term:
    """The tuple of these items."""
    return make(Operator.TUPLE, TupleSort(tuple(item.sort for item in items)), items)


def project(term: Term, index: int) -> Term:
    """The item of a tuple at an index from 0."""
    if not isinstance(term.sort, TupleSort) or not 0 <= index < len(term.sort.items):
        raise SortError(f"item {index} of {term}")
    if term.operator is Operator.TUPLE:
        return term.arguments[index]
    return make(Operator.PROJECT, term.sort.items[index], (term,), index)


def _constructor(sort: Sort, name: str) -> Constructor:
    if not isinstance(sort, DataSort) or name not in sort.constructors:
        raise SortError(f"{sort} has no constructor {name}")
    return sort.constructors[name]


def construct(sort: Sort, name: str, *arguments: Term) -> Term:
    """A constructor of a data sort, applied."""
    expected = [each for _, each in _constructor(sort, name).fields]
    if [each.sort for each in arguments] != expected:
        raise SortError(f"{name} takes {expected}, not {arguments}")
    return make(Operator.CONSTRUCT, sort, arguments, name)


@cache
def default(sort: Sort) -> Term:
    """The default value of a sort, as a term."""
    return constant(default_value(sort), sort)


def constant(value: Value, sort: Sort) -> Term:
    """A plain value as a term of a sort; built without recursion."""
    made: list[Term] = []
    stack: list[tuple[Value, Sort, int]] = [(value, sort, -1)]
    while stack:
        value, sort, count = stack.pop()
        if count >= 0:
            arguments = tuple(made[len(made) - count :])
            del made[len(made) - count :]
            made.append(_structure(value, sort, arguments))
            continue
        parts = _parts(value, sort)
        if parts is None:
            made.append(_atom(value, sort))
        else:
            stack.append((value, sort, len(parts)))
            stack.extend((each, part_sort, -1) for each, part_sort in reversed(parts))
    return made[0]


def _parts(value: Value, sort: Sort) -> list[tuple[Value, Sort]] | None:
    """The values inside a structured value with their sorts, None for an atom."""
    match sort, value:
        case TupleSort(items), tuple() if len(items) == len(value):
            return list(zip(value, items, strict=True))
        case ListSort(item), tuple():
            return [(each, item) for each in value]
        case DataSort(), Constructed(name, arguments):
            fields = _constructor(sort, name).fields
            if len(fields) == len(arguments):
                return [(each, part) for each, (_, part) in zip(arguments, fields, strict=True)]
    return None


def _structure(value: Value, sort: Sort, arguments: tuple[Term, ...]) -> Term:
    if isinstance(value, Constructed):
        return make(Operator.CONSTRUCT, sort, arguments, value.name)
    return make(Operator.LIST if isinstance(sort, ListSort) else Operator.TUPLE, sort, arguments)


def _atom(value: Value, sort: Sort) -> Term:
    if sort is BOOL and isinstance(value, bool):
        return boolean(value)
    if sort is INT and isinstance(value, int) and not isinstance(value, bool):
        return integer(value)
    if sort is REAL and isinstance(value, int | Fraction) and not isinstance(value, bool):
        return real(value)
    if sort is STRING and isinstance(value, str):
        return string(value)
    raise SortError(f"{value!r} is no value of {sort}")
