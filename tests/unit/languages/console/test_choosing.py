"""The inputs that are chosen: what they tell apart, what they are, and when they end."""

from __future__ import annotations

import json
from collections.abc import Callable
from itertools import permutations
from pathlib import Path

import pytest

import refute
from refute.execution import FunctionProgram
from refute.languages.console.testing import Campaign, Plan, Verified, verify
from refute.languages.console.testing.behaviours import behaviours_of
from refute.languages.console.testing.cases import Case, case_for
from refute.languages.console.testing.choosing import FEWEST_TESTS, MOST_PATHS, SHORT, Choosing
from refute.languages.console.testing.describing import bound_of, neighbour_counts
from refute.languages.console.testing.exercise import with_tests
from refute.languages.console.testing.judging import judge
from refute.languages.console.testing.playing import SpecificationProgram
from refute.languages.console.testing.trials import tells
from refute.languages.console.types import Mistyped, Value
from refute.solver import Effort, Ended

from .specifications import SUM, spec

LEAP = """
read year : 1583..9999
if year mod 4 == 0 and year mod 100 != 0 or year mod 400 == 0:
    print "leap"
else:
    print "common"
"""
FIZZ = """
read n : 1..1000
print either(n mod 15 == 0, "FizzBuzz", either(n mod 3 == 0, "Fizz",
             either(n mod 5 == 0, "Buzz", str(n))))
"""
MENU = """
loop:
    read command : {"add", "take", "show", "quit"}
    if command == "quit":
        exit
    if command == "show":
        print sum(a.all) - sum(t.all)
    if command == "add":
        read a : int
    if command == "take":
        read t : int
"""
GUESS = """
repeat:
    read guess : 1..100
    if guess < 42:
        print "higher"
    if guess > 42:
        print "lower"
until guess == 42
print len(guess.all)
"""
PALINDROME = 'read word : str\nif word == reverse(word):\n    print "yes"\nelse:\n    print "no"\n'


def chosen(text: str) -> tuple[Choosing, list[Case]]:
    choosing = Choosing(spec(text), 25, 32, 0, Effort())
    return choosing, choosing.choose()


def inputs(text: str) -> set[tuple[Value, ...]]:
    return {case.values for case in chosen(text)[1]}


def trial(text: str, program: Callable[[], object]) -> Verified:
    return verify(Campaign(spec(text), Plan()), FunctionProgram(program))


def leap(year: int) -> bool:
    return year % 4 == 0 and (year % 100 != 0 or year % 400 == 0)


WRONG_YEARS: list[Callable[[int], bool]] = [
    lambda year: year % 4 == 0,
    lambda year: year % 4 == 0 and year % 100 != 0,
    lambda year: year % 4 == 0 and (year % 100 != 0 or year % 200 == 0),
    lambda year: year % 4 == 0 and (year % 100 != 0 or year % 1000 == 0),
    lambda year: year % 100 == 0 or year % 4 == 0,
    lambda year: leap(year) or year == 9999,
]


@pytest.mark.parametrize("rule", [leap, *WRONG_YEARS])
def test_only_the_right_rule_for_leap_years_passes(rule: Callable[[int], bool]) -> None:
    verified = trial(LEAP, lambda: print("leap" if rule(int(input())) else "common"))
    assert (verified.failure is None) == (rule is leap)


@pytest.mark.parametrize(
    "answer",
    [
        lambda n: "Fizz" if n % 3 == 0 else "Buzz" if n % 5 == 0 else str(n),
        lambda n: "Fizz" * (n % 3 == 0) + "Buzz" * (n % 5 == 0),
        lambda n: "Fizz" * (n % 3 == 0) + "Buzz" * (n % 10 == 0) or str(n),
    ],
)
def test_nearly_right_answers_to_fizzbuzz_fail(answer: Callable[[int], str]) -> None:
    assert trial(FIZZ, lambda: print(answer(int(input())))).failure is not None


@pytest.mark.parametrize(
    "is_one",
    [
        lambda word: word[:1] == word[-1:],
        lambda word: len(word) % 2 == 1 and word == word[::-1],
        lambda word: word.lower() == word.lower()[::-1],
        lambda word: word[:2] == word[::-1][:2],
        lambda word: len(word) < 2,
    ],
)
def test_string_functions_work_in_conditions(is_one: Callable[[str], bool]) -> None:
    right = trial(PALINDROME, lambda: print("yes" if (w := input()) == w[::-1] else "no"))
    assert right.failure is None
    assert trial(PALINDROME, lambda: print("yes" if is_one(input()) else "no")).failure is not None


