"""Grades as compact JSON, which is read back without loss."""

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
"""The values that most outcomes of tests have in common, which are left out."""


def _slim(outcome: dict[str, Any]) -> dict[str, Any]:
    """An outcome without the common values."""
    rounded = {**outcome, "seconds": round(outcome["seconds"], 3)}
    return {key: each for key, each in rounded.items() if _EMPTY.get(key) != each}


_DIGEST = ',"digest":"'
"""The separator between a record and the digest that shows that it is intact."""


def record_of(graded: GradedSubmission, depends: str) -> str:
    """The record of a grade, with what it depends on."""
    record = {"depends": depends, **graded_to_json(graded)}
    body = json.dumps(record, separators=(",", ":"))[:-1]
    return f'{body}{_DIGEST}{_digest(body)}"}}\n'


def graded_in(text: str, *, whole: bool = True) -> tuple[GradedSubmission, str]:
    """The grade in a record, and what it depends on; ValueError if the record is damaged.

    The evidence of the tests is left out unless the `whole` grade is requested.
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
    """The grade in a JSON object."""
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
"""The fields in which the outcomes of a test differ between submissions."""


def _light_test(record: dict[str, Any]) -> GradedTest:
    """A test without these fields; a class has few different ones, so each is created once."""
    outcome = {key: each for key, each in record["outcome"].items() if key not in _SAID}
    key = repr((*outcome.items(), record["score"], record["points"], record["visibility"]))
    key += record["behaviour"]
    if key not in _LIGHT:
        _LIGHT[key] = _test({**record, "outcome": outcome})
    return _LIGHT[key]


_LIGHT: dict[str, GradedTest] = {}
