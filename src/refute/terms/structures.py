"""Building tuples, data, constants of any sort, texts and lists."""

from __future__ import annotations

from fractions import Fraction
from functools import lru_cache
from itertools import combinations
from typing import Any

from refute.terms import sorts
from refute.terms.arithmetic import add, subtract
from refute.terms.logic import (
    FALSE,
    TRUE,
    boolean,
    conjunction,
    different,
    disjunction,
    equal,
    integer,
    negation,
    real,
    string,
)
from refute.terms.sorts import Sort, SortError, Value
from refute.terms.term import Operator, Term, make


def tuple_of(*items: Term) -> Term:
    """The tuple of these items."""
    return make(Operator.TUPLE, sorts.TupleSort(tuple(item.sort for item in items)), items)


def project(term: Term, index: int) -> Term:
    """The item of a tuple at an index from 0."""
    if not isinstance(term.sort, sorts.TupleSort) or not 0 <= index < len(term.sort.items):
        raise SortError(f"item {index} of {term}")
    if term.operator is Operator.TUPLE:
        return term.arguments[index]
    return make(Operator.PROJECT, term.sort.items[index], (term,), index)


def _constructor(sort: Sort, name: str) -> sorts.Constructor:
    if not isinstance(sort, sorts.DataSort) or name not in sort.constructors:
        raise SortError(f"{sort} has no constructor {name}")
    return sort.constructors[name]


def construct(sort: Sort, name: str, *arguments: Term) -> Term:
    """The application of a constructor of a data sort."""
    expected = [each for _, each in _constructor(sort, name).fields]
    if [each.sort for each in arguments] != expected:
        raise SortError(f"{name} takes {expected}, not {arguments}")
    return make(Operator.CONSTRUCT, sort, arguments, name)


@lru_cache(maxsize=4096)
def default(sort: Sort) -> Term:
    """The default value of a sort, as a term."""
    return constant(sorts.default_value(sort), sort)


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
        case sorts.TupleSort(items), tuple() if len(items) == len(value):
            return list(zip(value, items, strict=True))
        case sorts.ListSort(item), tuple():
            return [(each, item) for each in value]
        case sorts.DataSort(), sorts.Constructed(name, arguments):
            fields = _constructor(sort, name).fields
            if len(fields) == len(arguments):
                return [(each, part) for each, (_, part) in zip(arguments, fields, strict=True)]
    return None


def _structure(value: Value, sort: Sort, arguments: tuple[Term, ...]) -> Term:
    if isinstance(value, sorts.Constructed):
        return make(Operator.CONSTRUCT, sort, arguments, value.name)
    return make(
        Operator.LIST if isinstance(sort, sorts.ListSort) else Operator.TUPLE, sort, arguments
    )


def _atom(value: Value, sort: Sort) -> Term:
    if sort is sorts.BOOL and isinstance(value, bool):
        return boolean(value)
    if sort is sorts.INT and isinstance(value, int) and not isinstance(value, bool):
        return integer(value)
    if sort is sorts.REAL and isinstance(value, int | Fraction) and not isinstance(value, bool):
        return real(value)
    if sort is sorts.STRING and isinstance(value, str):
        return string(value)
    raise SortError(f"{value!r} is no value of {sort}")


# Texts and lists


def list_of(sort: Sort, *items: Term) -> Term:
    """The list of these items, all of the given sort."""
    if any(item.sort is not sort for item in items):
        raise SortError(f"a list of {sort} with {items}")
    return make(Operator.LIST, sorts.ListSort(sort), items)


def _sequence(*terms: Term) -> Sort:
    """The common sequence sort of all terms."""
    sort = terms[0].sort
    if not (sort is sorts.STRING or isinstance(sort, sorts.ListSort)):
        raise SortError(f"{terms[0]} is neither a text nor a list")
    if any(term.sort is not sort for term in terms):
        raise SortError(f"sequences of different sorts: {terms}")
    return sort


def _items(term: Term) -> Any:
    """The characters or item terms of a literal sequence, else None."""
    if term.operator is Operator.LIST:
        return term.arguments
    return term.payload if term.operator is Operator.CONSTANT else None


def _written(sort: Sort, items: Any) -> Term:
    return string(items) if sort is sorts.STRING else make(Operator.LIST, sort, items)


def find(whole: Any, piece: Any) -> int:
    """The first index of a piece in a text or tuple, or -1."""
    if isinstance(whole, str):
        return whole.find(piece)
    starts = range(len(whole) - len(piece) + 1)
    return next((start for start in starts if whole[start : start + len(piece)] == piece), -1)


def slice_of(whole: Any, start: int, length: int) -> Any:
    """The meaning of PART."""
    return whole[start : start + length] if start >= 0 and length > 0 else whole[:0]


