"""Programs that choose values by themselves, take arguments, or read and write files."""

from __future__ import annotations

import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import refute
from refute.console import (
    anything,
    arguments,
    between,
    choose,
    end_of_input,
    integer,
    ints,
    ios,
    read,
    repeat_until,
    result,
    write,
)
from refute.diagnostics import InputError
from refute.execution import FunctionProgram
from refute.languages.console.parser import parse
from refute.languages.console.show import show
from refute.languages.console.solution import written
from refute.languages.console.testing.cases import case_for
from refute.languages.console.testing.judging import Failure, Kind, judge
from refute.languages.console.typecheck import Checked
from refute.languages.console.types import END_OF_INPUT, Value
from refute.source import Source

from .specifications import spec

DICE = """\
print "{*}{one : 1..6}{*}{two : 1..6}{*}"
print "{*}{one + two}{*}"
"""
GUESS = """\
choose secret : 1..50
repeat:
    read guess : 1..50
    if guess < secret:
        print "higher"
    elif guess > secret:
        print "lower"
until guess == secret
print len(guess.all)
"""
ADD = "arguments a : int, b : int else stop\nprint a + b\n"
DOUBLED = """\
repeat:
    read x : int | end from "in.txt"
until x is end
for v in x.all:
    print 2 * v to "out.txt"
"""


def ran(
    checked: Checked, values: tuple[Value, ...], program: Callable[[], object]
) -> Failure | None:
    """What is wrong with a run of a function on a case."""
    case = case_for(checked, values)
    return judge(case, FunctionProgram(program).run(case.lines))


def guessing(secret: int, higher: str = "higher", extra: int = 0) -> Callable[[], None]:
    """A guessing game with a secret that only it knows."""

    def play() -> None:
        count, guess = extra, 0
        while guess != secret:
            guess = int(input())
            count += 1
            if guess != secret:
                print(higher if guess < secret else "lower")
        print(count)

    return play


def test_what_was_printed_has_a_name_afterwards() -> None:
    checked = spec(DICE)
    assert ran(checked, (1, 1), lambda: print("4 and 5\nsum 9")) is None
    wrong = ran(checked, (1, 1), lambda: print("4 and 5\nsum 8"))
    assert wrong is not None
    assert wrong.case.values == (4, 5)
    assert wrong.kind is Kind.WRONG_OUTPUT
    assert ran(checked, (1, 1), lambda: print("4 and 7\nsum 11")) is not None


@pytest.mark.parametrize("secret", [1, 17, 50])
def test_what_is_typed_follows_what_is_printed(secret: int) -> None:
    case = case_for(spec(GUESS), (30, 30))
    run = FunctionProgram(guessing(secret)).run(case.lines)
    assert judge(case, run) is None
    assert run.ending == "finished"
    assert run == FunctionProgram(guessing(secret)).run(case.lines)


def test_a_free_prompt_does_not_keep_from_typing_what_fits() -> None:
    def play() -> None:
        while int(input("Your guess: ")) != 3:
            print("no")

    loop = 'repeat:\n    read g : 1..5\n    if g != n:\n        print "no"\nuntil g == n\n'
    checked = spec(f"compare prompts free\nchoose n : 1..5\n{loop}")
    assert ran(checked, (2, 2), play) is None


def test_hints_that_fit_no_secret_are_refuted() -> None:
    checked = spec(GUESS)
    wrong = ran(checked, (30, 30), guessing(20, higher="lower"))
    assert wrong is not None
    assert wrong.found is not None
    assert ran(checked, (30, 30), guessing(99)) is not None


@pytest.mark.parametrize("secret", [1, 20, 50])
def test_who_stops_is_taken_to_have_been_guessed_right(secret: int) -> None:
    wrong = ran(spec(GUESS), (30, 30), guessing(secret, extra=1))
    assert wrong is not None
    assert wrong.case.values[0] == secret


def test_a_number_that_may_be_any_is_found_in_what_was_printed() -> None:
    checked = spec('print "It is {n : int}."\nread x : int\nprint n + x\n')

    def right() -> None:
        print("It is -12345.")
        print(-12345 + int(input()))

    assert ran(checked, (7, 1), right) is None
    assert ran(checked, (7, 1), lambda: print(f"It is 5.\n{input()}")) is not None


