"""The files about a whole class: self-contained web pages, and exports."""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from functools import cache
from pathlib import Path

from jinja2 import Environment

from refute.files import write_bytes, write_parts, write_text
from refute.grading.exports.canvas import from_canvas, to_canvas
from refute.grading.exports.listing import to_listing
from refute.grading.exports.moodle import from_moodle, to_feedback_archive, to_worksheet
from refute.grading.exports.table import by_person, to_csv, to_roster
from refute.grading.feedback import public_outcome, public_view, rows
from refute.grading.grades import GradedClass, GradedSubmission, written
from refute.report.html import templates
from refute.report.outcome import Block, Dialogue, Lines
from refute.report.texts import translate, translate_word, using_language

MOST_TESTS_SHOWN = 12
"""Maximum number of tests in the list of those that most submissions fail."""

FOLDER, EXPORTS, LISTING = "submissions", "export", "grades.json"
_EXPORTED = {"moodle-grades.csv", "moodle-feedback.zip", "canvas-grades.csv", "roster.csv"}
_SUITES = re.compile(r"<testsuites>(.*)</testsuites>", re.DOTALL)


def write_class(folder: Path, graded: GradedClass, language: str) -> None:
    """Write all files about a class except those about each submission."""
    identities = [each.identity for each in graded.submissions]
    write_text(folder / "grades.csv", to_csv(graded))
    write_parts(folder / "junit.xml", _all_suites(folder, identities))
    with using_language(language):
        exported = _write_exports(folder / EXPORTS, graded, folder)
        write_text(folder / LISTING, to_listing(graded, exported))
        write_parts(folder / "index.html", class_page(graded, FOLDER, exported))


def write_progress(folder: Path, graded: GradedClass, language: str, *, running: bool) -> None:
    """Write the page of a class that is not completely graded."""
    with using_language(language):
        write_parts(folder / "index.html", class_page(graded, FOLDER, running=running))


def _all_suites(folder: Path, identities: Iterable[str]) -> Iterator[str]:
    """The test suites of all submissions in one document, part by part."""
    yield '<?xml version="1.0" encoding="utf-8"?>\n<testsuites>'
    yield from (_suite(folder / FOLDER / each / "junit.xml") for each in identities)
    yield "</testsuites>\n"


def _suite(path: Path) -> str:
    found = _SUITES.search(path.read_text("utf-8")) if path.is_file() else None
    return found[1].rstrip() + "\n" if found else ""


def _write_exports(folder: Path, graded: GradedClass, out: Path) -> list[str]:
    """Write the files for the systems from which the class came; returns their names."""
    made: dict[str, str | bytes] = {}
    moodle = from_moodle(graded)
    if moodle or (graded.roster is not None and graded.roster.is_worksheet):
        made["moodle-grades.csv"] = to_worksheet(graded)
    if moodle:
        texts = {each.identity: _feedback(out, each) for each in moodle}
        made["moodle-feedback.zip"] = to_feedback_archive(moodle, texts)
    if from_canvas(graded) or (graded.roster is not None and graded.roster.is_gradebook):
        made["canvas-grades.csv"] = to_canvas(graded)
    if graded.roster is not None:
        made["roster.csv"] = to_roster(graded, graded.roster)
    for name in _EXPORTED - made.keys():
        (folder / name).unlink(missing_ok=True)  # of an earlier class, with other grades
    for name, content in made.items():
        write_bytes(folder / name, content if isinstance(content, bytes) else content.encode())
    return [f"{EXPORTS}/{each}" for each in made]


def _feedback(out: Path, graded: GradedSubmission) -> str:
    return (out / FOLDER / graded.identity / "feedback.txt").read_text("utf-8")


@cache
def _templates() -> Environment:
    environment = templates("refute.grading")
    environment.filters["written"] = written
    environment.globals |= {"written": written, "counted": _counted}
    environment.filters["anchor"] = _anchor
    environment.tests["dialogue"] = lambda block: isinstance(block, Dialogue)
    return environment


def _counted(noun: str, count: int) -> str:
    return translate(f"one_{noun}") if count == 1 else translate(f"some_{noun}s", count=count)


def _anchor(group: str) -> str:
    """The name of a group inside the page of its class."""
    return f"group-{hashlib.sha256(group.encode()).hexdigest()[:12]}"


def class_page(
    graded: GradedClass, folder: str, exported: Iterable[str] = (), *, running: bool = False
) -> Iterator[str]:
    """The page of the class, in parts; the pages of submissions are in subfolders of the folder."""
    people = {}
    if graded.roster is not None:
        people = {
            each.identity: graded.roster.person(each.name, each.origin)
            for each in graded.submissions
        }
    absent = []
    if graded.roster is not None and not graded.waiting:
        handed_in = by_person(graded.submissions, graded.roster)
        absent = [each for each in graded.roster.people if each not in handed_in]
    return (
        _templates()
        .get_template("class.html")
        .generate(
            graded=graded,
            folder=folder,
            failing=graded.failing_tests()[:MOST_TESTS_SHOWN],
            people=people,
            absent=absent,
            exported=[*exported],
            running=running,
            distribution=graded.distribution(),
        )
    )


def submission_page(graded: GradedSubmission, task: str) -> str:
    """The page of one submission, for the grader."""
    hidden = public_outcome(graded) is not graded.outcome
    return _page_of(graded, task, home="../../index.html", hidden=hidden, unseen=[])


def student_page(graded: GradedSubmission, task: str) -> str:
    """The page of one submission for its author; of hidden tests, only how many pass is shown."""
    unseen = [each for each in rows(graded) if each.name == translate("not_shown")]
    return _page_of(public_view(graded), task, home="", hidden=False, unseen=unseen)


def _page_of(graded: GradedSubmission, task: str, **more: object) -> str:
    shown = [each for each in graded.outcome.blocks if isinstance(each, Dialogue)]
    beside = shown if len(shown) == 2 else []
    page = _templates().get_template("submission.html")
    return page.render(
        graded=graded,
        task=task,
        beside=beside,
        rest=[_titled(each) for each in graded.outcome.blocks if each not in beside],
        behaves=translate("behaves_as_if", text=graded.likeness) if graded.likeness else "",
        **more,
    )


def _titled(block: Block) -> Block:
    """A block with its title in the current language."""
    return replace(block, title=translate_word(block.title)) if isinstance(block, Lines) else block
