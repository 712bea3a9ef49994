"""GitHub: annotations of a workflow, and the results that Classroom's reporter adds up.

An annotation is a line `::error file=…,title=…::text` on the standard output of a step. The
reporter expects a JSON object in Base64, with a test for each behaviour.
"""

from __future__ import annotations

import base64
import json
from collections.abc import Iterator

from refute.grading.feedback import feedback, public_outcome, rows, summary_of, word_of
from refute.grading.grades import GradedSubmission
from refute.report.wording import one_line


def to_annotations(graded: GradedSubmission) -> str:
    """The lines that a step of a workflow prints."""
    return "".join(f"{line}\n" for line in _annotations(graded))


def _annotations(graded: GradedSubmission) -> Iterator[str]:
    right = graded.tests and all(each.passed for each in graded.tests)
    level = "notice" if right else "warning" if graded.final_score is None else "error"
    file = f"file={_property(graded.program[0])},line=1," if graded.program[0] else ""
    outcome = public_outcome(graded)
    told = summary_of(graded) if outcome is None else feedback(graded, graded.remark)
    yield f"::{level} {file}title={_property(word_of(graded))}::{_message(told)}"
    for each in rows(graded):
        if not each.works:
            yield f"::notice title=✗ {_property(each.name)}::{each.passed}/{each.count}"


def _message(text: str) -> str:
    """A text in the form that the runner reads: on one line, with special characters escaped."""
    return text.strip().replace("%", "%25").replace("\r", "%0D").replace("\n", "%0A")


def _property(text: str) -> str:
    return _message(one_line(text)).replace(":", "%3A").replace(",", "%2C")


def to_classroom(graded: GradedSubmission) -> str:
    """The results for Classroom's reporter, in Base64."""
    tests = [
        {
            "name": each.name,
            "status": "pass" if each.works else "fail",
            "score": round(each.score, 4),
            "message": "" if each.works else f"{each.passed}/{each.count}",
            "test_code": "",
            "filename": graded.program[0],
            "line_no": 0,
            "execution_time": "0s",
        }
        for each in rows(graded)
    ]
    undecided = graded.final_score is None
    passed = bool(tests) and all(each["status"] == "pass" for each in tests)
    record = {
        "version": 1,
        "status": "error" if undecided else "pass" if passed else "fail",
        "max_score": round(graded.points, 4),
        "tests": tests,
    }
    return base64.b64encode(json.dumps(record).encode()).decode() + "\n"
