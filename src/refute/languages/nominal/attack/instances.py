"""The ways to fill what is open in the values of a theorem, as alternatives of the search."""

from __future__ import annotations

from refute.languages.nominal.attack.fill import Filling, Holes, Types, find_holes, ready
from refute.languages.nominal.attack.numbers import possible_values
from refute.languages.nominal.attack.relations import END, Alternative, BoundedEngine
from refute.languages.nominal.attack.theorems import Subject
from refute.languages.nominal.engine.entrance import Code
from refute.languages.nominal.engine.terms import Name, Unknown
from refute.languages.nominal.types import Type
from refute.record import record


@record
class Instances:
    """Fills the unknowns of a subject; numbers cost at most so much."""

    subject: Subject
    types: Types
    engine: BoundedEngine
    most: int

    def names(self) -> dict[Name, Type]:
        """The names that are or may get free in the values of the subject."""
        return find_holes(self.types, self.subject.typed()).names

    def holes(self) -> Holes:
        """The holes in the values of the subject; the types of those without names are noted."""
        holes = find_holes(self.types, self.subject.typed())
        holes.note_nameless(self.types)
        return holes

    def name_forced(self, holes: Holes) -> bool:
        """Give new names to the unknown ones that differ from all others; whether there were any.

        Every value of them is as good as another.
        """
        named = [each for each in holes.forced() if self._can_be_new(each)]
        return bool(named)

    def _can_be_new(self, unknown: Unknown) -> bool:
        """Give an unknown name a new one as its value, if other conditions let it have it."""
        mark = len(self.engine.trail)
        if self.engine.bind(unknown, Name("a", unknown.sorts)):
            return True
        self.engine.undo(mark)
        return False

    def fillings(self, unknown: Unknown, holes: Holes | None = None) -> list[Alternative]:
        """All ways to fill an unknown at its top; none where its type is not known."""
        ways = self._ways(unknown, holes)
        return [(self._filled(unknown, each), each.price, None) for each in ways]

    def _ways(self, unknown: Unknown, holes: Holes | None) -> list[Filling]:
        known = possible_values(self.engine.pending, unknown, self.most, self.types.notable)
        if known is not None:
            values, whole = known
            fillings = [ready(1, each) for each in values]
            return fillings + ([] if whole else [ready(self.most + 1, self.most)])
        if unknown in self.types.known:
            return self.types.fillings(self.types.known[unknown], (), self.most)
        holes = holes or self.holes()
        return holes.fillings(self.types, unknown, self.most) if unknown in holes.types else []

    def _filled(self, unknown: Unknown, filling: Filling) -> Code:
        return lambda _frame: END if self.engine.bind(unknown, filling.make()) else None
