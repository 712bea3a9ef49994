"""Wrong programs are told which nearly right task they solve."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

import refute
from refute import console
from refute.execution import FunctionProgram
from refute.execution.program import Ending, LineRead, Run
from refute.files import read_source
from refute.grading.configuration import Configuration
from refute.grading.scoring import run_tests
from refute.languages.console import syntax
from refute.languages.console.meaning.functions import FUNCTIONS, arity
from refute.languages.console.neighbours import neighbours_of
from refute.languages.console.neighbours.words import plain
from refute.languages.console.program import BuiltSource, load
from refute.languages.console.testing import Campaign, Plan
from refute.languages.console.testing.cases import case_for
from refute.languages.console.testing.exercise import with_tests
from refute.languages.console.testing.likeness import is_far, like
from refute.languages.console.testing.playing import SpecificationProgram
from refute.languages.gradable import BEHAVES
from refute.report.outcome import Lines
from refute.report.texts import LANGUAGES, translate, using_language

from .specifications import SUM, spec

DISCOUNT = """
repeat:
    read price : nat
until price == 0
if sum(price.all) >= 100:
    print sum(price.all) - 10
else:
    print sum(price.all)
"""
NUMBERED = """
read n : nat
until len(x.all) == n:
    print len(x.all) + 1
    read x : int
"""
AGE = """
read age : 0..130 else retry
if age < 18 and age > 0:
    print "child"
