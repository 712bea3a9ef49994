"""Paths, inputs and verdicts: the numbers of the paper, and what must be caught."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from itertools import count

import pytest

import refute
from refute.execution import FunctionProgram, Limits
from refute.languages.console.meaning.symbolic import value_of
from refute.languages.console.meaning.traces import gtrace, perform
from refute.languages.console.paths.exploration import Exploration
from refute.languages.console.paths.worlds import WorldTable
from refute.languages.console.testing import Campaign, Plan, Verified, verify
from refute.report.outcome import Verdict
from refute.solver.effort import Effort, Ended
from refute.terms import evaluate
from refute.threads import raise_in

from .specifications import HANGMAN, SUM, SUM_TO_ZERO, spec

POSITIVE = SUM.replace("nat", "pos")


def numbers() -> Iterator[int]:
    while True:
        yield int(input())


def adds(skip: int = 0, forget: int = 0) -> Callable[[], None]:
    """The program of section 2, which may read less or forget what it read."""

    def program() -> None:
        read = numbers()
        count = next(read)
        values = [next(read) for _ in range(count - skip)]
        print(sum(values[forget:]))

    return program


def trial(text: str, program: Callable[[], object], **plan: int) -> Verified:
    limits = Limits(seconds=1.0, characters=2000)
    return verify(Campaign(spec(text), Plan(**plan)), FunctionProgram(program, limits))


def failure_of(text: str, program: Callable[[], object], **plan: int) -> tuple[str, str]:
    failure = trial(text, program, **plan).failure
    assert failure is not None
    return failure.kind, failure.reason


def test_the_sum_has_25_paths_and_125_tests_in_the_paper() -> None:
    verified = trial(SUM, adds(), samples=5)
    assert verified.failure is None
    assert (verified.campaign.paths, verified.tests) == (25, 125)


def test_samples_without_end_are_cut_by_the_effort() -> None:
    campaign = Campaign(spec(SUM), Plan(samples=2**40), Effort(0.05))
    assert list(campaign.cases())
    assert campaign.effort.ended is Ended.EFFORT


def test_the_sum_of_a_positive_number_of_numbers_has_24_paths_and_120_tests() -> None:
    verified = trial(POSITIVE, adds(), samples=5)
    assert verified.failure is None
    assert (verified.campaign.paths, verified.tests) == (24, 120)


def test_wrong1_is_an_alignment_mismatch_on_two_inputs() -> None:
    failure = trial(POSITIVE, adds(skip=1)).failure
    assert failure is not None
    assert failure.found is not None
    assert not failure.found.is_output
    assert len(failure.case.values) == 2
    value = failure.case.values[1]
    assert failure.reason == (f'It printed "0" when it should have read the next input ({value}).')


def test_wrong2_is_an_output_mismatch() -> None:
    failure = trial(POSITIVE, adds(forget=1)).failure
    assert failure is not None
    assert failure.found is not None
    assert failure.found.is_output
    assert failure.kind == "wrong output"
    value = failure.case.values[1]
    assert failure.reason == f'It printed "0", but should have printed "{value}".'


HANGMAN_COUNTS = [("[4,8,7]", 8, 35), ("[4,8,7]", 10, 84), ("[4,8,7,9,2]", 8, 21)]
HANGMAN_COUNTS += [("[4,8,7,9,2,1,3]", 8, 1)]


@pytest.mark.parametrize(("secret", "unfoldings", "count"), HANGMAN_COUNTS)
def test_hangman_has_exactly_so_many_paths(secret: str, unfoldings: int, count: int) -> None:
    exploration = Exploration(spec(HANGMAN, secret=secret), unfoldings)
    assert sum(1 for _ in exploration) == count
    assert exploration.unknown == 0


def test_the_solver_counts_the_same_without_trying_all_values() -> None:
    checked = spec(HANGMAN)
    assert WorldTable.of(checked) is not None
    wide = spec(HANGMAN.replace("0..9", "nat & <= 9"))
    assert WorldTable.of(wide) is None
    assert sum(1 for _ in Exploration(wide, 7)) == sum(1 for _ in Exploration(checked, 7)) == 20


def test_paths_come_shortest_first_and_fulfil_their_conditions() -> None:
    checked = spec(SUM_TO_ZERO)
    found = list(Exploration(checked, 6))
    lengths = [len(path.inputs) for path in found]
    assert lengths == [2, 3, 4, 5, 6, 7]
    for path in found:
        values = [value_of(evaluate(each, path.model)) for each in path.variables]
        assert len(perform(checked.body, values)) == len(values) + 1


def test_impossible_ways_are_pruned() -> None:
    exploration = Exploration(spec("while len(x.all) <= 2:\n    read x : nat\n"), 25)
    assert [len(path.inputs) for path in exploration] == [3]
    assert exploration.cut == 0


def wrong_for_equals() -> None:
    read = numbers()
    one, two = next(read), next(read)
    print(one + two if one != two else 0)


def in_16_bits() -> None:
    read = numbers()
    total = sum(next(read) for _ in range(next(read)))
    print((total + 2**15) % 2**16 - 2**15)


def wrong_near_17() -> None:
    value = int(input())
    print("small" if value < 18 else "large")


def test_telling_inputs_are_among_the_samples() -> None:
    added = "read x : int\nread y : int\nprint x + y\n"
    for seed in range(3):
        assert failure_of(added, wrong_for_equals, seed=seed)[0] == "wrong output"
        assert failure_of(SUM, in_16_bits, seed=seed)[0] == "wrong output"
        near = 'read x : int\nif x < 17:\n    print "small"\nelse:\n    print "large"\n'
        assert failure_of(near, wrong_near_17, seed=seed)[0] == "wrong output"


def test_results_stay_within_32_bits_where_they_can() -> None:
    product = SUM.replace("sum", "product")
    campaign = Campaign(spec(product), Plan())
    for case in campaign.cases():
        product_of = 1
        for value in case.values[1:]:
            assert isinstance(value, int)
            product_of *= value
        assert -(2**31) <= product_of < 2**31
    assert campaign.overflows == 0


def test_results_that_must_be_large_are_noticed() -> None:
    text = "read x : > 5000000000\nprint x * 2\n"
    campaign = Campaign(spec(text), Plan())
    assert [case.values[0] for case in campaign.cases()]
    assert campaign.overflows == 1
    unlimited = Campaign(spec(text), Plan(bits=None))
    assert len(list(unlimited.cases())) > 5
    assert unlimited.overflows == 0


RETRIED = "read x : 1..9 else retry\nread y : 1..9 else retry\nprint x + y\n"


def test_invalid_values_come_few_and_many_at_any_point() -> None:
    campaign = Campaign(spec(RETRIED), Plan(samples=20))
    cases = [case.values for case in campaign.cases()]
    lengths = {len(values) for values in cases}
    assert {2, 3, 14} <= lengths
    wrong_first = [values for values in cases if not 1 <= int(str(values[0])) <= 9]
    wrong_second = [
        values
        for values in cases
        if 1 <= int(str(values[0])) <= 9 and not 1 <= int(str(values[1])) <= 9
    ]
    assert wrong_first
    assert wrong_second


def test_a_program_that_asks_again_only_once_is_caught_with_three_inputs() -> None:
    def digit() -> int:
        typed = input()
        return int(typed) if typed in set("123456789") else 0

    def program() -> None:
        print(digit() or digit())

    failure = trial("read x : 1..9 else retry\nprint x\n", program).failure
    assert failure is not None
    assert len(failure.case.values) == 3


def forever() -> None:
    input()
    while True:
        pass


def endless_output() -> None:
    while True:
        print(1)


def crashes() -> None:
    int("x" + input())


def wants_more() -> None:
    print(sum(int(input()) for _ in range(int(input()) + 1)))


def test_faults_are_told_apart() -> None:
    one = "read x : int\nprint? x\n"
    quick = {"samples": 1, "unfoldings": 2}
    assert failure_of(one, forever, **quick) == (
        "too slow",
        "It ran too long and was stopped after it had read all its inputs.",
    )
    assert failure_of(one, crashes, **quick)[0] == "crashed"
    assert "ValueError" in failure_of(one, crashes, **quick)[1]
    silent = 'print? "{*}"\nread x : int\n'
    assert failure_of(silent, endless_output, **quick)[0] == "too much output"
    assert failure_of(SUM, wants_more)[0] == "waits for input that will not come"
    stops = trial(one, lambda: None, **quick).failure
    assert stops is not None
    assert stops.kind == "stops before reading everything"
    assert stops.reason.startswith("It stopped too early: it should have read another input")


def test_random_tests_use_inputs_that_the_specification_comes_to_an_end_with() -> None:
    checked = spec(SUM)
    campaign = Campaign(checked, Plan(random=15, seed=3))
    cases = list(campaign.cases())
    assert cases
    assert len(cases) + campaign.abandoned == 15
    for case in cases:
        assert case.values[0] == len(case.values) - 1
        assert gtrace(checked.body, case.values) == case.expected


def test_the_same_seed_gives_the_same_inputs() -> None:
    def inputs(seed: int) -> list[object]:
        campaign = Campaign(spec(SUM), Plan(unfoldings=6, seed=seed))
        return [case.values for case in campaign.cases()]

    assert inputs(1) == inputs(1)
    assert inputs(1) != inputs(2)


def test_shrinking_never_mixes_the_types_of_inputs() -> None:
    text = 'read n : 1..3 else retry\nread w : {"yes", "no"} else stop\nprint n\n'

    def program() -> None:
        n = int(input())
        if not 1 <= n <= 3:
            n = int(input())
        if input() in {"yes", "no"}:
            print(n)

    failure = trial(text, program).failure
    assert failure is not None
    assert [type(value) for value in failure.case.values] == [int, int, int, str]


def test_worlds_that_later_conditions_tell_apart_are_kept_apart() -> None:
    text = "repeat:\n    read a : 1..3\nuntil subset([1, 2, 3], a.all)\n"
    assert WorldTable.of(spec(text)) is not None
    assert [len(path.inputs) for path in Exploration(spec(text), 6)] == [3, 4, 5, 6]
    total = "repeat:\n    read a : 1..3\nuntil sum(a.all) == 7\n"
    assert [len(path.inputs) for path in Exploration(spec(total), 9)] == [3, 4, 5, 6, 7]


def test_a_time_limit_ends_a_run() -> None:
    def asleep() -> None:
        time.sleep(1)

    answers = refute.open(SUM, language="console").check(program=asleep, time_limit=0.1)
    (outcome,) = answers.report.outcomes
    assert (outcome.verdict, outcome.reason) == (Verdict.UNDECIDED, str(Ended.TIME))


def test_ctrl_c_keeps_a_failure_that_is_being_made_smaller() -> None:
    runs = count()

    def wrong() -> None:
        input()
        if next(runs) > 6:
            raise_in(main, KeyboardInterrupt)
        print("wrong")

    main = threading.get_ident()
    answers = refute.open(SUM, language="console").check(program=wrong)
    with pytest.raises(KeyboardInterrupt):
        list(answers)
    refuted, unfinished = answers.so_far.outcomes
    assert (refuted.verdict, unfinished.verdict) == (Verdict.REFUTED, Verdict.UNDECIDED)


def test_a_run_that_has_begun_is_finished_when_the_effort_is_spent() -> None:
    campaign = Campaign(spec(SUM), Plan(samples=1))

    def spends() -> None:
        campaign.effort.ended = Ended.EFFORT
        print("wrong")

    program = FunctionProgram(spends, is_unneeded=lambda: campaign.effort.cut_short)
    assert verify(campaign, program).failure is not None