def test_what_cannot_be_found_out_is_neither_right_nor_wrong() -> None:
    checked = spec("choose n : int\nread x : int\nprint n + x\n")
    found = ran(checked, (7, 1), lambda: print(input()))
    assert found is not None
    assert found.kind is Kind.UNSTEADY
    assert found.run.differs


def test_arguments_are_given_to_the_program() -> None:
    checked = spec(ADD)
    assert case_for(checked, (3, 4)).lines.arguments == ("3", "4")  # type: ignore[attr-defined]
    assert ran(checked, (3, 4), lambda: print(int(sys.argv[1]) + int(sys.argv[2]))) is None
    assert ran(checked, (3, 4), lambda: print(int(sys.argv[1]))) is not None


def test_files_are_prepared_and_compared() -> None:
    checked = spec(DOUBLED)
    values = (3, -4, END_OF_INPUT)

    def program(factor: int = 2, *, spoils: bool = False) -> None:
        numbers = [int(line) for line in Path("in.txt").read_text().split()]
        Path("out.txt").write_text("".join(f"{factor * each}\n" for each in numbers))
        if spoils:
            Path("in.txt").write_text("")

    assert ran(checked, values, program) is None
    for wrong in (
        lambda: program(3),
        lambda: program(spoils=True),
        lambda: None,
    ):
        found = ran(checked, values, wrong)
        assert found is not None
        assert found.kind is Kind.WRONG_FILE


COUNTED = """\
repeat:
    read line : str | end
until line is end
print "{len(line.all)}" to "out.txt"
"""


def counting(mode: str, extra: int = 0) -> Callable[[], None]:
    """A program that writes to a file how many lines it has read."""

    def program() -> None:
        count = len(sys.stdin.readlines())
        with Path("out.txt").open(mode) as out:
            print(count + extra, file=out)

    return program


def test_a_file_is_compared_where_the_input_is_read_to_its_end() -> None:
    values = ("a", "b", END_OF_INPUT)
    assert ran(spec(COUNTED), values, counting("w")) is None
    found = ran(spec(COUNTED), values, counting("w", 1))
    assert found is not None
    assert found.kind is Kind.WRONG_FILE


def test_what_a_file_had_before_must_be_gone() -> None:
    document = refute.open(COUNTED, "console")
    assert str(document.check(program=counting("w")).verdict) == "passed"
    assert str(document.check(program=counting("a")).verdict) == "refuted"


def test_a_file_may_be_made_where_nothing_is_written_to_it() -> None:
    checked = spec('read n : 0..9\nif n > 0:\n    print "{n}" to "out.txt"\n')

    def program(text: str = "") -> None:
        number = int(input())
        Path("out.txt").write_text(f"{number}\n" if number else text)

    assert case_for(checked, (0,)).lines.wanted == ("out.txt",)  # type: ignore[attr-defined]
    assert ran(checked, (0,), program) is None
    assert ran(checked, (3,), program) is None
    assert ran(checked, (0,), lambda: program("0")) is not None


def test_what_is_said_of_chance_is_what_was_chosen_up_to_there() -> None:
    checked = spec(
        f"repeat:\n    {DICE.strip().replace(chr(10), chr(10) + '    ')}\nuntil one != two\n"
    )
    rolls = iter([(2, 2), (3, 4)])

    def wrong() -> None:
        for one, two in rolls:
            print(one, two)
            print(one + two + 1)

    found = ran(checked, (1, 2), wrong)
    assert found is not None
    assert "one = 2, two = 2" in found.reason


@pytest.mark.parametrize("text", [DICE, GUESS, ADD, DOUBLED])
def test_specifications_are_shown_as_they_are_written(text: str) -> None:
    shown = show(parse(Source("spec.ios", text)))
    assert show(parse(Source("spec.ios", shown))) == shown
    assert parse(Source("spec.ios", shown)) == parse(Source("spec.ios", text))


