"""A bad input that ends a program: any message will do, but not the result for a good input."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from refute.execution import FunctionProgram
from refute.languages.console.testing import Campaign, Plan, verify

from .specifications import spec

TICKET = """
read age : 0..130 else stop
if age < 18:
    print "child"
else:
    print "adult"
"""
ECHO = 'read age : 0..130 else stop\nprint "{*}{age}{*}"\n'
SAID = 'read age : 0..130 else stop:\n    print "child"\nprint "child"\n'


def ticket(bad: str | None, good: Callable[[int], str]) -> None:
    try:
        age = int(input())
    except ValueError:
        age = 999
    if bad is not None and not 0 <= age <= 130:
        print(bad, end="\n" if bad else "")
    else:
        print(good(age))


def kind(age: int) -> str:
    return "child" if age < 18 else "adult"


@pytest.mark.parametrize(
    ("text", "bad", "good", "right"),
    [
        (TICKET, "", kind, True),
        (TICKET, "That is no age.", kind, True),
        (TICKET, "no child, no adult", kind, True),
        (TICKET, None, kind, False),
        (TICKET, "adult", kind, False),
        (ECHO, "131 is no age", lambda age: f"You are {age}", True),
        (SAID, "child", lambda _age: "child", True),
    ],
)
def test_a_bad_input_is_not_taken_for_a_good_one(
    text: str, bad: str | None, good: Callable[[int], str], right: bool
) -> None:
    verified = verify(Campaign(spec(text), Plan()), FunctionProgram(lambda: ticket(bad, good)))
    assert (verified.failure is None) is right
    if verified.failure is not None:
        assert verified.failure.reason.startswith("It took ")
        assert "for a valid input: it printed" in verified.failure.reason
