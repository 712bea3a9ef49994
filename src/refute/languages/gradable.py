"""What a language offers so that many programs for one specification can be graded alike."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Protocol

from refute.diagnostics import Diagnostic
from refute.execution.program import Program, Run
from refute.languages.language import Settings
from refute.report.outcome import Block
from refute.source import Source


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


@dataclass(frozen=True, slots=True)
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


class Exercise(Protocol):
    """A specification with its tests. It is sent to other processes, so it must be picklable."""

    @property
    def tests(self) -> Sequence[ExerciseTest]:
        """The tests that every program is run on; none when there is nothing to test."""

    @property
    def more_tests(self) -> Sequence[ExerciseTest]:
        """Further tests, the shortest first, on which a failing program may fail more plainly."""

    @property
    def warnings(self) -> Sequence[Diagnostic]:
        """What the user should know about the specification."""

    def fingerprint(self) -> str:
        """A text that changes when the specification or its tests do."""

    def judge(self, test: ExerciseTest, run: Run) -> Fault | None:
        """What is wrong with a run on a test, if anything."""

    def evidence(self, fault: Fault) -> Sequence[Block]:
        """What a fault is shown with."""

    def smaller(self, fault: Fault, program: Program, runs: int) -> Fault:
        """A fault of the program on fewer or simpler inputs, found with at most `runs` runs."""


@dataclass(frozen=True, slots=True)
class Gradable:
    """How a language makes exercises.

    `settings` are the keys that it adds to `grade.toml`, each with a function that reads its
    value or raises WrongSetting; `exercise` is given what was read, and the number of tests.
    """

    exercise: Callable[[Source, Settings, Mapping[str, Any], int], Exercise]
    settings: Mapping[str, Callable[[Any], Any]] = field(default_factory=dict)
