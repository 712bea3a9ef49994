"""The files about a whole class: pages, a spreadsheet, JUnit XML."""

from __future__ import annotations

from pathlib import Path

from refute.files import write_text
from refute.languages.console.grading.store import FOLDER
from refute.report.class_pages import class_page, submission_page
from refute.report.gradebook import to_csv
from refute.report.grades import GradedClass, reports
from refute.report.junit import to_junit


def write_class(folder: Path, graded: GradedClass) -> None:
    """Write everything but what `Store.keep` has written already."""
    for each in graded.submissions:
        page = submission_page(each, graded, home="../../index.html")
        write_text(folder / FOLDER / each.identity / "index.html", page)
    write_text(folder / "grades.csv", to_csv(graded))
    write_text(folder / "junit.xml", to_junit(*reports(graded)))
    write_text(folder / "index.html", class_page(graded, FOLDER))
