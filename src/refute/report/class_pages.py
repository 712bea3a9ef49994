"""A graded class as web pages that need nothing but themselves."""

from __future__ import annotations

from refute.report.grades import GradedClass, GradedSubmission
from refute.report.html import template

MOST_TESTS_SHOWN = 12
"""So many of the tests that most submissions fail are shown."""


def class_page(graded: GradedClass, folder: str) -> str:
    """The page of the class; the pages of submissions are in folders of that folder."""
    return template("class.html").render(
        graded=graded, folder=folder, failing=graded.failing_tests()[:MOST_TESTS_SHOWN]
    )


def submission_page(graded: GradedSubmission, of: GradedClass, home: str) -> str:
    """The page of one submission; `home` is where that of its class is."""
    group = next((each for each in of.groups if graded in each.members), None)
    others = [each for each in group.members if each != graded] if group else []
    return template("submission.html").render(graded=graded, task=of.task, home=home, others=others)
