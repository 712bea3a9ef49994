"""Grading one submission: build it, and run it on the tests of its class."""

from __future__ import annotations

import shlex
import time
import traceback
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import field, replace
from functools import cache
from itertools import chain

from refute.execution.program import (
    APPROXIMATE_RUNS,
    Ending,
    Program,
    Run,
    TextWritten,
    typing_command,
)
from refute.execution.sandbox import SandboxMode, SystemSandbox, make_sandbox, private_folder
from refute.grading.building import Recipe, Workspace, resource_limits
from refute.grading.configuration import Configuration, RunLimits
from refute.grading.grades import (
    LACKING,
    NEEDS_A_PERSON,
    NOT_COMPILED,
    NOT_GRADED,
    OUR_ERROR,
    RIGHT,
    SEE_AGAIN,
    GradedSubmission,
    GradedTest,
)
from refute.grading.intake.file import File, MissingTool, Unusable
from refute.grading.intake.typed import as_programs
from refute.grading.packages import require_packages
from refute.grading.points import worths
from refute.grading.projects import build, recipes_for
from refute.grading.submissions import Submission, copy_into, files_of, prepared
from refute.grading.toolchains import by_ending
from refute.languages.gradable import Exercise, ExerciseTest, Fault
from refute.record import record
from refute.report.outcome import Block, Lines, Outcome, Verdict
from refute.report.texts import translate, using_language
from refute.source import stem_of

NOT_RUN = "not run"
LONGEST_SOURCE = 40_000
"""Maximum number of characters of a program that its page shows."""

_TOO_SLOW = {Ending.TOO_LONG, Ending.STALLED}


@record
class Task:
    """The exercise, and how it is graded; `shown` files are put beside every program."""

    name: str
    exercise: Exercise
    configuration: Configuration
    sandbox: SandboxMode = SandboxMode.AUTO
    shown: tuple[File, ...] = ()


@cache
def sandbox_of(mode: SandboxMode, limits: RunLimits) -> SystemSandbox:
    """The sandbox of this machine, made once in each process."""
    return make_sandbox(mode, resource_limits(limits))


def grade_submission(
    submission: Submission, task: Task, files: list[File] | str | None = None
) -> GradedSubmission:
    """The grade of a submission; any failure becomes one, too.

    `files` are its files if they were sent along, or why there are none; otherwise they are read
    from the submission.
    """
    started = time.monotonic()
    with using_language(task.configuration.language):
        graded = _graded_somehow(submission, task, files)
    seconds = time.monotonic() - started
    return replace(graded, outcome=replace(graded.outcome, seconds=seconds))


def _graded_somehow(
    submission: Submission, task: Task, files: list[File] | str | None
) -> GradedSubmission:
    try:
        if isinstance(files, str):
            raise Unusable(files)
        return _graded(submission, task, files_of(submission) if files is None else files)
    except Unusable as failure:
        reason = translate("could_not_be_graded", reason=failure)
        why = LACKING if isinstance(failure, MissingTool) else NEEDS_A_PERSON
        return _undecided(submission, task, NOT_GRADED, reason, why=why)
    except Exception as failure:
        return our_error(submission, task, failure)


def _graded(submission: Submission, task: Task, handed_in: list[File]) -> GradedSubmission:
    configuration = task.configuration
    toolchains = by_ending(configuration.toolchains)
    typed = submission.origin.typed
    own = as_programs(handed_in, configuration.typed_language) if typed else handed_in
    files = prepared(own, toolchains)
    preferred = _preferred(submission, task)
    recipe = recipes_for(files, toolchains, preferred)
    with private_folder() as folder:
        copy_into((*files, *task.shown), folder)
        sandbox = sandbox_of(task.sandbox, configuration.limits)
        workspace = Workspace(folder, configuration.limits, sandbox)
        graded = _tried(submission, task, recipe, workspace)
    text = next((each.text for each in files if each.name == recipe.main), "")
    return replace(graded, program=(recipe.main, text[:LONGEST_SOURCE]))


def _preferred(submission: Submission, task: Task) -> list[str]:
    """The preferred names of the main file, the best first."""
    said = task.configuration.programs
    own = [said[each] for each in (submission.name, submission.origin.label) if each in said]
    return [*own, *task.configuration.main, stem_of(task.name), "main", "__main__"]


