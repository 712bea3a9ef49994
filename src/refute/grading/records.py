"""Grades as JSON, small, and read back as they were."""

from __future__ import annotations

import hashlib
import json
from dataclasses import asdict
from typing import Any

from refute.grading.grades import GradedSubmission, GradedTest, Remark
from refute.grading.intake.platforms import Origin
from refute.report.as_json import outcome_to_json
from refute.report.reading import outcome_of

_NAMES = ("name", "identity", "language", "score", "points", "group", "visibility", "likeness",
          "leaderboard")  # fmt: skip


_EMPTY: dict[str, Any] = {
    "kind": "test", "verdict": "passed", "word": "right", "summary": "", "bound": "",
    "reason": "", "blocks": [], "statistics": {}, "place": "", "seconds": 0.0,
}  # fmt: skip
"""What most outcomes of tests have in common, which is left out."""


def _slim(outcome: dict[str, Any]) -> dict[str, Any]:
    """An outcome without what most have in common."""
    rounded = {**outcome, "seconds": round(outcome["seconds"], 3)}
    return {key: each for key, each in rounded.items() if _EMPTY.get(key) != each}


def record_of(graded: GradedSubmission, depends: str) -> str:
    """The record of a grade that depends on something."""
    record = {"depends": depends, **graded_to_json(graded)}
    record["digest"] = _digest(record)
    return json.dumps(record, separators=(",", ":")) + "\n"


def graded_in(text: str) -> tuple[GradedSubmission, str]:
    """The grade in a record, and what it depends on; ValueError where the record is damaged."""
    record = json.loads(text)
    digest = record.pop("digest")
    if digest != _digest(record):
        raise ValueError("it was changed")
    return graded_of(record), record["depends"]


def _digest(record: dict[str, Any]) -> str:
    """What tells that a record is as it was written."""
    return hashlib.sha256(json.dumps(record, sort_keys=True).encode()).hexdigest()


def graded_to_json(graded: GradedSubmission) -> dict[str, Any]:
    """A grade as a JSON object."""
    tests = [
        {
            "outcome": _slim(outcome_to_json(each.outcome)),
            "score": each.score,
            "points": each.points,
            "visibility": each.visibility,
            "behaviour": each.behaviour,
        }
        for each in graded.tests
    ]
    return {
        **{name: getattr(graded, name) for name in _NAMES},
        "outcome": outcome_to_json(graded.outcome),
        "tests": tests,
        "origin": asdict(graded.origin),
        "hints": list(graded.hints),
        "program": list(graded.program),
        "remark": asdict(graded.remark) if graded.remark else None,
    }


def graded_of(record: dict[str, Any]) -> GradedSubmission:
    """The grade that a JSON object stands for."""
    tests = tuple(
        GradedTest(
            outcome_of({**_EMPTY, **each["outcome"]}),
            each["score"],
            each["points"],
            each["visibility"],
            each["behaviour"],
        )
        for each in record["tests"]
    )
    name, text = record["program"]
    return GradedSubmission(
        outcome=outcome_of(record["outcome"]),
        tests=tests,
        origin=Origin(**record["origin"]),
        hints=tuple(record["hints"]),
        program=(name, text),
        remark=Remark(**record["remark"]) if record["remark"] else None,
        **{name: record[name] for name in _NAMES},
    )
