"""Submissions to be graded, and how they are distributed."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import as_completed
from typing import TypeAlias

from refute.execution.clock import CEILING
from refute.grading.grades import Remark
from refute.grading.rendering import Finished, finished
from refute.grading.scoring import Task, our_error
from refute.grading.submissions import Submission
from refute.record import record
from refute.report.texts import using_language
from refute.workers import Pool, Shared

_GRACE = 60.0


@record
class Work:
    """A submission to grade, what its grade depends on, and the tutor's remark."""

    submission: Submission
    depends: str
    remark: Remark | None = None


GradeAll: TypeAlias = Callable[[Sequence[Work], Task], Iterator[tuple[Work, Finished]]]
"""Yields grades in the order in which they are known."""


def failed(work: Work, task: Task, failure: BaseException) -> Finished:
    """The files about a submission on which refute failed."""
    language = task.configuration.language
    with using_language(language):
        graded = our_error(work.submission, task, failure)
    return finished(graded, task.name, work.depends, language)


def grade_all(missing: Sequence[Work], task: Task, pool: Pool) -> Iterator[tuple[Work, Finished]]:
    """Yield grades from processes of this machine; if a worker dies, one submission is affected."""
    shared, longest = Shared(task), longest_time(task)
    function = "refute.grading.rendering:finish"
    futures = {
        pool.submit(
            function, each.submission, shared, each.depends, each.remark, seconds=longest
        ): each
        for each in missing
    }
    for future in as_completed(futures):
        work = futures.pop(future)
        failure = future.exception()
        yield work, failed(work, task, failure) if failure else future.result()


def longest_time(task: Task) -> float:
    """The time after which the fault must be ours."""
    limits = task.configuration.limits
    exercise = task.exercise
    runs = len(exercise.tests) + len(exercise.further) + exercise.most_again + 5
    return _GRACE + CEILING * (4 * limits.build_seconds + runs * limits.seconds) + runs
