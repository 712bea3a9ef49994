"""Several values on a line, values of several kinds, and the end of the input."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import refute
from refute.console import (
    anything,
    between,
    end_of_input,
    integer,
    ints,
    ios,
    one_of,
    read,
    read_line,
    repeat_until,
    result,
    retry,
    total,
    write,
)
from refute.diagnostics import InputError
from refute.languages import language
from refute.languages.console.meaning.lines import ReadStep
from refute.languages.console.meaning.playing import drive
from refute.languages.console.parser import parse
from refute.languages.console.program import load
from refute.languages.console.show import show
from refute.languages.console.solution import written
from refute.languages.console.types import Value
from refute.source import Source

TIME = """read h : 0..23 ":" m : 0..59 else retry
print "{*}{60 * h + m}{*}"
"""
PAIR = """read a : int, b : int
print a - b
"""
LIST = """read x : int, ...
print "{*}{max(x.all)}{*}"
"""
QUIT = """repeat:
    read x : int | {"q"}
until x == "q"
print "{*}{sum(x.all)}{*}"
"""
COMMANDS = """loop:
    read x : 1..9 | {"q", "sum"} else retry
    if x is int:
        print "{*}{x * x}{*}"
    elif x == "sum":
        print "{*}{sum(x.all)}{*}"
    else:
        exit
"""
END = """repeat:
    read x : int | end
until x is end
print "{*}{sum(x.all)}{*}"
"""
ECHO = """loop:
    read line : str | end
    if line is end:
        exit
    print "{line}!"