print "done"
"""


def discount(keep: Callable[[int], bool]) -> None:
    total, price = 0, 1
    while price:
        price = int(input())
        total += price
    print(total - 10 if keep(total) else total)


def never() -> None:
    discount(lambda _total: False)


def above() -> None:
    discount(lambda total: total > 100)


def opposite() -> None:
    discount(lambda total: total < 100)


def strange() -> None:
    discount(lambda total: total % 7 == 3)


def ask(low: int, high: int) -> int:
    while True:
        text = input()
        if text.isdigit() and low <= int(text) <= high:
            return int(text)


def narrow() -> None:
    age = ask(0, 129)
    print("child\ndone" if 0 < age < 18 else "done")


def half_forgotten() -> None:
    age = ask(0, 130)
    print("child\ndone" if age < 18 else "done")


def silent() -> None:
    print("child" if 0 < ask(0, 130) < 18 else "")


def one_more() -> None:
    print(sum(int(input()) for _ in range(int(input()) + 1)))


def from_zero() -> None:
    for number in range(int(input())):
        print(number)
        input()


WORD = "read x : str\nprint upper(x)\n"


def lower() -> None:
    print(input().lower())


def said(text: str, program: Callable[[], object], folder: Path) -> str:
    path = folder / "task.ios"
    path.write_text(text, encoding="utf-8")
    (outcome,) = refute.open(path).check(program=program).report.outcomes
    found = [each for each in outcome.blocks if isinstance(each, Lines) and each.title == BEHAVES]
    return found[0].lines[0] if found else ""


@pytest.mark.parametrize(
    ("text", "program", "words"),
    [
        (DISCOUNT, never, "“the sum of all price is at least 100” were never true"),
        (
            DISCOUNT,
            above,
            (
                "it tested “the sum of all price is more than 100” instead of "
                "“the sum of all price is at least 100”"
            ),
        ),
        (
            DISCOUNT,
            opposite,
            "it took “the sum of all price is at least 100” for its opposite",
        ),
        (DISCOUNT, strange, ""),
        (
            WORD,
            lower,
            "it had to print x in small letters instead of x in capital letters",
        ),
        (AGE, narrow, "age had to be 0 to 129 instead of 0 to 130"),
        (AGE, half_forgotten, "it tested “age is at least 0” instead of “age is more than 0”"),
        (AGE, silent, "it left out “done”"),
        (
            SUM,
            one_more,
            (
                "it tested “the number of values of x is n + 1” instead of "
                "“the number of values of x is n”"
            ),
        ),
        (
            NUMBERED,
            from_zero,
            "it had to print the number of values of x instead of the number of values of x + 1",
        ),
    ],
)
def test_the_program_is_told_what_it_does(
    text: str, program: Callable[[], object], words: str, tmp_path: Path
) -> None:
    assert said(text, program, tmp_path) == words


def test_a_program_that_does_what_a_neighbour_says_is_like_it() -> None:
    campaign = Campaign(spec(DISCOUNT), Plan())
    cases = list(campaign.cases())
    known = [
        each
        for each in neighbours_of(campaign.checked)
        if not isinstance(each.statement, syntax.Read) and not is_far(each)
    ]
    for neighbour in known:
        program = SpecificationProgram(neighbour.specification, neighbour.choose)
        runs = [(case, program.run(case.lines)) for case in cases]
        assert like([neighbour], runs) is neighbour, neighbour
        assert neighbour.likeness
    assert len(known) > 20


@pytest.mark.parametrize("compares", [True, False])
def test_a_teacher_decides_whether_students_are_told(compares: bool) -> None:
    exercise = with_tests(Campaign(spec(DISCOUNT), Plan()), compares=compares)
    tried = run_tests(exercise, FunctionProgram(never), Configuration())
    assert bool(exercise.likeness(tried.runs)) is compares


def test_an_exercise_with_a_function_in_python_is_sent_to_other_processes(tmp_path: Path) -> None:
    path = tmp_path / "task.py"
    path.write_text(
        "from refute.console import *\n"
        "x = ints('x')\n"
        "task = read(x, integer) + write(result(apply(lambda n: n * n, x)))\n",
        encoding="utf-8",
    )
    made = with_tests(Campaign(load(read_source(path)), Plan()), 3)
    sent = pickle.loads(pickle.dumps(made))
    assert (sent.tests, sent.further) == (made.tests, made.further)
    wrong = run_tests(sent, FunctionProgram(lambda: print(int(input()) * 2)), Configuration())
    assert not all(each.passed for each in wrong.tests)
    assert sent.likeness(wrong.runs) == ""


def test_a_task_in_python_is_read_again_to_say_what_a_program_does(tmp_path: Path) -> None:
    path = tmp_path / "task.py"
    path.write_text(
        "from refute.console import *\n"
        "x = ints('x')\n"
        "task = (read(x, integer) + write(result(apply(lambda n: n * n, x)))\n"
        "        + write('done'))\n",
        encoding="utf-8",
    )
    source = read_source(path)
    made = replace(with_tests(Campaign(load(source), Plan()), 3), origin=(source, {}))
    sent = pickle.loads(pickle.dumps(made))
    wrong = run_tests(sent, FunctionProgram(lambda: print(int(input()) ** 2)), Configuration())
    assert sent.likeness(wrong.runs) == "it left out “done”"


TASKS = sorted(
    each
    for folder in ("tests/corpus/console/exercises", "examples/console")
    for each in (Path(__file__).parents[4] / folder).glob("**/*.ios")
)


def test_every_neighbour_has_a_sentence_in_every_language() -> None:
    kinds = set()
    for path in TASKS[::4]:
        for neighbour in neighbours_of(load(read_source(path))):
            kinds.add(type(neighbour.statement))
            for language in LANGUAGES:
                with using_language(language):
                    assert neighbour.likeness, neighbour
    assert kinds >= {syntax.Read, syntax.Print, syntax.If, syntax.Loop}
    assert len(TASKS) > 80


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_function_has_words(language: str) -> None:
    values = tuple(map(syntax.Integer, (4, 5, 6)))
    with using_language(language):
        for function in FUNCTIONS:
            for count in {*arity(function)} & {1, 2, 3}:
                words = plain(syntax.Apply(function, values[:count]))
                assert all(str(each.value) in words for each in values[:count]) or (
                    function == "lookup"
                ), words


ROUNDED = """
read x : real
read word : str
read light : {"red", "green"}
print round(x * 1.5, 2)
print word[1:]
print sum([code(c) for c in word if c != "a"])
print {"red": 1, "green": 2}[light]
if x < 0.5:
    print "small"
