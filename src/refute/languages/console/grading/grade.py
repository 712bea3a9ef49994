"""What `refute grade` does, from the command line to a folder with everything in it."""

from __future__ import annotations

import time
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

from refute.diagnostics import Diagnostic, InputError
from refute.execution.sandbox import Sandbox, make_fence
from refute.files import read_source
from refute.languages.console.check import APPROXIMATE_RUNS, approximate
from refute.languages.console.grading.cases import compared_by, inputs_for
from refute.languages.console.grading.configuration import Configuration, read_configuration
from refute.languages.console.grading.files import write_class
from refute.languages.console.grading.grades import RIGHT, Task
from refute.languages.console.grading.groups import groups_of
from refute.languages.console.grading.store import Store
from refute.languages.console.grading.submissions import Submission, find_submissions
from refute.languages.console.grading.workers import at_once, get_ready, grade_all
from refute.languages.console.grading.workshop import run_bounds
from refute.languages.console.options import GradeOptions
from refute.languages.console.program import load
from refute.languages.console.requests import parameters, plan_of
from refute.languages.console.testing import Campaign
from refute.languages.language import Request, Stream
from refute.report.grades import GradedClass, GradedSubmission, Group, written
from refute.report.outcome import Block, Lines, Outcome, Table, Verdict
from refute.report.wording import one_line
from refute.source import Source

CONFIGURATION = "grade.toml"
OUT = Path("grades")


def grade(request: Request[GradeOptions]) -> Stream:
    """Grade all submissions and write what came of it; what is known already is not done again."""
    started = time.monotonic()
    source, options = request.source, request.options
    configuration = _configuration(source, options.config)
    checked = compared_by(load(source, parameters(options)), configuration.compare)
    if not options.submissions:
        advice = "write `refute grade SPEC FOLDER`"
        raise InputError([Diagnostic("IO060", "no submissions are named", help=advice)])
    paths = [Path(each) for each in options.submissions]
    submissions = find_submissions(paths, single=options.single)
    fence = make_fence(Sandbox(options.sandbox), run_bounds(configuration.limits))
    get_ready()
    plan = plan_of(options)
    inputs = inputs_for(Campaign(checked, plan, request.progress), configuration.tests)
    if not inputs.common:
        message = "no inputs reach the end of the specification, so there is nothing to test"
        raise InputError([Diagnostic("IO063", message, help="see `refute tree`")])
    task = Task(Path(source.name).name, checked, inputs, configuration, fence)
    folder = options.out or OUT
    store = Store.open(folder, task)
    graded = _grade_all(submissions, task, store, request)
    made = GradedClass(
        task.name,
        tuple(graded),
        groups_of(graded),
        configuration.points,
        options.seed,
        time.monotonic() - started,
    )
    write_class(folder, made)
    yield _outcome(made, folder, len(inputs.common), strict=options.fail_on_wrong)
    yield from (*checked.warnings, *fence.warnings, *_doubts(graded))


def _configuration(source: Source, named: str | None) -> Configuration:
    """The configuration that is named, or that lies beside the specification, or the usual one."""
    beside = Path(source.name).with_name(CONFIGURATION)
    if named:
        return read_configuration(read_source(Path(named)))
    return read_configuration(read_source(beside)) if beside.is_file() else Configuration()


def _grade_all(
    submissions: Sequence[Submission], task: Task, store: Store, request: Request[GradeOptions]
) -> list[GradedSubmission]:
    """The grades in the order of the submissions; each is kept as soon as it is known."""
    options = request.options
    known = {each: None if options.fresh else store.known(each) for each in submissions}
    grades = {each: graded for each, graded in known.items() if graded is not None}
    missing = [each for each in submissions if each not in grades]
    request.count(len(grades), len(submissions))
    jobs = options.jobs or at_once()
    for submission, graded in grade_all(missing, task, min(jobs, len(missing))):
        store.keep(submission, graded)
        grades[submission] = graded
        request.count(len(grades), len(submissions))
    return [replace(grades[each], identity=each.identity) for each in submissions]


def _doubts(graded: Sequence[GradedSubmission]) -> list[Diagnostic]:
    """What must be known before a student is blamed."""
    tests = (test.outcome for each in graded for test in each.tests)
    guessed = any(each.statistics.get(APPROXIMATE_RUNS) for each in tests)
    return [approximate()] if guessed else []


# What is shown


def _outcome(graded: GradedClass, folder: Path, tests: int, *, strict: bool) -> Outcome:
    """The class on the terminal: graded, unless some submission could not be.

    A class with wrong programs in it is what a teacher expects; only a strict one is refuted.
    """
    undecided = [each for each in graded.submissions if each.score is None]
    wrong = [each for each in graded.submissions if each.outcome.verdict is Verdict.REFUTED]
    verdict, word, reason = Verdict.PASSED, "graded", ""
    if undecided:
        verdict, reason = Verdict.UNDECIDED, f"{len(undecided)} could not be graded"
    if strict and wrong:
        verdict = Verdict.REFUTED
    count = len(graded.submissions)
    right = sum(each.outcome.called == RIGHT for each in graded.submissions)
    average = f", {written(graded.average)} of {written(graded.points)} points on average"
    return Outcome(
        f"{count} {'submission' if count == 1 else 'submissions'} for {graded.task}",
        "class",
        verdict,
        f"{right} right, {len(wrong)} wrong{average if graded.average is not None else ''}",
        reason=reason,
        blocks=tuple(_blocks(graded, folder)),
        statistics={"tests": tests, "seed": graded.seed},
        seconds=graded.seconds,
        word=word,
    )


def _blocks(graded: GradedClass, folder: Path) -> list[Block]:
    rows = tuple(_row(each) for each in graded.submissions)
    header = ("submission", "score", "tests", "language", "outcome")
    blocks: list[Block] = [Table("grades", header, rows)]
    if graded.groups:
        count = len(graded.groups)
        ways = "one way to fail" if count == 1 else f"{count} ways to fail"
        shown = tuple(map(_group_row, graded.groups))
        blocks.append(Table(ways, ("", "who", "what"), shown))
    return [*blocks, Lines("report", (str(folder / "index.html"),))]


def _row(graded: GradedSubmission) -> tuple[str, ...]:
    tests = f"{graded.passed}/{len(graded.tests)}" if graded.tests else ""
    score = written(graded.score)
    return one_line(graded.name), score, tests, graded.language, graded.outcome.called


def _group_row(group: Group) -> tuple[str, ...]:
    names = ", ".join(one_line(each.name) for each in group.members[:6])
    more = f" and {len(group.members) - 6} more" if len(group.members) > 6 else ""
    return str(len(group.members)), f"{names}{more}", f"{group.word}: {group.title}"