def _tried(
    submission: Submission, task: Task, recipe: Recipe, workspace: Workspace
) -> GradedSubmission:
    """Build the program and run it on all tests."""
    recipe, built = build(recipe, workspace, _preferred(submission, task))
    if built is not None and not built.succeeded:
        require_packages(built.output)
        workspace.require_working_tools(recipe.toolchain)
        complaint = built.stop_reason or _complaint(built.output)
        key = "not_compiled_because" if complaint else "not_compiled"
        reason = translate(key, complaint=complaint)
        return _without_tests(submission, task, recipe, reason, built.output)
    program = workspace.program(recipe.run)
    try:
        tried = run_tests(task.exercise, program, task.configuration)
        faults = tried.faults
        if len(faults) == len(tried.tests) and all(_never_ran(each.run) for each in faults):
            run = faults[0].run
            require_packages("\n".join((*run.detail, *run.errors)))
            workspace.require_working_tools(recipe.toolchain)
        shortest = min(faults, key=lambda each: len(each.test.lines), default=None)
        shown = shortest and task.exercise.repeated(shortest, program)
        steady = shown is not None and shortest is not None and shown.kind == shortest.kind
        likeness = task.exercise.likeness(tried.runs) if steady else ""
    except (FileNotFoundError, PermissionError) as failure:
        raise MissingTool(f"`{recipe.run[0]}`: {failure.strerror}") from None
    finally:
        program.close()
    return _with_tests(submission, task, recipe, tried, shown, likeness)


def _complaint(said: str) -> str:
    """The most important line of a compiler's output."""
    lines = [line.strip() for line in said.split("\n") if line.strip()]
    return next((line for line in lines if "error" in line), lines[0] if lines else "")[:300]


def _never_ran(run: Run) -> bool:
    """Whether the language itself may not work here."""
    return run.ending in {Ending.CRASHED, Ending.NOT_STARTED} and not run.events


@record
class Tried:
    """The results of running a program on tests."""

    tests: list[GradedTest] = field(default_factory=list)
    faults: list[Fault] = field(default_factory=list)
    runs: list[tuple[ExerciseTest, Run]] = field(default_factory=list)
    never: str = ""
    """What never happened, though the tests are for it."""


def run_tests(exercise: Exercise, program: Program, configuration: Configuration) -> Tried:
    """Run a program on all tests; after too many that were too slow the rest counts as failed.

    Evidence is kept only for the first failure of each behaviour, so that records stay small. A
    program that passes all tests is run on the further tests, too, up to the first that fails.
    """
    tried = Tried()
    left = configuration.limits.timeouts
    shown: set[tuple[str, str]] = set()
    for test, worth in zip(exercise.tests, worths(exercise, configuration), strict=True):
        if left == 0:
            outcome = _not_run(test)
        else:
            outcome, fault = _run(exercise, test, program, tried)
            left -= tried.runs[-1][1].ending in _TOO_SLOW
            if fault and (worth.behaviour, worth.visibility) not in shown:
                shown.add((worth.behaviour, worth.visibility))
                outcome = replace(outcome, blocks=tuple(exercise.evidence(fault)))
        score = worth.points if outcome.verdict is Verdict.PASSED else 0.0
        tried.tests.append(
            GradedTest(outcome, score, worth.points, worth.visibility, worth.behaviour)
        )
    return tried if tried.faults else _confirmed(exercise, program, configuration, tried)


def _run(
    exercise: Exercise, test: ExerciseTest, program: Program, tried: Tried
) -> tuple[Outcome, Fault | None]:
    """Run a program on a test, and record the result."""
    run = program.run(test.lines)
    fault = exercise.judge(test, run)
    tried.runs.append((test, run))
    tried.faults.extend([fault] if fault else [])
    return _test_outcome(test, run, fault), fault


def _confirmed(
    exercise: Exercise, program: Program, configuration: Configuration, tried: Tried
) -> Tried:
    """The results; if a further test is failed, it counts as one more test of equal weight."""
    for test in chain(exercise.further, exercise.again(tried.runs)):
        outcome, fault = _run(exercise, test, program, tried)
        if fault is not None:
            outcome = replace(outcome, blocks=tuple(exercise.evidence(fault)))
            points = configuration.points / (len(tried.tests) + 1)
            scale = len(tried.tests) / (len(tried.tests) + 1)
            tests = [
                replace(each, score=each.score * scale, points=each.points * scale)
                for each in tried.tests
            ]
            name = exercise.behaviour(test).name
            failed = GradedTest(outcome, 0.0, points, configuration.test_visibility, name)
            return replace(tried, tests=[*tests, failed])
    return replace(tried, never=exercise.never(tried.runs))


