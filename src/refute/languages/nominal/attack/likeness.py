"""Keys that are the same for terms that differ only in their names and unknowns."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from refute.languages.nominal.engine import terms
from refute.languages.nominal.engine.terms import Term
from refute.languages.nominal.engine.visits import PATIENCE

LEAVES = (terms.Name, terms.Unknown)


class Likeness:
    """Makes a key of some terms, added in turn; `whole` says whether they can have one.

    Names of different types are not told apart, so the types of the terms must be known. What
    unknowns must be fresh for is part of the key, but for names that do not occur in the terms:
    another one would do as well. Under other constraints there is no key, nor is there one for
    large terms.

    Arbitrary values count as the unknowns for which they were `opened`; other unknowns must not
    have constraints then. Names `later` than a serial number are fresh for all of them.
    """

    def __init__(
        self,
        opened: Mapping[terms.Eigenvariable, terms.Unknown] | None = None,
        later: float = float("inf"),
    ) -> None:
        self.whole = True
        self._tokens: list[object] = []
        self._numbers: dict[Term, int] = {}
        self._opened = opened
        self._later = later

    def mark(self, token: object) -> None:
        """Add something that has to be the same itself."""
        self._tokens.append(token)

    def add(self, values: Sequence[Term]) -> None:
        """Add terms, as they are now."""
        tokens, numbers = self._tokens, self._numbers
        for term in terms.walk(*values):
            kind = type(term)
            if kind is tuple:
                tokens.append(term[0])
            elif kind is int or kind is str:
                tokens.append(term)
            elif kind is terms.Abstraction:
                tokens.append(terms.Abstraction)
            elif kind is terms.Name:
                later = term.serial > self._later
                tokens.append((kind, later, numbers.setdefault(term, len(numbers))))
            elif kind is terms.Unknown:
                self.whole = self.whole and (self._opened is None or term.attached is None)
                tokens.append((kind, numbers.setdefault(term, len(numbers))))
            elif self._opened is not None and term in self._opened:
                opened = self._opened[term]
                tokens.append((kind, numbers.setdefault(opened, len(numbers))))
            else:
                self.whole = False
            if len(tokens) > PATIENCE:
                self.whole = False  # what is shared is not gone through again
            if not self.whole:
                return

    def key(self) -> tuple[object, ...] | None:
        """The key; None if the terms have none."""
        if not self.whole:
            return None
        apart = frozenset[tuple[int, int]]()
        for term, number in self._numbers.items():
            if type(term) is terms.Unknown and term.attached is not None and term.sorts:
                found = _apart(term, number, self._numbers)
                if found is None:
                    return None
                apart |= found
        return (*self._tokens, apart)


def canonical(values: Sequence[Term]) -> tuple[object, ...] | None:
    """The same for values that differ in names and unknowns only; None if there is no key."""
    likeness = Likeness()
    likeness.add(values)
    return likeness.key()


def _apart(
    unknown: terms.Unknown, number: int, numbers: Mapping[Term, int]
) -> frozenset[tuple[int, int]] | None:
    """What an unknown must be fresh for, or other names for it; nothing where there is more."""
    constraints = unknown.attached or terms.Constraints()
    found = {(numbers[name], number) for name in constraints.fresh if name in numbers}
    for pair in constraints.waiting:
        name, term = map(terms.expose, pair)
        if type(name) in LEAVES and type(term) is tuple:
            continue  # it has got a value since, and its parts wait in its place
        if not (type(name) in LEAVES and type(term) in LEAVES):
            return None
        if name in numbers and term in numbers:
            found.add((numbers[name], numbers[term]))
    return frozenset(found)
