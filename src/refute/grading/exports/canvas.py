"""Canvas: a table that its gradebook imports, with the columns by which it knows people."""

from __future__ import annotations

from pathlib import PurePath

from refute.grading.exports.table import by_person, harmless, rounded, written_table
from refute.grading.grades import GradedClass, GradedSubmission
from refute.grading.intake.platforms import CANVAS
from refute.grading.intake.roster import Roster

_HEADER = ("Student", "ID", "SIS User ID", "SIS Login ID", "Section")
_POINTS = "    Points Possible"


def from_canvas(graded: GradedClass) -> list[GradedSubmission]:
    """The submissions that came from Canvas."""
    return [each for each in graded.submissions if each.origin.platform == CANVAS]


def to_canvas(graded: GradedClass) -> str:
    """A column for the task; people as in the roster, if it is a gradebook of Canvas."""
    roster = graded.roster
    if roster is not None and roster.is_gradebook:
        return _filled(graded, roster)
    possible = [_POINTS, "", "", "", "", rounded(graded.points)]
    lines = [
        [harmless(each.name), each.origin.key, "", "", "", rounded(each.final_score)]
        for each in from_canvas(graded)
    ]
    return written_table([*_HEADER, _stem(graded)], [possible, *lines])


def _filled(graded: GradedClass, roster: Roster) -> str:
    """The columns that name people, and the one of the task as the gradebook calls it."""
    known = [number for number, each in enumerate(roster.header) if each in _HEADER]
    found = by_person(graded.submissions, roster)
    possible: list[object] = [_POINTS if number == known[0] else "" for number in known]
    lines: list[list[object]] = [[*possible, rounded(graded.points)]]
    for person in roster.people:
        each = found.get(person)
        score = rounded(each.final_score) if each else ""
        lines.append([*(person.cells[number] for number in known), score])
    header = [*(roster.header[number] for number in known), _column(graded, roster)]
    return written_table(header, lines)


def _column(graded: GradedClass, roster: Roster) -> str:
    """The column of the task: `Sum (4711)` for `sum.ios`, else a new one."""
    wanted = _stem(graded).casefold().replace("_", " ")
    for each in roster.header:
        plain = each.rpartition(" (")[0] or each
        if plain.casefold().replace("_", " ") == wanted:
            return each
    return _stem(graded)


def _stem(graded: GradedClass) -> str:
    return PurePath(graded.task).stem
