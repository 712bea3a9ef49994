"""The functions and operators on terms.

A symbolic list is a tuple of terms, or `Filtered` if conditions decide which items it has.
"""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction
from typing import Any

from refute import terms
from refute.languages.console.meaning.concrete import NoValue, nonempty
from refute.languages.console.meaning.filtered import Filtered, best, counted, guarded, some
from refute.terms import Term

ONE, NONE = terms.integer(1), terms.integer(0)


class Hidden(Exception):
    """The solver cannot look inside this expression."""


def aligned(*given: Term) -> tuple[Term, ...]:
    """The terms converted to one sort: integers next to reals become reals."""
    if not any(each.sort is terms.REAL for each in given):
        return given
    return tuple(terms.to_real(each) if each.sort is terms.INT else each for each in given)


def on_numbers(function: Callable[..., Term]) -> Callable[..., Term]:
    """Extend a function on terms of one sort to mixed integers and reals."""
    return lambda *given: function(*aligned(*given))


def plus(left: Any, right: Any) -> Any:
    """The sum of numbers, texts or lists."""
    if isinstance(left, tuple) and isinstance(right, tuple):
        return (*left, *right)
    if not isinstance(left, Term):
        raise Hidden
    if left.sort is terms.STRING:
        return terms.concatenate(left, right)
    return terms.add(*aligned(left, right))


def times(left: Term, right: Term) -> Term:
    """The product of numbers; the solver cannot express repeated texts."""
    if left.sort is terms.STRING:
        raise Hidden
    return terms.multiply(*aligned(left, right))


def quotient(left: Term, right: Term) -> Term:
    """The exact quotient."""
    one, two = (each if each.sort is terms.REAL else terms.to_real(each) for each in (left, right))
    if two.is_value and two.payload == 0:
        raise NoValue("nothing can be divided by zero")
    return terms.divide(one, two)


def floored(number: Term) -> Term:
    """The number rounded down."""
    return number if number.sort is terms.INT else terms.floor(number)


def raised(number: Term) -> Term:
    """The number rounded up."""
    return terms.negate(floored(terms.negate(number)))


def rounded(number: Term, places: Term | None = None) -> Term:
    """The nearest number with this many places; halves are rounded away from zero."""
    if places is not None and not places.is_value:
        raise Hidden
    scale = terms.real(Fraction(10) ** (0 if places is None else places.payload))
    value = number if number.sort is terms.REAL else terms.to_real(number)
    scaled, half = terms.multiply(scale, value), terms.real(Fraction(1, 2))
    above = terms.floor(terms.add(scaled, half))
    below = terms.negate(terms.floor(terms.add(terms.negate(scaled), half)))
    whole = terms.choose(terms.less(scaled, terms.real(0)), below, above)
    return whole if places is None else terms.divide(terms.to_real(whole), scale)


def truncated(number: Term) -> Term:
    """The number without its decimals."""
    if number.sort is terms.INT:
        return number
    return terms.choose(terms.less(number, terms.real(0)), raised(number), floored(number))


def total(whole: Any) -> Term:
    """The sum of the items of a list."""
    return terms.add(*_contributions(whole, 0))


def multiplied(whole: Any) -> Term:
    """The product of the items of a list."""
    return terms.multiply(*_contributions(whole, 1))


def _contributions(whole: Any, neutral: int) -> tuple[Term, ...]:
    """The items, with a neutral value in place of absent ones."""
    made = []
    for known, item in guarded(whole):
        number = terms.integer if item.sort is terms.INT else terms.real
        made.append(terms.choose(known, item, number(neutral)))
    return aligned(*made)


def extremum(what: str, better: Callable[[Term, Term], Term]) -> Callable[..., Term]:
    """The extreme of a list, or of several numbers."""

    def found(*given: Any) -> Term:
        values = given if isinstance(given[0], Term) else given[0]
        if isinstance(values, tuple):
            values = aligned(*nonempty(what, values))
        return best(values, better)

    return found


def first(whole: Any) -> Any:
    """The first item of a list."""
    if isinstance(whole, Filtered):
        return best(whole, lambda _new, _old: terms.FALSE)
    return nonempty("first value", whole)[0]


def last(whole: Any) -> Any:
    """The last item of a list."""
    if isinstance(whole, Filtered):
        return best(whole, lambda _new, _old: terms.TRUE)
    return nonempty("last value", whole)[-1]


def equal(left: Any, right: Any) -> Term:
    """Whether two values, or two lists, are the same."""
    if isinstance(left, Filtered) or isinstance(right, Filtered):
        raise Hidden
    if isinstance(left, tuple):
        if len(left) != len(right):
            return terms.FALSE
        return terms.conjunction(*map(equal, left, right))
    return terms.equal(*aligned(left, right))