def test_values_come_from_the_set_itself() -> None:
    years = {int(str(values[0])) for values in inputs(LEAP)}
    assert {1583, 9999} <= years
    assert len([year for year in years if 1700 < year < 9900]) > 5


def test_a_large_secret_is_found_by_the_solver() -> None:
    text = "read x : int\nread y : int\nif x * 3 == y + 91823:\n    print 1\nelse:\n    print 2\n"
    choosing, cases = chosen(text)
    assert any(3 * int(str(x)) == int(str(y)) + 91823 for x, y in (case.values for case in cases))
    assert not choosing.trial.alive


def test_no_input_is_there_twice_and_the_shortest_come_first() -> None:
    for text in (LEAP, SUM):
        _, cases = chosen(text)
        assert len({case.values for case in cases}) == len(cases)
        lengths = [len(case.values) for case in cases]
        assert lengths == sorted(lengths)


def test_what_is_said_to_be_told_apart_is() -> None:
    choosing, cases = chosen(LEAP)
    for neighbour in choosing.trial.neighbours:
        found = any(tells(neighbour, case) for case in cases)
        assert found == (neighbour not in [*choosing.trial.alive, *choosing.trial.same])
    told = {id(each) for some in choosing.told_apart() for each in some}
    assert len(told) == len(choosing.trial.neighbours) - len(choosing.trial.same)
    assert bound_of(choosing).endswith(
        f"told apart from {len(told)} of {len(told)} nearby specifications"
    )


def test_neighbours_that_mean_the_same_do_on_all_inputs() -> None:
    choosing, _ = chosen("read n : 1..60\nif n mod 15 == 0:\n    print 1\nelse:\n    print n\n")
    same = [each.words for each in choosing.trial.same]
    assert same == ["`n mod 15 <= 0` instead of `n mod 15 == 0`"]
    for neighbour in choosing.trial.same:
        program = SpecificationProgram(neighbour.specification)
        for case in (
            Campaign(neighbour.checked, Plan(samples=1)),
            Campaign(neighbour.checked, Plan()),
        ):
            for each in case.cases():
                assert judge(each, program.run(each.lines)) is None


def test_validation_that_is_skipped_is_not_taken_for_the_same() -> None:
    choosing, cases = chosen("read x : 1..9 else retry\nprint x\n")
    assert not choosing.trial.alive
    assert not choosing.trial.same
    typed = [value for case in cases for value in case.values]
    assert {0, 10} <= set(typed)
    assert {"abc", "2.5", ""} <= {each.text for each in typed if isinstance(each, Mistyped)}
    assert max(len(case.values) for case in cases) > 10


def test_a_bad_input_that_ends_the_program_ends_the_inputs() -> None:
    found = inputs("read x : int else stop\nprint x\n")
    assert {(Mistyped("abc"),), (Mistyped(""),)} <= found


def menu(forget: str = "") -> Callable[[], None]:
    def program() -> None:
        total, last = 0, ""
        while (command := input()) != "quit":
            if command == "show":
                print(total)
            elif command + last != forget:
                total += int(input()) if command == "add" else -int(input())
            else:
                input()
            last = command

    return program


def test_a_loop_with_branches_ends_with_its_bound() -> None:
    choosing, cases = chosen(MENU)
    assert choosing.paths == MOST_PATHS
    assert "every pair of branches" in bound_of(choosing)
    assert choosing.complete is not None
    assert choosing.complete >= 4
    assert not choosing.untried
    assert len(cases) < 100
    assert not any(judge(case, FunctionProgram(menu()).run(case.lines)) for case in cases)
    for forget in ("addadd", "taketake", "addtake", "takeadd"):
        program = FunctionProgram(menu(forget))
        assert any(judge(case, program.run(case.lines)) for case in cases)


def test_a_branch_that_is_not_reached_leaves_it_undecided() -> None:
    text = """
loop:
    read a : {1, 2, 3}
    if a == 3:
        exit
    if a == 1 and count(1, a.all) == 20 and count(2, a.all) == 3:
        print "far"
"""
    choosing = Choosing(spec(text), 25, 32, 0, Effort(0.05))
    choosing.choose()
    assert choosing.untried


