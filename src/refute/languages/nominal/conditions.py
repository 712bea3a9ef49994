"""Constraints on unknowns that are not about names."""

from __future__ import annotations

from refute.languages.nominal.terms import (
    SERIAL,
    Abstraction,
    Condition,
    Eigenvariable,
    Name,
    Suspended,
    Term,
    Unknown,
    expose,
    walk,
)
from refute.languages.nominal.unify import Store


class Horizon(Condition):
    """What was there before an arbitrary value must not come to contain it.

    Later names are taken to be fresh for the value; where it may have names in it, `named`, none of
    those may get free into what was there before, because it would not be a later one there.
    """

    __slots__ = ("named", "serial")

    def __init__(self, *, named: bool) -> None:
        self.serial = next(SERIAL)
        self.named = named

    def holds(self, store: Store, term: Term) -> bool:
        """Nothing of that kind is in a term now; what may still get there waits."""
        waiting: list[tuple[Term, frozenset[Name]]] = [(term, frozenset())]
        while waiting:
            unexposed, bound = waiting.pop()
            part = expose(unexposed)
            inner = part.term if type(part) is Suspended else part
            if type(inner) is Unknown:
                if not self._fits(inner):
                    return False
                store.await_on(inner, (_Inside(self, bound) if bound else self, part))
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
        inner = part.term if type(part) is Suspended else part
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


class _Inside(Horizon):
    """A horizon for what stands inside binders of some names."""

    __slots__ = ("bound",)

    def __init__(self, horizon: Horizon, bound: frozenset[Name]) -> None:
        self.serial = horizon.serial
        self.named = horizon.named
        outer: frozenset[Name] = getattr(horizon, "bound", frozenset())
        self.bound = bound | outer

    def _allows(self, part: Term, bound: frozenset[Name]) -> bool:
        return super()._allows(part, bound | self.bound)


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
