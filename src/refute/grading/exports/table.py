"""Grades as tables for spreadsheets: our own, and the roster's with the grades added."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Sequence

from refute.grading.feedback import summary_of
from refute.grading.grades import GradedClass, GradedSubmission
from refute.grading.intake.roster import Person, Roster
from refute.report.wording import one_line

HEADER = (
    "submission",
    "score",
    "points",
    "outcome",
    "passed",
    "tests",
    "language",
    "what",
    "seconds",
    "files",
)
_OF_PEOPLE = ("name", "number", "group", "late", "comment")
_FORMULA = ("=", "+", "-", "@", "\t", "\r")


def to_csv(graded: GradedClass) -> str:
    """A row for each submission; no cell can be taken for a formula by a spreadsheet."""
    rows = [[*_row(each), *_about(each, graded.roster)] for each in graded.submissions]
    return written_table([*HEADER, *_OF_PEOPLE], rows)


def _row(graded: GradedSubmission) -> list[object]:
    return [
        harmless(graded.name),
        rounded(graded.final_score),
        round(graded.points, 4),
        harmless(graded.outcome.called),
        graded.passed,
        len(graded.tests),
        harmless(graded.language),
        harmless(graded.outcome.summary),
        round(graded.outcome.seconds, 3),
        harmless(graded.identity),
    ]


def _about(graded: GradedSubmission, roster: Roster | None) -> list[object]:
    person = (roster.person(graded.name, graded.origin) if roster else None) or Person(())
    comment = graded.remark.comment if graded.remark else ""
    late = "late" if graded.origin.late else ""
    return [*map(harmless, (person.name, person.number, person.group, late, comment))]


def to_roster(graded: GradedClass, roster: Roster) -> str:
    """The roster's own columns with three more, including the people who handed in nothing."""
    found = by_person(graded.submissions, roster)
    rows = []
    for person in roster.people:
        each = found.get(person)
        more = ["", "nothing was handed in", ""]
        if each is not None:
            more = [str(rounded(each.final_score)), each.outcome.called, summary_of(each)]
        rows.append([*person.cells, *map(harmless, more)])
    header = [*roster.header, f"{graded.task} score", f"{graded.task} outcome", "what"]
    return written_table(header, rows, roster.delimiter)


def by_submitter(
    submissions: Iterable[GradedSubmission], roster: Roster
) -> dict[Person | None, list[GradedSubmission]]:
    """The submissions of each person; those that the roster does not assign are under None."""
    found: dict[Person | None, list[GradedSubmission]] = {}
    for each in submissions:
        found.setdefault(roster.person(each.name, each.origin), []).append(each)
    return found


def by_person(
    submissions: Iterable[GradedSubmission], roster: Roster
) -> dict[Person, GradedSubmission]:
    """The submission of each person, the best one if there are several."""
    found = by_submitter(submissions, roster)
    return {person: max(own, key=_rank) for person, own in found.items() if person is not None}


def _rank(graded: GradedSubmission) -> float:
    return -1.0 if graded.final_score is None else graded.final_score


def written_table(
    header: Sequence[str], rows: Iterable[Sequence[object]], delimiter: str = ","
) -> str:
    """A table as CSV."""
    stream = io.StringIO()
    writer = csv.writer(stream, delimiter=delimiter)
    writer.writerow(header)
    writer.writerows(rows)
    return stream.getvalue()


def number_in(cell: str) -> float:
    """The number in a cell, with a decimal point or comma; 0 if there is none."""
    try:
        return float(cell.strip().replace(",", "."))
    except ValueError:
        return 0.0


def scale(most: float, points: float) -> float:
    """The factor for our points on a platform that gives at most `most` points for them."""
    return most / points if most > 0 and points > 0 else 1.0


def rounded(score: float | None) -> float | str:
    """A score for a cell, which is empty if there is none."""
    return "" if score is None else round(score, 4)


def harmless(text: str) -> str:
    """A text that no spreadsheet takes for a formula."""
    shown = one_line(text)
    return f"'{shown}" if shown.startswith(_FORMULA) else shown
