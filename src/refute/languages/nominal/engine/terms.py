"""Terms as the engine works on them, and their permutations.

A constructor with its arguments is a tuple that begins with the symbol; numbers and characters are
themselves. Everything else is one of the classes here. A permutation is pushed into a term only as
far as the term is looked at.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import field
from itertools import count
from typing import Any, TypeAlias

from refute.languages.nominal.engine.visits import PATIENCE, Visits
from refute.languages.nominal.types import ALL_SORTS
from refute.record import entity

Term: TypeAlias = Any
"""A tuple, an int, a str or an instance of a class of this module."""

SERIAL = count(1)
"""Names and eigenvariables are numbered in the order of their making."""


class Unknown:
    """A logic variable: `value` once it is bound; `attached` are constraints on it.

    One that is `naked` stands inside no other term, so that it needs no occurs check. Whoever
    builds a term around it says so by `embed`. Its `sorts` are the types of names,
    as bits, that may occur in it: permutations and freshness of others do not concern it.
    """

    value: Term = None
    attached: Constraints | None = None
    naked: bool = False
    sorts: int = ALL_SORTS


@entity
class Constraints:
    """What an unbound unknown must fulfil: names it is fresh for, pairs (name, term) to look at."""

    fresh: tuple[Name, ...] = ()
    waiting: tuple[tuple[Term, Term], ...] = ()


class Condition:
    """A constraint of a kind of its own among those that wait on an unknown."""

    def holds(self, _store: Any, _term: Term) -> bool:
        """Look at the condition again now that something it is about has a value."""
        raise NotImplementedError

    def lets_avoid(self, _term: Term) -> bool:
        """Whether an unknown name with this condition may turn out to be fresh for a term."""
        return True


@entity
class Name:
    """A name; two names are the same only if they are the same object.

    Its type is one bit of its `sorts`; all bits where it is not known.
    """

    label: str
    sorts: int = ALL_SORTS
    serial: int = field(init=False, default_factory=SERIAL.__next__)


@entity
class Eigenvariable:
    """An arbitrary value that nothing is known about, but that later names are fresh for.

    Some older names may be known to be fresh for it too, and those that are not of its `sorts` are.
    """

    label: str
    fresh_for: tuple[Name, ...] = ()
    sorts: int = field(default=ALL_SORTS, kw_only=True)
    serial: int = field(init=False, default_factory=SERIAL.__next__)

    def spared(self, name: Name) -> bool:
        """Whether a name is known not to occur in it."""
        return name.serial > self.serial or not self.sorts & name.sorts or name in self.fresh_for


@entity
class Abstraction:
    """A name bound in a body.

    `ground`, when not 0, promises that no name whose serial number is this or higher is free in
    the body or can get there by a binding, but perhaps its own bound name. A promise that is not
    `lasting` holds until the bindings inside are undone.
    """

    name: Name
    body: Term
    ground: int = 0
    lasting: bool = field(default=False, kw_only=True)


class Permutation(dict[Name, Name]):
    """The names that are moved, with where they go.

    None of them has a number above `newest`, and `sorts` has the bits of all.
    """

    __slots__ = ("newest", "sorts")

    def __init__(self, moved: Mapping[Name, Name], newest: int, sorts: int) -> None:
        super().__init__(moved)
        self.newest = newest
        self.sorts = sorts


IDENTITY = Permutation({}, 0, 0)


@entity
class Suspended:
    """A permutation yet to be applied to a term; an empty one when that has been done already."""

    permutation: Permutation
    term: Term


def compose(outer: Permutation, inner: Permutation) -> Permutation:
    """The permutation that does the inner one first.

    Only what the inner one moves to a name that the outer one moves is changed, so that opening
    many binders, each inside the last, copies dictionaries and does little else.
    """
    newest = max(outer.newest, inner.newest)
    result = Permutation(inner, newest, outer.sorts | inner.sorts)
    for name, image in outer.items():
        source = preimage(inner, name)
        if source is image:
            result.pop(source, None)
        else:
            result[source] = image
    return result


def inverse(permutation: Permutation) -> Permutation:
    """The permutation that undoes another."""
    moved = {image: name for name, image in permutation.items()}
    return Permutation(moved, permutation.newest, permutation.sorts)


def preimage(permutation: Permutation, name: Name) -> Name:
    """The name that a permutation moves to this one; mostly the two change places."""
    image = permutation.get(name)
    if image is None:
        return name
    while permutation[image] is not name:
        image = permutation[image]
    return image


def suspend(permutation: Permutation, term: Term) -> Term:
    """A permutation applied to a term, where that is not done at once, later."""
    kind = type(term)
    if kind is Name:
        return permutation.get(term, term)
    if kind is tuple:
        if len(term) == 1 or not term[0].sorts & permutation.sorts:
            return term
    elif kind is int or kind is str:
        return term
    elif kind is Unknown or kind is Eigenvariable:
        permutation = _within(permutation, term.sorts)
    return Suspended(permutation, term) if permutation else term


def _within(permutation: Permutation, sorts: int) -> Permutation:
    """What a permutation does to names of some sorts."""
    if not permutation.sorts & ~sorts:
        return permutation
    moved = {name: image for name, image in permutation.items() if name.sorts & sorts}
    return Permutation(moved, permutation.newest, permutation.sorts & sorts)


def swap(left: Name, right: Name, term: Term) -> Term:
    """Two names exchanged in a term."""
    if left is right:
        return term
    newest = left.serial if left.serial > right.serial else right.serial
    return suspend(Permutation({left: right, right: left}, newest, left.sorts | right.sorts), term)


def embed(term: Term) -> None:
    """Note that an unknown, and what it may be bound to, is to stand inside another term."""
    while True:
        kind = type(term)
        if kind is Unknown:
            term.naked = False
            term = term.value
        elif kind is Suspended:
            term = term.term
        else:
            return


def naked_unknown() -> Unknown:
    """A new unknown that stands inside no other term."""
    unknown = Unknown()
    unknown.naked = True
    return unknown


def unknown_of(sorts: int) -> Unknown:
    """A new unknown of a type whose terms have names of some sorts in them only."""
    unknown = Unknown()
    unknown.sorts = sorts
    return unknown


ATOMIC = frozenset((int, str, Name))
"""The types of terms that have no parts and stand for themselves."""


def expose(term: Term) -> Term:
    """The term without bindings and permutations at its top.

    What comes back is a tuple, a number, a character, a name, an abstraction, an eigenvariable or
    an unbound unknown, the last two perhaps under a suspended permutation.
    """
    while True:
        kind = type(term)
        if kind is Unknown:
            if term.value is None:
                return term
            term = term.value
        elif kind is Suspended:
            if term.permutation:
                return _expose_suspended(term)
            term = term.term
        else:
            return term


def _push(permutation: Permutation, term: Term) -> Term:
    """A permutation applied to the arguments of a constructor; at once where that is quick."""
    result = [term[0]]
    for each in term[1:]:
        if type(each) is tuple and len(each) == 2 and type(each[1]) is Name:
            result.append((each[0], permutation.get(each[1], each[1])))
        else:
            result.append(suspend(permutation, each))
    return tuple(result)


def _expose_suspended(suspended: Suspended) -> Term:
    permutation = suspended.permutation
    inner = suspended.term
    lasting = True
    while True:
        kind = type(inner)
        if kind is tuple:
            result = _push(permutation, inner)
            break
        if kind is Unknown:
            if inner.value is None:
                permutation = _within(permutation, inner.sorts)
                return _suspended_as(suspended, permutation, inner, lasting=lasting)
            inner = inner.value
            lasting = False
        elif kind is Suspended:
            permutation = compose(permutation, inner.permutation)
            inner = inner.term
            if not permutation:
                return expose(inner)
        elif kind is Abstraction:
            name = permutation.get(inner.name, inner.name)
            ground = inner.ground and max(inner.ground, permutation.newest + 1)
            lasting = lasting and (inner.lasting or not ground)
            body = suspend(permutation, inner.body)
            result = Abstraction(name, body, ground, lasting=inner.lasting)
            break
        elif kind is Eigenvariable:
            permutation = _within(permutation, inner.sorts)
            return _suspended_as(suspended, permutation, inner, lasting=lasting)
        else:
            result = permutation.get(inner, inner) if kind is Name else inner
            break
    if lasting:
        suspended.term = result
        suspended.permutation = IDENTITY
    return result


def _suspended_as(
    suspended: Suspended, permutation: Permutation, inner: Term, *, lasting: bool
) -> Term:
    """A suspended term as one permutation of what is inside, if there is any left.

    It is itself where that does not change.
    """
    if lasting:
        suspended.permutation, suspended.term = permutation, inner
    if not permutation:
        return inner
    return suspended if lasting else Suspended(permutation, inner)


def unsuspended(term: Term) -> Term:
    """An exposed term without the permutation that may be suspended at its top."""
    return term.term if type(term) is Suspended else term


def unknowns(*roots: Term) -> list[Unknown]:
    """The unbound unknowns in some terms, each once."""
    found: dict[Unknown, None] = {}
    waiting = [*reversed(roots)]
    left, visits = PATIENCE, Visits()
    while waiting:
        term = waiting.pop()
        kind = type(term)
        if kind is tuple:
            left -= 1
            if len(term) > 1 and not (left < 0 and visits.again(term)):
                waiting += term[:0:-1]
        elif kind is Unknown:
            if term.value is None:
                found[term] = None
            else:
                waiting.append(term.value)
        elif kind is Suspended:
            waiting.append(term.term)
        elif kind is Abstraction:
            waiting.append(term.body)
    return list(found)


def children(term: Term) -> Iterable[Term]:
    """The parts of an exposed term; those of an abstraction are its name and its body."""
    kind = type(term)
    if kind is tuple:
        result: Iterable[Term] = term[1:]
        return result
    return (term.name, term.body) if kind is Abstraction else ()


def walk(*roots: Term) -> Iterator[Term]:
    """Every part of some terms, exposed, from left to right; in large terms each once."""
    waiting = list(reversed(roots))
    visits = Visits(PATIENCE)
    while waiting:
        unexposed = waiting.pop()
        term = expose(unexposed)
        yield term
        if not visits.again(unexposed):
            waiting.extend(reversed(list(children(term))))


def free_names(*roots: Term) -> set[Name]:
    """The names that are free in some terms, not counting what unknowns may become."""
    found: set[Name] = set()
    waiting: list[tuple[Term, frozenset[Name]]] = [(root, frozenset()) for root in roots]
    visits = Visits(PATIENCE)
    while waiting:
        unexposed, bound = waiting.pop()
        if visits.again(unexposed, context=bound):
            continue
        term = expose(unexposed)
        kind = type(term)
        if kind is Name:
            if term not in bound:
                found.add(term)
        elif kind is Abstraction:
            waiting.append((term.body, bound | {term.name}))
        elif kind is tuple:
            waiting.extend((each, bound) for each in term[1:])
    return found


def spares(name: Name, term: Term) -> bool:
    """Whether a name is not free in a term, whatever its unknowns become."""
    waiting = [term]
    left, visits = PATIENCE, Visits()
    while waiting:
        part = waiting.pop()
        kind = type(part)
        if kind is tuple:
            left -= 1
            if part[0].sorts & name.sorts and not (left < 0 and visits.again(part)):
                waiting.extend(part[1:])
        elif kind is Name:
            if part is name:
                return False
        elif kind is Unknown:
            if part.value is not None:
                waiting.append(part.value)
            elif part.sorts & name.sorts:
                return False
        elif kind is Abstraction:
            if part.name is not name and not (part.ground and name.serial >= part.ground):
                waiting.append(part.body)
        elif kind is Suspended:
            if part.permutation:
                return False
            waiting.append(part.term)
        elif kind is Eigenvariable and not part.spared(name):
            return False
    return True


def is_ground(*roots: Term) -> bool:
    """Whether some terms have no unknowns and no eigenvariables in them."""
    return all(type(term) not in {Unknown, Suspended, Eigenvariable} for term in walk(*roots))


def alike(left: Term, right: Term) -> bool:
    """Whether two terms without unknowns are equal up to the names of what they bind."""
    waiting = [(left, right)]
    visits = Visits(PATIENCE)
    while waiting:
        pair = waiting.pop()
        one, other = map(expose, pair)
        if one is other or visits.again(*pair):
            continue
        kind = type(one)
        if kind is not type(other):
            return False
        if kind is tuple:
            if one[0] is not other[0]:
                return False
            waiting.extend(zip(one[1:], other[1:], strict=True))
        elif kind is Abstraction:
            fresh = Name(one.name.label)
            waiting.append((swap(one.name, fresh, one.body), swap(other.name, fresh, other.body)))
        elif kind is int or kind is str:
            if one != other:
                return False
        else:
            return False
    return True
