"""Specifications written in Python are the same as those in `.ios`."""

# ruff: noqa: F403, F405 - the module is made to be imported so

from __future__ import annotations

import pytest

from refute import console
from refute.console import *
from refute.diagnostics import InputError
from refute.languages.console.parser import parse
from refute.report.outcome import Verdict
from refute.source import Source

n, x, y = ints("n"), ints("x"), ints("y")
name = texts("name")

SUM = (
    read(n, nat)
    + until(length(x.all) == n, optional(n - length(x.all)) + read(x, integer))
    + write(anything + result(total(x.all)) + anything)
)
SUM_IOS = """\
read n : nat
until len(x.all) == n:
    print? n - len(x.all)
    read x : int
print "{*}{sum(x.all)}{*}"
"""
EVERYTHING = (
    read(x, (between(1, 9) | greater_than(20)) - one_of(5, 6), stop)
    + read(y, unique(at_least(-3) & at_most(3)), retry)
    + read(y, ~among(x) & without(less_than(4), merge(x, y)))
    + branch(
        (x.before(0) > y) & ~(y.is_in([1, 2])) | x.is_not_in(y.all.before(1)),
        write("a" + decorated(-x * 2) + "b", something),
        loop(read(name, text) + branch(name == "end", leave)),
    )
    + repeat_until(read(x, integer), x % 2 == y // 3)
    + do_while(read(x, integer), smallest(x.all) < largest(1, count(x, y.all)))
    + while_(absolute(x) <= 3, read(x, integer))
)
EVERYTHING_IOS = """\
read x : (1..9 | > 20) \\ {5, 6} else stop
read y : unique (>= -3 & <= 3) else retry
read y : not among x & (< 4 without merge(x, y))
if x > y and not y in [1, 2] or x not in y.all.before(1):
    print "a{~-x * 2}b" | "{+}"
else:
    loop:
        read name : str
        if name == "end":
            exit
repeat:
    read x : int
until x mod 2 == y div 3
do:
    read x : int
while min(x.all) < max(1, count(x, y.all))
while abs(x) <= 3:
    read x : int
"""


@pytest.mark.parametrize(
    ("made", "written"), [(SUM, SUM_IOS), (EVERYTHING, EVERYTHING_IOS)], ids=["sum", "everything"]
)
def test_both_forms_are_one_tree(made: console.Specification, written: str) -> None:
    assert ios(made) == written
    assert parse(Source("made.ios", written)) == made.tree


def test_composition_is_associative_with_nothing_as_neutral_element() -> None:
    one, two, three = read(x, integer), write(x), read(y, nat)
    assert (one + two) + three == one + (two + three)
    assert nothing + one == one == one + nothing


def program() -> None:
    count = int(input())
    print("It is", sum(int(input()) for _ in range(count)))


def one_less() -> None:
    count = int(input())
    print(sum(int(input()) for _ in range(count - 1)))


def test_functions_are_checked() -> None:
    report = check(SUM, program)
    assert report.verdict is Verdict.PASSED
    assert check(SUM, program, samples=5).outcomes[0].statistics["tests"] == 125
    wrong = check(SUM, one_less, unfoldings=5, samples=2)
    assert wrong.verdict is Verdict.REFUTED
    assert "one_less does what the specification says" in explain(wrong)
    assert "expected dialogue" in explain(wrong)


def test_python_functions_may_be_used_in_outputs_only() -> None:
    def title(text: str) -> str:
        return text.title()

    spec = read(name, text) + write("Dear " + result(apply(title, name)))

    def right() -> None:
        print("Dear", input().title())

    def wrong() -> None:
        print("Dear", input())

    assert check(spec, right).verdict is Verdict.PASSED
    assert check(spec, wrong).verdict is Verdict.REFUTED
    with pytest.raises(InputError) as rejected:
        check(spec + branch(apply(title, name) == name, write("x")), right)
    assert [each.code for each in rejected.value.diagnostics] == ["IO007"]


def test_enumerations_are_types_of_their_own() -> None:
    move = variable("move")
    spec = read(move, members("Move", "rock", "paper")) + write(move)
    assert ios(spec) == "enum Move = rock | paper\nread move : Move\nprint move\n"

    def echo() -> None:
        print(input())

    assert check(spec, echo).verdict is Verdict.PASSED


def test_conditions_cannot_be_taken_for_truth_values() -> None:
    with pytest.raises(TypeError, match="in place of"):
        bool(x == 1)
    with pytest.raises(TypeError, match="no value"):
        write(x + 1j)


def test_comparison_is_declared_once() -> None:
    compared = compare("collapsed", "numbers 0.5") + read(n, nat) + loop(read(n, nat) + leave)
    assert ios(compared).startswith("compare collapsed, numbers 0.5\n")
    assert ios(read(n, nat)) == "read n : nat\n"
    with pytest.raises(InputError, match="is not a way"):
        compare("colapsed")
    with pytest.raises(InputError, match="one `compare`"):
        compare("exact") + compare("collapsed")
