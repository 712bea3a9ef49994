"""Graded submissions: one record for all files that teachers and their systems read, in groups."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import dropwhile

from refute.grading.intake.platforms import Origin
from refute.report.outcome import Block, Dialogue, Lines, Outcome, Report, Verdict

RIGHT = "right"
NOT_COMPILED = "does not compile"
NOT_STARTED = "could not be started"
OUR_ERROR = "our own error"
"""What a submission is called that was not run, or that is right."""

SEE_AGAIN = "to see it again"


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
    origin: Origin = field(default_factory=Origin)

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


# Groups


def groups_of(submissions: Iterable[GradedSubmission]) -> tuple[Group, ...]:
    """The groups of submissions that fail in the same way, the largest first."""
    members: dict[str, list[GradedSubmission]] = {}
    for each in submissions:
        if each.group:
            members.setdefault(each.group, []).append(each)
    made = [_group(each) for each in members.values()]
    return tuple(sorted(made, key=lambda group: -len(group.members)))


def _group(members: Sequence[GradedSubmission]) -> Group:
    """A group with the evidence of the member that has the least of it to show."""
    shown = min(members, key=lambda each: (_size(each), len(each.outcome.summary)))
    outcome = shown.outcome
    return Group(outcome.summary, outcome.called, tuple(members), _evidence(outcome.blocks))


def _evidence(blocks: Sequence[Block]) -> tuple[Block, ...]:
    """The dialogues, in which the inputs are, and what follows; or what else there is."""
    found = dropwhile(lambda each: not isinstance(each, Dialogue), blocks)
    kept = [each for each in found if not (isinstance(each, Lines) and each.title == SEE_AGAIN)]
    return tuple(kept or blocks)


def _size(graded: GradedSubmission) -> int:
    dialogues = [each for each in graded.outcome.blocks if isinstance(each, Dialogue)]
    return sum(len(each.turns) for each in dialogues)
