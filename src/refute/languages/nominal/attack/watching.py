"""What the search asks of a conclusion: what to leave out, and what to fill in."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import field

from refute.languages.nominal.attack import relations
from refute.languages.nominal.attack.conclusion import GLANCE, STARE, Conclusion, Look, Truth
from refute.languages.nominal.attack.fill import Holes
from refute.languages.nominal.attack.instances import Instances
from refute.languages.nominal.attack.likeness import canonical
from refute.languages.nominal.attack.residues import Residue
from refute.languages.nominal.engine import terms
from refute.languages.nominal.engine.solutions import Frame
from refute.record import entity

MANY_LOOKS = 300
"""Number of looks after which it pays to write code that runs faster."""


@entity
class Watcher:
    """Leaves out what cannot be a counterexample, and instantiates only what must be known.

    `doubt` is told of a candidate of which it could not be found out whether it is a
    counterexample; `pruned` counts the branches left out because the conclusion holds in all of
    them.
    """

    conclusion: Conclusion
    instances: Instances
    doubt: Callable[[], None]
    roots: frozenset[int] = frozenset()
    pruned: int = 0
    resolved: tuple[Frame, ...] = ()
    _filled_with: dict[tuple[object, ...], int] = field(default_factory=dict)

    def look(self, pool: relations.Pool, last: Look | None, left: int) -> Look | None:
        """What is known of the conclusion now; nothing when it holds, whatever comes.

        `left` is what may still be paid for values.
        """
        waiting = tuple(frame for frame, _ in pool if self._assumable(frame))
        resolved = self.resolved if self.conclusion.recalling else ()
        if last is not None and not _stale(last, resolved + waiting):
            return last
        residue = None if pool or resolved or not self._typed() else self._residue(left)
        if residue is not None:
            look = _seen(residue)
        else:
            look = self.conclusion.look(GLANCE, waiting, self.roots, resolved)
        self.conclusion.looks += 1
        if self.conclusion.looks == MANY_LOOKS:
            self.conclusion.engine.write_in_place()
        if look.truth is Truth.ALWAYS:
            self.conclusion.held += 1
            self.pruned += 1
            return None
        return look

    def _typed(self) -> bool:
        """Whether all that is open has a known type, without names, and that is of use."""
        conclusion, known = self.conclusion, self.instances.types.known
        return conclusion.comparable and all(
            each in known for each in terms.unknowns(*conclusion.values)
        )

    def remember(self, frame: Frame) -> None:
        """Keep the last goal of each predicate that was resolved, until the search goes back.

        It is derived in any completion of the branch, so the theorem may still be used on it.
        """
        conclusion = self.conclusion
        if (
            getattr(frame[0], "symbol", None) in conclusion.engine.hypothetical
            and conclusion.recalling
            and id(frame) not in self.roots
        ):
            others = (each for each in self.resolved if each[0] is not frame[0])
            self.instances.engine.set(self, "resolved", (*others, frame))

    def _forget_resolved(self) -> None:
        """No longer use the theorem on goals that were resolved, until the search goes back.

        What is filled from here on stands for all that has the like left to fill. That could be the
        very instance to which the theorem would be applied.
        """
        if self.resolved:
            self.instances.engine.set(self, "resolved", ())

    def _assumable(self, frame: Frame) -> bool:
        relation = frame[0]
        return isinstance(relation, relations.Predicate) and self.conclusion.assumable(
            relation.symbol
        )

    def branches(self, look: Look, left: int) -> list[relations.Alternative] | None:
        """When all is derived: how to fill what is open; nothing when the conclusion fails.

        `left` is what may still be paid for that.
        """
        if look.truth is Truth.UNKNOWN:
            look = self.conclusion.look(STARE)
        if look.truth is Truth.NEVER and self.conclusion.give(self.instances.names()):
            look = self.conclusion.look(STARE)
        match look.truth:
            case Truth.NEVER:
                return None
            case Truth.ALWAYS:
                return []
            case Truth.UNKNOWN:
                self.doubt()
                return []
            case Truth.DEPENDS:
                wanted = look.wanted[0]  # where only its type matters, names were forced before
                known = wanted in self.instances.types.known
                holes = None if known else self.instances.holes()
                if holes is not None and self.instances.name_forced(holes):
                    return self.branches(self.conclusion.look(STARE), left)
                if any(each.open for each in self.instances.engine.pending):
                    return self.instances.fillings(wanted, holes)
                residue = look.residue if holes is None else None
                return self._fillings(wanted, holes, left, residue)

    def _fillings(
        self, wanted: terms.Unknown, holes: Holes | None, left: int, residue: Residue | None
    ) -> list[relations.Alternative]:
        """The ways to fill what the conclusion still depends on, where nothing else is open."""
        conclusion = self.conclusion
        if self._filled(canonical(conclusion.values) if conclusion.typed else None, left):
            return []
        residue = residue or self._residue(left)
        if residue is not None and self._filled(residue.key, left):
            conclusion.repeated += 1
            return []
        self._forget_resolved()
        if residue is None:
            return self.instances.fillings(wanted, holes)
        beyond: list[relations.Alternative] = [(_nowhere, left + 1, None)]
        ways: list[relations.Alternative] = []
        if residue.holds:
            self.pruned += 1
        else:
            wanted = residue.wanted[0] if residue.wanted else wanted
            ways = self.instances.fillings(wanted, holes)
        return ways if residue.whole else [*ways, *beyond]

    def _residue(self, left: int) -> Residue | None:
        """What is left of the conclusion, if that is worth knowing."""
        conclusion = self.conclusion
        if not conclusion.comparable:
            return None
        conclusion.asked += 1
        return conclusion.residues.find(self.instances.types, left)

    def _filled(self, key: tuple[object, ...] | None, left: int) -> bool:
        """Whether the like was filled before, when as much could be paid: nothing came of it."""
        if key is None or self._filled_with.get(key, -1) >= left:
            return key is not None
        self._filled_with[key] = left
        return False


def _seen(residue: Residue) -> Look:
    """What is known of a conclusion of which something, or nothing, is left."""
    if residue.holds and residue.whole:
        return Look(Truth.ALWAYS)
    truth = Truth.DEPENDS if residue.wanted else Truth.NEVER
    return Look(truth, residue.wanted, (), residue)


def _nowhere(_frame: Frame) -> None:
    """The code of what costs too much."""


def _stale(look: Look, assumed: tuple[Frame, ...]) -> bool:
    """Whether something has changed that could change what is known."""
    return look.assumed != assumed or any(each.value is not None for each in look.wanted)
