"""Partly unknown FMSL values: every part has a condition under which it is nil."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import lru_cache
from itertools import zip_longest
from typing import TypeAlias

from refute.record import record
from refute.terms import (
    FALSE,
    INT,
    REAL,
    TRUE,
    Term,
    add,
    choose,
    conjunction,
    disjunction,
    equal,
    implies,
    integer,
    negation,
    to_real,
    variables,
)

REMEMBERED = 2_000
"""Maximum number of cached equalities of records."""


class Unsupported(Exception):
    """The solver cannot express this; what depends on it is left open."""


class NeedsTexts(Exception):
    """Ranks are not enough: the query depends on the characters of texts."""


@record
class Nothing:
    """The literal nil, of any type."""

    nil: Term = TRUE


@record
class Atom:
    """A truth value or a number."""

    nil: Term
    term: Term


@record
class Text:
    """A text, given by its rank among all texts or as a text of the solver, and its length."""

    nil: Term
    term: Term
    size: Term


@record
class Atomic:
    """A value of an object without components; that of an object with a single one is number 0."""

    nil: Term
    name: str
    number: Term


@record
class Function:
    """An operation as a value."""

    nil: Term
    name: str


@record
class Record:
    """A tuple."""

    nil: Term
    parts: tuple[Symbolic, ...]


@record
class Items:
    """A list: each item is present under its condition; `packed` if there are no gaps."""

    items: tuple[tuple[Term, Symbolic], ...]
    packed: bool = True

    @property
    def nil(self) -> Term:
        """The empty list is nil."""
        first = self.items[:1] if self.packed else self.items
        return negation(disjunction(*(there for there, _ in first)))


@record
class Measured:
    """A list of which only the length is known."""

    length: Term

    @property
    def nil(self) -> Term:
        """The empty list is nil."""
        return equal(self.length, integer(0))


@record
class Either:
    """A value of one of several types; exactly one of the conditions holds."""

    nil: Term
    options: tuple[tuple[Term, Symbolic], ...]


@record
class Labelled:
    """A labelled value of a union; nil if its content is."""

    label: str
    content: Symbolic

    @property
    def nil(self) -> Term:
        """Nil has no label."""
        return self.content.nil


Symbolic: TypeAlias = (
    Nothing | Atom | Text | Atomic | Function | Record | Items | Measured | Either | Labelled
)

NIL = Nothing()


def inside(value: Symbolic) -> Iterator[Symbolic]:
    """A value and all values in it, the outer before the inner."""
    yield value
    match value:
        case Record(_, parts):
            pass
        case Items(items) | Either(_, items):
            parts = tuple(each for _, each in items)
        case Labelled(_, content):
            parts = (content,)
        case _:
            return
    for each in parts:
        yield from inside(each)


def variables_of(values: Iterable[Symbolic]) -> Iterator[Term]:
    """The variables in values."""
    for each in (part for value in values for part in inside(value)):
        terms = [each.nil]
        match each:
            case Atom(_, term) | Atomic(_, _, term):
                terms += [term]
            case Text(_, term, size):
                terms += [term, size]
            case Items(items) | Either(_, items):
                terms += [condition for condition, _ in items]
        for term in terms:
            yield from variables(term)


def missing(value: Symbolic) -> Term:
    """The value is nil, as the empty list is."""
    return FALSE if isinstance(value, Items | Measured) else value.nil


def labelled(label: str, value: Symbolic) -> Symbolic:
    """A value of an alternative as one of its union; unchanged if there is no label."""
    return Labelled(label, value) if label and not isinstance(value, Nothing) else value


def unlabelled(value: Symbolic) -> Symbolic:
    """A value of a union without its label, if it has one."""
    return value.content if isinstance(value, Labelled) else value


def known(term: Term) -> Atom:
    """A truth value or number that is not nil."""
    return Atom(FALSE, term)


def truth(value: bool) -> Atom:
    """A truth value."""
    return known(TRUE if value else FALSE)


def is_true(value: Symbolic) -> Term:
    """It is true, and so not nil."""
    return conjunction(negation(value.nil), value.term) if isinstance(value, Atom) else FALSE


def is_false(value: Symbolic) -> Term:
    """It is false, and so not nil."""
    if not isinstance(value, Atom):
        return FALSE
    return conjunction(negation(value.nil), negation(value.term))


def nil_where(condition: Term, value: Symbolic) -> Symbolic:
    """The value, but nil under a condition."""
    if condition is FALSE or isinstance(value, Nothing):
        return value
    if condition is TRUE:
        return NIL
    if isinstance(value, Items):
        kept = negation(condition)
        return replace(
            value, items=tuple((conjunction(kept, there), each) for there, each in value.items)
        )
    if isinstance(value, Measured):
        return Measured(choose(condition, integer(0), value.length))
    if isinstance(value, Labelled):
        return Labelled(value.label, nil_where(condition, value.content))
    return replace(value, nil=disjunction(condition, value.nil))


def same(left: Symbolic, right: Symbolic) -> Term:
    """The values are equal; nil equals only nil."""
    if isinstance(left, Items) and isinstance(right, Items):
        return _same_items(left, right)
    both = conjunction(left.nil, right.nil)
    if isinstance(left, Nothing) or isinstance(right, Nothing):
        return both
    neither = conjunction(negation(left.nil), negation(right.nil))
    if neither is FALSE:
        return both
    return disjunction(both, conjunction(neither, _same_content(left, right)))


def _same_content(left: Symbolic, right: Symbolic) -> Term:
    match left, right:
        case Atom(), Atom():
            one, other = numbers(left.term, right.term)
            return equal(one, other) if one.sort is other.sort else FALSE
        case Text(), Text():
            return equal(left.term, right.term)
        case Atomic(), Atomic() if left.name == right.name:
            return equal(left.number, right.number)
        case Function(), Function():
            return TRUE if left.name == right.name else FALSE
        case Record(), Record() if len(left.parts) == len(right.parts):
            return _same_parts(left.parts, right.parts)
        case Labelled(), Labelled():
            return same(left.content, right.content) if left.label == right.label else FALSE
        case Either(), _:
            return disjunction(
                *(conjunction(chosen, same(option, right)) for chosen, option in left.options)
            )
        case _, Either():
            return _same_content(right, left)
        case (Measured(), _) | (_, Measured()):
            raise Unsupported("equality with a list of any length")
    return FALSE


@lru_cache(maxsize=REMEMBERED)
def _same_parts(left: tuple[Symbolic, ...], right: tuple[Symbolic, ...]) -> Term:
    """The parts are equal; cached for records, which are compared again and again."""
    return conjunction(*map(same, left, right))


def _same_items(left: Items, right: Items) -> Term:
    one, other = packed(left).items, packed(right).items
    parts = []
    for (there, item), (too, fellow) in zip(one, other, strict=False):
        parts.append(conjunction(implies(there, too), implies(too, there)))
        parts.append(implies(conjunction(there, too), same(item, fellow)))
    short = min(len(one), len(other))
    parts.extend(negation(there) for there, _ in (*one[short:], *other[short:]))
    return conjunction(*parts)


def numbers(left: Term, right: Term) -> tuple[Term, Term]:
    """Two terms converted to one sort: an integer next to a real becomes one."""
    if left.sort is INT and right.sort is REAL:
        return to_real(left), right
    if left.sort is REAL and right.sort is INT:
        return left, to_real(right)
    return left, right


def merge(condition: Term, then: Symbolic, otherwise: Symbolic) -> Symbolic:
    """One of two values, chosen by a condition."""
    if condition is TRUE or then == otherwise:
        return then
    if condition is FALSE:
        return otherwise
    if isinstance(then, Nothing):
        return nil_where(condition, otherwise)
    if isinstance(otherwise, Nothing):
        return nil_where(negation(condition), then)
    nil = choose(condition, then.nil, otherwise.nil)
    match then, otherwise:
        case Atom(), Atom():
            one, other = numbers(then.term, otherwise.term)
            if one.sort is other.sort:
                return Atom(nil, choose(condition, one, other))
        case Text(), Text():
            size = choose(condition, then.size, otherwise.size)
            return Text(nil, choose(condition, then.term, otherwise.term), size)
        case Atomic(), Atomic() if then.name == otherwise.name:
            return Atomic(nil, then.name, choose(condition, then.number, otherwise.number))
        case Record(), Record() if len(then.parts) == len(otherwise.parts):
            pairs = zip(then.parts, otherwise.parts, strict=True)
            return Record(nil, tuple(merge(condition, one, other) for one, other in pairs))
        case Items(), Items():
            return _merge_items(condition, then, otherwise)
        case Labelled(), Labelled() if then.label == otherwise.label:
            return Labelled(then.label, merge(condition, then.content, otherwise.content))
    return Either(nil, (*_options(condition, then), *_options(negation(condition), otherwise)))


def _options(condition: Term, value: Symbolic) -> tuple[tuple[Term, Symbolic], ...]:
    if isinstance(value, Either):
        return tuple((conjunction(condition, chosen), each) for chosen, each in value.options)
    return ((condition, value),)


def _merge_items(condition: Term, then: Items, otherwise: Items) -> Items:
    merged = []
    for one, other in zip_longest(then.items, otherwise.items):
        there, item = one or (FALSE, other[1])
        too, fellow = other or (FALSE, item)
        merged.append((choose(condition, there, too), merge(condition, item, fellow)))
    return Items(tuple(merged), then.packed and otherwise.packed)


def items_of(*values: Symbolic) -> Items:
    """The list of these values."""
    return Items(tuple((TRUE, value) for value in values))


def count(whole: Items) -> Term:
    """The number of items."""
    if whole.packed:
        total = integer(0)
        for number, (there, _) in enumerate(whole.items, 1):
            total = choose(there, integer(number), total)
        return total
    return how_many(there for there, _ in whole.items)


def how_many(conditions: Iterable[Term]) -> Term:
    """The number of conditions that hold."""
    return add(*(choose(each, integer(1), integer(0)) for each in conditions))


def member(value: Symbolic, whole: Items) -> Term:
    """The value is among the known items."""
    return disjunction(*(conjunction(there, same(value, item)) for there, item in whole.items))


def packed(whole: Items) -> Items:
    """The same list without gaps."""
    if whole.packed:
        return whole
    counted = [TRUE]  # counted[k]: exactly k of the items so far are present
    slots: list[list[tuple[Term, Symbolic]]] = []
    for there, item in whole.items:
        slots.append([])
        for slot, exactly in zip(slots, counted, strict=True):
            slot.append((conjunction(exactly, there), item))
        absent = negation(there)
        stay = [conjunction(exactly, absent) for exactly in counted]
        move = [FALSE, *(conjunction(exactly, there) for exactly in counted)]
        counted = [disjunction(*pair) for pair in zip([*stay, FALSE], move, strict=True)]
    return replace(whole, items=tuple(map(_one_of, slots)), packed=True)


def _one_of(candidates: list[tuple[Term, Symbolic]]) -> tuple[Term, Symbolic]:
    """The candidate whose condition holds, and whether there is one."""
    chosen = candidates[-1][1]
    for condition, item in reversed(candidates[:-1]):
        chosen = merge(condition, item, chosen)
    return disjunction(*(condition for condition, _ in candidates)), chosen
