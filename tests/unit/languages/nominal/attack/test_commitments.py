"""Negation, conditions and cuts among hypotheses leave out no value of what is not known yet."""

from __future__ import annotations

import pytest

from asking import report_on
from refute.report.outcome import Outcome, Verdict
from refute.source import Source

PROGRAM = r"""
nat : type.  z : nat.  s : nat -> nat.
id : name_type.
pred even(nat).
even(z).
even(s(s(X))) :- even(X).
pred mem(nat, [nat]).
mem(X, [X|_]).
mem(X, [_|L]) :- mem(X, L).
pred distinct([nat]).
distinct([]).
distinct([X|L]) :- distinct(L), not(mem(X, L)).
pred parity(nat, nat).
parity(X, Y) :- even(X) -> Y = z | Y = s(z).
pred first(nat, nat).
first(X, z) :- even(X), !.
first(X, s(X)).
pred twice(nat, nat).
twice(X, Y) :- !, even(X), !, Y = X.
pred either(nat).
either(X) :- (even(X), ! ; X = s(z)).
pred answer(nat, nat).
answer(_, z) :- !.
answer(_, s(z)).
pred nested(nat, nat).
nested(X, Y) :- not(not(X = Y)).
pred other(id, id).
other(X, Y) :- not(X = Y).
pred pair(nat, nat).
pair(_, _).
pred hidden(nat).
hidden(X) :- pair(Y, _), not(Y = z), pair(Y, X).
pred no_even(nat).
no_even(X) :- even(X), !, fail.
no_even(_).
pred dear(nat).
dear(X) :- even(X), !, even(s(s(s(s(s(s(s(s(X))))))))).
dear(_).
pred limit(int, int).
limit(X, Y) :- X > 9 -> Y = 9 | Y = X.
"""


def checked(theorem: str) -> Outcome:
    text = f'{PROGRAM}#check "theorem" 4 : {theorem}.'
    (outcome,) = report_on("check", Source("commit.apl", text)).outcomes
    return outcome


@pytest.mark.parametrize(
    "theorem",
    [
        "not(X = z) => even(X)",
        "distinct([X, Y]) => fail",
        "distinct(L), mem(X, L), mem(Y, L) => X = Y",
        "parity(X, Y) => Y = z",
        "parity(s(X), Y) => even(X)",
        "first(X, Y) => Y = z",
        "nested(X, Y) => X = z",
        "other(X, Y) => fail",
        "twice(X, Y) => X = z",
        "limit(X, Y) => Y = 9",
        "limit(X, Y) => X = Y",
        "not(even(X)), not(X = s(z)) => fail",
    ],
)
def test_what_a_commitment_depends_on_is_tried_value_by_value(theorem: str) -> None:
    assert checked(theorem).verdict is Verdict.REFUTED


@pytest.mark.parametrize(
    "theorem",
    ["answer(X, Y) => Y = z", "either(X) => even(X)", "hidden(X) => fail"],
)
def test_what_may_be_left_out_keeps_a_theorem_from_being_confirmed(theorem: str) -> None:
    assert checked(theorem).verdict is not Verdict.CONFIRMED


@pytest.mark.parametrize(
    "theorem",
    ["not(X = X) => fail", "distinct([X, X]) => fail", "parity(z, Y) => Y = z"],
)
def test_what_no_value_changes_is_still_confirmed(theorem: str) -> None:
    assert checked(theorem).verdict is Verdict.CONFIRMED


@pytest.mark.parametrize(
    "theorem",
    ["no_even(X), even(X) => fail", "even(X), no_even(X) => fail", "dear(X), even(X) => fail"],
)
def test_a_clause_that_commits_is_tried_even_if_what_follows_has_no_derivation(
    theorem: str,
) -> None:
    assert checked(theorem).verdict in {Verdict.PASSED, Verdict.CONFIRMED}
