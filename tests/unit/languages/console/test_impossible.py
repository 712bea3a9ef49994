"""Outcomes that no inputs can have are seen without walking paths, and no other ones."""

from __future__ import annotations

import pytest

from refute.languages.console.paths.impossible import impossible_outcomes
from refute.languages.console.program import load
from refute.languages.console.show import show_expression
from refute.languages.console.syntax import If
from refute.languages.console.typecheck.wellformed import statements_of
from refute.solver import open_session
from refute.source import Source

SIGNS = """repeat:
    read n : int
    if n > 0:
        print "positive"
    elif n < 0:
        print "negative"
    elif n == 0:
        print "zero"
until n == 7
"""
MENU = """repeat:
    read word : {"up", "down", "quit"}
    if word == "up":
        print "higher"
    elif word == "down":
        print "lower"
    elif word == "quit":
        print "bye"
until word == "quit"
"""
KINDS = """loop:
    read x : int | {"q"} | end
    if x is end:
        exit
    if x is int:
        print x
    elif x == "q":
        exit
"""
READ_AGAIN = """read n : int
if n > 0:
    read n : int
    if n > 0:
        print n
"""
EARLIER = """repeat:
    read n : unique 1..9
    if len(n.all) == 1:
        print "first"
    elif n == 1 and n in n.all:
        print "one"
    if len(n.all) > 1:
        print n.before(1)
until n == 9
"""
OTHERS = """read a : 1..9
read b : a..9
if a > 5:
    read a : 1..3
    if b < 5:
        print "small"
    elif b > 3:
        print "large"
"""
SET = """read n : 1..9
if n > 0:
    print n
"""


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (SIGNS, ["n == 0 False"]),
        (MENU, ['word == "quit" False']),
        (KINDS, ["x is str False"]),
        (READ_AGAIN, []),
        (EARLIER, []),
        (OTHERS, ["b > 3 False"]),
        (SET, ["n > 0 False"]),
    ],
)
def test_what_was_asked_since_a_value_was_read_is_known(text: str, expected: list[str]) -> None:
    checked = load(Source("task.ios", text))
    found = impossible_outcomes(checked, open_session())
    conditions = {
        id(each): show_expression(each.condition)
        for each in statements_of(checked.body)
        if isinstance(each, If)
    }
    assert [f"{conditions[number]} {truth}" for number, truth in sorted(found)] == expected