def member(item: Any, whole: Any) -> Term:
    """Whether a list has an item, or a text has a piece."""
    if isinstance(whole, Term):
        return terms.contains(whole, item)
    return some(whole, lambda each: equal(item, each))


def occurrences(item: Any, whole: Any) -> Term:
    """How often a list has an item."""
    if isinstance(whole, Term):
        raise Hidden
    found = ((terms.conjunction(known, equal(item, each))) for known, each in guarded(whole))
    return terms.add(NONE, *(terms.choose(each, ONE, NONE) for each in found))


def length(whole: Any) -> Term:
    """The number of items or characters."""
    return terms.length(whole) if isinstance(whole, Term) else counted(whole)


def included(left: Any, right: Any) -> Term:
    """Whether every item of a list is in another."""
    return terms.conjunction(
        *(terms.implies(known, member(each, right)) for known, each in guarded(left))
    )


def unfiltered(function: Callable[..., Any]) -> Callable[..., Any]:
    """Restrict a function of lists to lists whose items are all known to be present."""

    def applied(whole: Any, *more: Any) -> Any:
        if not isinstance(whole, tuple):
            raise Hidden
        return function(whole, *more)

    return applied


def begins(whole: Term, piece: Term) -> Term:
    """Whether a text begins with another."""
    return terms.equal(terms.part(whole, NONE, terms.length(piece)), piece)


def ends(whole: Term, piece: Term) -> Term:
    """Whether a text ends with another."""
    start = terms.subtract(terms.length(whole), terms.length(piece))
    fits = terms.at_least(start, NONE)
    return terms.conjunction(fits, terms.equal(terms.part(whole, start, length(piece)), piece))


def _position(index: Term, size: Term) -> Term:
    """The index counted from the front."""
    return terms.choose(terms.less(index, NONE), terms.add(size, index), index)


def indexed(whole: Any, index: Term) -> Any:
    """The item or character at an index; negative ones count from the end."""
    if isinstance(whole, Term):
        return terms.item(whole, _position(index, terms.length(whole)))
    if not isinstance(whole, tuple):
        raise Hidden
    if index.is_value:
        if not -len(whole) <= index.payload < len(whole):
            raise NoValue(f"there is no item {index.payload} among {len(whole)}")
        return whole[index.payload]
    place, made = _position(index, terms.integer(len(whole))), None
    for number, item in enumerate(whole):
        here = terms.equal(place, terms.integer(number))
        made = item if made is None else terms.choose(here, *aligned(item, made))
    if made is None:
        raise NoValue("there is no item in an empty list")
    return made


def sliced(whole: Any, low: Term, high: Term | None = None) -> Any:
    """The items or characters from one index up to another."""
    if isinstance(whole, Term):
        size = terms.length(whole)
        start = _clipped(low, size)
        end = size if high is None else _clipped(high, size)
        return terms.part(whole, start, terms.subtract(end, start))
    known = low.is_value and (high is None or high.is_value)
    if not isinstance(whole, tuple) or not known:
        raise Hidden
    return whole[low.payload : None if high is None else high.payload]


def _clipped(index: Term, size: Term) -> Term:
    place = _position(index, size)
    return terms.choose(terms.less(place, NONE), NONE, place)


def looked_up(key: Any, keys: Any, values: Any) -> Term:
    """The value of the entry with a key; the last one if there is none."""
    if key.is_value and all(each.is_value for each in keys):
        found = [item for each, item in zip(keys, values, strict=True) if each is key]
        if not found:
            raise NoValue("the table has no such entry")
        return found[0]  # type: ignore[no-any-return]
    made = values[-1]
    for each, item in reversed(list(zip(keys, values, strict=True))):
        made = terms.choose(equal(key, each), *aligned(item, made))
    return made  # type: ignore[no-any-return]


def between(low: Term, high: Term) -> tuple[Term, ...]:
    """The numbers from one to another, if both are known."""
    if not low.is_value or not high.is_value or high.payload - low.payload > LONGEST_RANGE:
        raise Hidden
    return tuple(terms.integer(each) for each in range(low.payload, high.payload + 1))


LONGEST_RANGE = 10_000
"""Maximum number of items of a range that is written out."""


def chosen(condition: Term, then: Any, otherwise: Any) -> Any:
    """One of two values, chosen by an unknown condition."""
    if isinstance(then, Term) and isinstance(otherwise, Term):
        return terms.choose(condition, *aligned(then, otherwise))
    raise Hidden
