"""Symbolic lists whose items are present under conditions: `[v for v in x.all if v > 0]`."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeAlias

from refute import terms
from refute.record import record
from refute.terms import Term


@record
class Filtered:
    """Items, each with the condition under which it is in the list."""

    items: tuple[tuple[Term, Any], ...]


SymbolicList: TypeAlias = tuple[Any, ...] | Filtered


def filtered(items: Sequence[tuple[Term, Any]]) -> SymbolicList:
    """The list of these items; a plain one if all conditions are known."""
    kept = tuple(each for each in items if each[0] is not terms.FALSE)
    if all(condition is terms.TRUE for condition, _ in kept):
        return tuple(item for _, item in kept)
    return Filtered(kept)


def guarded(whole: SymbolicList) -> Sequence[tuple[Term, Any]]:
    """The items of a list with their conditions."""
    return whole.items if isinstance(whole, Filtered) else [(terms.TRUE, each) for each in whole]


def counted(whole: SymbolicList) -> Term:
    """The number of items."""
    one, none = terms.integer(1), terms.integer(0)
    return terms.add(none, *(terms.choose(known, one, none) for known, _ in guarded(whole)))


def some(whole: SymbolicList, holds: Callable[[Any], Term]) -> Term:
    """Whether a condition holds for some item."""
    return terms.disjunction(*(terms.conjunction(known, holds(it)) for known, it in guarded(whole)))


def every(whole: SymbolicList, holds: Callable[[Any], Term]) -> Term:
    """Whether a condition holds for all items."""
    return terms.conjunction(*(terms.implies(known, holds(item)) for known, item in guarded(whole)))


def best(whole: SymbolicList, replaces: Callable[[Term, Term], Term]) -> Term:
    """The item that remains when each may replace the best one before it."""
    (found, kept), *others = guarded(whole)
    assert isinstance(kept, Term)
    for known, item in others:
        taken = terms.disjunction(terms.negation(found), replaces(item, kept))
        kept = terms.choose(terms.conjunction(known, taken), item, kept)
        found = terms.disjunction(found, known)
    return kept
