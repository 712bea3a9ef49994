"""What a language provides so that many programs for one specification can be graded alike."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from refute.diagnostics import Diagnostic
from refute.languages.language import Request
from refute.languages.options import Options, argument, command_options, option
from refute.record import record
from refute.report.outcome import Block
from refute.report.texts import current_language, translate

if TYPE_CHECKING:
    from refute.execution.program import Program, Run


@command_options
class GradeOptions(Options):
    """Options of `refute grade` in every language."""

    submissions: tuple[str, ...] = argument(())
    out: Path | None = argument()
    sandbox: str = option(
        "Whether programs must be run inside bubblewrap (auto: where there is one).",
        default="auto",
        choices=("required", "auto", "off"),
    )
    show: tuple[str, ...] = option(
        "A file or folder to put beside every program, for it to read.",
        default=(),
        metavar="PATH",
    )
    config: str | None = option(
        "Take the settings from this file instead of grade.toml.", metavar="FILE"
    )
    jobs: int | None = option("Grade N submissions at a time.", metavar="N")
    single: bool = option("Treat a folder that is named alone as one submission.", default=False)
    fresh: bool = option("Grade everything again, even what was graded before.", default=False)
    behaviours: bool = option("Show what the tests exercise, and grade nothing.", default=False)
    roster: str | None = option("Take names, numbers and groups from this table.", metavar="FILE")
    cluster: str | None = option(
        "Grade on the workers of this Dask scheduler, or on workers started here (local).",
        metavar="ADDRESS",
    )
    fail_on_wrong: bool = option("Exit with code 1 if a submission is wrong.", default=False)


@command_options
class KitOptions(Options):
    """Options of `refute kit` in every language."""

    config: str | None = option(
        "Take the settings from this file instead of grade.toml.", metavar="FILE"
    )


BEHAVES = "it behaves as if"
"""The title for a program that does what a similar, wrong specification says."""


class WrongSetting(ValueError):
    """An invalid value in `grade.toml`; `advice` says what to write instead.

    Without a message the value itself is shown.
    """

    def __init__(self, advice: str, message: str = "") -> None:
        super().__init__(message)
        self.advice = advice


class ExerciseTest(Protocol):
    """One test of an exercise; hashable and picklable."""

    @property
    def lines(self) -> Sequence[str]:
        """The lines that a program is given."""


@record
class Fault:
    """The failure of a program in one run.

    `kind` names it in a word or two, `reason` explains it in a sentence for a beginner. Programs
    with equal `group` fail in the same way. `record` is the language's own record of it.
    """

    test: ExerciseTest
    run: Run
    kind: str
    reason: str
    group: str
    record: Any = field(repr=False, compare=False)


@record
class Behaviour:
    """What a test exercises: a kind that has a text `behaviour_KIND`, and a detail for it.

    `subject` says what it is about, for kinds that have texts `behaviour_KIND_SUBJECT`; `words` are
    the detail in the languages that students may read.
    """

    kind: str
    detail: str = ""
    subject: str = field(default="", compare=False)
    words: Mapping[str, str] = field(default_factory=dict, compare=False)

    @property
    def key(self) -> str:
        """Its name in `grade.toml`."""
        return f"{self.kind} {self.detail}".strip().replace("`", "")

    @property
    def name(self) -> str:
        """Its name in the current language."""
        key = f"behaviour_{self.kind}_{self.subject}" if self.subject else f"behaviour_{self.kind}"
        return translate(key, detail=self.words.get(current_language(), self.detail))


class Exercise(Protocol):
    """A specification with its tests. It is sent to other processes, so it must be picklable."""

    @property
    def tests(self) -> Sequence[ExerciseTest]:
        """The tests that every program is run on, shortest first; none if nothing is tested."""

    @property
    def further(self) -> Sequence[ExerciseTest]:
        """Tests beyond those that give points; full marks require passing them all."""

    @property
    def most_again(self) -> int:
        """Maximum number of tests that are run again."""

    def again(self, runs: Sequence[tuple[ExerciseTest, Run]]) -> Iterator[ExerciseTest]:
        """Yield tests to run again, while something that they are for has not happened in the runs.

        The runs of these tests are added to `runs` before the next one is requested.
        """

    def never(self, runs: Sequence[tuple[ExerciseTest, Run]]) -> str:
        """What never happened in these runs, in words; empty if everything did."""

    @property
    def warnings(self) -> Sequence[Diagnostic]:
        """Warnings about the specification for the user."""

    def fingerprint(self) -> str:
        """A text that changes whenever the specification or its tests do."""

    def behaviour(self, test: ExerciseTest) -> Behaviour:
        """What a test exercises; tests of one behaviour are graded together."""

    def judge(self, test: ExerciseTest, run: Run) -> Fault | None:
        """The failure in a run of a test, if any."""

    def script(self, test: ExerciseTest) -> Mapping[str, Any] | None:
        """A test for the program of a kit, as JSON: see `grading/kit/check.py`. None if the
        expected output depends too much on chance to be written down."""

    @property
    def compared(self) -> Mapping[str, Any]:
        """How the program of a kit compares texts, as JSON."""

    def evidence(self, fault: Fault) -> Sequence[Block]:
        """The evidence of a failure."""

    def likeness(self, runs: Sequence[tuple[ExerciseTest, Run]]) -> str:
        """What a wrong program does in all its runs, if that is what a similar specification says;
        completes “it behaves as if …”. Empty if nothing is known."""

    def repeated(self, fault: Fault, program: Program) -> Fault:
        """The failure after more runs on its test, which may go differently."""


@record
class Gradable:
    """How a language makes exercises.

    `settings` are the additional keys in `grade.toml`, each with a function that reads its value or
    raises WrongSetting; `exercise` is called with the request, the values, and the number of tests,
    None for all that `check` uses. `depends` returns everything that the tests depend on, so that a
    change is recognised without generating them; None if that is unknown. `warnings` are those of
    the exercise.
    """

    exercise: Callable[[Request[Any], Mapping[str, Any], int | None], Exercise]
    settings: Mapping[str, Callable[[Any], Any]] = field(default_factory=dict)
    depends: Callable[[Request[Any]], str | None] = lambda _: None
    warnings: Callable[[Request[Any]], Sequence[Diagnostic]] = lambda _: ()
