"""Control, quantifiers, freshness of unknown names, evaluation."""

from __future__ import annotations

import pytest

from refute.diagnostics import InputError
from refute.solver import Ended

from .asking import LAMBDA, ask, report

PROGRAM = (
    LAMBDA
    + r"""
nat : type. z : nat. s : nat -> nat.
pred p(int). p(1). p(2). p(3).
pred q(int). q(X) :- p(X), !. q(9).
pred r(int,int). r(X,Y) :- p(X), (X = 2, ! ; true), p(Y).
pred below(int,int). below(X,Y) :- X < Y -> true | fail.
pred inc(nat,nat). inc(X,s(X)).
func plus(nat,nat) = nat.
plus(z,Y) = Y.
plus(s(X),Y) = s(plus(X,Y)).
pred leak(exp,exp). leak(lam(a\_),var(a)).
pred scope(exp,exp). scope(lam(a\X),X).
pred around(nat,nat). around(A,s(A)).
pred inner(nat,nat). inner(A,B) :- C = s(A), (B = C ; B = z).
pred two((id,nat)). two(P) :- P = (_,s(s(z))).
pred split(id,nat). split(A,B) :- two(A,B).
"""
)

CASES: list[tuple[str, list[str]]] = [
    ("q(X)", ["Yes.", "X = 1"]),
    ("q(9)", ["Yes."]),
    ("r(X,3)", ["Yes.", "X = 1", "Yes.", "X = 2"]),
    ("p(X), X > 1, !", ["Yes.", "X = 2"]),
    ("p(X) -> Y = X | Y = 0", ["Yes.", "X = 1", "Y = 1"]),
    ("p(7) -> Y = 1 | Y = 0", ["Yes.", "Y = 0"]),
    ("(p(X), !, X = 2) -> Y = 1 | Y = 0", ["Yes.", "Y = 0"]),
    ("not(p(7)), X = 1", ["Yes.", "X = 1"]),
    ("not(p(2))", []),
    ("not(not(X = 1)), X = 2", ["Yes.", "X = 2"]),
    ("below(1,2)", ["Yes."]),
    ("below(2,1)", []),
    ("true", ["Yes."]),
    ("false", []),
    ("fail", []),
    ("forall X. X = X", ["Yes."]),
    ("forall X. X = Y", []),
    ("exists X. forall Y. X = Y", []),
    ("forall Y. exists X. X = Y", ["Yes."]),
    ("forall Y. plus(z,Y) = Y", ["Yes."]),
    ("forall Y. inc(Y,_)", ["Yes."]),
    ("forall Y. inc(Y,Z)", []),
    ("new a. forall X. new b. (a~b)X = X", []),
    ("forall X. new a. new b. (a~b)X = X", ["Yes."]),
    ("new a. X = a", []),
    ("new a. exists X. X = a", ["Yes."]),
    ("new a. a # X, X = b", ["Yes.", "X = b"]),
    ("X # X", []),
    ("X # Y, X = a, Y = a", []),
    ("X # Y, Y = a, X = b", ["Yes.", "X = b", "Y = a"]),
    ("X # Y, X = Y", []),
    ("X # Y, (a~b)X = Y, X = a", ["Yes.", "X = a", "Y = b"]),
    (r"X # a\X, X = a", ["Yes.", "X = a"]),
    (r"X # a\X, X = b", []),
    ("X # Y", ["Yes.", "X # Y"]),
    ("X = s(X)", []),
    ("X = s(Y), Y = s(X)", []),
    ("(a~b)X = X", ["Yes.", "a # X", "b # X"]),
    ("(a~b)(b~c)X = X", ["Yes.", "a # X", "b # X", "c # X"]),
    ("(a~b)X = (a~b)X", ["Yes."]),
    ("plus(X,Y) = s(z), Y = z, !", ["Yes.", "X = s z", "Y = z"]),
    ("plus(X,s(X)) = s(z), !", ["Yes.", "X = z"]),
    (r"leak(lam(b\var(Z)),var(Z))", []),
    (r"leak(lam(b\var(b)),E)", ["Yes.", "E = var a"]),
    (r"scope(lam(b\var(Z)),E), E = var(Z)", ["Yes.", "E = var Z", "b # Z"]),
    ("around(X,X)", []),
    ("around(X,Y), Y = X", []),
    ("X = Y, around(X,Y)", []),
    ("inner(X,X)", ["Yes.", "X = z"]),
    ("inner(X,Y), X = Y", ["Yes.", "X = z", "Y = z"]),
    ("two((a,X))", ["Yes.", "X = s (s z)"]),
    ("split(a,X)", ["Yes.", "X = s (s z)"]),
    ("X is 7 `div` 2 + 7 `mod` 2 - min 3 4 * max 1 2", ["Yes.", "X = -2"]),
    ("X is div (-7) 2, Y is mod (-7) 2", ["Yes.", "X = -3", "Y = -1"]),
    ("X is (1 < 2 && neg (2 <= 1))", ["Yes.", "X = true"]),
    ("X is 10 - 3 - 2", ["Yes.", "X = 9"]),
    ("Y = 2, Y >= 2, Y <= 2", ["Yes.", "Y = 2"]),
    ('X is Name.to_string(abc)', ["Yes.", 'X = "abc"']),
    ('X is mk_abs a (a,b), X = c\\Y', ["Yes.", "X = a\\(a,b)", "Y = (c,b)"]),
    ('(X,Y) is split_abs(a\\(a,b))', ["Yes.", "X = a", "Y = (a,b)"]),
]  # fmt: skip


