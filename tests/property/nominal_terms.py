"""Terms of an oracle, and how they become terms of the engine.

An oracle term is nested tuples: `("name", a)`, `("abs", a, t)`, `("f", t, u)`, `("c",)` and, in
patterns, `("swap", a, b, t)` and `("unknown", X)`.
"""

from __future__ import annotations

from typing import Any, TypeAlias

from hypothesis import strategies as st

from refute.languages.nominal.builtins import symbol
from refute.languages.nominal.engine.terms import (
    Abstraction,
    Name,
    Suspended,
    Term,
    Unknown,
    swap,
    walk,
)
from refute.languages.nominal.engine.unify import Store
from refute.languages.nominal.types import UNIT

Oracle: TypeAlias = tuple[Any, ...]

F = symbol("f", (UNIT, UNIT), UNIT)
C = symbol("c", (), UNIT)
LABELS = "abd"
UNKNOWNS = "XYN"

labels = st.sampled_from(LABELS)
leaves = st.one_of(st.tuples(st.just("name"), labels), st.just(("c",)))


def larger(inner: st.SearchStrategy[Oracle]) -> st.SearchStrategy[Oracle]:
    return st.one_of(
        st.tuples(st.just("abs"), labels, inner), st.tuples(st.just("f"), inner, inner)
    )


ground = st.recursive(leaves, larger, max_leaves=6)
unknowns = st.tuples(st.just("unknown"), st.sampled_from("XY"))
swaps = st.recursive(
    unknowns, lambda inner: st.tuples(st.just("swap"), labels, labels, inner), max_leaves=3
)
patterns = st.recursive(st.one_of(leaves, unknowns, swaps), larger, max_leaves=5)


# The oracles


def numbered(term: Oracle, bound: tuple[str, ...] = ()) -> Oracle:
    """De Bruijn's form: equal for terms that differ only in the names they bind."""
    match term:
        case ("name", label):
            return ("bound", bound.index(label)) if label in bound else term
        case ("abs", label, body):
            return ("abs", numbered(body, (label, *bound)))
        case (head, *parts):
            return (head, *(numbered(each, bound) for each in parts))
    raise AssertionError(term)


def free(term: Oracle) -> set[str]:
    match term:
        case ("name", label):
            return {label}
        case ("abs", label, body):
            return free(body) - {label}
        case (_, *parts):
            return set[str]().union(*map(free, parts))
    raise AssertionError(term)


def swapped(left: str, right: str, term: Oracle) -> Oracle:
    change = {left: right, right: left}
    match term:
        case ("name", label):
            return ("name", change.get(label, label))
        case ("abs", label, body):
            return ("abs", change.get(label, label), swapped(left, right, body))
        case ("unknown", _):
            return ("swap", left, right, term)
        case ("swap", one, other, body):
            return (
                "swap",
                change.get(one, one),
                change.get(other, other),
                swapped(left, right, body),
            )
        case (head, *parts):
            return (head, *(swapped(left, right, each) for each in parts))
    raise AssertionError(term)


def instance(pattern: Oracle, values: dict[str, Oracle]) -> Oracle:
    match pattern:
        case ("unknown", label):
            return values[label]
        case ("swap", left, right, body):
            return swapped(left, right, instance(body, values))
        case ("abs", label, body):
            return ("abs", label, instance(body, values))
        case ("f", left, right):
            return ("f", instance(left, values), instance(right, values))
        case _:
            return pattern


# From oracle terms to terms and back


class World:
    """Names and unknowns by their labels."""

    def __init__(self) -> None:
        self.names = {label: Name(label) for label in LABELS}
        self.unknowns = {label: Unknown() for label in UNKNOWNS}
        self.store = Store()

    def term(self, oracle: Oracle) -> Term:
        match oracle:
            case ("name", label):
                return self.names[label]
            case ("unknown", label):
                return self.unknowns[label]
            case ("abs", label, body):
                return Abstraction(self.names[label], self.term(body))
            case ("swap", left, right, body):
                return swap(self.names[left], self.names[right], self.term(body))
            case ("f", left, right):
                return (F, self.term(left), self.term(right))
        return C.constant

    def settle(self) -> None:
        """Give what is still unknown a value that has no names and so fulfils every constraint."""
        for part in list(walk(*self.unknowns.values())):
            unknown = part.term if type(part) is Suspended else part
            if type(unknown) is Unknown and unknown.value is None:
                assert self.store.bind(unknown, C.constant)


@st.composite
def alike_terms(draw: st.DrawFn, terms: st.SearchStrategy[Oracle]) -> tuple[Oracle, Oracle]:
    """A term, and one that binds other names in the same places, which may capture some."""
    term = draw(terms)
    return term, respelled(draw, term)


def respelled(draw: st.DrawFn, term: Oracle) -> Oracle:
    match term:
        case ("abs", label, body):
            chosen = draw(labels)
            return ("abs", chosen, respelled(draw, renamed(label, chosen, body)))
        case ("f", left, right):
            return ("f", respelled(draw, left), respelled(draw, right))
        case _:
            return term


def renamed(old: str, new: str, term: Oracle) -> Oracle:
    """A name put for another wherever that is free, without a care for what binds it there."""
    match term:
        case ("name", label):
            return ("name", new if label == old else label)
        case ("abs", label, body):
            return term if label == old else ("abs", label, renamed(old, new, body))
        case ("unknown", _) if old != new:
            return ("swap", old, new, term)
        case ("f", left, right):
            return ("f", renamed(old, new, left), renamed(old, new, right))
        case _:
            return term
