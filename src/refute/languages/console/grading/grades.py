"""One submission graded: built, run on the tests of its class, its shortest failure looked for."""

from __future__ import annotations

import time
import traceback
from collections.abc import Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from refute.execution.program import Ending, Program, Run
from refute.execution.sandbox import SandboxFence, private_folder
from refute.languages.console.check import APPROXIMATE_RUNS
from refute.languages.console.feedback import evidence, typing_command
from refute.languages.console.grading.building import Recipe, recipe_for
from refute.languages.console.grading.cases import TestInputs
from refute.languages.console.grading.configuration import Configuration
from refute.languages.console.grading.groups import signature
from refute.languages.console.grading.submissions import (
    Submission,
    Unusable,
    copy_into,
    files_of,
)
from refute.languages.console.grading.toolchains import by_ending
from refute.languages.console.grading.workshop import Workshop
from refute.languages.console.judging import Case, Failure, Kind, judge
from refute.languages.console.shrink import shrink
from refute.languages.console.typecheck import Checked
from refute.report.grades import GradedSubmission, GradedTest
from refute.report.outcome import Block, Lines, Outcome, Verdict

MOST_SHRINKING = 20
"""So many runs are spent on making the inputs of a failure smaller."""

RIGHT = "right"
NOT_RUN = "not run"


@dataclass(frozen=True, slots=True)
class Task:
    """What everybody is to do, and how it is graded."""

    name: str
    checked: Checked
    inputs: TestInputs
    configuration: Configuration
    fence: SandboxFence


def grade_submission(submission: Submission, task: Task) -> GradedSubmission:
    """The grade of a submission; whatever goes wrong becomes one."""
    started = time.monotonic()
    try:
        graded = _graded(submission, task)
    except Unusable as failure:
        reason = f"It could not be started: {failure}."
        graded = _undecided(submission, task, Kind.NOT_STARTED, reason)
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
        workshop = Workshop(folder, configuration.limits, task.fence)
        return _tried(submission, task, recipe, workshop)


def _tried(
    submission: Submission, task: Task, recipe: Recipe, workshop: Workshop
) -> GradedSubmission:
    """Build the program, run it on all tests, and look for its shortest failure."""
    workshop.must_have(recipe.toolchain)
    if recipe.build:
        built = workshop.build(recipe.build)
        if not built.succeeded:
            workshop.must_work(recipe.toolchain)
            complaint = built.excess or _complaint(built.output)
            reason = f"It does not compile: {complaint}" if complaint else "It does not compile."
            return _without_tests(submission, task, recipe, reason, built.output)
    program = workshop.program(recipe.run)
    try:
        tests, failures = run_tests(task.inputs.common, program, task.configuration)
        if len(failures) == len(tests) and all(_never_ran(each) for each in failures):
            workshop.must_work(recipe.toolchain)
        shortest = _shortest(task, program, failures) if failures else None
    except (FileNotFoundError, PermissionError) as failure:
        raise Unusable(f"`{recipe.run[0]}`: {failure.strerror}") from None
    finally:
        program.close()
    return _with_tests(submission, task, recipe, tests, failures, shortest)


def _complaint(said: str) -> str:
    """The line of what a compiler said that matters most."""
    lines = [line.strip() for line in said.split("\n") if line.strip()]
    return next((line for line in lines if "error" in line), lines[0] if lines else "")[:300]


def _never_ran(failure: Failure) -> bool:
    """Whether it may be the language that does not work here."""
    return failure.kind in {Kind.CRASHED, Kind.NOT_STARTED} and not failure.run.events


def run_tests(
    cases: Sequence[Case], program: Program, configuration: Configuration
) -> tuple[list[GradedTest], list[Failure]]:
    """Run a program on all cases; after too many time-outs the rest counts as failed."""
    tests: list[GradedTest] = []
    failures: list[Failure] = []
    left = configuration.limits.timeouts
    points = configuration.points / max(1, len(cases))
    for number, case in enumerate(cases):
        shown = number < configuration.shown_tests
        visibility = "visible" if shown else configuration.test_visibility
        if left == 0:
            outcome = _not_run(case)
        else:
            run = program.run(case.lines)
            failure = judge(case, run)
            left -= run.ending is Ending.TOO_LONG
            failures += [failure] if failure else []
            outcome = _test_outcome(case, failure, run)
        score = points if outcome.verdict is Verdict.PASSED else 0.0
        tests.append(GradedTest(outcome, score, points, visibility))
    return tests, failures


