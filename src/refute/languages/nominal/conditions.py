"""Constraints on unknowns that are not about names."""

from __future__ import annotations

from refute.languages.nominal.terms import (
    SERIAL,
    Condition,
    Eigenvariable,
    Suspended,
    Term,
    Unknown,
    expose,
    walk,
)
from refute.languages.nominal.unify import Store


class Horizon(Condition):
    """What was there before must not come to contain an arbitrary value that is made later."""

    __slots__ = ("serial",)

    def __init__(self) -> None:
        self.serial = next(SERIAL)

    def holds(self, store: Store, term: Term) -> bool:
        """No such value occurs in a term now, nor can it get there."""
        for part in walk(term):
            inner = part.term if type(part) is Suspended else part
            if type(inner) is Eigenvariable and inner.serial > self.serial:
                return False
            if type(inner) is Unknown:
                store.await_on(inner, (self, inner))
        return True


class Difference(Condition):
    """Two numbers or characters differ. As there are always more, this alone is never too much."""

    __slots__ = ("left", "right")

    def __init__(self, left: Term, right: Term) -> None:
        self.left = left
        self.right = right

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
