"""Conditions that wait on unknowns beside freshness."""

from __future__ import annotations

from typing import TYPE_CHECKING

from refute.languages.nominal.engine.terms import (
    SERIAL,
    Abstraction,
    Condition,
    Eigenvariable,
    Name,
    Term,
    Unknown,
    expose,
    unsuspended,
    walk,
)
from refute.languages.nominal.engine.visits import PATIENCE, Visits
from refute.record import entity

if TYPE_CHECKING:
    from refute.languages.nominal.engine.unify import Store


class Horizon(Condition):
    """What was there before an arbitrary value must not come to contain it.

    Later names are taken to be fresh for the value; where it may have names in it, `named`, none of
    those may get free into what was there before, because it would not be a later one there. What
    the condition is about stands inside binders of the names that are `bound`.
    """

    __slots__ = ("bound", "named", "serial")

    def __init__(
        self, *, named: bool, serial: int = 0, bound: frozenset[Name] = frozenset()
    ) -> None:
        self.serial = serial or next(SERIAL)
        self.named = named
        self.bound = bound

    def holds(self, store: Store, term: Term) -> bool:
        """Nothing of that kind is in a term now; what may still get there waits."""
        waiting: list[tuple[Term, frozenset[Name]]] = [(term, self.bound)]
        visits = Visits(PATIENCE)
        while waiting:
            unexposed, bound = waiting.pop()
            if visits.again(unexposed, context=bound):
                continue
            part = expose(unexposed)
            inner = unsuspended(part)
            if type(inner) is Unknown:
                if not self._fits(inner):
                    return False
                inside = self
                if bound is not self.bound:
                    inside = Horizon(named=self.named, serial=self.serial, bound=bound)
                store.await_on(inner, (inside, part))
            elif type(inner) is Abstraction:
                waiting.append((inner.body, bound | {inner.name}))
            elif type(inner) is tuple:
                waiting.extend((each, bound) for each in inner[1:])
            elif not self._allows(inner, bound):
                return False
        return True

    def lets_avoid(self, term: Term) -> bool:
        """A name that was there before may well be in a later arbitrary value."""
        return not (self.named and any(map(self._is_later, walk(term))))

    def _is_later(self, part: Term) -> bool:
        inner = unsuspended(part)
        return type(inner) is Eigenvariable and inner.serial > self.serial and not inner.nameless

    def _fits(self, unknown: Unknown) -> bool:
        """Whether an unknown is not yet said to be a name that is fresh for such a value."""
        waiting = unknown.attached.waiting if unknown.attached is not None else ()
        return all(self.lets_avoid(term) for name, term in waiting if name is unknown)

    def _allows(self, part: Term, bound: frozenset[Name]) -> bool:
        if type(part) is Eigenvariable:
            return part.serial < self.serial
        if type(part) is Name and self.named:
            return part.serial < self.serial or part in bound
        return True


@entity
class Difference(Condition):
    """Two numbers or characters differ. As there are always more, this alone is never too much."""

    left: Term
    right: Term

    def holds(self, store: Store, _term: Term = None) -> bool:
        """They differ now, or what is not known waits."""
        left, right = expose(self.left), expose(self.right)
        if left is right:
            return False
        kinds = {type(left), type(right)}
        if Eigenvariable in kinds:
            return store.clash(left, right)
        if Unknown not in kinds:
            return bool(left != right)
        for each in (left, right):
            if type(each) is Unknown:
                store.await_on(each, (self, each))
        return True
