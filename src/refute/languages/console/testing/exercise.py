"""Console specifications as exercises for grading programs."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, field, fields, replace
from functools import cached_property
from itertools import islice
from typing import Any

from refute.diagnostics import Diagnostic, InputError
from refute.execution.program import Program, Run
from refute.languages.console import syntax
from refute.languages.console.comparison import Comparison, UnknownSetting, comparison_of
from refute.languages.console.feedback import evidence
from refute.languages.console.feedback.causes import cause
from refute.languages.console.neighbours import Neighbour, neighbours_of
from refute.languages.console.options import ConsoleGradeOptions, TestOptions
from refute.languages.console.program import load, parameters
from refute.languages.console.testing import Campaign, Plan
from refute.languages.console.testing.behaviours import behaviours_of
from refute.languages.console.testing.cases import Case
from refute.languages.console.testing.coverage import MOST_RUNS, Coverage
from refute.languages.console.testing.judging import Failure, judge, settled, steady
from refute.languages.console.testing.kit import TooManyWays, script
from refute.languages.console.testing.likeness import like
from refute.languages.console.testing.suite import suite_to_json
from refute.languages.console.typecheck import Checked
from refute.languages.console.typecheck.wellformed import expressions_of, parts, statements_of
from refute.languages.console.types import Value
from refute.languages.gradable import Behaviour, ExerciseTest, Fault, Gradable, WrongSetting
from refute.languages.language import Request
from refute.report.outcome import Block
from refute.source import Source


@dataclass(frozen=True)
class ConsoleExercise:
    """A console specification with cases for a class.

    If it `compares`, programs are told which neighbour of the specification they behave like.
    `origin` is where the specification was read from, with the values of its parameters.
    """

    checked: Checked
    tests: tuple[Case, ...]
    behaviours: Mapping[tuple[Value, ...], Behaviour] = field(default_factory=dict)
    further: tuple[Case, ...] = ()
    compares: bool = True
    origin: tuple[Source, Mapping[str, str]] | None = None

    def __reduce__(self) -> tuple[Any, ...]:
        """How it is sent to other processes.

        Python functions stay here, so the receiver makes the neighbours from the specification,
        which it reads again.
        """
        checked = self.checked
        if any(isinstance(part, syntax.Opaque) for part in _expressions(checked.body)):
            specification = replace(checked.specification, body=())
            checked = replace(checked, specification=specification, body=(), written=())
        sent = checked, self.tests, self.behaviours, self.further, self.compares, self.origin
        return type(self), sent

    @property
    def most_again(self) -> int:
        """Maximum number of runs of a program that makes random choices."""
        return MOST_RUNS if self.checked.has_chance else 0

    def again(self, runs: Sequence[tuple[ExerciseTest, Run]]) -> Iterator[Case]:
        """The cases again, while chance has not produced everything that they are for."""
        if not self.checked.has_chance:
            return
        coverage = self._covered(runs)
        for case in coverage.again():
            yield case
            coverage.note(_happened(*runs[-1]))

    def never(self, runs: Sequence[tuple[ExerciseTest, Run]]) -> str:
        """The outcomes, boundaries and values of small sets that chance has not produced."""
        if not self.checked.has_chance:
            return ""
        coverage = self._covered(runs)
        found = (coverage.never, coverage.never_met, coverage.never_chosen)
        return "; ".join(filter(None, found))

    def _covered(self, runs: Sequence[tuple[ExerciseTest, Run]]) -> Coverage:
        coverage = Coverage(self.checked, (*self.tests, *self.further))
        for test, run in runs:
            coverage.note(_happened(test, run))
        return coverage

    @property
    def warnings(self) -> Sequence[Diagnostic]:
        """The warnings of the type checker."""
        return self.checked.warnings

    def fingerprint(self) -> str:
        """The tests with their expectations, and how output is compared."""
        suites = [suite_to_json(each, "") for each in (self.tests, self.further)]
        return "\0".join([*suites, str(self.checked.comparison), str(self.compares)])

    def behaviour(self, test: ExerciseTest) -> Behaviour:
        """What a case exercises."""
        assert isinstance(test, Case)
        return self.behaviours[test.values]

    def judge(self, test: ExerciseTest, run: Run) -> Fault | None:
        """What is wrong with a run, if anything."""
        assert isinstance(test, Case)
        return _fault(judge(test, run))

    def script(self, test: ExerciseTest) -> Mapping[str, Any] | None:
        """The lines to type with what is expected, for all possible choices."""
        assert isinstance(test, Case)
        try:
            return script(test)
        except TooManyWays:
            return None

    @property
    def compared(self) -> Mapping[str, Any]:
        """The settings of the comparison by name."""
        made = asdict(self.checked.comparison)
        tolerance = self.checked.comparison.tolerance
        return {**made, "tolerance": None if tolerance is None else str(tolerance)}

    def evidence(self, fault: Fault) -> Sequence[Block]:
        """The inputs, the dialogues, the error output and hints."""
        return tuple(evidence(fault.record))

    def likeness(self, runs: Sequence[tuple[ExerciseTest, Run]]) -> str:
        """The neighbour that the program behaves like, in words."""
        seen = [(test, run) for test, run in runs if isinstance(test, Case)]
        wrong = [(test, run) for test, run in seen if judge(test, run, explain=False)]
        if not wrong or not self.compares:
            return ""
        found = like(self._neighbours, [*wrong, *(each for each in seen if each not in wrong)])
        return found.likeness if found else ""

    @cached_property
    def _neighbours(self) -> list[Neighbour]:
        """The neighbours; none if Python functions stayed elsewhere and cannot be read."""
        if self.checked.body or self.origin is None:
            return neighbours_of(self.checked)
        try:
            checked = load(*self.origin)
        except InputError:
            return []
        return neighbours_of(replace(checked, comparison=self.checked.comparison))

    def repeated(self, fault: Fault, program: Program) -> Fault:
        """The fault, or that the program behaves differently each time."""
        return _fault(steady(fault.record, program)) or fault


def _happened(test: ExerciseTest, run: Run) -> tuple[Value, ...]:
    """The values that were read and chosen in a run."""
    assert isinstance(test, Case)
    return settled(test, run).values


def _expressions(body: syntax.Block) -> Iterator[syntax.Expression]:
    """All expressions of a specification, with their parts."""
    for statement in statements_of(body):
        for expression in expressions_of(statement):
            yield from parts(expression)


def exercise_for(
    request: Request[ConsoleGradeOptions], configured: Mapping[str, Any], tests: int | None
) -> ConsoleExercise:
    """The exercise that a source describes."""
    origin = request.source, parameters(request.options)
    checked = load(*origin)
    comparison = configured.get("compare")
    if comparison is not None:
        checked = replace(checked, comparison=comparison)
    campaign = Campaign(checked, Plan.of(request.options), request.new_effort(), request.progress)
    exercise = with_tests(campaign, tests, compares=configured.get("likeness", True))
    return replace(exercise, origin=origin)


def with_tests(
    campaign: Campaign, most: int | None = None, *, compares: bool = True
) -> ConsoleExercise:
    """An exercise with the tests of `refute check`.

    If there are too many, the most telling ones give points, and the others decide about full
    marks.
    """
    cases = list({case.values: case for case in campaign.cases()}.values())
    kept = cases
    if most is not None and len(cases) > most:
        kept = _most_telling(campaign, cases, most)
    further = tuple(each for each in cases if each not in kept)
    behaviours = behaviours_of(campaign.checked, cases)
    return ConsoleExercise(campaign.checked, tuple(kept), behaviours, further, compares)


def _most_telling(campaign: Campaign, cases: Sequence[Case], most: int) -> list[Case]:
    """Some of the cases, shortest first: those that distinguish the most neighbours.

    Cases that were not selected by `Choosing` are spread over all lengths.
    """
    if campaign.choosing is None:
        return [cases[number * len(cases) // most] for number in range(most)]
    kept = set(islice(campaign.choosing.ranked(), most))
    return [case for number, case in enumerate(cases) if number in kept]


def _comparison(value: Any) -> Comparison:
    settings = value.split(",") if isinstance(value, str) else value
    if not isinstance(settings, list) or not all(isinstance(each, str) for each in settings):
        raise WrongSetting('write a text or a list of texts, such as ["collapsed", "numbers 0.01"]')
    try:
        return comparison_of(settings)
    except UnknownSetting as failure:
        raise WrongSetting(failure.advice, str(failure)) from None


def _truth(value: Any) -> bool:
    if not isinstance(value, bool):
        raise WrongSetting("write true or false")
    return value


def _depends(request: Request[ConsoleGradeOptions]) -> str | None:
    """The text and the options; a specification in Python may depend on other files."""
    if request.source.name.partition(":")[0].endswith(".py"):
        return None
    options = {each.name: getattr(request.options, each.name) for each in fields(TestOptions)}
    return f"{request.source.text}\0{sorted(options.items())}"


def _warnings(request: Request[ConsoleGradeOptions]) -> Sequence[Diagnostic]:
    return load(request.source, parameters(request.options)).warnings


GRADABLE = Gradable(exercise_for, {"compare": _comparison, "likeness": _truth}, _depends, _warnings)


def _fault(failure: Failure | None) -> Fault | None:
    if failure is None:
        return None
    return Fault(
        failure.case, failure.run, str(failure.kind), failure.reason, cause(failure), failure
    )
