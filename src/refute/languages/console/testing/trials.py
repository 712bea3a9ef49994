"""Neighbours of a specification tried on inputs: which of them behave otherwise?"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, TypeAlias

from refute.diagnostics import InputError
from refute.languages.console import syntax
from refute.languages.console.meaning import contains, evaluate_sharing
from refute.languages.console.neighbours import Neighbour
from refute.languages.console.syntax import Expression
from refute.languages.console.testing.candidates import Candidate, Visit
from refute.languages.console.testing.judging import Case, case_for, judge
from refute.languages.console.testing.playing import SpecificationProgram
from refute.languages.console.typecheck import Checked
from refute.languages.console.types import Mistyped

MOST_VAIN = 12
"""Maximum number of inputs on which a neighbour is played without any sign of it."""


@dataclass(slots=True)
class Trial:
    """All neighbours, and those that behaved like the specification on all inputs so far.

    Those that are known to mean the `same` are no longer alive.
    """

    checked: Checked
    neighbours: Sequence[Neighbour]
    alive: list[Neighbour] = field(init=False)
    same: list[Neighbour] = field(default_factory=list)
    _vain: Counter[int] = field(default_factory=Counter)
    _cases: dict[int, Case] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.alive = list(self.neighbours)

    def case(self, candidate: Candidate) -> Case:
        """The inputs with what is expected on them."""
        known = self._cases.get(id(candidate))
        if known is None:
            known = self._cases[id(candidate)] = case_for(self.checked, candidate.values)
        return known

    def told_apart_by(self, candidate: Candidate) -> bool:
        """Whether inputs tell some neighbour apart that no earlier ones did."""
        visits = arrivals(candidate)
        left = [each for each in self.alive if not self._tells(each, candidate, visits)]
        found = len(left) < len(self.alive)
        self.alive = left
        return found

    def all_told_apart_by(self, candidate: Candidate) -> list[Neighbour]:
        """All neighbours that inputs tell apart, whether earlier ones do or not."""
        visits, case = arrivals(candidate), self.case(candidate)
        return [each for each in self.neighbours if _may_differ(each, visits) and tells(each, case)]

    def _tells(self, neighbour: Neighbour, candidate: Candidate, visits: Arrivals) -> bool:
        if self._vain[id(neighbour)] == MOST_VAIN or not _may_differ(neighbour, visits):
            return False
        told = tells(neighbour, self.case(candidate))
        self._vain[id(neighbour)] += not told and not neighbour.change.rounds
        return told


def _may_differ(neighbour: Neighbour, visits: Arrivals) -> bool:
    statement, rounds = neighbour.statement, neighbour.change.rounds
    if rounds and isinstance(statement, syntax.Loop):
        return len(visits.get(id(statement.body[0]), ())) > rounds
    return any(differs(neighbour, each) for each in visits.get(id(neighbour.statement), ()))


@dataclass(frozen=True, slots=True)
class Arrival:
    """A visit to a statement, with what the expressions of its neighbours come to there."""

    visit: Visit
    known: dict[int, Any] = field(default_factory=dict)

    def unequal(self, one: Expression, two: Expression) -> bool:
        """Whether two expressions have different values."""
        environment = self.visit.environment
        values = [evaluate_sharing(each, environment, self.known) for each in (one, two)]
        return bool(values[0] != values[1])


Arrivals: TypeAlias = Mapping[int, Sequence[Arrival]]
"""The visits to each statement, by its identity."""


def arrivals(candidate: Candidate) -> Arrivals:
    """The visits to each statement."""
    found: dict[int, list[Arrival]] = {}
    for visit in candidate.visits:
        found.setdefault(id(visit.statement), []).append(Arrival(visit))
    return found


def tells(neighbour: Neighbour, case: Case) -> bool:
    """Whether a program that behaves like the neighbour fails on a case.

    Where the neighbour has no behaviour, because it uses what was not read, or a function of
    Python fails on what it was not written for, nothing is told.
    """
    program = SpecificationProgram(neighbour.specification, neighbour.choose)
    try:
        run = program.run(case.lines)
    except Exception:
        return False
    return judge(case, run) is not None


def differs(neighbour: Neighbour, arrival: Arrival) -> bool:
    """Whether the changed statement does something else when it is come to; if not, nothing is
    different up to the next visit."""
    change, visit = neighbour.change, arrival.visit
    if change.structural:
        return True
    try:
        if change.parts is not None and change.wholes is not None:
            return arrival.unequal(*change.parts) and arrival.unequal(*change.wholes)
        match visit.statement, change.replacement:
            case syntax.If(condition), (syntax.If(changed),):
                return arrival.unequal(condition, changed)
            case syntax.Read(name, _, mode), (syntax.Read(_, values, other),):
                if isinstance(visit.value, Mistyped):
                    return mode is not other
                assert visit.value is not None
                valid = contains(values, visit.value, name, visit.environment)
                return valid != visit.valid or (mode is not other and not valid)
    except InputError:
        return False
    return True
