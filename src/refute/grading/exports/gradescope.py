"""Gradescope's `results.json`: a test for each behaviour, with all fields of the format."""

from __future__ import annotations

import json
from collections.abc import Sequence
from typing import Any

from refute.grading.feedback import feedback
from refute.grading.grades import GradedSubmission, GradedTest
from refute.report.drawing import plain
from refute.report.wording import one_line, shortened

LONGEST_OUTPUT = 20_000


def to_gradescope(graded: GradedSubmission) -> str:
    """The grade of one submission; one that could not be graded has the score 0 and says so."""
    groups: dict[tuple[str, str], list[GradedTest]] = {}
    for each in graded.tests:
        groups.setdefault((each.behaviour, each.visibility), []).append(each)
    score = round(graded.final_score or 0.0, 4)
    record = {
        "score": score,
        "execution_time": round(graded.outcome.seconds, 3),
        "output": shortened(feedback(graded, graded.remark), LONGEST_OUTPUT),
        "output_format": "text",
        "test_output_format": "text",
        "test_name_format": "text",
        "visibility": graded.visibility,
        "stdout_visibility": "hidden",
        "leaderboard": [{"name": "points", "value": score, "order": "desc"}]
        if graded.leaderboard
        else [],
        "tests": [_test(number, tests) for number, tests in enumerate(groups.values(), 1)],
        "extra_data": {
            "outcome": graded.outcome.called,
            "language": graded.language,
            "graded": graded.final_score is not None,
        },
    }
    return json.dumps(record, indent=1, ensure_ascii=True) + "\n"


def _test(number: int, tests: Sequence[GradedTest]) -> dict[str, Any]:
    failed = [each for each in tests if not each.passed]
    shown = next((each for each in failed if each.outcome.blocks), failed[0] if failed else None)
    return {
        "number": str(number),
        "name": one_line(tests[0].behaviour or tests[0].outcome.question),
        "name_format": "text",
        "score": round(sum(each.score for each in tests), 4),
        "max_score": round(sum(each.points for each in tests), 4),
        "status": "failed" if failed else "passed",
        "output": shortened(plain(shown.outcome), LONGEST_OUTPUT) if shown else "",
        "output_format": "text",
        "visibility": tests[0].visibility,
        "tags": sorted({each.outcome.called for each in tests}),
        "extra_data": {"passed": len(tests) - len(failed), "tests": len(tests)},
    }
