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


_DIGEST = ',"digest":"'
"""What stands between a record and what tells that it is as it was written."""


def record_of(graded: GradedSubmission, depends: str) -> str:
    """The record of a grade that depends on something."""
    record = {"depends": depends, **graded_to_json(graded)}
    body = json.dumps(record, separators=(",", ":"))[:-1]
    return f'{body}{_DIGEST}{_digest(body)}"}}\n'


def graded_in(text: str, *, whole: bool = True) -> tuple[GradedSubmission, str]:
    """The grade in a record, and what it depends on; ValueError where the record is damaged.

    What the tests of a submission say is left out unless the `whole` grade is wanted.
    """
    body, _, digest = text.rpartition(_DIGEST)
    if digest != f'{_digest(body)}"}}\n':
        raise ValueError("it was changed")
    record = json.loads(f"{body}}}")
    return graded_of(record, whole=whole), record["depends"]


def _digest(body: str) -> str:
    return hashlib.sha256(body.encode()).hexdigest()


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


def graded_of(record: dict[str, Any], *, whole: bool = True) -> GradedSubmission:
    """The grade that a JSON object stands for."""
    name, text = record["program"]
    return GradedSubmission(
        outcome=outcome_of(record["outcome"]),
        tests=tuple(map(_test if whole else _light_test, record["tests"])),
        origin=Origin(**record["origin"]),
        hints=tuple(record["hints"]),
        program=(name, text),
        remark=Remark(**record["remark"]) if record["remark"] else None,
        **{name: record[name] for name in _NAMES},
    )


def _test(record: dict[str, Any]) -> GradedTest:
    return GradedTest(
        outcome_of({**_EMPTY, **record["outcome"]}),
        record["score"],
        record["points"],
        record["visibility"],
        record["behaviour"],
    )


_SAID = ("summary", "blocks", "seconds")
"""What differs between the outcomes of a test in many submissions."""


def _light_test(record: dict[str, Any]) -> GradedTest:
    """A test without what it says; those of a class are few, so each is made once."""
    outcome = {key: each for key, each in record["outcome"].items() if key not in _SAID}
    key = repr((*outcome.items(), record["score"], record["points"], record["visibility"]))
    key += record["behaviour"]
    if key not in _LIGHT:
        _LIGHT[key] = _test({**record, "outcome": outcome})
    return _LIGHT[key]


_LIGHT: dict[str, GradedTest] = {}
