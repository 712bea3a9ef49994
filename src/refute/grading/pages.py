"""The files about a whole class: web pages that need nothing but themselves, CSV, JUnit XML."""

from __future__ import annotations

from functools import cache
from pathlib import Path

from jinja2 import Environment

from refute.files import write_text
from refute.grading.gradebooks import to_csv
from refute.grading.grades import GradedClass, GradedSubmission, reports, written
from refute.grading.store import FOLDER
from refute.report.html import templates
from refute.report.junit import to_junit

MOST_TESTS_SHOWN = 12
"""Maximum number of tests in the list of those that most submissions fail."""


def write_class(folder: Path, graded: GradedClass) -> None:
    """Write everything but what `Store.keep` has written already."""
    for each in graded.submissions:
        page = submission_page(each, graded, home="../../index.html")
        write_text(folder / FOLDER / each.identity / "index.html", page)
    write_text(folder / "grades.csv", to_csv(graded))
    write_text(folder / "junit.xml", to_junit(*reports(graded)))
    write_text(folder / "index.html", class_page(graded, FOLDER))


@cache
def _templates() -> Environment:
    environment = templates("refute.grading")
    environment.filters["written"] = written
    return environment


def class_page(graded: GradedClass, folder: str) -> str:
    """The page of the class; the pages of submissions are in folders of that folder."""
    return (
        _templates()
        .get_template("class.html")
        .render(graded=graded, folder=folder, failing=graded.failing_tests()[:MOST_TESTS_SHOWN])
    )


def submission_page(graded: GradedSubmission, of: GradedClass, home: str) -> str:
    """The page of one submission; `home` is where that of its class is."""
    group = next((each for each in of.groups if graded in each.members), None)
    others = [each for each in group.members if each != graded] if group else []
    page = _templates().get_template("submission.html")
    return page.render(graded=graded, task=of.task, home=home, others=others)
