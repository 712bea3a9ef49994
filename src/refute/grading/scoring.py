"""One submission graded: built, and run on the tests of its class, which are all it is told of."""

from __future__ import annotations

import shlex
import time
import traceback
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from pathlib import Path

from refute.execution.program import APPROXIMATE_RUNS, Ending, Program, Run, typing_command
from refute.execution.sandbox import SystemSandbox, private_folder
from refute.grading.building import Recipe, Workspace, recipe_for
from refute.grading.configuration import Configuration
from refute.grading.grades import (
    NOT_COMPILED,
    NOT_STARTED,
    OUR_ERROR,
    RIGHT,
    SEE_AGAIN,
    GradedSubmission,
    GradedTest,
)
from refute.grading.submissions import Submission, Unusable, copy_into, files_of
from refute.grading.toolchains import by_ending
from refute.languages.gradable import BEHAVES, Exercise, ExerciseTest, Fault
from refute.report.outcome import Block, Lines, Outcome, Verdict

NOT_RUN = "not run"
_TOO_SLOW = {Ending.TOO_LONG, Ending.STALLED}


@dataclass(frozen=True, slots=True)
class Task:
    """What everybody is to do, and how it is graded."""

    name: str
    exercise: Exercise
    configuration: Configuration
    sandbox: SystemSandbox


def grade_submission(submission: Submission, task: Task) -> GradedSubmission:
    """The grade of a submission; whatever goes wrong becomes one."""
    started = time.monotonic()
    try:
        graded = _graded(submission, task)
    except Unusable as failure:
        reason = f"It could not be started: {failure}."
        graded = _undecided(submission, task, NOT_STARTED, reason)
    except Exception as failure:
        graded = our_error(submission, task, failure)
    seconds = time.monotonic() - started
    return replace(graded, outcome=replace(graded.outcome, seconds=seconds))


def _graded(submission: Submission, task: Task) -> GradedSubmission:
    files = files_of(submission)
    configuration = task.configuration
    preferred = [configuration.main, Path(task.name).stem, "main"]
    recipe = recipe_for(files, by_ending(configuration.toolchains), preferred)
    with private_folder() as folder:
        copy_into(files, folder)
        workspace = Workspace(folder, configuration.limits, task.sandbox)
        return _tried(submission, task, recipe, workspace)


def _tried(
    submission: Submission, task: Task, recipe: Recipe, workspace: Workspace
) -> GradedSubmission:
    """Build the program and run it on all tests."""
    workspace.require_tools(recipe.toolchain)
    if recipe.build:
        built = workspace.build(recipe.build)
        if not built.succeeded:
            workspace.require_working_tools(recipe.toolchain)
            complaint = built.stop_reason or _complaint(built.output)
            reason = f"It does not compile: {complaint}" if complaint else "It does not compile."
            return _without_tests(submission, task, recipe, reason, built.output)
    program = workspace.program(recipe.run)
    try:
        tried = run_tests(task.exercise, program, task.configuration)
        faults = tried.faults
        if len(faults) == len(tried.tests) and all(_never_ran(each.run) for each in faults):
            workspace.require_working_tools(recipe.toolchain)
        shortest = min(faults, key=lambda each: len(each.test.lines), default=None)
        shown = shortest and task.exercise.repeated(shortest, program)
        steady = shown is not None and shortest is not None and shown.kind == shortest.kind
        likeness = task.exercise.likeness(tried.runs) if steady else ""
    except (FileNotFoundError, PermissionError) as failure:
        raise Unusable(f"`{recipe.run[0]}`: {failure.strerror}") from None
    finally:
        program.close()
    return _with_tests(submission, task, recipe, tried.tests, shown, likeness)


def _complaint(said: str) -> str:
    """The line of what a compiler said that matters most."""
    lines = [line.strip() for line in said.split("\n") if line.strip()]
    return next((line for line in lines if "error" in line), lines[0] if lines else "")[:300]


def _never_ran(run: Run) -> bool:
    """Whether it may be the language that does not work here."""
    return run.ending in {Ending.CRASHED, Ending.NOT_STARTED} and not run.events


@dataclass(frozen=True, slots=True)
class Tried:
    """What came of running a program on tests."""

    tests: list[GradedTest] = field(default_factory=list)
    faults: list[Fault] = field(default_factory=list)
    runs: list[tuple[ExerciseTest, Run]] = field(default_factory=list)


def run_tests(exercise: Exercise, program: Program, configuration: Configuration) -> Tried:
    """Run a program on all tests; after too many that were too slow the rest counts as failed.

    A program that passes them is run on the further tests, too, up to the first that fails.
    """
    tried = Tried()
    left = configuration.limits.timeouts
    points = configuration.points / max(1, len(exercise.tests))
    for number, test in enumerate(exercise.tests):
        shown = number < configuration.shown_tests
        visibility = "visible" if shown else configuration.test_visibility
        if left == 0:
            outcome = _not_run(test)
        else:
            outcome = _run(exercise, test, program, tried)
            left -= tried.runs[-1][1].ending in _TOO_SLOW
        score = points if outcome.verdict is Verdict.PASSED else 0.0
        tried.tests.append(GradedTest(outcome, score, points, visibility))
    return tried if tried.faults else _confirmed(exercise, program, configuration, tried)


def _run(exercise: Exercise, test: ExerciseTest, program: Program, tried: Tried) -> Outcome:
    """Run a program on a test, and note what came of it."""
    run = program.run(test.lines)
    fault = exercise.judge(test, run)
    tried.runs.append((test, run))
    tried.faults.extend([fault] if fault else [])
    return _test_outcome(exercise, test, run, fault)


