"""`refute grade`: a class of submissions from intake to a folder with everything in it."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from concurrent.futures import as_completed
from dataclasses import replace
from pathlib import Path
from typing import TypeAlias

from refute.diagnostics import Diagnostic, InputError
from refute.execution.clock import CEILING
from refute.execution.program import APPROXIMATE_RUNS, approximate
from refute.execution.sandbox import SandboxMode, make_sandbox
from refute.files import read_source
from refute.grading.building import resource_limits
from refute.grading.configuration import Configuration, read_configuration
from refute.grading.grades import (
    RIGHT,
    GradedClass,
    GradedSubmission,
    Group,
    groups_of,
    written,
)
from refute.grading.pages import write_class
from refute.grading.scoring import Task, our_error
from refute.grading.store import FOLDER, Store
from refute.grading.submissions import Submission, find_submissions
from refute.languages.gradable import Gradable, GradeOptions
from refute.languages.language import Request, Stream
from refute.report.outcome import Block, Lines, Outcome, Table, Verdict
from refute.report.wording import one_line
from refute.source import Source
from refute.workers import Pool, Shared, available_cores

CONFIGURATION = "grade.toml"
OUT = Path("grades")


_GRACE = 60.0

Result: TypeAlias = tuple[Submission, GradedSubmission]


def grade(gradable: Gradable, request: Request[GradeOptions]) -> Stream:
    """Grade all submissions and write what came of it; what is known already is not done again."""
    started = time.monotonic()
    source, options = request.source, request.options
    configuration = _configuration(gradable, source, options.config)
    if not options.submissions:
        advice = "write `refute grade SPEC FOLDER`"
        raise InputError([Diagnostic("IO060", "no submissions are named", help=advice)])
    paths = [Path(each) for each in options.submissions]
    submissions = find_submissions(paths, single=options.single)
    sandbox = make_sandbox(SandboxMode(options.sandbox), resource_limits(configuration.limits))
    folder = options.out or OUT
    with Pool(min(options.jobs or _jobs(), len(submissions))) as pool:
        if not (folder / FOLDER).exists():
            pool.warm_up("refute.grading.scoring")
        exercise = gradable.exercise(request, configuration.settings, configuration.tests)
        if not exercise.tests:
            message = "no inputs reach the end of the specification, so there is nothing to test"
            raise InputError([Diagnostic("IO063", message, help="see `refute tree`")])
        task = Task(Path(source.name).name, exercise, configuration, sandbox)
        graded = _grade_missing(submissions, task, Store.open(folder, task), request, pool)
    made = GradedClass(
        task.name,
        tuple(graded),
        groups_of(graded),
        configuration.points,
        options.seed,
        time.monotonic() - started,
    )
    write_class(folder, made)
    yield _outcome(made, folder, len(exercise.tests), strict=options.fail_on_wrong)
    yield from (*exercise.warnings, *sandbox.warnings, *_doubts(graded))


def _configuration(gradable: Gradable, source: Source, named: str | None) -> Configuration:
    """The configuration that is named, or that lies beside the specification, or the usual one."""
    beside = Path(source.name).with_name(CONFIGURATION)
    if not named and not beside.is_file():
        return Configuration()
    return read_configuration(read_source(Path(named) if named else beside), gradable.settings)


def _jobs() -> int:
    """How many submissions to grade at once: more than cores, since programs wait now and then."""
    cores = available_cores()
    return cores + (cores + 1) // 2


def _grade_missing(
    submissions: Sequence[Submission],
    task: Task,
    store: Store,
    request: Request[GradeOptions],
    pool: Pool,
) -> list[GradedSubmission]:
    """The grades in the order of the submissions; each is kept as soon as it is known."""
    fresh = request.options.fresh
    known = {each: None if fresh else store.known(each) for each in submissions}
    grades = {each: graded for each, graded in known.items() if graded is not None}
    missing = [each for each in submissions if each not in grades]
    request.count(len(grades), len(submissions))
    for submission, graded in grade_all(missing, task, pool):
        store.keep(submission, graded)
        grades[submission] = graded
        request.interim(graded.outcome)
        request.count(len(grades), len(submissions))
    return [replace(grades[each], identity=each.identity) for each in submissions]


def grade_all(submissions: Sequence[Submission], task: Task, pool: Pool) -> Iterator[Result]:
    """Grades in the order in which they are known; a worker that dies costs one of them."""
    shared, longest = Shared(task), _longest(task)
    function = "refute.grading.scoring:grade_submission"
    futures = {pool.submit(function, each, shared, seconds=longest): each for each in submissions}
    for future in as_completed(futures):
        failure = future.exception()
        submission = futures[future]
        graded = our_error(submission, task, failure) if failure else future.result()
        yield submission, graded


def _longest(task: Task) -> float:
    """The time after which something must be wrong with us."""
    limits = task.configuration.limits
    runs = len(task.exercise.tests) + len(task.exercise.further) + 5
    return _GRACE + CEILING * (4 * limits.build_seconds + runs * limits.seconds) + runs


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
