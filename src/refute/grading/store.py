"""Grades on disk: each written whole as soon as it is known, and found again later."""

from __future__ import annotations

import hashlib
import json
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Any

from refute import __version__
from refute.diagnostics import InputError
from refute.files import write_text
from refute.grading.gradebooks import feedback, to_gradescope
from refute.grading.grades import NOT_STARTED, OUR_ERROR, GradedSubmission, GradedTest
from refute.grading.intake.platforms import Origin
from refute.grading.scoring import Task
from refute.grading.submissions import Submission, fingerprint
from refute.report.as_json import outcome_to_json
from refute.report.reading import outcome_of

FOLDER = "submissions"
_DAMAGED = (
    InputError,
    OSError,
    ValueError,
    LookupError,
    TypeError,
    AttributeError,
    RecursionError,
)
RECORD, RESULTS, FEEDBACK = "record.json", "results.json", "feedback.txt"


@dataclass(frozen=True, slots=True)
class Store:
    """The folder that grades are kept in; `task` is what all of them depend on."""

    folder: Path
    task: str

    @classmethod
    def open(cls, folder: Path, task: Task) -> Store:
        """The store for a task in a folder."""
        settled = [
            __version__,
            task.name,
            task.exercise.fingerprint(),
            repr(task.configuration),
        ]
        return cls(folder, hashlib.sha256("\0".join(settled).encode()).hexdigest())

    def about(self, identity: str) -> Path:
        """The folder about a submission."""
        return self.folder / FOLDER / identity

    def known(self, submission: Submission) -> GradedSubmission | None:
        """The grade that was given before, if neither the submission nor the task has changed.

        What could not be graded is tried again, and so is what was damaged.
        """
        with suppress(*_DAMAGED):
            text = (self.about(submission.identity) / RECORD).read_text(encoding="utf-8")
            record = json.loads(text)
            digest = record.pop("digest")
            if digest == _digest(record) and record["depends"] == self._depends(submission):
                graded = graded_of(record)
                return None if graded.outcome.called in {NOT_STARTED, OUR_ERROR} else graded
        return None

    def _depends(self, submission: Submission) -> str:
        return f"{self.task} {fingerprint(submission)} {submission.name}"

    def keep(self, submission: Submission, graded: GradedSubmission) -> None:
        """Write all files about a submission; the record, which makes it known, comes last."""
        folder = self.about(graded.identity)
        write_text(folder / RESULTS, to_gradescope(graded))
        write_text(folder / FEEDBACK, feedback(graded))
        record = {"depends": self._depends(submission), **graded_to_json(graded)}
        record["digest"] = _digest(record)
        write_text(folder / RECORD, json.dumps(record, indent=1) + "\n")


def _digest(record: dict[str, Any]) -> str:
    """What tells that a record is as it was written."""
    return hashlib.sha256(json.dumps(record, sort_keys=True).encode()).hexdigest()


def graded_to_json(graded: GradedSubmission) -> dict[str, Any]:
    """A grade as a JSON object."""
    tests = [
        {
            "outcome": outcome_to_json(each.outcome),
            "score": each.score,
            "points": each.points,
            "visibility": each.visibility,
        }
        for each in graded.tests
    ]
    return {
        "name": graded.name,
        "identity": graded.identity,
        "language": graded.language,
        "outcome": outcome_to_json(graded.outcome),
        "tests": tests,
        "score": graded.score,
        "points": graded.points,
        "group": graded.group,
        "visibility": graded.visibility,
        "origin": asdict(graded.origin),
    }


def graded_of(record: dict[str, Any]) -> GradedSubmission:
    """The grade that a JSON object stands for."""
    names = ("name", "identity", "language", "score", "points", "group", "visibility")
    tests = tuple(
        GradedTest(outcome_of(each["outcome"]), each["score"], each["points"], each["visibility"])
        for each in record["tests"]
    )
    kept = {name: record[name] for name in names}
    origin = Origin(**record["origin"])
    return GradedSubmission(
        outcome=outcome_of(record["outcome"]), tests=tests, origin=origin, **kept
    )
