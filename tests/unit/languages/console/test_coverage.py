"""Programs with chance: nothing is passed that did not come up, and what did not is said."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import chain, cycle
from random import Random

import pytest

import refute
from refute.execution import FunctionProgram
from refute.execution.program import Ending, Run, TextWritten
from refute.languages.console.neighbours import neighbours_of
from refute.languages.console.testing import Campaign, Plan, coverage
from refute.languages.console.testing.cases import case_for
from refute.languages.console.testing.exercise import with_tests
from refute.languages.console.testing.judging import Kind, judge
from refute.languages.console.testing.likeness import like
from refute.languages.console.testing.outcomes import Outcomes
from refute.languages.gradable import ExerciseTest
from refute.report.outcome import Outcome, Verdict
from refute.solver import Effort

from .specifications import spec

HUNDRED = """\
loop:
    read more : {"roll", "stop"}
    if more == "stop":
        exit
    print "{*}{roll : 1..4}{*}"
    if roll == 1 or sum(roll.all) >= 6:
        exit
print "{*}{0 if 1 in roll.all else sum(roll.all)}{*}"
"""
SUMS = """\
until len(answer.all) == 2:
    print "{a : 1..5} + {b : 1..5}"
    read answer : int
    if answer == a + b:
        print "right"
    else:
        print "wrong"
if all(answer.all[i] == a.all[i] + b.all[i] for i in [0, 1]):
    print "perfect"
"""


RUNS = 80


@pytest.fixture(autouse=True)
def _few_runs(monkeypatch: pytest.MonkeyPatch) -> None:
    """Fewer runs than users get, for the sake of time."""
    monkeypatch.setattr(coverage, "MOST_RUNS", RUNS)
    monkeypatch.setattr(coverage, "MOST_FOR_VALUES", RUNS)


def hundred(rolls: Iterable[int], *, loses: bool = True) -> Callable[[], None]:
    """A program that rolls what it is told, over all its runs."""
    left = iter(rolls)

    def play() -> None:
        total = 0
        while input() == "roll":
            roll = next(left)
            print(roll)
            if roll == 1:
                total = 0 if loses else total
                break
            total += roll
            if total >= 6:
                break
        print(total)

    return play


def dice(*faces: int) -> Iterable[int]:
    """Rolls of a die with these faces; the same each time."""
    random = Random(7)
    while True:
        yield random.choice(faces)


def verdict(text: str, program: Callable[[], None]) -> Outcome:
    (outcome,) = refute.open(text, "console").check(program=program).report.outcomes
    return outcome


def test_a_program_passes_when_all_came_up() -> None:
    found = verdict(HUNDRED, hundred(dice(1, 2, 3, 4)))
    assert found.verdict is Verdict.PASSED
    assert "4 values of `roll`" in found.bound


def test_what_never_came_up_is_said_and_nothing_is_passed() -> None:
    found = verdict(HUNDRED, hundred(dice(2, 3, 4)))
    assert found.verdict is Verdict.UNDECIDED
    assert "`roll == 1` was never true" in found.reason
    assert found.reason.endswith(f"in {RUNS} runs")


def test_a_mistake_that_shows_only_by_chance_is_found() -> None:
    rare = cycle([1, *[2, 3, 4, 2, 3] * 9, 1])
    assert verdict(HUNDRED, hundred(rare, loses=False)).verdict is Verdict.REFUTED


def test_a_choice_that_makes_no_difference_has_not_come_up() -> None:
    outcomes = Outcomes(spec('print "{n : 1..4}"\nprint "{0 if n == 1 else n - 1}"\n'))
    assert [len(outcomes.of([each]).outcomes) for each in (1, 2, 3)] == [1, 2, 2]


def test_what_is_typed_makes_conditions_come_out_as_planned() -> None:
    random = Random(3)

    def right() -> None:
        score = 0
        for _ in range(2):
            a, b = random.randint(1, 5), random.randint(1, 5)
            print(a, "+", b)
            good = int(input()) == a + b
            score += good
            print("right" if good else "wrong")
        if score == 2:
            print("perfect")

    assert verdict(SUMS, right).verdict is Verdict.PASSED


def test_values_of_a_small_set_that_never_came_up_are_counted() -> None:
    rolls = iter(dice(1, 2, 3, 4, 5))
    text = 'print "{*}{roll : 1..6}{*}"\n'
    found = verdict(text, lambda: print(next(rolls)))
    assert f"{RUNS} runs with 5 of 6 values of `roll`" in found.bound
    exercise = with_tests(Campaign(spec(text), Plan()))
    program = FunctionProgram(lambda: print(next(rolls)))
    runs: list[tuple[ExerciseTest, Run]] = []
    for test in chain(exercise.tests, exercise.again(runs)):
        runs.append((test, program.run(test.lines)))
    assert exercise.never(runs) == f"only 5 of 6 values of `roll` in {RUNS} runs"


@pytest.mark.parametrize("faces", [(1, 2, 3, 4), (2, 3, 4)])
def test_grading_runs_tests_again_until_all_came_up(faces: tuple[int, ...]) -> None:
    exercise = with_tests(Campaign(spec(HUNDRED), Plan()))
    program = FunctionProgram(hundred(dice(*faces)))
    runs: list[tuple[ExerciseTest, Run]] = []
    for test in chain(exercise.tests, exercise.again(runs)):
        runs.append((test, program.run(test.lines)))
    assert all(exercise.judge(test, run) is None for test, run in runs)
    assert len(exercise.tests) < len(runs) <= RUNS
    assert ("`roll == 1` was never true" in exercise.never(runs)) == (1 not in faces)


def test_nothing_is_run_again_without_chance() -> None:
    exercise = with_tests(Campaign(spec("read n : int\nprint n\n"), Plan()))
    assert (list(exercise.again([])), exercise.never([]), exercise.most_again) == ([], "", 0)


PAIR = """\
repeat:
    print "{*}{a : 1..6}{*}{b : 1..6}{*}"
until a == b
print "{*}{len(a.all)}{*}"
"""
HIDDEN = """\
repeat:
    choose a : 1..6
until a == 6
print "{len(a.all)}"
"""


def test_nobody_looks_forever_for_a_task_that_a_wrong_program_solves() -> None:
    checked = spec(PAIR)
    case = case_for(checked, (3, 3))
    run = Run((TextWritten("6 3\n1\n"),), Ending.FINISHED)
    effort = Effort(0.02)
    assert judge(case, run) is not None
    assert like(neighbours_of(checked), [(case, run)], effort) is None
    assert effort.spent < 2 * effort.allowance


@pytest.mark.parametrize(("printed", "right"), [("1", True), ("3", True), ("0", False)])
def test_what_is_chosen_in_a_loop_without_a_sign_is_looked_for_in_few_rounds(
    printed: str, right: bool
) -> None:
    case = case_for(spec(HIDDEN), (6,))
    run = Run((TextWritten(f"{printed}\n"),), Ending.FINISHED)
    effort = Effort(0.05)
    failure = judge(case, run, effort)
    assert (failure is None) == right
    if failure is not None:
        assert failure.kind is Kind.UNSTEADY
    assert effort.spent < 2 * effort.allowance
