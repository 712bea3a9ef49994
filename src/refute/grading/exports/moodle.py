"""Moodle: the grading worksheet to upload, and the archive with a feedback file for everybody.

Moodle identifies people by the number in the column `Identifier` and in the names of folders. It
expects UTF-8 with commas, whatever a spreadsheet made of the worksheet, and column names in the
language of the user who uploads it; so a worksheet downloaded from it is the best one to fill in.
"""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterable, Mapping
from html import escape

from refute.grading.exports.table import (
    by_person,
    harmless,
    number_in,
    rounded,
    scale,
    written_table,
)
from refute.grading.feedback import rows, score_of, summary_of
from refute.grading.grades import GradedClass, GradedSubmission
from refute.grading.intake.platforms import MOODLE
from refute.grading.intake.roster import Roster

_HEADER = ("Identifier", "Full name", "Grade", "Maximum Grade", "Last modified (grade)",
           "Feedback comments")  # fmt: skip
_EPOCH = (1980, 1, 1, 0, 0, 0)


def from_moodle(graded: GradedClass) -> list[GradedSubmission]:
    """The submissions that came from Moodle."""
    return [each for each in graded.submissions if each.origin.platform == MOODLE]


def to_worksheet(graded: GradedClass) -> str:
    """The worksheet with points and comments; that of the roster, if it is one."""
    if graded.roster is not None and graded.roster.is_worksheet:
        return _filled(graded, graded.roster)
    lines = [
        [
            f"Participant {each.origin.key}",
            harmless(each.name),
            rounded(each.final_score),
            rounded(graded.points),
            "-",
            comment(each),
        ]
        for each in from_moodle(graded)
        if each.final_score is not None
    ]
    return written_table(_HEADER, lines)


def _filled(graded: GradedClass, roster: Roster) -> str:
    """The same table, with the grades filled in on the scale that it states."""
    found = by_person(graded.submissions, roster)
    lines = []
    for person in roster.people:
        cells: list[object] = [*person.cells]
        each = found.get(person)
        if each is not None and each.final_score is not None:
            assert roster.grade_column is not None
            column = roster.maximum_column
            most = number_in(person.cells[column]) if column is not None else 0.0
            score = each.final_score * scale(most, graded.points)
            cells[roster.grade_column] = _written(rounded(score), person.cells, roster)
            if roster.feedback_column is not None:
                cells[roster.feedback_column] = comment(each)
        lines.append(cells)
    return written_table(roster.header, lines)


def _written(score: object, cells: tuple[str, ...], roster: Roster) -> object:
    """A grade with a decimal comma, if the worksheet uses that."""
    column = roster.maximum_column
    comma = column is not None and "," in cells[column]
    return str(score).replace(".", ",") if comma else score


def comment(graded: GradedSubmission) -> str:
    """The text beside the grade, in HTML, as Moodle shows it."""
    lines = [score_of(graded, graded.remark), summary_of(graded)]
    lines += [f"{'✓' if each.works else '✗'} {each.name}" for each in rows(graded)]
    if graded.remark and graded.remark.comment:
        lines.append(graded.remark.comment)
    return "<br>".join(escape(harmless(line)) for line in lines)


def to_feedback_archive(submissions: Iterable[GradedSubmission], texts: Mapping[str, str]) -> bytes:
    """An archive with the feedback for everybody, in folders with Moodle's names."""
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for each in submissions:
            name = zipfile.ZipInfo(f"{each.origin.label}/feedback.txt", _EPOCH)
            name.compress_type = zipfile.ZIP_DEFLATED
            archive.writestr(name, texts[each.identity])
    return stream.getvalue()