def _not_run(case: Case) -> Outcome:
    summary = "It was not run, since the program had run too long before."
    return Outcome(case_name(case), "test", Verdict.REFUTED, summary, word=NOT_RUN)


def _test_outcome(case: Case, failure: Failure | None, run: Run) -> Outcome:
    return Outcome(
        case_name(case),
        "test",
        Verdict.REFUTED if failure else Verdict.PASSED,
        failure.reason if failure else "",
        blocks=tuple(evidence(failure)) if failure else (),
        statistics={APPROXIMATE_RUNS: 1} if run.approximate else {},
        seconds=run.seconds,
        word=str(failure.kind) if failure else RIGHT,
    )


def case_name(case: Case) -> str:
    """The inputs of a case on one line."""
    text = " ".join(line if line.strip() else f'"{line}"' for line in case.lines)
    return text if len(text) <= 60 else f"{text[:50]}… ({len(case.values)} inputs)"


def _shortest(task: Task, program: Program, failures: Sequence[Failure]) -> Failure:
    """The failure on the fewest inputs that is found with some more runs."""
    first = min(failures, key=lambda each: len(each.case.values))
    if first.run.ending is Ending.TOO_LONG:
        return first
    for case in task.inputs.more:
        if len(case.values) >= len(first.case.values):
            break
        found = judge(case, program.run(case.lines))
        if found is not None:
            first = found
            break
    return shrink(first, task.checked, program, MOST_SHRINKING)


# Grades


def _with_tests(
    submission: Submission,
    task: Task,
    recipe: Recipe,
    tests: Sequence[GradedTest],
    failures: Sequence[Failure],
    shortest: Failure | None,
) -> GradedSubmission:
    score = sum(each.score for each in tests)
    if task.configuration.all_or_nothing and shortest is not None:
        score = 0.0
    passed = sum(each.passed for each in tests)
    if shortest is None:
        outcome = Outcome(
            submission.name,
            "submission",
            Verdict.PASSED,
            f"all {passed} tests passed",
            bound=f"{passed} tests",
            word=RIGHT,
        )
    else:
        again = Lines("to see it again", (typing_command(shortest.case.lines, recipe.run),))
        outcome = Outcome(
            submission.name,
            "submission",
            Verdict.REFUTED,
            shortest.reason,
            blocks=(*evidence(shortest), again),
            word=str(shortest.kind),
            statistics={"passed": passed, "tests": len(tests)},
        )
    return GradedSubmission(
        submission.name,
        submission.identity,
        recipe.toolchain.name,
        outcome,
        tuple(tests),
        score,
        task.configuration.points,
        signature(failures) if failures else "",
        task.configuration.visibility,
    )


def _without_tests(
    submission: Submission, task: Task, recipe: Recipe, reason: str, said: str
) -> GradedSubmission:
    """The grade of what does not compile: no points, and what the compiler said."""
    lines = tuple(said.rstrip().split("\n")[:60])
    outcome = Outcome(
        submission.name,
        "submission",
        Verdict.REFUTED,
        reason,
        blocks=(Lines("what the compiler says", lines),),
        word=str(Kind.NOT_COMPILED),
    )
    points = task.configuration.points
    test = GradedTest(replace(outcome, question="it compiles", kind="test"), 0.0, points)
    return GradedSubmission(
        submission.name,
        submission.identity,
        recipe.toolchain.name,
        outcome,
        (test,),
        0.0,
        points,
        str(Kind.NOT_COMPILED),
        task.configuration.visibility,
    )


def _undecided(
    submission: Submission, task: Task, kind: Kind, reason: str, blocks: tuple[Block, ...] = ()
) -> GradedSubmission:
    """The record of a submission that there is no grade for."""
    outcome = Outcome(
        submission.name,
        "submission",
        Verdict.UNDECIDED,
        reason,
        reason="a person has to look at it",
        blocks=blocks,
        word=str(kind),
    )
    return GradedSubmission(
        submission.name,
        submission.identity,
        "",
        outcome,
        points=task.configuration.points,
        group=f"{kind} {reason}" if kind is Kind.NOT_STARTED else str(kind),
        visibility=task.configuration.visibility,
    )


def our_error(submission: Submission, task: Task, failure: Exception | str) -> GradedSubmission:
    """The record of a submission on which refute itself failed."""
    if isinstance(failure, str):
        told: tuple[str, ...] = (failure,)
    else:
        told = tuple("".join(traceback.format_exception(failure)).rstrip().split("\n")[-12:])
    reason = f"This is an error of refute, not of the submission: {told[-1]}"
    return _undecided(submission, task, Kind.OUR_ERROR, reason, (Lines("where", told),))
