"""Graded submissions, alone and in groups: the record from which all result files are made."""

from __future__ import annotations

from collections import Counter
from dataclasses import field, replace

from refute.grading.intake.platforms import Origin
from refute.grading.intake.roster import Roster
from refute.record import record
from refute.report.outcome import Block, Outcome, Report, Verdict
from refute.report.texts import decimal

RIGHT = "right"
NOT_COMPILED = "does not compile"
NOT_GRADED = "could not be graded"
OUR_ERROR = "our own error"
"""What the outcomes of submissions that are right, or were not run, are called."""

NEEDS_A_PERSON = "a person has to look at it"
LACKING = "it needs something that is not on this machine"
"""Why a submission was not graded."""

SEE_AGAIN = "to see it again"


@record
class GradedTest:
    """One test of a submission with its weight; `visibility` is one of Gradescope's."""

    outcome: Outcome
    score: float
    points: float
    visibility: str = "visible"
    behaviour: str = ""

    @property
    def passed(self) -> bool:
        """Whether the program passes the test."""
        return self.outcome.verdict in {Verdict.PASSED, Verdict.CONFIRMED}


@record
class GradedBehaviour:
    """The tests of one behaviour."""

    name: str
    tests: tuple[GradedTest, ...]

    @property
    def passed(self) -> int:
        """The number of its tests that were passed."""
        return sum(each.passed for each in self.tests)

    @property
    def works(self) -> bool:
        """Whether all tests were passed."""
        return self.passed == len(self.tests)

    @property
    def score(self) -> float:
        """The points achieved."""
        return sum(each.score for each in self.tests)

    @property
    def points(self) -> float:
        """The maximum points."""
        return sum(each.points for each in self.tests)

    @property
    def hidden(self) -> bool:
        """Whether students see none of its tests."""
        return all(each.visibility != "visible" for each in self.tests)


@record
class Remark:
    """A tutor's comment on a submission, and the points that count instead of ours."""

    comment: str = ""
    score: float | None = None


@record
class GradedSubmission:
    """A submission with its grade.

    `identity` is the name of its result files. The score is None if it could not be graded, for
    example because its language is not installed. Submissions of the same `group` fail in the same
    way. `hints` are the teacher's, `likeness` says for which other specification the program would
    be right, `program` is its main file with its text, and `remark` the tutor's.
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
    hints: tuple[str, ...] = ()
    likeness: str = ""
    program: tuple[str, str] = ("", "")
    remark: Remark | None = None
    leaderboard: bool = False

    @property
    def final_score(self) -> float | None:
        """The score that counts: a tutor's, if there is one."""
        corrected = self.remark.score if self.remark else None
        return self.score if corrected is None else corrected

    @property
    def mistake(self) -> str:
        """What it has in common with similar submissions: their group, and their likeness."""
        return f"{self.group} {self.likeness}".strip() if self.group else ""

    @property
    def passed(self) -> int:
        """The number of tests that it passed."""
        return sum(each.passed for each in self.tests)

    @property
    def behaviours(self) -> list[GradedBehaviour]:
        """The tests by behaviour, in the order of the tests."""
        groups: dict[str, list[GradedTest]] = {}
        for each in self.tests:
            groups.setdefault(each.behaviour, []).append(each)
        return [GradedBehaviour(name, tuple(tests)) for name, tests in groups.items()]


@record
class Group:
    """Submissions that fail in the same way, with the evidence of one of them."""

    title: str
    word: str
    members: tuple[GradedSubmission, ...]
    blocks: tuple[Block, ...] = ()

    @property
    def verdict(self) -> Verdict:
        """The common verdict of all members."""
        return self.members[0].outcome.verdict


@record
class GradedClass:
    """All submissions for one task; `waiting` is the number of those that are not graded yet."""

    task: str
    submissions: tuple[GradedSubmission, ...]
    groups: tuple[Group, ...] = ()
    points: float = 0.0
    seed: int = 0
    seconds: float = 0.0
    waiting: int = 0
    roster: Roster | None = None

    def outcomes(self) -> list[tuple[str, Verdict, int]]:
        """The number of submissions with each outcome, the most frequent first."""
        count = Counter((each.outcome.called, each.outcome.verdict) for each in self.submissions)
        return [(word, verdict, number) for (word, verdict), number in count.most_common()]

    def failing_tests(self) -> list[tuple[str, int]]:
        """The tests that submissions fail, with the number of these, the most frequent first."""
        failed = Counter(
            test.outcome.question
            for each in self.submissions
            for test in each.tests
            if not test.passed
        )
        return failed.most_common()

    def behaviours(self) -> list[tuple[str, int, int]]:
        """The behaviours, with the numbers of submissions that pass and that were tested."""
        tried: Counter[str] = Counter()
        right: Counter[str] = Counter()
        for each in self.submissions:
            for behaviour in each.behaviours:
                tried[behaviour.name] += 1
                right[behaviour.name] += behaviour.works
        return [(name, right[name], count) for name, count in tried.items()]

    def distribution(self, parts: int = 10) -> list[tuple[str, int]]:
        """The number of scores in each of some equal parts of the points."""
        counts = [0] * parts
        for each in self.submissions:
            if each.final_score is not None:
                share = each.final_score / self.points if self.points else 1.0
                counts[max(0, min(parts - 1, int(share * parts)))] += 1
        edges = [written(self.points * number / parts) for number in range(parts + 1)]
        return [(f"{edges[n]}–{edges[n + 1]}", count) for n, count in enumerate(counts)]

    @property
    def average(self) -> float | None:
        """The mean of the known scores."""
        scores = [score for each in self.submissions if (score := each.final_score) is not None]
        return sum(scores) / len(scores) if scores else None


def report_of(graded: GradedSubmission) -> Report:
    """The report about a submission, with an outcome for each test."""
    return Report(
        "grade",
        graded.language,
        graded.name,
        tuple(test.outcome for test in graded.tests) or (graded.outcome,),
        seconds=graded.outcome.seconds,
    )


def written(score: float | None) -> str:
    """A score as people write it."""
    return "–" if score is None else decimal(f"{round(score, 2):g}")


def light(graded: GradedSubmission) -> GradedSubmission:
    """A submission reduced to what the class needs, with equal parts shared."""
    tests = tuple(_light_test(each) for each in graded.tests)
    return replace(graded, tests=tests, program=("", ""))


def _light_test(test: GradedTest) -> GradedTest:
    outcome = test.outcome
    about = (outcome.question, outcome.verdict, outcome.word, bool(outcome.statistics))
    key = (*about, test.score, test.points, test.visibility, test.behaviour)
    if key not in _LIGHT:
        plain = replace(outcome, summary="", blocks=(), seconds=0.0)
        _LIGHT[key] = replace(test, outcome=plain)
    return _LIGHT[key]


_LIGHT: dict[tuple[object, ...], GradedTest] = {}
