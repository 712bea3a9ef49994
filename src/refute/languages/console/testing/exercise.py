"""Console specifications as exercises that programs are graded by."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any

from refute.diagnostics import Diagnostic
from refute.execution.program import Program, Run
from refute.languages.console.comparison import Comparison, UnknownSetting, comparison_of
from refute.languages.console.feedback import evidence
from refute.languages.console.feedback.causes import cause
from refute.languages.console.options import ConsoleGradeOptions
from refute.languages.console.program import load, parameters
from refute.languages.console.testing import Campaign, Plan, shrink
from refute.languages.console.testing.judging import Case, Failure, judge
from refute.languages.console.testing.suite import suite_to_json
from refute.languages.console.typecheck import Checked
from refute.languages.gradable import ExerciseTest, Fault, Gradable, WrongSetting
from refute.languages.language import Request
from refute.report.outcome import Block


@dataclass(frozen=True, slots=True)
class ConsoleExercise:
    """A console specification with cases for a class."""

    checked: Checked
    tests: tuple[Case, ...]
    more_tests: tuple[Case, ...]

    @property
    def warnings(self) -> Sequence[Diagnostic]:
        """The warnings of the type checker."""
        return self.checked.warnings

    def fingerprint(self) -> str:
        """The tests with what is expected, and how it is compared."""
        suite = suite_to_json((*self.tests, *self.more_tests), "")
        return f"{suite}\0{self.checked.comparison}"

    def judge(self, test: ExerciseTest, run: Run) -> Fault | None:
        """What is wrong with a run, if anything."""
        assert isinstance(test, Case)
        return _fault(judge(test, run))

    def evidence(self, fault: Fault) -> Sequence[Block]:
        """The inputs, the dialogues, last words and hints."""
        return tuple(evidence(fault.record))

    def smaller(self, fault: Fault, program: Program, runs: int) -> Fault:
        """The fault on fewer and simpler inputs."""
        return _fault(shrink(fault.record, self.checked, program, runs)) or fault


def exercise_for(
    request: Request[ConsoleGradeOptions], configured: Mapping[str, Any], tests: int
) -> ConsoleExercise:
    """The exercise that a source describes."""
    checked = load(request.source, parameters(request.options))
    comparison = configured.get("compare")
    if comparison is not None:
        checked = replace(checked, comparison=comparison)
    return with_tests(Campaign(checked, Plan.of(request.options), request.progress), tests)


def with_tests(campaign: Campaign, most: int) -> ConsoleExercise:
    """An exercise with at most so many cases of a campaign, of which shorter paths get more.

    The first case is taken of half of the paths, the second of a quarter, and so on; what is then
    missing is filled up in turn. Of very many paths one is taken every so often.
    """
    found: dict[Case, int] = {}
    for case in campaign.cases():
        found.setdefault(case, campaign.paths)
    paths = [list(group) for _, group in groupby(found, key=found.__getitem__)]
    if len(paths) > most:
        paths = [paths[number * len(paths) // most] for number in range(most)]
        wanted = [*_in_turn(paths)]
    else:
        wanted = [*_in_turn(paths, halving=True), *_in_turn(paths)]
    chosen = sorted(list(dict.fromkeys(wanted))[:most], key=lambda case: len(case.values))
    more = tuple(case for case in found if case not in chosen)
    return ConsoleExercise(campaign.checked, tuple(chosen), more)


def _in_turn(paths: Sequence[Sequence[Case]], *, halving: bool = False) -> Iterator[Case]:
    """The first case of every path, then the second of every one, or of half as many."""
    for number in range(max(map(len, paths), default=0)):
        most = max(1, (len(paths) + 1) >> (number + 1)) if halving else len(paths)
        for path in paths[:most]:
            yield from path[number : number + 1]


def _comparison(value: Any) -> Comparison:
    settings = value.split(",") if isinstance(value, str) else value
    if not isinstance(settings, list) or not all(isinstance(each, str) for each in settings):
        raise WrongSetting('write a text or a list of texts, such as ["collapsed", "numbers 0.01"]')
    try:
        return comparison_of(settings)
    except UnknownSetting as failure:
        raise WrongSetting(failure.advice, str(failure)) from None


GRADABLE = Gradable(exercise_for, {"compare": _comparison})


def _fault(failure: Failure | None) -> Fault | None:
    if failure is None:
        return None
    return Fault(
        failure.case, failure.run, str(failure.kind), failure.reason, cause(failure), failure
    )