elif x < 2.5:
    print "medium"
else:
    print "large"
"""


@pytest.mark.parametrize(
    ("language", "sentences"),
    [
        (
            "en",
            [
                "it left out word from item 1 on, counted from 0",
                "it left out x · 1.5, rounded to 2 decimal place(s)",
                "it left out what belongs to light (“red”: 1, “green”: 2)",
                "x had to be at least 0 instead of any number",
                "it tested “x is at most 2.5” instead of “x is less than 2.5”",
                "“x is less than 0.5” were never true",
                "it left out “medium”",
            ],
        ),
        (
            "de",
            [
                "es „x ist höchstens 2.5“ statt „x ist kleiner als 2.5“ prüfen",
                "„x ist kleiner als 0.5“ nie wahr sein",
                "es „medium“ weglassen",
            ],
        ),
    ],
)
def test_decimals_slices_lists_and_tables_have_words(language: str, sentences: list[str]) -> None:
    with using_language(language):
        found = {each.likeness for each in neighbours_of(spec(ROUNDED))}
    assert {*sentences} <= found, found


def test_full_marks_take_all_tests_that_check_makes() -> None:
    """A program that fails on no test for points but on a further one loses one test's worth."""
    exercise = with_tests(Campaign(spec(DISCOUNT), Plan()), 1)
    assert len(exercise.tests) == 1
    passed = exercise.tests[0].values

    def lucky() -> None:
        read: list[int] = []
        while not read or read[-1]:
            read.append(int(input()))
        total = sum(read)
        print(total - 10 if total >= 100 and tuple(read) == passed else total)

    tried = run_tests(exercise, FunctionProgram(lucky), Configuration())
    assert [each.passed for each in tried.tests] == [True, False]
    assert sum(each.score for each in tried.tests) == 50
    assert sum(each.points for each in tried.tests) == 100
    right = run_tests(
        exercise, FunctionProgram(lambda: discount(lambda total: total >= 100)), Configuration()
    )
    assert sum(each.score for each in right.tests) == 100


def test_the_language_of_the_course_is_spoken(tmp_path: Path) -> None:
    with using_language("de"):
        told = translate("behaves_as_if", text=said(DISCOUNT, above, tmp_path))
    assert told == (
        "Das Programm verhält sich so, als würde es „die Summe der Werte von price ist größer als "
        "100“ statt „die Summe der Werte von price ist mindestens 100“ prüfen."
    )


def test_a_function_that_fails_on_what_a_neighbour_leads_it_to_is_no_error_of_ours() -> None:
    n = console.ints("n")
    largest = console.write(console.result(console.apply(max, n.all.before(1))))
    numbers = console.repeat_until(console.read(n, console.nat), n == 0)
    task = numbers + console.branch(console.length(n.all) > 1, largest, console.write("none"))
    checked = load(BuiltSource("task", "", task.tree))
    case = case_for(checked, (0,))
    run = FunctionProgram(lambda: print(input())).run(case.lines)
    assert like(neighbours_of(checked), [(case, run)]) is None


def test_a_word_where_a_neighbour_asks_for_a_number_is_no_error_of_ours() -> None:
    checked = spec(
        'loop:\n    read word : {"come", "call", "close"}\n    if word == "close":\n        exit\n'
        '    if word == "call":\n        if count("come", word.all) == len(who.all):\n'
        '            print "empty"\n        else:\n            read who : 1..9\n'
    )
    silent = Run((LineRead("call"), LineRead("close")), Ending.FINISHED)
    case = case_for(checked, ("call", "close"))
    assert like(neighbours_of(checked), [(case, silent)]) is not None
