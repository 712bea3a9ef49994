"""Texts are typed of which all holds that a specification asks of their parts, and nearly all."""

from __future__ import annotations

import re
from random import Random

import pytest

import refute
from refute.languages.console.meaning.lines import ReadStep
from refute.languages.console.paths.values import Values
from refute.languages.console.typecheck import reads_of
from refute.report.outcome import Outcome

from .specifications import spec

PLATE = """
read plate : str
if len(split(plate, "-")) == 2 and len(split(plate, "-")[0]) == 2
        and all(is_letter(c) for c in chars(split(plate, "-")[0]))
        and len(split(plate, "-")[1]) == 3
        and all(is_digit(c) for c in chars(split(plate, "-")[1])):
    print "valid"
else:
    print "wrong"
""".replace("\n        and", " and")
CODE = """
read code : str
if len(code) == 6 and code[2] == "-" and all(is_digit(c) for c in chars(code[3:])):
    print "valid"
else:
    print "wrong"
"""
TIME = """
read t : str
if len(split(t, ":")) != 2
        or not all(len(p) == 2 and all(is_digit(c) for c in chars(p)) for p in split(t, ":")):
    print "wrong"
elif int(split(t, ":")[0]) > 23 or int(split(t, ":")[1]) > 59:
    print "wrong"
else:
    print "valid"
""".replace("\n        or", " or")
MAIL = """
read mail : str
if len(split(mail, "@")) == 2 and split(mail, "@")[1] ends with ".org":
    print "valid"
else:
    print "wrong"
"""
PIN = """
read pin : str
if len(pin) == 4 and all(is_digit(c) for c in chars(pin)):
    print "valid"
else:
    print "wrong"
"""
NUMBERS = """
read line : str
if all(len(p) > 0 and all(is_digit(c) for c in chars(p)) for p in split(line, ";")):
    print "valid"
else:
    print "wrong"
"""
LOCKER = """
read code : str
if len(code) == 7 and code[2] == "-"
        and all(is_letter(c) and upper(c) == c for c in chars(code[0:2]))
        and all(is_digit(c) for c in chars(code[3:7])):
    print "valid"
else:
    print "wrong"
""".replace("\n        and", " and")
AGAIN = (
    LOCKER.replace("\n", "\n    ")
    .replace("\n    read", "\nloop:\n    read", 1)
    .replace('print "valid"', 'print "valid"\n        exit')
)
PROGRAMS = {
    PLATE: (
        r"[A-Za-z]{2}-[0-9]{3}",
        [r"[A-Za-z]{2}-[0-9]+", r".{2}-[0-9]{3}", r"[A-Za-z]{2}-.{3}", r"[A-Za-z]+-[0-9]{3}",
         r"[a-z]{2}-[0-9]{3}", r"[A-Za-z]{2}-[0-9]{3}(-.*)?", r"[A-Za-z]{2}-[1-9][0-9]{2}"],
    ),
    CODE: (r"..-[0-9]{3}", [r"..-.{3}", r"...[0-9]{3}", r"..-[0-9]{3,}", r"..-[0-9]{2,3}"]),
    TIME: (
        r"([01][0-9]|2[0-3]):[0-5][0-9]",
        [r"[0-2][0-9]:[0-5][0-9]", r"([01][0-9]|2[0-3]):[0-9]{2}",
         r"([01]?[0-9]|2[0-3]):[0-5][0-9]", r"([01][0-9]|2[0-3]):[0-5][0-9](:.*)?"],
    ),
    MAIL: (r"[^@]*@[^@]*\.org", [r".*@.*\.org", r"[^@]*@[^@]*", r"[^@]*@[^@]*org.*"]),
    NUMBERS: (
        r"[0-9]+(;[0-9]+)*",
        [r"[0-9]+", r"[0-9]*(;[0-9]*)*", r"[0-9]+;[0-9]+", r"[0-9]+(;[0-9]+)?", r"[0-9](;[0-9])*"],
    ),
    LOCKER: (
        r"[A-Z]{2}-[0-9]{4}",
        [r"[A-Z]{2}-[0-9]{4,}", r"[A-Z]{2}.[0-9]{4}", r"[A-Z0-9]{2}-[0-9]{4}", r"[A-Z]{2}-[0-9].*",
         r"[A-Za-z]{2}-[0-9]{4}", r"[A-Z]{2}-[1-9]{4}"],
    ),
    PIN: (r"[0-9]{4}", [r"[1-9][0-9]{3}", r"[0-9]{4,}", r"[0-9]{3,4}", r".{4}"]),
}  # fmt: skip


def answer(text: str, pattern: str) -> Outcome:
    """What is said of a program that takes for valid what a pattern fits."""

    def program() -> None:
        print("valid" if re.fullmatch(pattern, input()) else "wrong")

    (outcome,) = refute.open(text, "console").check(program=program).report.outcomes
    return outcome


@pytest.mark.parametrize("text", PROGRAMS)
def test_conditions_on_parts_of_a_text_are_reached(text: str) -> None:
    assert str(answer(text, PROGRAMS[text][0]).verdict) == "passed"


@pytest.mark.parametrize(
    ("text", "wrong"), [(text, w) for text, (_, ws) in PROGRAMS.items() for w in ws]
)
def test_a_program_that_looks_at_a_part_wrongly_is_refuted(text: str, wrong: str) -> None:
    assert str(answer(text, wrong).verdict) == "refuted"


@pytest.mark.parametrize("pattern", [PROGRAMS[LOCKER][0], *PROGRAMS[LOCKER][1]])
def test_a_program_that_asks_until_it_gets_a_code_is_tested_as_well(pattern: str) -> None:
    def program() -> None:
        while not re.fullmatch(pattern, input()):
            print("wrong")
        print("valid")

    (outcome,) = refute.open(AGAIN, "console").check(program=program).report.outcomes
    assert (str(outcome.verdict) == "passed") == (pattern == PROGRAMS[LOCKER][0])


@pytest.mark.parametrize(
    "condition",
    [
        'len(x) > 40 and x[40] == "a"',
        'x[1:3][30:] == "a"',
        'len(split(x, "-")) == 50',
        'len(x) > 0 and x[-1] == "a" and x[0] == "b"',
        'last(split(split(x, "-")[0], ":")) == "a"',
    ],
)
def test_what_no_short_text_fulfils_does_no_harm(condition: str) -> None:
    checked = spec(f"read x : str\nif {condition}:\n    print 1\nelse:\n    print 2\n")
    (read,) = reads_of(checked.body)
    found = Values(checked).worth_typing(ReadStep((read,), (), (), False), Random(0))
    assert len(found) == len(set(found)) > 0
