"""Canvas: a table to import into its gradebook, with its columns that identify people."""

from __future__ import annotations

from refute.grading.exports.table import (
    by_person,
    harmless,
    number_in,
    rounded,
    scale,
    written_table,
)
from refute.grading.grades import GradedClass, GradedSubmission
from refute.grading.intake.platforms import CANVAS
from refute.grading.intake.roster import Roster
from refute.source import stem_of

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
    """The columns that identify people, and the column of the task, on its scale in the gradebook.

    People without a score keep what the gradebook has: an empty cell would remove it.
    """
    known = [number for number, each in enumerate(roster.header) if each in _HEADER]
    found = by_person(graded.submissions, roster)
    column = _column(graded, roster)
    most = _possible(graded, roster, column)
    possible: list[object] = [_POINTS if number == known[0] else "" for number in known]
    lines: list[list[object]] = [[*possible, rounded(most)]]
    for person in roster.people:
        each = found.get(person)
        score: object = "" if column is None else person.cells[column]
        if each is not None and each.final_score is not None:
            score = rounded(each.final_score * scale(most, graded.points))
        lines.append([*(person.cells[number] for number in known), score])
    header = [roster.header[number] for number in known]
    return written_table(
        [*header, _stem(graded) if column is None else roster.header[column]], lines
    )


def _column(graded: GradedClass, roster: Roster) -> int | None:
    """The column of the task, such as `Sum (4711)` for `sum.ios`; None if it does not exist yet."""
    wanted = _stem(graded).casefold().replace("_", " ")
    for number, each in enumerate(roster.header):
        plain = each.rpartition(" (")[0] or each
        if plain.casefold().replace("_", " ") == wanted:
            return number
    return None


def _possible(graded: GradedClass, roster: Roster, column: int | None) -> float:
    """The points for the task in Canvas; ours if Canvas does not say."""
    titles = [row[column] for row in roster.title if column is not None]
    numbers = [found for found in map(number_in, titles) if found > 0]
    return numbers[0] if numbers else graded.points


def _stem(graded: GradedClass) -> str:
    return stem_of(graded.task)
