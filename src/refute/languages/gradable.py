"""What a language offers so that many programs for one specification can be graded alike."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol

from refute.diagnostics import Diagnostic
from refute.languages.language import Options, Request, argument, command_options, option
from refute.record import record
from refute.report.outcome import Block
from refute.report.texts import say, spoken

if TYPE_CHECKING:
    from refute.execution.program import Program, Run


@command_options
class GradeOptions(Options):
    """What `refute grade` takes in every language."""

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
    """What `refute kit` takes in every language."""

    config: str | None = option(
        "Take the settings from this file instead of grade.toml.", metavar="FILE"
    )


BEHAVES = "it behaves as if"
"""The title of what is said of a program that does what a nearly right specification says."""


class WrongSetting(ValueError):
    """A value in `grade.toml` that its key cannot have; `advice` says what to write instead.

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
    """What is wrong with a program in one run.

    `kind` says it in a word or two, `reason` in a sentence for a beginner. Programs with equal
    `group` have the same fault. `record` is the language's own record of it.
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
        """What it is called in `grade.toml`."""
        return f"{self.kind} {self.detail}".strip().replace("`", "")

    @property
    def name(self) -> str:
        """What it is called in the language that is spoken."""
        key = f"behaviour_{self.kind}_{self.subject}" if self.subject else f"behaviour_{self.kind}"
        return say(key, detail=self.words.get(spoken(), self.detail))


class Exercise(Protocol):
    """A specification with its tests. It is sent to other processes, so it must be picklable."""

    @property
    def tests(self) -> Sequence[ExerciseTest]:
        """The tests that every program is run on, the shortest first; none if nothing is tested."""

    @property
    def further(self) -> Sequence[ExerciseTest]:
        """Tests beside those for points, all of which full marks take as well."""

    @property
    def most_again(self) -> int:
        """Maximum number of tests that are run again."""

    def again(self, runs: Sequence[tuple[ExerciseTest, Run]]) -> Iterator[ExerciseTest]:
        """Tests to run again, as long as not all that they are for came up in the runs so far.

        The runs of what it gives are added to `runs` before it is asked for the next.
        """

    def never(self, runs: Sequence[tuple[ExerciseTest, Run]]) -> str:
        """What never came up in these runs, in words; empty if all did."""

    @property
    def warnings(self) -> Sequence[Diagnostic]:
        """What the user should know about the specification."""

    def fingerprint(self) -> str:
        """A text that changes when the specification or its tests do."""

    def behaviour(self, test: ExerciseTest) -> Behaviour:
        """What a test exercises; tests of one behaviour are graded together."""

    def judge(self, test: ExerciseTest, run: Run) -> Fault | None:
        """What is wrong with a run on a test, if anything."""

    def script(self, test: ExerciseTest) -> Mapping[str, Any] | None:
        """A test for the program of a kit, as JSON: see `grading/kit/check.py`. None where what is
        expected depends too much on chance to be written down."""

    @property
    def compared(self) -> Mapping[str, Any]:
        """How the program of a kit compares texts, as JSON."""

    def evidence(self, fault: Fault) -> Sequence[Block]:
        """What a fault is shown with."""

    def likeness(self, runs: Sequence[tuple[ExerciseTest, Run]]) -> str:
        """What a wrong program does in all its runs, where that is what a nearly right
        specification says; completes “it behaves as if …”. Empty if nothing is known."""

    def repeated(self, fault: Fault, program: Program) -> Fault:
        """The fault after some more runs on its test, which may go differently."""


@record
class Gradable:
    """How a language makes exercises.

    `settings` are the keys that it adds to `grade.toml`, each with a function that reads its
    value or raises WrongSetting; `exercise` is given the request, what was read, and how many
    tests there should be, None for all that `check` uses. `depends` is all that the tests depend
    on, so that they need not be made to know whether they changed; None where that cannot be told.
    `warnings` are those of the exercise.
    """

    exercise: Callable[[Request[Any], Mapping[str, Any], int | None], Exercise]
    settings: Mapping[str, Callable[[Any], Any]] = field(default_factory=dict)
    depends: Callable[[Request[Any]], str | None] = lambda _: None
    warnings: Callable[[Request[Any]], Sequence[Diagnostic]] = lambda _: ()