def _not_run(test: ExerciseTest) -> Outcome:
    return Outcome(test_name(test), "test", Verdict.REFUTED, translate("not_run"), word=NOT_RUN)


def _test_outcome(test: ExerciseTest, run: Run, fault: Fault | None) -> Outcome:
    return Outcome(
        test_name(test),
        "test",
        Verdict.REFUTED if fault else Verdict.PASSED,
        fault.reason if fault else "",
        statistics={APPROXIMATE_RUNS: 1} if run.approximate else {},
        seconds=run.seconds,
        word=fault.kind if fault else RIGHT,
    )


def test_name(test: ExerciseTest) -> str:
    """The inputs of a test on one line."""
    text = " ".join(line if line.strip() else f'"{line}"' for line in test.lines)
    return (
        text
        if len(text) <= 60
        else f"{text[:50]}… ({translate('number_of_inputs', count=len(test.lines))})"
    )


# Grades


def _with_tests(
    submission: Submission,
    task: Task,
    recipe: Recipe,
    tried: Tried,
    shortest: Fault | None,
    likeness: str = "",
) -> GradedSubmission:
    """The grade; for a wrong program the failure on the shortest of the tests is shown."""
    tests = tried.tests
    passed = sum(each.passed for each in tests)
    if shortest is None:
        further = len(tried.runs) - len(tests)
        key = "the_test_passed" if passed == 1 else "all_tests_passed"
        summary, bound = (
            translate(key, count=passed),
            "1 test" if passed == 1 else f"{passed} tests",
        )
        bound += f" and {further} further ones" if further else ""
        bound += f"; {tried.never}" if tried.never else ""
        outcome = _outcome(submission, Verdict.PASSED, summary, RIGHT, bound=bound)
    else:
        again = Lines(SEE_AGAIN, tuple(_again(recipe, shortest)))
        outcome = _outcome(
            submission,
            Verdict.REFUTED,
            shortest.reason,
            shortest.kind,
            (*task.exercise.evidence(shortest), again),
            statistics={"passed": passed, "tests": len(tests)},
        )
    nothing = task.configuration.all_or_nothing and shortest is not None
    score = 0.0 if nothing else sum(each.score for each in tests)
    group = shortest.group if shortest else ""
    graded = _submission(submission, task, outcome, group, score, tests, recipe.toolchain.name)
    hints = tuple(_hints(task.configuration, shortest, likeness))
    return replace(graded, hints=hints, likeness=likeness)


def _hints(configuration: Configuration, fault: Fault | None, likeness: str) -> Iterator[str]:
    """The teacher's hints on a failure."""
    if fault is None:
        return
    run = fault.run
    texts = [event.text for event in run.events if isinstance(event, TextWritten)]
    printed = "".join(texts) + "\n".join(("", *run.errors, *run.detail))
    for hint in configuration.hints:
        if hint.fits(fault.kind, printed, likeness):
            yield hint.say


def _again(recipe: Recipe, fault: Fault) -> Iterator[str]:
    """The commands that build the program, if needed, and type the inputs into it."""
    if recipe.build:
        yield shlex.join(recipe.build)
    yield typing_command(fault.test.lines, recipe.run, fault.run.ending)


def _without_tests(
    submission: Submission, task: Task, recipe: Recipe, reason: str, said: str
) -> GradedSubmission:
    """The grade of a program that does not compile: no points, and the compiler's output."""
    lines = Lines("what the compiler says", tuple(said.rstrip().split("\n")[:60]))
    outcome = _outcome(submission, Verdict.REFUTED, reason, NOT_COMPILED, (lines,))
    points = task.configuration.points
    compiles = translate("behaviour_compiles")
    failed = replace(outcome, question=compiles, kind="test")
    test = GradedTest(failed, 0.0, points, behaviour=compiles)
    language = recipe.toolchain.name
    return _submission(submission, task, outcome, NOT_COMPILED, 0.0, [test], language)


def _undecided(
    submission: Submission,
    task: Task,
    word: str,
    reason: str,
    blocks: tuple[Block, ...] = (),
    why: str = NEEDS_A_PERSON,
) -> GradedSubmission:
    """The record of a submission that could not be graded."""
    outcome = _outcome(submission, Verdict.UNDECIDED, reason, word, blocks, reason=why)
    group = f"{word} {reason}" if word == NOT_GRADED else word
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
        submission.origin,
        leaderboard=task.configuration.leaderboard,
    )
