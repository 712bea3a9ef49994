"""The operators on partly unknown values."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from refute.languages.fmsl.symbolic.values import (
    NIL,
    Atom,
    Either,
    Items,
    Measured,
    NeedsTexts,
    Nothing,
    Record,
    Symbolic,
    Text,
    Unsupported,
    count,
    is_false,
    is_true,
    items_of,
    known,
    member,
    merge,
    nil_where,
    numbers,
    packed,
)
from refute.terms import (
    FALSE,
    INT,
    REAL,
    TRUE,
    Term,
    absolute,
    add,
    at_least,
    at_most,
    choose,
    concatenate,
    conjunction,
    contains,
    disjunction,
    divide,
    equal,
    greater,
    integer,
    item,
    length,
    less,
    modulo,
    multiply,
    negate,
    negation,
    part,
    subtract,
)

_NOWHERE: Mapping[int, int] = {}

MOST_DIGITS = 20
"""Maximum number of digits that the solver can count."""


def either(value: Symbolic, operate: Callable[[Symbolic], Symbolic]) -> Symbolic:
    """An operation on each of the possible values of a choice."""
    assert isinstance(value, Either)
    result: Symbolic = NIL
    for chosen, option in value.options:
        result = merge(chosen, operate(option), result)
    return nil_where(value.nil, result)


# Truth


def connect(operator: str, left: Symbolic, right: Symbolic) -> Symbolic:
    """`and`, `or`, `xor`, `=>`, `iff` of truth values that may be nil."""
    one, other = is_true(left), is_true(right)
    not_one, not_other = is_false(left), is_false(right)
    match operator:
        case "and":
            yes, no = conjunction(one, other), disjunction(not_one, not_other)
        case "or":
            yes, no = disjunction(one, other), conjunction(not_one, not_other)
        case "=>":
            yes, no = disjunction(not_one, other), conjunction(one, not_other)
        case _:
            alike = disjunction(conjunction(one, other), conjunction(not_one, not_other))
            differ = disjunction(conjunction(one, not_other), conjunction(not_one, other))
            yes, no = (differ, alike) if operator == "xor" else (alike, differ)
    return known(yes) if never_nil(left, right) else decided(yes, no)


def never_nil(*truths: Symbolic) -> bool:
    """Whether all of them are true or false, so that the result is not nil either.

    Terms do not show that: the negations of `p and q` and of `not p or not q` look different.
    """
    return all(isinstance(each, Atom) and each.nil is FALSE for each in truths)


def decided(yes: Term, no: Term) -> Atom:
    """True, false, or nil where it is neither."""
    return Atom(conjunction(negation(yes), negation(no)), yes)


def conditional(condition: Symbolic, then: Symbolic, otherwise: Symbolic) -> Symbolic:
    """One of two values, by a truth value; nil where that is nil."""
    if not never_nil(condition):
        otherwise = merge(is_false(condition), otherwise, NIL)
    return merge(is_true(condition), then, otherwise)


def opposite(value: Symbolic) -> Symbolic:
    """`not`."""
    return Atom(value.nil, negation(value.term)) if isinstance(value, Atom) else NIL


# Numbers and texts


def compare(operator: str, left: Symbolic, right: Symbolic) -> Symbolic:
    """`<`, `<=`, `>`, `>=`; nil with nil."""
    if isinstance(left, Nothing) or isinstance(right, Nothing):
        return NIL
    if not isinstance(left, Atom | Text) or not isinstance(right, Atom | Text):
        raise Unsupported("an order of values of several types")
    one, other = numbers(left.term, right.term)
    build = {"<": less, "<=": at_most, ">": greater, ">=": at_least}[operator]
    return Atom(disjunction(left.nil, right.nil), build(one, other))


def calculate(operator: str, left: Symbolic, right: Symbolic) -> Symbolic:
    """`+`, `-`, `*`, `/`, `mod` of numbers; nil with nil, and where the divisor is zero."""
    if not isinstance(left, Atom) or not isinstance(right, Atom):
        return NIL
    one, other = numbers(left.term, right.term)
    nil = disjunction(left.nil, right.nil)
    if operator in ("/", "mod"):
        nil = disjunction(nil, equal(other, subtract(other, other)))
    return Atom(nil, _ARITHMETIC[operator](one, other))


def quotient(left: Term, right: Term) -> Term:
    """Division; for integers truncated, as in C."""
    if left.sort is REAL:
        return divide(left, right)
    size = divide(absolute(left), absolute(right))
    one, other = less(left, integer(0)), less(right, integer(0))
    negative = disjunction(conjunction(one, negation(other)), conjunction(negation(one), other))
    return choose(negative, negate(size), size)


def remainder(left: Term, right: Term) -> Term:
    """The remainder of integer division, with the sign of the dividend."""
    size = modulo(absolute(left), absolute(right))
    return choose(less(left, integer(0)), negate(size), size)


_ARITHMETIC: Mapping[str, Callable[[Term, Term], Term]] = {
    "+": add,
    "-": subtract,
    "*": multiply,
    "/": quotient,
    "mod": remainder,
}


def negative(value: Symbolic) -> Symbolic:
    """Unary `-`."""
    return Atom(value.nil, negate(value.term)) if isinstance(value, Atom) else NIL


def size_of(value: Symbolic, more_digits: Term) -> Symbolic:
    """`#`: the number of characters, items or digits; 0 for nil."""
    match value:
        case Nothing():
            return known(integer(0))
        case Text(nil, _, size):
            found = size
        case Items():
            return known(count(value))
        case Measured(found):
            return known(found)
        case Atom(nil, term) if term.sort is INT:
            found = digits(term, more_digits)
        case Either():
            return either(value, lambda option: size_of(option, more_digits))
        case _:
            raise Unsupported("the length of a value of several types")
    return known(choose(nil, integer(0), found))


def digits(number: Term, more: Term) -> Term:
    """The number of digits of an integer; beyond the maximum, the value given for more."""
    size = absolute(number)
    total = more
    for many in range(MOST_DIGITS, 0, -1):
        total = choose(less(size, integer(10**many)), integer(many), total)
    return total


def join_texts(left: Symbolic, right: Symbolic) -> Symbolic:
    """`+` of texts."""
    if not isinstance(left, Text) or not isinstance(right, Text):
        return NIL
    term = concatenate(as_text(left), as_text(right))
    return Text(disjunction(left.nil, right.nil), term, length(term))


def as_text(value: Text) -> Term:
    """The text for the solver; if only its rank is known, another attempt is needed."""
    if value.term.sort is REAL:
        raise NeedsTexts
    return value.term


# Lists


def within(value: Symbolic, whole: Symbolic) -> Symbolic:
    """`in`, for lists and texts."""
    match whole:
        case Nothing():
            return known(FALSE)
        case Items():
            return known(member(value, whole))
        case Text():
            if not isinstance(value, Text):
                return known(FALSE)
            there = contains(as_text(whole), as_text(value))
            return known(conjunction(negation(whole.nil), negation(value.nil), there))
    raise Unsupported("`in` of a value of several types")


def single(value: Symbolic) -> Symbolic:
    """The list of one value."""
    return items_of(value)


def listed(value: Symbolic) -> Items:
    """A list value, item by item."""
    if isinstance(value, Nothing):
        return items_of()
    if not isinstance(value, Items):
        raise Unsupported("a list of any length")
    return value


def join(left: Symbolic, right: Symbolic) -> Symbolic:
    """Two lists one after the other."""
    left, right = listed(left), listed(right)
    gaps = any(there is not TRUE for there, _ in left.items)
    whole = left.packed and right.packed and not gaps
    return Items((*left.items, *right.items), packed=whole)


def without(whole: Symbolic, removed: Symbolic) -> Symbolic:
    """A list without the items of another."""
    whole, removed = listed(whole), listed(removed)
    kept = tuple(
        (conjunction(there, negation(member(each, removed))), each) for there, each in whole.items
    )
    return Items(kept, packed=False)


def select(whole: Symbolic, index: Symbolic) -> Symbolic:
    """`l[i]`, counted from 1; nil out of range."""
    if isinstance(whole, Nothing) or not isinstance(index, Atom):
        return NIL
    if isinstance(whole, Text):
        text = as_text(whole)
        inside = conjunction(at_least(index.term, integer(1)), at_most(index.term, length(text)))
        chosen = item(text, subtract(index.term, integer(1)))
        return Text(disjunction(whole.nil, index.nil, negation(inside)), chosen, length(chosen))
    if not isinstance(whole, Items):
        raise Unsupported("a selection from a value of several types")
    result: Symbolic = NIL
    for position, (there, value) in enumerate(packed(whole).items, 1):
        here = conjunction(there, equal(index.term, integer(position)))
        result = merge(here, value, result)
    return nil_where(index.nil, result)


def cut(whole: Symbolic, low: Symbolic, high: Symbolic) -> Symbolic:
    """`l[m..n]`; nil if an end is out of range, unless the slice is empty."""
    if isinstance(whole, Nothing) or not isinstance(low, Atom) or not isinstance(high, Atom):
        return NIL
    fits = conjunction(at_least(low.term, integer(1)), at_most(high.term, _length(whole)))
    outside = negation(disjunction(greater(low.term, high.term), fits))
    nil = disjunction(low.nil, high.nil, outside)
    if isinstance(whole, Text):
        nil = disjunction(whole.nil, nil)
        start = subtract(low.term, integer(1))
        term = part(as_text(whole), start, subtract(high.term, start))
        return Text(nil, term, length(term))
    if not isinstance(whole, Items):
        raise Unsupported("a selection from a value of several types")
    kept = []
    for position, (there, value) in enumerate(packed(whole).items, 1):
        here = integer(position)
        inside = conjunction(at_most(low.term, here), at_most(here, high.term))
        kept.append((conjunction(there, inside), value))
    while kept and kept[0][0] is FALSE:
        del kept[0]
    return nil_where(nil, Items(tuple(kept), packed=low.term.is_value))


def _length(whole: Symbolic) -> Term:
    size = size_of(whole, integer(0))
    assert isinstance(size, Atom)
    return size.term


def component(value: Symbolic, position: int, places: Mapping[int, int] = _NOWHERE) -> Symbolic:
    """A component of a tuple; nil for nil. Tuples of some sizes have it in other `places`."""
    match value:
        case Nothing():
            return NIL
        case Record(nil, parts):
            return nil_where(nil, parts[places.get(len(parts), position)])
        case Either():
            return either(value, lambda option: component(option, position, places))
    raise Unsupported("a component of a value of several types")
