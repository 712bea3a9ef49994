"""All files about one submission, made where it was graded."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from refute.diagnostics import Diagnostic
from refute.grading.exports.github import to_annotations, to_classroom
from refute.grading.exports.gradescope import to_gradescope
from refute.grading.feedback import feedback
from refute.grading.grades import GradedSubmission, Remark, light, report_of
from refute.grading.intake.file import File
from refute.grading.pages import student_page, submission_page
from refute.grading.records import record_of
from refute.grading.scoring import Task, grade_submission, sandbox_of
from refute.grading.submissions import Submission
from refute.record import record
from refute.report.junit import to_junit
from refute.report.texts import using_language

RECORD, RESULTS, FEEDBACK, PAGE = "record.json", "results.json", "feedback.txt", "index.html"
JUNIT, ANNOTATIONS, CLASSROOM = "junit.xml", "annotations.txt", "classroom.txt"
STUDENT_PAGE = "feedback.html"


@record
class Finished:
    """A grade as the class needs it, and the files about it by name."""

    graded: GradedSubmission
    texts: Mapping[str, str]
    warnings: tuple[Diagnostic, ...] = ()


def finish(
    submission: Submission,
    task: Task,
    depends: str,
    remark: Remark | None = None,
    files: list[File] | str | None = None,
) -> Finished:
    """Grade a submission and write everything about it; `files` are its files, if already read.

    `depends` is what the grade depends on, to recognise when it has to be computed again.
    """
    graded = grade_submission(submission, task, files)
    configuration = task.configuration
    done = finished(replace(graded, remark=remark), task.name, depends, configuration.language)
    return replace(done, warnings=sandbox_of(task.sandbox, configuration.limits).warnings)


def finished(graded: GradedSubmission, task: str, depends: str, language: str) -> Finished:
    """All files about a graded submission; the record, which completes it, comes last."""
    with using_language(language):
        texts = {
            RESULTS: to_gradescope(graded),
            FEEDBACK: feedback(graded, graded.remark),
            ANNOTATIONS: to_annotations(graded),
            CLASSROOM: to_classroom(graded),
            JUNIT: to_junit(report_of(graded)),
            PAGE: submission_page(graded, task),
            STUDENT_PAGE: student_page(graded, task),
            RECORD: record_of(graded, depends),
        }
    return Finished(light(graded), texts)