@pytest.mark.parametrize(("goal", "expected"), CASES, ids=[goal for goal, _ in CASES])
def test_a_goal(goal: str, expected: list[str]) -> None:
    assert ask(goal, PROGRAM) == expected


@pytest.mark.parametrize(
    "goal", ["X is Y + 1", "X is 1 `div` 0", "X < 1", r"X is Y{a/b}", "X is neg Y"]
)
def test_what_cannot_be_computed_is_said_with_its_place(goal: str) -> None:
    found = report(f"{PROGRAM}?- {goal}.\n?- 1 = 1.")
    (diagnostic,) = found.diagnostics
    assert [each.verdict for each in found.outcomes] == ["undecided", "confirmed"]
    assert found.exit_code == 2
    assert diagnostic.code == "AP030"
    assert diagnostic.primary is not None
    assert diagnostic.primary.span.text == goal


def test_an_endless_query_ends_with_its_budget() -> None:
    loop = "pred loop(int). loop(X) :- loop(X).\n?- loop(1)."
    (by_nodes,) = report(loop, nodes=5_000).outcomes
    assert (by_nodes.verdict, by_nodes.reason) == ("undecided", "the node limit was reached")
    assert by_nodes.statistics["nodes"] == 5_000
    (by_time,) = report(loop, time_limit=0.05).outcomes
    assert (by_time.verdict, by_time.reason) == ("undecided", Ended.TIME)


def test_the_answers_found_before_the_budget_ended_are_kept() -> None:
    (outcome,) = report(
        "pred n(int). n(1). n(X) :- n(Y), X is Y + 1.\n?- n(X), X < 3.", nodes=500
    ).outcomes
    assert outcome.summary.startswith("2 answers; the search is not complete")


def test_options_of_other_strategies_are_refused() -> None:
    with pytest.raises(InputError) as caught:
        report("?- 1 = 1.", depth=3)
    assert caught.value.diagnostics[0].code == "F010"


@pytest.mark.parametrize("precedence", range(1, 10))
def test_an_answer_can_be_asked_again(precedence: int) -> None:
    program = f"e : type.\na : e.\n+> : e -> e -> e.\ninfixr +> {precedence}.\n"
    program += "pred p(e, [e]).\np(((a +> a) +> a +> a), [(a +> a)])."
    yes, *values = ask("p(X, L)", program)
    assert ask(f"{', '.join(values)}, p(X, L)", program) == [yes, *values]
