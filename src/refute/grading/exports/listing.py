"""The class as JSON, for programs that show or change it, such as the workbench."""

from __future__ import annotations

import json
from collections.abc import Iterable
from typing import Any

from refute.grading.exports.table import by_person
from refute.grading.grades import GradedClass, GradedSubmission
from refute.grading.intake.roster import Person
from refute.report.texts import translate_word


def to_listing(graded: GradedClass, exported: Iterable[str] = ()) -> str:
    """A record for each submission, the people without one, and the names of the exported files."""
    roster = graded.roster
    handed_in = by_person(graded.submissions, roster) if roster else {}
    people = roster.people if roster else ()
    record = {
        "task": graded.task,
        "points": graded.points,
        "average": graded.average,
        "files": ["grades.csv", *exported],
        "submissions": [_submission(each, graded) for each in graded.submissions],
        "absent": [_called(each) for each in people if each not in handed_in],
    }
    return json.dumps(record, ensure_ascii=False, separators=(",", ":")) + "\n"


def _called(person: Person) -> str:
    return person.name or " ".join(filter(None, person.cells))


def _submission(each: GradedSubmission, graded: GradedClass) -> dict[str, Any]:
    person = graded.roster.person(each.name, each.origin) if graded.roster else None
    remark = each.remark
    return {
        "name": each.name,
        "identity": each.identity,
        "label": each.origin.label,
        "person": _called(person) if person else "",
        "number": person.number if person else "",
        "group": person.group if person else "",
        "late": each.origin.late,
        "language": each.language,
        "verdict": each.outcome.verdict.value,
        "outcome": translate_word(each.outcome.called),
        "summary": each.outcome.summary,
        "passed": each.passed,
        "tests": len(each.tests),
        "score": each.final_score,
        "computed": each.score,
        "corrected": remark.score if remark else None,
        "comment": remark.comment if remark else "",
    }
