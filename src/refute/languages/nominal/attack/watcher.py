"""Negation as failure, made lazy: the conclusion is looked at while the hypotheses are derived."""

from __future__ import annotations

from collections.abc import Sequence

from refute.languages.nominal.attack.fill import Filling, Types, find_places
from refute.languages.nominal.attack.frozen import Frozen, Look, Truth
from refute.languages.nominal.attack.relations import BoundedEngine, Frame, Predicate
from refute.languages.nominal.attack.state import END, Pool, Thunk
from refute.languages.nominal.attack.subject import Subject
from refute.languages.nominal.terms import Abstraction, Name, Term, Unknown, walk

GLANCE = 600
"""So many steps are spent on a look at the conclusion while the hypotheses are derived."""

STARE = 40_000
"""So many when everything else is known."""


class Watcher:
    """Leaves out what cannot be a counterexample, and instantiates only what must be known.

    `unsettled` counts the candidates of which it could not be found out whether they are
    counterexamples, `pruned` the branches left out because the conclusion holds in all of them.
    """

    def __init__(
        self, subject: Subject, frozen: Frozen, types: Types, engine: BoundedEngine, most: int
    ) -> None:
        self.subject = subject
        self.frozen = frozen
        self.types = types
        self.engine = engine
        self.most = most
        self.roots: frozenset[int] = frozenset()
        self._filled_with: dict[tuple[object, ...], int] = {}
        self.unsettled = 0
        self.pruned = 0

    def look(self, pool: Pool, last: Look | None) -> Look | None:
        """What is known of the conclusion now; nothing when it holds, whatever comes."""
        assumed = tuple(frame for frame, _ in pool if self._assumable(frame))
        if last is not None and not _stale(last, assumed):
            return last
        look = self.frozen.look(GLANCE, assumed, self.roots)
        if look.truth is Truth.ALWAYS:
            self.pruned += 1
            return None
        return look

    def _assumable(self, frame: Frame) -> bool:
        relation = frame[0]
        return isinstance(relation, Predicate) and self.frozen.assumable(relation.symbol)

    def branches(self, look: Look, left: int) -> list[tuple[Thunk, int]] | None:
        """When all is derived: how to fill what is open; nothing when the conclusion fails."""
        if look.truth is Truth.UNKNOWN:
            look = self.frozen.look(STARE)
        match look.truth:
            case Truth.NEVER:
                return None
            case Truth.ALWAYS:
                return []
            case Truth.UNKNOWN:
                self.unsettled += 1
                return []
            case Truth.DEPENDS:
                key = canonical(self.frozen.values)
                if key is not None and self._filled_with.get(key, -1) >= left:
                    return []  # it was filled before, and nothing came of it
                if key is not None:
                    self._filled_with[key] = left
                return self._fillings(look.wanted[0])

    def _fillings(self, unknown: Unknown) -> list[tuple[Thunk, int]]:
        if unknown in self.types.known:
            fillings = self.types.fillings(self.types.known[unknown], (), self.most)
        else:
            places = find_places(self.types, self.subject.typed())
            fillings = places.fillings(self.types, unknown, self.most)
        return [(self._filled(unknown, each), each.price) for each in fillings]

    def _filled(self, unknown: Unknown, filling: Filling) -> Thunk:
        return lambda: END if self.engine.bind(unknown, filling.make()) else None


def canonical(values: Sequence[Term]) -> tuple[object, ...] | None:
    """The same for values that differ in names and unknowns only; nothing under constraints."""
    tokens: list[object] = []
    numbers: dict[object, int] = {}
    for term in walk(*values):
        kind = type(term)
        if kind is tuple:
            tokens.append(term[0])
        elif kind is int or kind is str:
            tokens.append(term)
        elif kind is Abstraction:
            tokens.append(Abstraction)
        elif kind is Name or (kind is Unknown and term.attached is None):
            tokens.append((kind, numbers.setdefault(term, len(numbers))))
        else:
            return None
    return tuple(tokens)


def _stale(look: Look, assumed: tuple[Frame, ...]) -> bool:
    """Whether something has changed that could change what is known."""
    return look.assumed != assumed or any(each.value is not None for each in look.wanted)
