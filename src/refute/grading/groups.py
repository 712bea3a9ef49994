"""Collects grades as they come, grouping those that fail in the same way.

A class may be large, so little is kept of each submission; only the shortest evidence of each group
is.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import dropwhile

from refute.grading.grades import SEE_AGAIN, GradedSubmission, Group, light
from refute.grading.submissions import Submission
from refute.report.outcome import Block, Dialogue, Lines, Outcome


class Gathering:
    """The grades of a class so far, in the order of its submissions."""

    def __init__(self, submissions: Sequence[Submission]) -> None:
        self._submissions = submissions
        self._grades: dict[str, GradedSubmission] = {}
        self._shown: dict[str, Outcome] = {}

    @property
    def count(self) -> int:
        """The number of known grades."""
        return len(self._grades)

    @property
    def expected(self) -> int:
        """The number of expected grades."""
        return len(self._submissions)

    def add(self, submission: Submission, graded: GradedSubmission) -> None:
        """Add a grade, and its evidence if it is the shortest of its group."""
        outcome = graded.outcome
        best = self._shown.get(graded.mistake)
        if graded.mistake and (best is None or _size(outcome) < _size(best)):
            self._shown[graded.mistake] = outcome
        slim = replace(light(graded), outcome=replace(outcome, blocks=()))
        self._grades[submission.identity] = replace(slim, identity=submission.identity)

    def submissions(self) -> Iterator[GradedSubmission]:
        """The graded submissions, in the order of the class."""
        for each in self._submissions:
            if each.identity in self._grades:
                yield self._grades[each.identity]

    def groups(self) -> tuple[Group, ...]:
        """The groups of submissions that fail in the same way, the largest first."""
        members: dict[str, list[GradedSubmission]] = {}
        for each in self.submissions():
            if each.mistake:
                members.setdefault(each.mistake, []).append(each)
        made = [self._group(name, each) for name, each in members.items()]
        return tuple(sorted(made, key=lambda group: (-len(group.members), group.title)))

    def _group(self, name: str, members: Sequence[GradedSubmission]) -> Group:
        shown = self._shown[name]
        return Group(shown.summary, shown.called, tuple(members), _evidence(shown.blocks))


def _evidence(blocks: Sequence[Block]) -> tuple[Block, ...]:
    """The dialogues, which contain the inputs, and what follows; without any, all blocks."""
    found = dropwhile(lambda each: not isinstance(each, Dialogue), blocks)
    kept = [each for each in found if not (isinstance(each, Lines) and each.title == SEE_AGAIN)]
    return tuple(kept or blocks)


def _size(outcome: Outcome) -> tuple[int, int, str]:
    dialogues = [each for each in outcome.blocks if isinstance(each, Dialogue)]
    turns = sum(len(each.turns) for each in dialogues)
    return turns, len(outcome.summary), outcome.question
