"""Trying neighbours of a specification on inputs: which of them behave differently?"""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence, Set
from dataclasses import dataclass, field

from refute.diagnostics import InputError
from refute.languages.console import syntax
from refute.languages.console.meaning import contains, evaluate
from refute.languages.console.meaning.evaluation import FunctionFails
from refute.languages.console.neighbours import Neighbour
from refute.languages.console.syntax import Expression
from refute.languages.console.testing.candidates import Candidate, Visit
from refute.languages.console.testing.cases import Case, case_for
from refute.languages.console.testing.judging import Kind, judge
from refute.languages.console.testing.playing import SpecificationProgram
from refute.languages.console.typecheck import Checked
from refute.languages.console.types import Mistyped
from refute.solver import Effort

MOST_VAIN = 12
"""Maximum number of inputs on which a neighbour is played without showing a difference."""


@dataclass(slots=True)
class Trial:
    """All neighbours, and those that behaved like the specification on all inputs so far.

    Neighbours known to mean the `same` are no longer alive. A neighbour that has no value, or no
    end, on some inputs has `failed`. Once the effort is spent, no more are tried.
    """

    checked: Checked
    neighbours: Sequence[Neighbour]
    effort: Effort = field(default_factory=Effort)
    alive: list[Neighbour] = field(init=False)
    same: list[Neighbour] = field(default_factory=list)
    failed: set[int] = field(default_factory=set)
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
        """Whether inputs distinguish a neighbour that no earlier ones did."""
        tried = [each for each in self.alive if self._vain[id(each)] < MOST_VAIN]
        told = {id(each) for each in different(tried, candidate) if self._tells(each, candidate)}
        self.alive = [each for each in self.alive if id(each) not in told]
        return bool(told)

    def all_told_apart_by(self, candidate: Candidate) -> list[Neighbour]:
        """All neighbours that inputs distinguish, whether earlier ones do or not."""
        case = self.case(candidate)
        return [each for each in different(self.neighbours, candidate) if _fails(each, case)]

    def give_up(self, failed: Set[int]) -> None:
        """Count failed neighbours that are alive as distinguished: such a program crashes."""
        self.alive = [each for each in self.alive if id(each) not in failed]

    def _tells(self, neighbour: Neighbour, candidate: Candidate) -> bool:
        if self.effort.exhausted:
            return False
        try:
            told = tells(neighbour, self.case(candidate), self.effort)
        except InputError:
            told = False
            self.failed.add(id(neighbour))
        self._vain[id(neighbour)] += not told and not neighbour.change.rounds
        return told


def different(neighbours: Sequence[Neighbour], candidate: Candidate) -> list[Neighbour]:
    """The neighbours whose changed statement does something else on some inputs.

    All are examined at one visit before the next, so that shared parts are evaluated once.
    """
    waiting: dict[int, list[Neighbour]] = {}
    for each in neighbours:
        waiting.setdefault(_changed_at(each), []).append(each)
    arrived: Counter[int] = Counter()
    found: set[int] = set()
    for visit in candidate.visits:
        place = id(visit.statement)
        if place in waiting:
            arrived[place] += 1
            for each in waiting[place]:
                if id(each) not in found and _differs(each, visit, arrived[place]):
                    found.add(id(each))
    return [each for each in neighbours if id(each) in found]


def _changed_at(neighbour: Neighbour) -> int:
    """The identity of the statement at which a neighbour may do something else."""
    statement = neighbour.statement
    if neighbour.change.rounds and isinstance(statement, syntax.Loop):
        return id(statement.body[0])
    return id(statement)


def tells(neighbour: Neighbour, case: Case, effort: Effort | None = None) -> bool:
    """Whether a program that behaves like the neighbour fails on a case.

    It does not count if a Python function fails on unexpected arguments. Raises InputError if the
    neighbour has no value, or no end.
    """
    program = SpecificationProgram(neighbour.specification, neighbour.choose)
    try:
        run = program.run(case.lines)
    except FunctionFails:
        return False
    failure = judge(case, run, effort, explain=False)
    return failure is not None and failure.kind is not Kind.UNSTEADY


def _fails(neighbour: Neighbour, case: Case) -> bool:
    try:
        return tells(neighbour, case)
    except InputError:
        return True


def _differs(neighbour: Neighbour, visit: Visit, arrivals: int) -> bool:
    """Whether the changed statement does something else at a visit.

    If not, nothing is different up to the next visit.
    """
    change = neighbour.change
    if change.rounds:
        return arrivals > change.rounds
    if change.structural:
        return True
    try:
        if change.parts is not None and change.wholes is not None:
            return _may_differ(visit, *change.parts) and _unequal(visit, *change.wholes)
        match visit.statement, change.replacement:
            case syntax.If(condition), (syntax.If(changed),):
                return _unequal(visit, condition, changed)
            case syntax.Read(name, _, mode), (syntax.Read(_, values, other),):
                if isinstance(visit.value, Mistyped):
                    return mode is not other or (visit.asks is not None and visit.asks.has_more)
                assert visit.value is not None
                valid = contains(values, visit.value, name, visit.environment)
                return valid != visit.valid or (mode is not other and not valid)
    except InputError:
        return True
    return True


def _may_differ(visit: Visit, one: Expression, two: Expression) -> bool:
    """Whether two parts of an expression have different values, as far as they have any.

    By themselves they may have none: those below `for c in text` depend on the whole.
    """
    try:
        return _unequal(visit, one, two)
    except InputError:
        return True


def _unequal(visit: Visit, one: Expression, two: Expression) -> bool:
    """Whether two expressions have different values."""
    return evaluate(one, visit.environment) != evaluate(two, visit.environment)
