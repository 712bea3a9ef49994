"""What a test exercises, in the terms of the task: rounds, branches, bad inputs.

Tests of one behaviour are graded together, so that a program that fails only in the empty case
loses only the points for the empty case, however many tests the other cases have.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from numbers import Number
from typing import Any, TypeGuard

from refute.diagnostics import InputError
from refute.languages.console import syntax
from refute.languages.console.abbreviated import abbreviated
from refute.languages.console.conditions import negated
from refute.languages.console.meaning import evaluate, evaluate_if_possible
from refute.languages.console.neighbours.words import in_words
from refute.languages.console.show import show_expression
from refute.languages.console.syntax import Expression, Statement
from refute.languages.console.testing.candidates import Candidate, Visit, replayed
from refute.languages.console.testing.cases import Case
from refute.languages.console.typecheck import Checked
from refute.languages.console.typecheck.wellformed import parts, statements_of
from refute.languages.console.types import INT, REAL, TEXT, Value
from refute.languages.gradable import Behaviour
from refute.report.texts import LANGUAGES

_LARGE = 2**15
_COMPARISONS = frozenset({"==", "!=", "<", "<=", ">", ">="})
_USUAL = Behaviour("usual")


def behaviours_of(checked: Checked, cases: Sequence[Case]) -> dict[tuple[Value, ...], Behaviour]:
    """The behaviour that each case exercises, by its inputs."""
    sorting = _Sorting(checked)
    found = {case.values: sorting.behaviour(case) for case in cases}
    return _with_boundaries_apart(found, sorting, cases)


def _with_boundaries_apart(
    found: Mapping[tuple[Value, ...], Behaviour], sorting: _Sorting, cases: Sequence[Case]
) -> dict[tuple[Value, ...], Behaviour]:
    """The behaviours with boundary cases separated, if the branch has other cases."""
    near = {case.values: sorting.boundary(case) for case in cases}
    inner = {found[values] for values, boundary in near.items() if boundary is None}
    made = dict(found)
    for values, boundary in near.items():
        each = found[values]
        if boundary is not None and each.kind in {"when", "unless"} and each in inner:
            made[values] = boundary
    return made


@dataclass(frozen=True)
class _Sorting:
    checked: Checked

    def behaviour(self, case: Case) -> Behaviour:
        """The behaviour that a case exercises: the first of these that fits.

        If there is a loop, a condition after it that holds is a case of its own, and others are
        distinguished by their rounds.
        """
        candidate = self._played(case)
        if candidate is None:
            return _USUAL
        if any(not visit.valid for visit in candidate.visits):
            return Behaviour("invalid")
        rounds = self._rounds(candidate)
        if rounds == 0:
            return Behaviour("empty", subject=self._subject)
        if any(_is_number(each) and abs(each) >= _LARGE for each in candidate.values):
            return Behaviour("large")
        if rounds is None:
            return self._branch(candidate.visits) or _USUAL
        after = self._branch([each for each in candidate.visits if self._is_outside(each)])
        if after is not None and after.kind == "when":
            return after
        if rounds > 1:
            return Behaviour("many", subject=self._subject)
        inside = self._branch(candidate.visits) if after is None else None
        return inside or Behaviour("one", subject=self._subject)

    def boundary(self, case: Case) -> Behaviour | None:
        """The behaviour of a case at the boundary of a condition, or next to it."""
        candidate = self._played(case)
        for visit in candidate.visits if candidate else ():
            for atom, distance in self._distances(visit):
                if abs(distance) <= 1:
                    exactly = syntax.Apply("==", tuple(map(abbreviated, atom.arguments)))
                    return self._about("boundary", atom, exactly)
        return None

    def _about(self, kind: str, condition: Expression, said: Expression) -> Behaviour:
        """A behaviour that has to do with a condition, in the words of another."""
        words = {each: in_words(said, each) for each in LANGUAGES}
        return Behaviour(kind, f"`{show_expression(abbreviated(condition))}`", words=words)

    @cached_property
    def _subject(self) -> str:
        """What the loop reads: numbers, texts, or anything."""
        types = {self.checked.types[each.variable] for each in self._readings}
        if types <= {INT, REAL}:
            return "number"
        return "text" if types == {TEXT} else "input"

    def _played(self, case: Case) -> Candidate | None:
        try:
            return replayed(self.checked, case.values)
        except InputError:
            return None

    @cached_property
    def _repeated(self) -> list[Statement]:
        """The statements inside loops."""
        loops = [each for each in statements_of(self.checked.body) if isinstance(each, syntax.Loop)]
        return [each for loop in loops for each in statements_of(loop.body)]

    @cached_property
    def _readings(self) -> list[syntax.Read]:
        """The reads inside loops."""
        return [each for each in self._repeated if isinstance(each, syntax.Read)]

    def _is_outside(self, visit: Visit) -> bool:
        return all(visit.statement is not each for each in self._repeated)

    def _rounds(self, candidate: Candidate) -> int | None:
        """How often the loop was run, that is, how often it read; None without a loop."""
        if not self._readings:
            return None
        counts = {id(each): 0 for each in self._readings}
        for visit in candidate.visits:
            if id(visit.statement) in counts:
                counts[id(visit.statement)] += 1
        return max(counts.values())

    def _branch(self, visits: Sequence[Visit]) -> Behaviour | None:
        """The last branch taken, among those that do more than leave a loop."""
        taken = [
            (visit.statement, bool(evaluate(visit.statement.condition, visit.environment)))
            for visit in visits
            if isinstance(visit.statement, syntax.If) and not _only_leaves(visit.statement)
        ]
        if not taken:
            return None
        statement, truth = taken[-1]
        condition = abbreviated(statement.condition)
        if truth:
            return self._about("when", condition, condition)
        return self._about("unless", condition, negated(condition))

    def _distances(self, visit: Visit) -> Iterator[tuple[syntax.Apply, Any]]:
        """How far the comparisons of numbers in a branch are from changing their outcome."""
        if not isinstance(visit.statement, syntax.If) or _only_leaves(visit.statement):
            return
        for atom in parts(visit.statement.condition):
            if isinstance(atom, syntax.Apply) and atom.function in _COMPARISONS:
                given = (evaluate_if_possible(each, visit.environment) for each in atom.arguments)
                left, right = given
                if _is_number(left) and _is_number(right):
                    yield atom, left - right


def _is_number(value: object) -> TypeGuard[Any]:
    return isinstance(value, Number) and not isinstance(value, bool)


def _only_leaves(statement: syntax.If) -> bool:
    """Whether a condition only decides whether a loop goes on."""
    return any(
        len(block) == 1 and isinstance(block[0], syntax.Exit)
        for block in (statement.then, statement.otherwise)
    )