def test_a_long_loop_is_tested_by_all_short_runs_some_longer_ones_and_the_longest() -> None:
    choosing, cases = chosen(SUM)
    lengths = {len(case.values) for case in cases}
    assert set(range(1, SHORT + 1)) <= lengths
    assert max(lengths) == 25
    assert all(lengths & {each, each + 1, each + 2} for each in range(SHORT, 24))
    assert len(cases) <= FEWEST_TESTS + 2
    assert not choosing.untried


def test_three_numbers_come_in_all_orders() -> None:
    found = inputs("read a : int\nread b : int\nread c : int\nprint sorted([a, b, c])[1]\n")
    assert all(any(_ranks(each) == order for each in found) for order in permutations(range(3)))


def _ranks(values: tuple[Value, ...]) -> tuple[int, ...]:
    numbers = [each for each in values if isinstance(each, int)]
    return tuple(map(sorted(set(numbers)).index, numbers))


def test_a_number_is_part_of_the_digits_of_another() -> None:
    found = inputs("read a : 0..1000\nread b : 0..1000\nprint either(a == b, 1, 0)\n")
    assert any(a != b and str(b) in str(a) for a, b in found)


def test_a_quotient_is_compared_where_it_needs_no_rounding() -> None:
    quotient = "read a : 30..200\nread b : 100..220\nif a * 10000 div (b * b) < 25:\n"
    found = inputs(f"{quotient}    print 1\nelse:\n    print 2\n")
    assert any(a * 10000 == 25 * b * b for a, b in found)  # type: ignore[operator]


def test_neighbours_of_what_is_done_with_each_item_are_told_apart() -> None:
    moved = "[char(code(c) + 1) if 97 <= code(c) < 122 else c for c in chars(word)]"
    choosing, _ = chosen(f'read word : str\nprint join({moved}, "")\n')
    assert {str(each) for each in choosing.trial.alive} == {
        'line 1: `word` is one of `str \\ {""}` instead of `str`'
    }


def test_a_neighbour_without_a_value_counts_as_told_apart() -> None:
    total = "print sum([x.all[i] for i in [0, 1]])"
    choosing, _ = chosen(f"until len(x.all) == 2:\n    read x : int\n{total}\n")
    assert not [each.words for each in choosing.trial.alive if not each.change.rounds]


def test_blanks_around_a_text_are_typed_where_they_are_cut_off() -> None:
    assert (" ab",) in inputs("read name : str\nprint upper(strip(name))")
    assert not any(
        str(name).strip() != name for (name,) in inputs("read name : str\nprint upper(name)")
    )


def test_constants_in_tuples_of_python_are_typed(tmp_path: Path) -> None:
    path = tmp_path / "task.py"
    path.write_text(
        "from refute.console import *\n"
        "word = texts('word')\n"
        "known = apply(lambda text: 1 if text in ('tea', 'coffee') else 0, word)\n"
        "task = read(word, text) + write(result(known))\n",
        encoding="utf-8",
    )
    (made,) = refute.open(path).tests().report.artifacts
    assert {"tea", "coffee"} <= {each["inputs"][0] for each in json.loads(made.text)["tests"]}


def test_behaviours_of_conditions_with_parts_that_have_no_value_by_themselves() -> None:
    for condition in ("any(v > 5 for v in x.all)", "len(x.all) > 1 and x.before(1) > 5"):
        checked = spec(f"repeat:\n    read x : nat\nuntil x == 0\nif {condition}:\n    print 1\n")
        cases = [case_for(checked, values) for values in ((0,), (6, 0), (7, 6, 0))]
        assert set(behaviours_of(checked, cases)) == {each.values for each in cases}


def test_the_first_tests_are_the_most_telling_ones() -> None:
    few = with_tests(Campaign(spec(LEAP), Plan()), 4)
    every = with_tests(Campaign(spec(LEAP), Plan()))
    assert len(few.tests) == 4
    assert set(few.tests) <= set(every.tests)
    choosing, _ = chosen(LEAP)
    told = {
        id(each)
        for each in choosing.trial.neighbours
        if any(tells(each, case) for case in few.tests)
    }
    assert len(told) > 0.9 * (len(choosing.trial.neighbours) - len(choosing.trial.same))