def concatenate(first: Term, *others: Term) -> Term:
    """The concatenation of sequences."""
    sort = _sequence(first, *others)
    kept: list[Term] = []
    for term in (first, *others):
        items = _items(term)
        before = _items(kept[-1]) if kept and items is not None else None
        if before is not None:
            kept[-1] = _written(sort, before + items)
        elif items is None or items:
            kept.append(term)
    if not kept:
        return first
    return kept[0] if len(kept) == 1 else make(Operator.CONCATENATE, sort, tuple(kept))


def cons(item: Term, rest: Term) -> Term:
    """The list with one more item in front."""
    return concatenate(list_of(item.sort, item), rest)


def length(term: Term) -> Term:
    """The number of characters or items."""
    _sequence(term)
    pieces = term.arguments if term.operator is Operator.CONCATENATE else (term,)
    return add(*(_length(piece) for piece in pieces))


def _length(term: Term) -> Term:
    items = _items(term)
    return make(Operator.LENGTH, sorts.INT, (term,)) if items is None else integer(len(items))


def contains(whole: Term, piece: Term) -> Term:
    """The piece occurs contiguously in the whole."""
    _sequence(whole, piece)
    items = _items(piece)
    if whole is piece or (items is not None and not items):
        return TRUE
    if whole.is_value and piece.is_value:
        return boolean(find(_items(whole), items) >= 0)
    return make(Operator.CONTAINS, sorts.BOOL, (whole, piece))


def member(item: Term, whole: Term) -> Term:
    """The item is in the list; a list with known items is compared one by one."""
    sort = _sequence(whole)
    if not isinstance(sort, sorts.ListSort) or item.sort is not sort.item:
        raise SortError(f"{item} in {whole}")
    pieces = whole.arguments if whole.operator is Operator.CONCATENATE else (whole,)
    found = FALSE
    for piece in pieces:
        if piece.operator is Operator.LIST:
            found = disjunction(found, *(equal(item, each) for each in piece.arguments))
        else:
            found = disjunction(found, make(Operator.MEMBER, sorts.BOOL, (item, piece)))
    return found


def unique(whole: Term) -> Term:
    """No item is twice in the list; a list with known items is compared one by one."""
    if not isinstance(_sequence(whole), sorts.ListSort):
        raise SortError(f"uniq {whole}")
    pieces = whole.arguments if whole.operator is Operator.CONCATENATE else (whole,)
    items = [item for each in pieces if each.operator is Operator.LIST for item in each.arguments]
    others = [each for each in pieces if each.operator is not Operator.LIST]
    if len(others) > 1:
        return make(Operator.UNIQUE, sorts.BOOL, (whole,))
    if whole.is_value:
        return boolean(len(set(items)) == len(items))
    return conjunction(
        *(different(*pair) for pair in combinations(items, 2)),
        *(negation(member(item, other)) for item in items for other in others),
        *(make(Operator.UNIQUE, sorts.BOOL, (other,)) for other in others),
    )


def item(whole: Term, index: Term) -> Term:
    """The item, or text of one character, at an index from 0; the default value if out of range."""
    sort = _sequence(whole)
    if index.sort is not sorts.INT:
        raise SortError(f"{whole}[{index}]")
    item_sort = sort.item if isinstance(sort, sorts.ListSort) else sorts.STRING
    if index.operator is Operator.CONSTANT:
        position = index.payload
        first = whole.arguments[0] if whole.operator is Operator.CONCATENATE else whole
        items = _items(first)
        if items is not None and 0 <= position < len(items):
            return string(items[position]) if sort is sorts.STRING else items[position]
        if position < 0 or (items is not None and first is whole):
            return default(item_sort)
    return make(Operator.ITEM, item_sort, (whole, index))


def part(whole: Term, start: Term, size: Term) -> Term:
    """At most `size` items from `start` on; empty if the start is out of range."""
    sort = _sequence(whole)
    if start.sort is not sorts.INT or size.sort is not sorts.INT:
        raise SortError(f"part({whole}, {start}, {size})")
    items = _items(whole)
    if items is not None and start.is_value and size.is_value:
        return _written(sort, slice_of(items, start.payload, size.payload))
    if size is integer(0):
        return _written(sort, "" if sort is sorts.STRING else ())
    return make(Operator.PART, sort, (whole, start, size))


def head(whole: Term) -> Term:
    """The first item; the default value for an empty list."""
    return item(whole, integer(0))


def tail(whole: Term) -> Term:
    """All but the first item; empty for an empty list."""
    sort = _sequence(whole)
    pieces = whole.arguments if whole.operator is Operator.CONCATENATE else (whole,)
    items = _items(pieces[0])
    if items is not None:
        rest = _written(sort, items[1:])
        return concatenate(rest, *pieces[1:])
    return part(whole, integer(1), subtract(length(whole), integer(1)))
