"""`refute grade`: a class of submissions from intake to a folder of results."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import Any

from refute.diagnostics import Diagnostic, InputError, Severity
from refute.execution.program import APPROXIMATE_RUNS, approximate
from refute.execution.sandbox import SandboxMode
from refute.files import read_content, read_source
from refute.grading.comments import Comments, nobody, read_comments
from refute.grading.configuration import Configuration, read_configuration
from refute.grading.exports.table import by_submitter
from refute.grading.grades import (
    RIGHT,
    GradedClass,
    GradedSubmission,
    Group,
    written,
)
from refute.grading.groups import Gathering
from refute.grading.intake.file import File, Unusable
from refute.grading.intake.roster import Roster, read_roster
from refute.grading.pages import FOLDER, write_class, write_progress
from refute.grading.points import overview, require_known
from refute.grading.scoring import Task, sandbox_of
from refute.grading.store import Store
from refute.grading.submissions import Submission, files_of, fingerprint_of, submissions_at
from refute.grading.work import GradeAll, Work, grade_all
from refute.languages.ceiling import in_time
from refute.languages.gradable import Exercise, Gradable, GradeOptions
from refute.languages.language import Request, Stream
from refute.report.outcome import Block, Lines, Outcome, Table, Verdict
from refute.report.wording import one_line
from refute.source import Source
from refute.workers import Pool, available_cores

CONFIGURATION = "grade.toml"
OUT = Path("grades")
_BETWEEN_PAGES = 5.0
"""Minimum time in seconds between two updates of the page of a class that is being graded."""


def grade(gradable: Gradable, request: Request[GradeOptions]) -> Stream:
    """Grade all submissions and write the results; known grades are reused."""
    options = request.options
    configuration = configuration_of(gradable, request.source, options.config)
    name = Path(request.source.name).name
    if options.behaviours:
        exercise = exercise_of(gradable, request, configuration)
        yield overview(name, exercise, configuration)
        yield from exercise.warnings
        return
    if not options.submissions:
        advice = "write `refute grade SPEC FOLDER`"
        raise InputError([Diagnostic("IO060", "no submissions are named", help=advice)])
    folder = options.out or OUT
    roster = read_roster(Path(options.roster)) if options.roster else None
    comments = read_comments(folder, configuration.points)
    paths = [Path(each) for each in options.submissions]
    with submissions_at(paths, single=options.single) as submissions:
        campaign = _Campaign(gradable, request, configuration, folder, comments, roster)
        yield from campaign.graded(submissions)


def configuration_of(gradable: Gradable, source: Source, named: str | None) -> Configuration:
    """The configuration in the named file or beside the specification, or the default."""
    beside = Path(source.name).with_name(CONFIGURATION)
    if not named and not beside.is_file():
        return Configuration()
    path = Path(named) if named else beside
    if not read_content(path).strip():
        return Configuration()
    return read_configuration(read_source(path), gradable.settings)


def exercise_of(
    gradable: Gradable, request: Request[Any], configuration: Configuration
) -> Exercise:
    """The tests of the class, which take longest to generate."""
    with in_time(request.options.time_limit):
        exercise = gradable.exercise(request, configuration.settings, configuration.tests)
    if not exercise.tests:
        message = "no inputs reach the end of the specification, so there is nothing to test"
        if (limit := request.options.time_limit) is not None:
            message = f"no test was found within {limit:g} seconds; allow more with `--time-limit`"
        raise InputError([Diagnostic("IO063", message, help="see `refute tree`")])
    require_known(exercise, configuration)
    return exercise


@dataclass
class _Campaign:
    """A class being graded."""

    gradable: Gradable
    request: Request[GradeOptions]
    configuration: Configuration
    folder: Path
    comments: Comments
    roster: Roster | None
    warnings: dict[Diagnostic, None] = field(default_factory=dict)
    started: float = field(default_factory=time.monotonic)

    @property
    def _name(self) -> str:
        return Path(self.request.source.name).name

    @cached_property
    def _task(self) -> Task:
        exercise = exercise_of(self.gradable, self.request, self.configuration)
        self.warnings |= dict.fromkeys(exercise.warnings)
        mode = SandboxMode(self.request.options.sandbox)
        return Task(self._name, exercise, self.configuration, mode, self._shown)

    @cached_property
    def _shown(self) -> tuple[File, ...]:
        """The files that are put beside every program."""
        return tuple(file for path in self.request.options.show for file in _files_at(Path(path)))

    @cached_property
    def _store(self) -> Store:
        """The store of the grades, keyed by what they depend on: the text, if that is enough."""
        request = self.request
        about = self.gradable.depends(request)
        about = about if about is not None else self._task.exercise.fingerprint()
        about = f"{about}{fingerprint_of(self._shown)}" if self._shown else about
        return Store.open(self.folder, self._name, about, self.configuration)

    def graded(self, submissions: Sequence[Submission]) -> Stream:
        """Grade what is not known yet, write all files, and report the results."""
        mode = SandboxMode(self.request.options.sandbox)
        sandbox = sandbox_of(mode, self.configuration.limits)
        self.warnings |= dict.fromkeys(sandbox.warnings)
        gathering = Gathering(submissions)
        missing = self._known(submissions, gathering)
        noted = self._store.remembered() if not missing else None
        try:
            if missing:
                self._grade(missing, gathering)
            elif noted is None:
                noted = self._note()
            else:
                self.warnings |= dict.fromkeys(self.gradable.warnings(self.request))
        except BaseException:
            self._write_progress(gathering, running=False)
            raise
        noted = noted or self._note()
        made = self._class(gathering)
        write_class(self.folder, made, self.configuration.language)
        yield _outcome(made, self.folder, noted["tests"], self.request.options)
        yield from (*self.warnings, *self.comments.unknown(submissions), *_doubts(made))
        yield from (*self._unused(submissions), *_strangers(made))

    def _unused(self, submissions: Sequence[Submission]) -> list[Diagnostic]:
        """A warning for each entry in `programs` that belongs to no submission."""
        known = {name for each in submissions for name in (each.name, each.origin.label)}
        said = self.configuration.programs
        return [nobody("`[programs]` names one of", each) for each in said if each not in known]

    def _note(self) -> dict[str, Any]:
        facts = {"task": self._name, "tests": len(self._task.exercise.tests)}
        self._store.note(**facts)
        return facts

    def _known(self, submissions: Sequence[Submission], gathering: Gathering) -> list[Work]:
        """Add known grades to the gathering; returns the submissions that are to be graded."""
        missing = []
        for each in submissions:
            depends, remark = self._store.depends(each), self.comments.about(each)
            fresh = self.request.options.fresh
            known = None if fresh else self._store.known(each, depends, remark)
            if known is None:
                missing.append(Work(each, depends, remark))
            else:
                gathering.add(each, known)
        self.request.count(gathering.count, len(submissions))
        return missing

    def _grade(self, missing: Sequence[Work], gathering: Gathering) -> None:
        """Grade submissions; each grade is stored as soon as it is known."""
        written_at = time.monotonic()
        with _workers(self.request.options, len(missing), self.folder) as grade_all:
            for work, done in grade_all(missing, self._task):
                self._store.keep(done)
                self.warnings |= dict.fromkeys(done.warnings)
                gathering.add(work.submission, done.graded)
                self.request.interim(done.graded.outcome)
                self.request.count(gathering.count, gathering.expected)
                if time.monotonic() - written_at > _BETWEEN_PAGES:
                    self._write_progress(gathering, running=True)
                    written_at = time.monotonic()

    def _write_progress(self, gathering: Gathering, *, running: bool) -> None:
        language = self.configuration.language
        write_progress(self.folder, self._class(gathering), language, running=running)

    def _class(self, gathering: Gathering) -> GradedClass:
        graded = tuple(gathering.submissions())
        return GradedClass(
            self._name,
            graded,
            gathering.groups(),
            self.configuration.points,
            self.request.options.seed,
            time.monotonic() - self.started,
            gathering.expected - gathering.count,
            self.roster,
        )


def _files_at(path: Path) -> list[File]:
    """The files at a path, by the names that programs use for them, or InputError."""
    try:
        if not path.exists():
            raise Unusable("there is no such file")
        parts = ((path.name, path),)
        return files_of(Submission(path.name, path.name, path, parts=parts))
    except (OSError, Unusable) as failure:
        message = f"`{path}` cannot be shown to programs: {failure}"
        raise InputError([Diagnostic("IO060", message)]) from None


@contextmanager
def _workers(options: GradeOptions, count: int, folder: Path) -> Iterator[GradeAll]:
    """The graders: the workers of a cluster, or processes of this machine."""
    if options.cluster:
        with _cluster(options.cluster, options.jobs or _jobs()) as graded:
            yield graded
        return
    with Pool(min(options.jobs or _jobs(), count)) as pool:
        if not (folder / FOLDER).exists():
            pool.warm_up("refute.grading.rendering")
        yield lambda missing, task: grade_all(missing, task, pool)


def _cluster(address: str, jobs: int) -> AbstractContextManager[GradeAll]:
    try:
        from refute.grading.cluster import cluster  # noqa: PLC0415 - needs an optional package
    except ImportError:
        message = "grading on a cluster needs Dask, which is not installed"
        advice = "in the checkout of refute: `pip install '.[cluster]'`"
        raise InputError([Diagnostic("IO068", message, help=advice)]) from None
    return cluster(address, jobs)


def _jobs() -> int:
    """Number of submissions to grade at once: more than cores, since programs sometimes wait."""
    cores = available_cores()
    return cores + (cores + 1) // 2


def _doubts(graded: GradedClass) -> list[Diagnostic]:
    """Warnings about what to know before a student is blamed."""
    tests = (test.outcome for each in graded.submissions for test in each.tests)
    guessed = any(each.statistics.get(APPROXIMATE_RUNS) for each in tests)
    return [approximate()] if guessed else []


def _strangers(graded: GradedClass) -> list[Diagnostic]:
    """Warnings if the roster has nobody for some submissions, or has one person for several."""
    if graded.roster is None:
        return []
    found = by_submitter(graded.submissions, graded.roster)
    warnings = []
    if strangers := found.pop(None, []):
        message = f"the roster does not name who handed in {_listed(strangers)}"
        warnings.append(Diagnostic("IO069", message, severity=Severity.WARNING))
    for own in found.values():
        if len(own) > 1:
            message = f"one line of the roster stands for {_listed(own)}: the best of them counts"
            advice = "if they are different people, give each a line with what names only them"
            warnings.append(Diagnostic("IO074", message, help=advice, severity=Severity.WARNING))
    return warnings


def _listed(submissions: Sequence[GradedSubmission]) -> str:
    names = ", ".join(f"`{one_line(each.name)}`" for each in submissions[:5])
    return f"{names} and {len(submissions) - 5} more" if len(submissions) > 5 else names


# What is shown


def _outcome(graded: GradedClass, folder: Path, tests: int, options: GradeOptions) -> Outcome:
    """The outcome for the terminal: graded, unless some submission could not be.

    A teacher expects wrong programs in a class; they count as refuted only with `--fail-on-wrong`.
    """
    undecided = [each for each in graded.submissions if each.final_score is None]
    wrong = [each for each in graded.submissions if each.outcome.verdict is Verdict.REFUTED]
    verdict, word, reason = Verdict.PASSED, "graded", ""
    if undecided:
        verdict, reason = Verdict.UNDECIDED, f"{len(undecided)} could not be graded"
    if options.fail_on_wrong and wrong:
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
    score = written(graded.final_score)
    return one_line(graded.name), score, tests, graded.language, graded.outcome.called


def _group_row(group: Group) -> tuple[str, ...]:
    names = ", ".join(one_line(each.name) for each in group.members[:6])
    more = f" and {len(group.members) - 6} more" if len(group.members) > 6 else ""
    what = group.title if group.word in group.title else f"{group.word}: {group.title}"
    return str(len(group.members)), f"{names}{more}", what
