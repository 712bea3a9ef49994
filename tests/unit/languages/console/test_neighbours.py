"""The nearest wrong specifications: which there are, how they are told, how they behave."""

from __future__ import annotations

import pytest

from refute.languages.console.meaning.traces import perform
from refute.languages.console.neighbours import Neighbour, neighbours_of

from .specifications import SUM, spec


def words(text: str) -> list[str]:
    return [each.words for each in neighbours_of(spec(text))]


def neighbour(text: str, what: str) -> Neighbour:
    (found,) = (each for each in neighbours_of(spec(text)) if each.words == what)
    return found


KINDS = [
    ("read x : int\nif x > 3:\n    print 1\n", "`x >= 3` instead of `x > 3`"),
    ("read x : int\nif x > 3:\n    print 1\n", "`x == 3` instead of `x > 3`"),
    ("read x : int\nif x > 3:\n    print 1\n", "`4` instead of `3`"),
    ("read x : int\nif x > 3:\n    print 1\n", "`x > 3` is turned round"),
    ("read x : int\nif x > 3:\n    print 1\n", "the output 1 is left out"),
    ("read x : int\nif x > 3:\n    print 1\n", "the output 1 comes twice"),
    ("read x : int\nprint x + 400\n", "`200` instead of `400`"),
    ("read x : int\nprint x > 1 and x < 9\n", "`x > 1` instead of `x > 1 and x < 9`"),
    ("read x : int\nprint x > 1 and x < 9\n", "`not x > 1 and x < 9` instead of `x > 1 and x < 9`"),
    ("read x : int\nprint x > 1 and x < 9\n", "`x > 1 or x < 9` instead of `x > 1 and x < 9`"),
    (SUM, "`x.all.before(1)` instead of `x.all`"),
    (SUM, "`product(x.all)` instead of `sum(x.all)`"),
    (SUM, "`len(x.all) == n + 1` instead of `len(x.all) == n`"),
    (SUM, "the loop runs at most twice"),
    ("read x : int\nread x : int\nprint x\n", "`x.before(1)` instead of `x`"),
    ("read x : int\nread y : int\nprint x\n", "`y` instead of `x`"),
    (
        "read x : int\nprint either(x > 0, 1, 2)\n",
        "`2 if x > 0 else 1` instead of `1 if x > 0 else 2`",
    ),
    ("read x : 1..9\nprint x\n", "`x` is one of `1..8` instead of `1..9`"),
    ("read x : 1..9 else retry\nprint x\n", "`x` is one of `0..9` instead of `1..9`"),
    ("read x : 1..9 else retry\nprint x\n", "any int is taken for `x` without a check"),
    ("read x : 1..9 else stop\nprint x\n", "after an invalid `x` the program asks again"),
]


@pytest.mark.parametrize(("text", "kind"), KINDS)
def test_every_kind_of_change_is_made(text: str, kind: str) -> None:
    assert kind in words(text)


def test_a_change_that_never_matters_is_not_made() -> None:
    assert not [each for each in words("read x : 1..9\nprint x\n") if "0..9" in each]
    assert len(words(SUM)) == len({str(each) for each in neighbours_of(spec(SUM))})


def test_neighbours_use_only_what_was_read_and_end() -> None:
    once = words("read x : int\nloop:\n    read y : int\n    if y == 0:\n        exit\nprint x\n")
    assert "`x.before(1)` instead of `x`" not in once
    for each in neighbours_of(spec(SUM)):
        perform(each.specification.body, (2, 5, 7), each.choose)


def test_a_neighbour_is_a_specification_that_can_be_played() -> None:
    changed = neighbour(SUM, "`product(x.all)` instead of `sum(x.all)`")
    assert changed.line == 4
    trace = perform(changed.specification.body, (2, 5, 7), changed.choose)
    assert [getattr(step, "text", "") for step in trace] == ["", "", "", "35"]
    hint = neighbour("read x : int\nprint? x\n", "the output x comes twice")
    assert len(perform(hint.specification.body, (1,), hint.choose)) == 2