@pytest.mark.parametrize(
    "text",
    [
        "print 1\narguments n : int\nprint n\n",
        'arguments a : int ":" b : int\nprint a + b\n',
        'read x : int from "../secret"\nprint x\n',
    ],
)
def test_arguments_and_files_that_make_no_sense_are_rejected(text: str) -> None:
    with pytest.raises(InputError) as raised:
        spec(text)
    assert {each.code for each in raised.value.diagnostics} == {"IO026"}


def test_solutions_choose_take_arguments_and_use_files() -> None:
    assert "random.randint(1, 50)" in written(spec(GUESS), "python")
    assert "sys.argv" in written(spec(ADD), "python")
    assert 'open("in.txt")' in written(spec(DOUBLED), "python")
    assert "rand() % 50" in written(spec(GUESS), "c")
    assert "args[0]" in written(spec(ADD), "java")
    assert 'openFile "in.txt" ReadMode' in written(spec(DOUBLED), "haskell")


def test_a_file_that_is_read_and_written_by_turns_has_no_solution() -> None:
    text = 'loop:\n    read x : int from "a.txt"\n    if x == 0:\n        exit\n'
    with pytest.raises(InputError, match="alternately read and written"):
        written(spec(f'{text}    print x to "a.txt"\n'), "python")


def test_they_can_be_written_in_python() -> None:
    x, a, b = ints("x"), ints("a"), ints("b")
    chance = choose(x, between(1, 6)) + write(anything + result(x) + anything)
    assert ios(chance) == 'choose x : 1..6\nprint "{*}{x}{*}"\n'
    given = arguments((a, integer), (b, integer)) + write(result(a + b))
    assert ios(given).startswith("arguments a : int, b : int\n")
    files = repeat_until(read(x, integer | end_of_input, file="in.txt"), x.is_a("end"))
    assert 'from "in.txt"' in ios(files + write("done", file="out.txt"))
    assert 'to "out.txt"' in ios(files + write("done", file="out.txt"))


def test_a_played_specification_chooses_and_reads(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("in.txt").write_text("3\n")
    for name, text in (("add", ADD), ("doubled", DOUBLED), ("dice", DICE)):
        Path(f"{name}.ios").write_text(text)
    shown = [
        *refute.open("add.ios").run(argument=("3", "4")).report.outcomes,
        *refute.open("doubled.ios").run().report.outcomes,
        *refute.open("dice.ios").run(seed=1).report.outcomes,
    ]
    happened = ["\n".join(each.blocks[0].lines) for each in shown]  # type: ignore[union-attr]
    assert happened[0] == "prints 7\nstops"
    assert happened[1] == "writes 6 to out.txt\nstops"
    assert "chooses one = " in happened[2]


def test_a_run_that_was_saved_is_judged_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("dice.ios").write_text(DICE)

    def wrong() -> None:
        print("4 and 5\nsum 8")

    first = refute.open("dice.ios").check(program=wrong, random=3, save="case.json").report
    again = refute.open("dice.ios").check(replay="case.json").report
    assert first.outcomes[0].summary == again.outcomes[0].summary
    assert again.outcomes[0].verdict == "refuted"


PRODUCT = """choose a : 1..9
choose b : 1..9
print a to "first.txt"
print "{*}{a * b}{*}"
"""


def test_what_is_in_a_file_tells_what_was_chosen(tmp_path: Path) -> None:
    program = tmp_path / "program.py"
    program.write_text(
        "import random\n"
        "a, b = random.randint(1, 9), random.randint(1, 9)\n"
        "print(a, file=open('first.txt', 'w'))\n"
        "print(a * b)\n",
        "utf-8",
    )
    document = refute.open(PRODUCT, "console")
    found = document.check(program=[sys.executable, str(program)]).report.outcomes
    assert [str(each.verdict) for each in found] == ["passed"]


MANY = """choose a : 1..100
choose b : 1..100
read n : int
if n > a:
    print "{*}above{*}"
elif n < b:
    print "{*}below{*}"
print "{*}{a * b}{*}"
"""


def test_what_may_have_been_chosen_is_looked_for_within_the_effort() -> None:
    (outcome,) = refute.open(MANY, "console").check(effort=0.02).report.outcomes
    assert str(outcome.verdict) == "undecided"
    assert "effort" in outcome.reason