def test_more_unfoldings_never_tell_fewer_neighbours_apart() -> None:
    for text in (SUM, GUESS):
        told = []
        for unfoldings in (1, 2, 3, 6):
            choosing = Choosing(spec(text), unfoldings, 32, 0, Effort())
            choosing.choose()
            told.append(neighbour_counts(choosing)["told_apart"])
        assert told == sorted(told)
        assert told[0] > 15


def test_the_tests_of_grading_are_those_of_check() -> None:
    for text in (LEAP, SUM):
        exercise = with_tests(Campaign(spec(text), Plan()))
        assert list(exercise.tests) == list(Campaign(spec(text), Plan(at_once=4)).cases())


def test_cancelling_ends_a_question_midway() -> None:
    asked = iter([False] * 30)
    effort = Effort(cancelled=lambda: next(asked, True))
    campaign = Campaign(spec(MENU), Plan(), effort)
    verify(campaign, FunctionProgram(menu()))
    assert effort.ended is Ended.INTERRUPTED
    assert campaign.choosing is not None


def test_every_entry_of_a_table_is_used() -> None:
    text = 'read n : 1..99\nprint ["", "a", "b", "c", "d", "e", "f", "g", "h", "i"][n mod 10]\n'
    values = {case.values[0] for case in Campaign(spec(text), Plan()).cases()}
    assert {value % 10 for value in values if isinstance(value, int)} == set(range(10))


def test_boundaries_behind_arithmetic_are_reached() -> None:
    text = """
def length(a, b, c, d) = (60 * c + d - 60 * a - b - 1) mod 1440 + 1
read a : 0..23 ":" b : 0..59
read c : 0..23 ":" d : 0..59
if length(a, b, c, d) >= 150:
    print "break"
else:
    print "none"
"""
    typed = [case.lines for case in Campaign(spec(text), Plan()).cases()]
    minutes = [
        [60 * int(h) + int(m) for h, m in (each.split(":") for each in two)] for two in typed
    ]
    lengths = {(end - begin - 1) % 1440 + 1 for begin, end in minutes}
    assert {149, 150, 151} <= lengths


def test_values_come_again_where_only_that_tells_a_neighbour_apart() -> None:
    text = "read w : str\nuntil len(x.all) == 4:\n    read x : str\nprint count(w, x.all)\n"
    assert any(
        case.values[1:].count(case.values[0]) > 1 for case in Campaign(spec(text), Plan()).cases()
    )


def test_words_have_digits_and_capitals_in_all_places() -> None:
    text = """
read w : str
print "yes" if any(is_digit(c) for c in chars(w)) else "no"
"""
    words = [str(case.values[0]) for case in Campaign(spec(text), Plan()).cases()]
    assert any(each[0].isdigit() and each[-1].isalpha() for each in words if each)
    assert any(each[0].isalpha() and each[-1].isdigit() for each in words if each)


def test_neither_the_first_nor_the_last_digit_is_forgotten() -> None:
    text = """
read w : str
print "yes" if len(w) >= 8 and any(is_digit(c) for c in chars(w)) else "no"
"""
    words = [str(case.values[0]) for case in Campaign(spec(text), Plan()).cases()]
    long = [each for each in words if len(each) >= 8]
    for digits in ("123456789", "012345678"):
        forgotten = set("0123456789") - set(digits)
        assert any(forgotten & set(each) and not set(digits) & set(each) for each in long)


def test_where_case_is_the_same_a_capital_is_no_bad_input() -> None:
    text = 'read w : {"go", "stop"} else retry\nprint w\n'

    def bad(text: str) -> set[str]:
        cases = Campaign(spec(text), Plan()).cases()
        return {str(each) for case in cases for each in case.values} - {"go", "stop"}

    assert {"GO", "STOP"} & bad(text)
    assert bad(f"compare caseless\n{text}")
    assert not {"GO", "STOP"} & bad(f"compare caseless\n{text}")


STACK = """
loop:
    read command : {"push", "size", "quit"}
    if command == "quit":
        exit
    elif command == "push":
        read x : int
    else:
        print len(x.all)
"""


@pytest.mark.parametrize("room", [5, 8, None])
def test_a_command_comes_many_times_before_the_others(room: int | None) -> None:
    def stack() -> None:
        size = 0
        while (command := input()) != "quit":
            if command == "push":
                input()
                size = size + 1 if room is None else min(room, size + 1)
            else:
                print(size)

    assert (trial(STACK, stack).failure is None) == (room is None)
