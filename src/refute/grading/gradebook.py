"""One gradebook for several tasks, from folders with graded classes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from pathlib import Path, PurePath

from refute.diagnostics import Diagnostic, InputError
from refute.grading.exports.table import harmless, rounded, written_table
from refute.grading.grades import GradedSubmission
from refute.grading.intake.archives import stem
from refute.grading.intake.roster import Person, Roster
from refute.grading.pages import FOLDER, LISTING
from refute.grading.records import graded_in
from refute.grading.rendering import RECORD
from refute.grading.toolchains import TOOLCHAINS
from refute.interchange import read_json
from refute.record import record


@record
class TaskGrades:
    """The grades for one task; `name` heads its column, with `folder` if two names are equal."""

    name: str
    points: float
    submissions: tuple[GradedSubmission, ...]
    folder: str = ""


def read_grades(folder: Path) -> TaskGrades:
    """Read the grades in a folder with a graded class; InputError IO073 if it is none.

    Only the submissions of the last grading count, not what is left of earlier ones.
    """
    try:
        listing = read_json((folder / LISTING).read_text("utf-8"))
        identities = [each["identity"] for each in listing["submissions"]]
        records = [folder / FOLDER / each / RECORD for each in identities]
        found = tuple(graded_in(each.read_text("utf-8"))[0] for each in records)
        return TaskGrades(listing["task"], listing["points"], found, folder.name)
    except (OSError, ValueError, LookupError, TypeError, AttributeError):
        begun = (folder / FOLDER).is_dir()
        message = f"there are no grades in `{folder}`"
        advice = "name folders that `refute grade … --out FOLDER` has written"
        if begun:
            message = f"some submissions in `{folder}` are not graded yet"
            advice = "run `refute grade` again; it continues where it stopped"
        raise InputError([Diagnostic("IO073", message, help=advice)]) from None


def to_gradebook(tasks: Sequence[TaskGrades], roster: Roster | None) -> str:
    """A row for each person with the points for every task, and their sum.

    With a roster its columns come first, and everybody in it has a row. A task that was not handed
    in, or that could not be graded, is an empty cell, and counts nothing.
    """
    scores = [_scores(each, roster) for each in tasks]
    header = [*_headings(tasks), "sum"]
    names = sorted({key for each in scores for key in each if isinstance(key, str)})
    people = roster.people if roster else ()
    width = len(roster.header) if roster else 1
    rows = [[*each.cells, *_points(scores, each)] for each in people]
    rows += [[harmless(each), *[""] * (width - 1), *_points(scores, each)] for each in names]
    first = roster.header if roster else ("submission",)
    return written_table([*first, *header], rows, roster.delimiter if roster else ",")


def _headings(tasks: Sequence[TaskGrades]) -> list[str]:
    counts = Counter(each.name for each in tasks)
    names = [each.name if counts[each.name] == 1 else each.folder for each in tasks]
    return [f"{name} ({each.points:g})" for name, each in zip(names, tasks, strict=True)]


def _scores(task: TaskGrades, roster: Roster | None) -> dict[Person | str, float | None]:
    """The best score of everybody, by person or, if the person is unknown, by name."""
    found: dict[Person | str, float | None] = {}
    names = Counter(_without_ending(each) for each in task.submissions)
    for each in task.submissions:
        short = _without_ending(each)
        name = short if names[short] == 1 else each.name
        key = (roster.person(each.name, each.origin) if roster else None) or name
        known = [score for score in (found.get(key), each.final_score) if score is not None]
        found[key] = max(known, default=None)
    return found


def _without_ending(submission: GradedSubmission) -> str:
    """The name without ending: `ada` may hand in `ada.py` for one task, `ada.c` for the next."""
    path = PurePath(submission.name)
    program = path.suffix in _PROGRAMS and not submission.origin.platform
    return path.stem if program else stem(submission.name)


_PROGRAMS = {ending for each in TOOLCHAINS for ending in each.endings} | {".ipynb"}


def _points(scores: Sequence[dict[Person | str, float | None]], who: Person | str) -> list[object]:
    own = [each.get(who) for each in scores]
    known = [each for each in own if each is not None]
    return [*map(rounded, own), rounded(sum(known)) if known else ""]
