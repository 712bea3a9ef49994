"""Looks whether a goal holds for all values of its unknowns, for none, or depends on some.

The unknowns are frozen: they become arbitrary values. What the ordinary engine then derives holds
for all values. What it fails to derive without ever having compared a frozen unknown with anything
holds for none. Else the unknowns that were compared are what the answer depends on.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from enum import Enum

from refute.diagnostics import InputError
from refute.languages.nominal import core
from refute.languages.nominal.attack.costs import is_pure
from refute.languages.nominal.engine import Code, Engine
from refute.languages.nominal.index import ArgumentIndex
from refute.languages.nominal.procedures import Leaf, query
from refute.languages.nominal.terms import Eigenvariable, Suspended, Term, Unknown, walk
from refute.languages.nominal.types import Type


class Truth(Enum):
    """What is known of a goal."""

    ALWAYS = "it holds for all values"
    NEVER = "it holds for no values"
    DEPENDS = "it depends on the values"
    UNKNOWN = "the search was cut off"


@dataclass(frozen=True, slots=True)
class Look:
    """What was found out; for DEPENDS, on which unknowns it depends, in order of comparison."""

    truth: Truth
    wanted: tuple[Unknown, ...] = ()


class _Index(ArgumentIndex):
    """An index that notes when it leaves clauses out because of a frozen unknown."""

    def __init__(self, other: ArgumentIndex, note: Callable[[Term], None]) -> None:
        self.position, self.everything = other.position, other.everything
        self.default, self.abstraction = other.default, other.abstraction
        self.table = other.table
        self._note = note

    def mask(self, term: Term) -> int:
        inner = term.term if type(term) is Suspended else term
        if type(inner) is Eigenvariable:
            self._note(inner)
        return super().mask(term)


class FrozenEngine(Engine):
    """The ordinary engine, but it notes which arbitrary values it had to compare."""

    def __init__(self, nameless: Callable[[Type], bool]) -> None:
        super().__init__(nameless)
        self.compared: dict[Eigenvariable, None] = {}

    def note(self, term: Term) -> None:
        """Remember an arbitrary value."""
        inner = term.term if type(term) is Suspended else term
        if type(inner) is Eigenvariable:
            self.compared[inner] = None

    def clash(self, one: Term, other: Term) -> bool:
        self.note(one)
        self.note(other)
        return False

    def _entrance(
        self, clauses: list[Code], found: list[ArgumentIndex], *, own_height: bool
    ) -> Code:
        noting = [_Index(each, self.note) for each in found]
        return super()._entrance(clauses, noting, own_height=own_height)  # type: ignore[arg-type]


class Frozen:
    """A goal about given unknowns and names, to be looked at again and again."""

    def __init__(self, engine: FrozenEngine, goal: core.Goal, given: dict[Leaf, Term]) -> None:
        self.engine = engine
        self.pure = is_pure(goal)
        self.values: Sequence[Term] = tuple(given.values())
        self._code = engine.compile(query(goal, tuple(given)), engine._new_name("q"))
        self.goals = 0

    def look(self, limit: int) -> Look:
        """What is known after so many goals."""
        frozen = _freeze(self.values)
        engine = self.engine
        engine.compared.clear()
        try:
            found = self._solve(limit)
        except InputError:
            return Look(Truth.DEPENDS, tuple(frozen.values()))
        finally:
            engine.undo(0)
            engine.choices.clear()
            for unknown in frozen.values():
                unknown.value = None
        wanted = tuple(frozen[each] for each in engine.compared if each in frozen)
        if found and (self.pure or not wanted):
            return Look(Truth.ALWAYS)
        if found is None:
            return Look(Truth.UNKNOWN)
        return Look(Truth.DEPENDS, wanted) if wanted else Look(Truth.NEVER)

    def _solve(self, limit: int) -> bool | None:
        """Whether there is a derivation; None when that was not found out."""
        engine = self.engine
        choices, undo = engine.choices, engine.undo
        frame = (self._code, *self.values, _END)
        try:
            for _ in range(limit):
                self.goals += 1
                while frame is None:
                    if not choices:
                        return False
                    mark, (code, rest), called = choices.pop()
                    undo(mark)
                    if rest is not None:
                        choices.append((mark, rest, called))
                    frame = code(called)
                frame = frame[0](frame)
        except _Derived:
            return True
        return None


class _Derived(Exception):
    """The last frame was reached."""


def _end(_frame: object) -> None:
    raise _Derived


_END = (_end,)


def _freeze(values: Sequence[Term]) -> dict[Eigenvariable, Unknown]:
    """Make every unknown in some terms an arbitrary value."""
    frozen: dict[Eigenvariable, Unknown] = {}
    found: dict[Unknown, None] = {}
    for term in walk(*values):
        inner = term.term if type(term) is Suspended else term
        if type(inner) is Unknown:
            found[inner] = None
    for unknown in found:
        fresh_for = unknown.attached.fresh if unknown.attached is not None else ()
        value = Eigenvariable("_", fresh_for, nameless=unknown.nameless)
        frozen[value] = unknown
        unknown.value = value
    return frozen
