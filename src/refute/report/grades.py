"""Graded submissions: one record for all files that teachers and their systems read."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass

from refute.report.outcome import Block, Outcome, Report, Verdict


@dataclass(frozen=True, slots=True)
class GradedTest:
    """One test of a submission and what it is worth; `visibility` is one of Gradescope's."""

    outcome: Outcome
    score: float
    points: float
    visibility: str = "visible"

    @property
    def passed(self) -> bool:
        """Whether there is nothing wrong."""
        return self.outcome.verdict in {Verdict.PASSED, Verdict.CONFIRMED}


@dataclass(frozen=True, slots=True)
class GradedSubmission:
    """A submission with its grade.

    `identity` names its files. The score is None where nothing can be said about it, for example
    because its language is not installed. Submissions of one `group` fail in the same way.
    """

    name: str
    identity: str
    language: str
    outcome: Outcome
    tests: tuple[GradedTest, ...] = ()
    score: float | None = None
    points: float = 0.0
    group: str = ""
    visibility: str = "visible"

    @property
    def passed(self) -> int:
        """How many tests it passed."""
        return sum(each.passed for each in self.tests)


@dataclass(frozen=True, slots=True)
class Group:
    """Submissions that fail in the same way, with the evidence of one of them."""

    title: str
    word: str
    members: tuple[GradedSubmission, ...]
    blocks: tuple[Block, ...] = ()

    @property
    def verdict(self) -> Verdict:
        """What is known about all its members."""
        return self.members[0].outcome.verdict


@dataclass(frozen=True, slots=True)
class GradedClass:
    """All submissions for one task."""

    task: str
    submissions: tuple[GradedSubmission, ...]
    groups: tuple[Group, ...] = ()
    points: float = 0.0
    seed: int = 0
    seconds: float = 0.0

    def outcomes(self) -> list[tuple[str, Verdict, int]]:
        """How many submissions came to which outcome, the most frequent first."""
        count = Counter((each.outcome.called, each.outcome.verdict) for each in self.submissions)
        return [(word, verdict, number) for (word, verdict), number in count.most_common()]

    def failing_tests(self) -> list[tuple[str, int]]:
        """The tests that submissions fail, and how many do, those of most first."""
        failed = Counter(
            test.outcome.question
            for each in self.submissions
            for test in each.tests
            if not test.passed
        )
        return failed.most_common()

    @property
    def average(self) -> float | None:
        """The mean of the scores that there are."""
        scores = [each.score for each in self.submissions if each.score is not None]
        return sum(scores) / len(scores) if scores else None


def reports(graded: GradedClass) -> list[Report]:
    """A report for each submission with an outcome for each test."""
    return [
        Report(
            "grade",
            each.language,
            each.name,
            tuple(test.outcome for test in each.tests) or (each.outcome,),
            seed=graded.seed,
            seconds=each.outcome.seconds,
        )
        for each in graded.submissions
    ]


def written(score: float | None) -> str:
    """A score as people write it."""
    return "–" if score is None else f"{round(score, 2):g}"
