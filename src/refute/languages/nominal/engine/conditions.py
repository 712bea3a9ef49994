"""Conditions other than freshness that wait on unknowns."""

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
    """Terms that existed before an arbitrary value must not come to contain it.

    Later names are assumed to be fresh for the value. If the value may contain names (`named`),
    later names must not become free in earlier terms, since there they would not be later ones. The
    term of the condition is inside binders of the names in `bound`.
    """

    __slots__ = ("bound", "named", "serial")

    def __init__(
        self, *, named: bool, serial: int = 0, bound: frozenset[Name] = frozenset()
    ) -> None:
        self.serial = serial or next(SERIAL)
        self.named = named
        self.bound = bound

    def holds(self, store: Store, term: Term) -> bool:
        """Whether a term contains no such value or name; the condition waits on its unknowns."""
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
        """Whether an earlier name can be fresh for a term; a later value might contain it."""
        return not (self.named and any(map(self._is_later, walk(term))))

    def _is_later(self, part: Term) -> bool:
        inner = unsuspended(part)
        return type(inner) is Eigenvariable and inner.serial > self.serial and inner.sorts != 0

    def _fits(self, unknown: Unknown) -> bool:
        """Whether an unknown is not required to be a name that is fresh for such a value."""
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
    """Two numbers or characters differ. Differences alone can always be met: there are others."""

    left: Term
    right: Term

    def holds(self, store: Store, _term: Term = None) -> bool:
        """Whether they may differ; if one is unknown, the condition waits on it."""
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
