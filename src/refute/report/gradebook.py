"""Grades as a table for spreadsheets (CSV)."""

from __future__ import annotations

import csv
import io

from refute.report.grades import GradedClass, GradedSubmission
from refute.report.wording import one_line

HEADER = (
    "submission",
    "score",
    "points",
    "outcome",
    "passed",
    "tests",
    "language",
    "what",
    "seconds",
    "files",
)
_FORMULA = ("=", "+", "-", "@", "\t", "\r")


def to_csv(graded: GradedClass) -> str:
    """A row for each submission; no cell is one that a spreadsheet would take for a formula."""
    stream = io.StringIO()
    writer = csv.writer(stream)
    writer.writerow(HEADER)
    writer.writerows(_row(each) for each in graded.submissions)
    return stream.getvalue()


def _row(graded: GradedSubmission) -> list[object]:
    return [
        _harmless(graded.name),
        "" if graded.score is None else round(graded.score, 4),
        round(graded.points, 4),
        _harmless(graded.outcome.called),
        graded.passed,
        len(graded.tests),
        _harmless(graded.language),
        _harmless(graded.outcome.summary),
        round(graded.outcome.seconds, 3),
        _harmless(graded.identity),
    ]


def _harmless(text: str) -> str:
    shown = one_line(text)
    return f"'{shown}" if shown.startswith(_FORMULA) else shown