"""


def checked(text: str, program: Callable[[], object]) -> str:
    outcomes = list(document(text).check(program=program))
    return str(outcomes[0].verdict)


def document(text: str) -> refute.Document:
    return refute.Document(Source("spec.ios", text), language("console"))


def time_right() -> None:
    while True:
        parts = input().split(":")
        try:
            hours, minutes = map(int, parts)
        except ValueError:
            continue
        if 0 <= hours < 24 and 0 <= minutes < 60:
            break
    print(60 * hours + minutes)


def time_up_to_sixty() -> None:
    while True:
        try:
            hours, minutes = map(int, input().split(":"))
        except ValueError:
            continue
        if 0 <= hours < 24 and 0 <= minutes <= 60:
            break
    print(60 * hours + minutes)


def time_crashes_on_words() -> None:
    hours, minutes = map(int, input().split(":"))
    while not (0 <= hours < 24 and 0 <= minutes < 60):
        hours, minutes = map(int, input().split(":"))
    print(60 * hours + minutes)


def pair_right() -> None:
    first, second = input().split()
    print(int(first) - int(second))


def pair_turned_round() -> None:
    first, second = input().split()
    print(int(second) - int(first))


def pair_on_two_lines() -> None:
    print(int(input()) - int(input()))


def list_right() -> None:
    print(max(map(int, input().split())))


def list_first_only() -> None:
    print(int(input().split()[0]))


def list_from_zero() -> None:
    print(max([0, *map(int, input().split())]))


def quit_right() -> None:
    found = 0
    while (line := input()) != "q":
        found += int(line)
    print("sum:", found)


def quit_on_zero() -> None:
    found = 0
    while (line := input()) not in ("q", "0"):
        found += int(line)
    print("sum:", found)


def quit_only_last() -> None:
    found = 0
    while (line := input()) != "q":
        found = int(line)
    print(found)


def commands_right() -> None:
    numbers: list[int] = []
    while (line := input()) != "q":
        if line == "sum":
            print(sum(numbers))
        elif line.lstrip("+-").isdigit() and 1 <= int(line) <= 9:
            numbers.append(int(line))
            print(numbers[-1] ** 2)


def commands_take_ten() -> None:
    numbers: list[int] = []
    while (line := input()) != "q":
        if line == "sum":
            print(sum(numbers))
        elif line.lstrip("+-").isdigit() and 1 <= int(line) <= 10:
            numbers.append(int(line))
            print(numbers[-1] ** 2)


def end_right() -> None:
    print(sum(map(int, sys.stdin)))


def end_by_exception() -> None:
    found = 0
    try:
        while True:
            found += int(input())
    except EOFError:
        print(found)


def end_not_expected() -> None:
    found = 0
    while True:
        found += int(input())
        print(found)


def end_at_zero() -> None:
    found = 0
    while number := int(input()):
        found += number
    print(found)


def echo_right() -> None:
    for line in sys.stdin:
        print(line.rstrip("\n") + "!")


def echo_all_at_once() -> None:
    lines = sys.stdin.read().splitlines()
    for line in lines:
        print(line + "!")


@pytest.mark.parametrize(
    ("text", "program", "verdict"),
    [
        (TIME, time_right, "passed"),
        (TIME, time_up_to_sixty, "refuted"),
        (TIME, time_crashes_on_words, "refuted"),
        (PAIR, pair_right, "passed"),
        (PAIR, pair_turned_round, "refuted"),
        (PAIR, pair_on_two_lines, "refuted"),
        (LIST, list_right, "passed"),
        (LIST, list_first_only, "refuted"),
        (LIST, list_from_zero, "refuted"),
        (QUIT, quit_right, "passed"),
        (QUIT, quit_on_zero, "refuted"),
        (QUIT, quit_only_last, "refuted"),
        (COMMANDS, commands_right, "passed"),
        (COMMANDS, commands_take_ten, "refuted"),
        (END, end_right, "passed"),
        (END, end_by_exception, "passed"),
        (END, end_not_expected, "refuted"),
        (END, end_at_zero, "refuted"),
        (ECHO, echo_right, "passed"),
        (ECHO, echo_all_at_once, "refuted"),
    ],
    ids=lambda each: getattr(each, "__name__", ""),
)
def test_right_programs_pass_and_wrong_ones_are_refuted(
    text: str, program: Callable[[], object], verdict: str
) -> None:
    assert checked(text, program) == verdict


@pytest.mark.skipif(shutil.which("gcc") is None, reason="there is no compiler")
def test_programs_in_c_read_by_scanf(tmp_path: Path) -> None:
    import subprocess  # noqa: PLC0415 - only where there is a compiler

    source = tmp_path / "sum.c"
    source.write_text(
        "#include <stdio.h>\nint main(void) { int a, sum = 0; "
        'while (scanf("%d", &a) == 1) sum += a; printf("%d\\n", sum); return 0; }\n'
    )
    subprocess.run(["gcc", "-o", str(tmp_path / "sum"), str(source)], check=True)
    right = document(END).check(program=[str(tmp_path / "sum")], unfoldings=4)
    assert str(next(iter(right)).verdict) == "passed"


@pytest.mark.parametrize("text", [TIME, PAIR, LIST, QUIT, COMMANDS, END, ECHO])
def test_they_are_shown_as_they_were_written(text: str) -> None:
    tree = parse(Source("spec.ios", text))
    assert show(tree) == text
    assert parse(Source("shown.ios", show(tree))) == tree


@pytest.mark.parametrize("text", [TIME, PAIR, LIST, QUIT, COMMANDS, END, ECHO])
@pytest.mark.parametrize("language", ["python", "c", "java"])
def test_there_is_a_program_for_them(text: str, language: str) -> None:
    assert written(load(Source("spec.ios", text)), language)


@pytest.mark.parametrize("text", [TIME, QUIT, END, LIST, COMMANDS, ECHO])
def test_solutions_in_python_pass(text: str) -> None:
    code = compile(written(load(Source("spec.ios", text)), "python"), "solution.py", "exec")
    assert checked(text, lambda: exec(code, {"__name__": "__main__"})) == "passed"


def test_the_same_in_python() -> None:
    h, m, x = ints("h"), ints("m"), ints("x")
    minutes = anything + result(60 * h + m) + anything
    time = read_line((h, between(0, 23)), ":", (m, between(0, 59)), otherwise=retry)
    assert ios(time + write(minutes)) == TIME
    numbers = repeat_until(read(x, integer | end_of_input), x.is_a("end"))
    assert ios(numbers + write(anything + result(total(x.all)) + anything)) == END
    words = repeat_until(read(x, integer | one_of("q")), x == "q")
    assert ios(words + write(anything + result(total(x.all)) + anything)) == QUIT
    listed = read_line((x, integer), repeated=" ")
    assert ios(listed).strip() == "read x : int, ..."


def lines_of(text: str, *lines: str) -> list[Value]:
    """The values that lines are taken for."""
    specification = load(Source("spec.ios", text))
    left, values, rest = iter(lines), list[Value](), list[Value]()

    def answer(asks: ReadStep) -> Value | None:
        if asks.read.before is None:
            line = next(left, None)
            if line is None:
                return None
            rest[:] = asks.taken(line, specification.types)
        values.append(rest.pop(0))
        return values[-1]

    drive(specification.body, answer)
    return values


def test_a_line_is_taken_apart_at_its_separators() -> None:
    date = 'read d : 1..31 "." m : 1..12 "." y : int\nprint d\n'
    assert lines_of(date, "24.12.2026") == [24, 12, 2026]
    named = 'read name : str, x : int ";" ...\nprint name\n'
    assert lines_of(named, "Ada 1;2;3") == ["Ada", 1, 2, 3, "\n"]
    assert lines_of(PAIR, "  3 \t 4 ") == [3, 4]


@pytest.mark.parametrize("line", ["24:00", "12", "12:60", "1:2:3", "12 30", "abc", "", ":5", "5:"])
def test_a_bad_line_is_one_bad_input(line: str) -> None:
    first, *others = lines_of(TIME, line, "1:30")
    assert str(first) == line
    assert others == [1, 30]


def test_a_word_that_looks_like_a_number_is_one() -> None:
    either = "read x : int | str\nif x is int:\n    print x + 1\nelse:\n    print x\n"
    assert lines_of(either, "12") == [12]
    assert lines_of(either, "twelve") == ["twelve"]


@pytest.mark.parametrize(
    ("text", "code"),
    [
        ('read a : int | {"q"}\nprint a\n', "IO013"),
        ("read a : int\nif a is str:\n    print a\n", "IO004"),
        ('read a : int | {"q"}\nif a is real:\n    print a\n', "IO004"),
        ('read a : int " " b : int\nprint a\n', "IO025"),
        ('read a : int | {"q"}, b : int\nprint b\n', "IO025"),
        ("read a : int | bool\nprint a\n", "IO004"),
        ("read a, b : int\nprint a\n", "IO001"),
    ],
)
def test_what_is_wrong_is_said(text: str, code: str) -> None:
    with pytest.raises(InputError) as raised:
        load(Source("spec.ios", text))
    assert code in {each.code for each in raised.value.diagnostics}


def test_nothing_is_read_after_the_end() -> None:
    text = "read x : int | end\nread y : int\nprint y\n"
    values = lines_of(text, "1", "2")
    assert values == [1, 2]
    specification = load(Source("spec.ios", text))
    ended = ReadStep(specification.body[0].reads, (), (), True)  # type: ignore[union-attr]
    assert not ended.allows(1)
    assert ended.allows("\x04")


def test_what_is_not_the_only_word_is_a_number() -> None:
    text = 'read a : int | {"q"}\nif a != "q":\n    read b : int\n    print a + b\n'
    assert load(Source("spec.ios", text))
    with pytest.raises(InputError):
        load(Source("spec.ios", text.replace('{"q"}', '{"q", "x"}')))
