"""Grades as `results.json`, which Gradescope's autograder reads."""

from __future__ import annotations

import json
from typing import Any

from refute.report.drawing import plain
from refute.report.grades import GradedSubmission, GradedTest
from refute.report.wording import one_line, shortened

VISIBILITIES = ("visible", "hidden", "after_due_date", "after_published")
LONGEST_OUTPUT = 20_000


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
