"""Grades for other systems and for students: CSV, Gradescope's `results.json`, plain text."""

from __future__ import annotations

import csv
import io
import json
from typing import Any

from refute.grading.grades import GradedClass, GradedSubmission, GradedTest, written
from refute.report.drawing import plain
from refute.report.wording import one_line, shortened, visible

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
LONGEST_OUTPUT = 20_000
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


def to_gradescope(graded: GradedSubmission) -> str:
    """The grade of one submission; one that could not be graded has the score 0 and says so."""
    record = {
        "score": round(graded.score or 0.0, 4),
        "execution_time": round(graded.outcome.seconds, 3),
        "output": shortened(plain(graded.outcome), LONGEST_OUTPUT),
        "output_format": "text",
        "test_output_format": "text",
        "test_name_format": "text",
        "visibility": graded.visibility,
        "stdout_visibility": "hidden",
        "tests": [_test(number, test) for number, test in enumerate(graded.tests, 1)],
        "extra_data": {"outcome": graded.outcome.called, "language": graded.language},
    }
    return json.dumps(record, indent=1, ensure_ascii=True) + "\n"


def _test(number: int, test: GradedTest) -> dict[str, Any]:
    return {
        "number": str(number),
        "name": one_line(test.outcome.question),
        "name_format": "text",
        "score": round(test.score, 4),
        "max_score": round(test.points, 4),
        "status": "passed" if test.passed else "failed",
        "output": shortened(plain(test.outcome), LONGEST_OUTPUT),
        "output_format": "text",
        "visibility": test.visibility,
        "tags": [test.outcome.called],
    }


def feedback(graded: GradedSubmission) -> str:
    """What a student is told, as plain text."""
    score = f"{written(graded.score)} of {written(graded.points)} points"
    score = "not graded" if graded.score is None else score
    lines = [f"{graded.name}: {score}", "", plain(graded.outcome), ""]
    if graded.tests:
        lines += [f"{graded.passed} of {len(graded.tests)} tests passed:", ""]
    for number, test in enumerate(graded.tests, 1):
        mark = "✓" if test.passed else "✗"
        said = "" if test.passed else f"  {test.outcome.called}: {test.outcome.summary}"
        lines.append(f"{mark} {number:>3}. input {test.outcome.question}{said}")
    return visible("\n".join(lines).rstrip()) + "\n"
