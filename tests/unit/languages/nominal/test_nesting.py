"""Programs that nest deeply, or are wide."""

from __future__ import annotations

import pytest

from refute.diagnostics import InputError

from .asking import answers, report

DEEP = 400
SIGNATURE = r"""
nat : type. z : nat. s : nat -> nat. p : (nat,nat) -> nat.
id : name_type. l : (id\nat) -> nat.
pred q nat. pred r nat. r z.
"""


@pytest.mark.parametrize(
    "term",
    [
        "s(" * DEEP + "z" + ")" * DEEP,
        "p(z," * DEEP + "z" + ")" * DEEP,
        "p(" * DEEP + "z" + ",z)" * DEEP,
        "l(x\\" * DEEP + "z" + ")" * DEEP,
        "(" * DEEP + "z" + ")" * DEEP,
    ],
    ids=["s", "right", "left", "binders", "parentheses"],
)
def test_a_term_may_nest_deeply(term: str) -> None:
    assert answers(f"{SIGNATURE} q ({term}).\n?- q ({term}).") == ["Yes."]


def test_conjunctions_tuples_and_lists_may_be_long() -> None:
    many = 3 * DEEP
    assert answers(f"{SIGNATURE}?- {', '.join(['r z'] * many)}.") == ["Yes."]
    assert answers(f"{SIGNATURE}?- ({', '.join(['z'] * many)}) = (X, _).") == ["Yes.", "X = z"]
    assert answers(f"{SIGNATURE}?- {'z :: ' * DEEP}[] = [X | _].") == ["Yes.", "X = z"]


def test_what_nests_too_deeply_is_refused() -> None:
    with pytest.raises(InputError) as caught:
        report(f"{SIGNATURE}?- X = {'s(' * 50_000}z{')' * 50_000}.")
    assert caught.value.diagnostics[0].code == "AP004"
