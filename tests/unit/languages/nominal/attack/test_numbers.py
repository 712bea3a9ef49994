"""Theorems about numbers: arithmetic waits for them, and the solver finds them."""

from __future__ import annotations

import pytest

from asking import report_on
from refute.report.outcome import Lines, Outcome, Verdict
from refute.source import Source

PROGRAM = r"""
pred any(int). any(_).
pred letter(char). letter(_).
pred positive(int). positive(X) :- X > 0.
pred double(int, int). double(X, Y) :- Y is X + X.
pred between(int, int, int). between(X, Y, Z) :- X < Y, Y < Z.
pred hidden(int). hidden(X) :- between(0, Y, 2), X is Y * 7.
pred never(int). never(_) :- between(0, _, 1).
pred implies(bool, bool, bool). implies(X, Y, Z) :- Z is ((neg X) || Y).
pred factorial(int, int).
factorial(0, 1).
factorial(N, K) :- N > 0, M is N - 1, factorial(M, I), K is N * I.
pred small(int). small(X) :- not(X > 3).
pred below(int). below(X) :- X < 1000.
pred other(int). other(X) :- not(X = 77).
pred text(string). text([]). text([_|S]) :- text(S).
pred harmless(string). harmless([]). harmless([C|S]) :- not(C = ';'), harmless(S).
exp : type. num : int -> exp. add : (exp, exp) -> exp.
pred eval(exp, int).
eval(num(N), N).
eval(add(E, F), K) :- eval(E, I), eval(F, J), K is I + J.
"""


def outcome(theorem: str, bound: int = 4) -> Outcome:
    source = Source("test.apl", f'{PROGRAM}#check "theorem" {bound} : {theorem}.')
    return report_on("check", source).outcomes[0]


@pytest.mark.parametrize(
    ("theorem", "found"),
    [
        ("double(X, Y) => positive(Y)", "Y = 0"),
        ("double(X, 10) => X = 4", "X = 5"),
        ("between(X, Y, Z), X > 100 => fail", "X = 101"),
        ("between(X, Y, Z), Z > 1000 => X = Y", "Z = "),
        ("hidden(X) => X < 7", "X = 7"),
        ("eval(E, K), K > 5 => E = num(K)", "E = add"),
        ("any(X), any(Y) => X = Y", "X = "),
        ("any(X) => below(X)", "X = 1000"),
        ("any(X) => X <= 5000", "X = 5001"),
        ("any(X) => other(X)", "X = 77"),
        ("factorial(N, K) => K < 6", "N = 3"),
        ("implies(X, Y, Z) => Z = true", "Z = false"),
        ("implies(X, Y, Z), Z is N < 3 => X = false", "X = true"),
        ("X + Y = Z => X < Z", "Z = 0 + 0"),
        ("Z = div X Y => Z < 3", "Z = div 3 1"),
        ("Y is mod X 7, X > 20 => Y < 6", "Y = 6"),
        ("Y is mod X 3, X < 0 => Y = 0", "Y = -"),
        ("X is div(Y, -2), X > 3 => Y < -9", "X = 4"),
        ("between(0, X, Y) => below(Y)", "X = "),
        ("between(X, Y, 5000) => X <= 100", "X = 101"),
        ("text(S) => harmless(S)", 'S = ";"'),
    ],
)
def test_numbers_that_refute_are_found(theorem: str, found: str) -> None:
    answer = outcome(theorem)
    assert answer.verdict is Verdict.REFUTED
    lines = [each for block in answer.blocks if isinstance(block, Lines) for each in block.lines]
    assert any(each.startswith(found) for each in lines), lines


@pytest.mark.parametrize(
    ("theorem", "verdict"),
    [
        ("double(X, 9) => fail", Verdict.CONFIRMED),
        ("double(X, 10) => X = 5", Verdict.CONFIRMED),
        ("between(X, Y, Z), Z is X + 1 => fail", Verdict.CONFIRMED),
        ("never(X) => fail", Verdict.CONFIRMED),
        ("Y is mod X 3, Y > 2 => fail", Verdict.CONFIRMED),
        ("implies(true, Y, Z) => Y = Z", Verdict.CONFIRMED),
        ("Y is mod(X, -3), X > 0, Y < 0 => fail", Verdict.CONFIRMED),
        ("3 is div X 2, X < 6 => fail", Verdict.CONFIRMED),
        ("hidden(X) => X = 7", Verdict.CONFIRMED),
        ("positive(X), double(X, Y) => positive(Y)", Verdict.PASSED),
    ],
)
def test_what_the_solver_excludes_is_no_counterexample(theorem: str, verdict: Verdict) -> None:
    assert outcome(theorem).verdict is verdict


@pytest.mark.parametrize("theorem", ["any(X) => X = 0", "letter(X) => X = 'a'"])
def test_other_numbers_and_characters_are_not_taken_to_be_searched(theorem: str) -> None:
    assert outcome(theorem, bound=1).verdict is Verdict.PASSED
    assert outcome(theorem, bound=2).verdict is Verdict.REFUTED


def test_numbers_are_tried_before_it_is_decided_that_something_fails() -> None:
    assert outcome("small(X) => X < 4").verdict is Verdict.PASSED
    assert outcome("small(X) => X < 3").verdict is Verdict.REFUTED


@pytest.mark.parametrize("negation", ["nf", "ne", "nes"])
def test_numbers_that_must_differ_are_found(negation: str) -> None:
    text = (
        "pred same(int, int). same(X, X). pred apart(int, int, int). apart(X, Y, Z) :- Z is X - Y."
    )
    theorem = '#check "commutes" 4 : apart(X, Y, Z), apart(Y, X, W) => same(Z, W).'
    found = report_on("check", Source("test.apl", text + theorem), negation=negation).outcomes[0]
    assert found.verdict is Verdict.REFUTED