def _confirmed(
    exercise: Exercise, program: Program, configuration: Configuration, tried: Tried
) -> Tried:
    """The tests, and one more that is worth as much where a further test is failed."""
    for test in exercise.further:
        outcome = _run(exercise, test, program, tried)
        if outcome.verdict is Verdict.REFUTED:
            points = configuration.points / (len(tried.tests) + 1)
            scale = len(tried.tests) / (len(tried.tests) + 1)
            tests = [
                replace(each, score=each.score * scale, points=each.points * scale)
                for each in tried.tests
            ]
            failed = GradedTest(outcome, 0.0, points, configuration.test_visibility)
            return replace(tried, tests=[*tests, failed])
    return tried


def _not_run(test: ExerciseTest) -> Outcome:
    summary = "It was not run, since the program had run too long before."
    return Outcome(test_name(test), "test", Verdict.REFUTED, summary, word=NOT_RUN)


def _test_outcome(exercise: Exercise, test: ExerciseTest, run: Run, fault: Fault | None) -> Outcome:
    return Outcome(
        test_name(test),
        "test",
        Verdict.REFUTED if fault else Verdict.PASSED,
        fault.reason if fault else "",
        blocks=tuple(exercise.evidence(fault)) if fault else (),
        statistics={APPROXIMATE_RUNS: 1} if run.approximate else {},
        seconds=run.seconds,
        word=fault.kind if fault else RIGHT,
    )


def test_name(test: ExerciseTest) -> str:
    """The inputs of a test on one line."""
    text = " ".join(line if line.strip() else f'"{line}"' for line in test.lines)
    return text if len(text) <= 60 else f"{text[:50]}… ({len(test.lines)} inputs)"


# Grades


def _with_tests(
    submission: Submission,
    task: Task,
    recipe: Recipe,
    tests: Sequence[GradedTest],
    shortest: Fault | None,
    likeness: str = "",
) -> GradedSubmission:
    """The grade; what is shown of a wrong program is its fault on the shortest of the tests."""
    passed = sum(each.passed for each in tests)
    if shortest is None:
        further = len(task.exercise.further)
        summary, bound = f"all {passed} tests passed", f"{passed} tests"
        bound += f" and {further} further ones" if further else ""
        outcome = _outcome(submission, Verdict.PASSED, summary, RIGHT, bound=bound)
    else:
        again = Lines(SEE_AGAIN, tuple(_again(recipe, shortest)))
        alike = (Lines(BEHAVES, (likeness,)),) if likeness else ()
        outcome = _outcome(
            submission,
            Verdict.REFUTED,
            shortest.reason,
            shortest.kind,
            (*task.exercise.evidence(shortest), *alike, again),
            statistics={"passed": passed, "tests": len(tests)},
        )
    nothing = task.configuration.all_or_nothing and shortest is not None
    score = 0.0 if nothing else sum(each.score for each in tests)
    group = shortest.group if shortest else ""
    return _submission(submission, task, outcome, group, score, tests, recipe.toolchain.name)


def _again(recipe: Recipe, fault: Fault) -> Iterator[str]:
    """The commands that build the program, if need be, and type the inputs into it."""
    if recipe.build:
        yield shlex.join(recipe.build)
    yield typing_command(fault.test.lines, recipe.run, fault.run.ending)


def _without_tests(
    submission: Submission, task: Task, recipe: Recipe, reason: str, said: str
) -> GradedSubmission:
    """The grade of what does not compile: no points, and what the compiler said."""
    lines = Lines("what the compiler says", tuple(said.rstrip().split("\n")[:60]))
    outcome = _outcome(submission, Verdict.REFUTED, reason, NOT_COMPILED, (lines,))
    points = task.configuration.points
    test = GradedTest(replace(outcome, question="it compiles", kind="test"), 0.0, points)
    language = recipe.toolchain.name
    return _submission(submission, task, outcome, NOT_COMPILED, 0.0, [test], language)


def _undecided(
    submission: Submission, task: Task, word: str, reason: str, blocks: tuple[Block, ...] = ()
) -> GradedSubmission:
    """The record of a submission that there is no grade for."""
    why = "a person has to look at it"
    outcome = _outcome(submission, Verdict.UNDECIDED, reason, word, blocks, reason=why)
    group = f"{word} {reason}" if word == NOT_STARTED else word
    return _submission(submission, task, outcome, group, None)


def our_error(submission: Submission, task: Task, failure: BaseException) -> GradedSubmission:
    """The record of a submission on which refute itself failed."""
    told = "".join(traceback.format_exception(failure)).rstrip().split("\n")[-12:]
    what = "".join(traceback.format_exception_only(type(failure), failure)).split("\n")[0]
    reason = f"This is an error of refute, not of the submission: {what}"
    return _undecided(submission, task, OUR_ERROR, reason, (Lines("where", tuple(told)),))


def _outcome(
    submission: Submission,
    verdict: Verdict,
    summary: str,
    word: str,
    blocks: tuple[Block, ...] = (),
    *,
    bound: str = "",
    reason: str = "",
    statistics: Mapping[str, int] | None = None,
) -> Outcome:
    return Outcome(
        submission.name,
        "submission",
        verdict,
        summary,
        bound,
        reason,
        blocks,
        statistics or {},
        word=word,
    )


def _submission(
    submission: Submission,
    task: Task,
    outcome: Outcome,
    group: str,
    score: float | None,
    tests: Sequence[GradedTest] = (),
    language: str = "",
) -> GradedSubmission:
    return GradedSubmission(
        submission.name,
        submission.identity,
        language,
        outcome,
        tuple(tests),
        score,
        task.configuration.points,
        group,
        task.configuration.visibility,
    )
