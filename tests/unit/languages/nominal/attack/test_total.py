"""Functions with one value everywhere, and theorems about what they make of arbitrary values."""

from __future__ import annotations

import pytest

from asking import report_on
from refute.languages.nominal.attack.total import Totality
from refute.languages.nominal.program import load
from refute.languages.nominal.signature import Signature
from refute.report.outcome import Outcome, Verdict
from refute.source import Source

TYPES = r"""
id : name_type.
ty : type.  nat : ty.  box : ty.  fun : (ty, ty) -> ty.
exp : type.  var : id -> exp.  lam : (id\exp) -> exp.  app : (exp, exp) -> exp.
func flip(ty) = ty.
flip(nat) = box.  flip(box) = nat.  flip(fun(S, T)) = fun(flip(S), flip(T)).
func twice(ty) = ty.
twice(nat) = nat.  twice(box) = box.  twice(fun(S, T)) = fun(flip(flip(S)), twice(T)).
func partial(ty) = ty.
partial(nat) = nat.  partial(fun(S, T)) = fun(partial(S), T).
func doubled(ty) = ty.
doubled(nat) = nat.  doubled(nat) = box.  doubled(box) = nat.  doubled(fun(S, T)) = fun(S, T).
func same(ty) = ty.
same(nat) = nat.  same(box) = box.  same(fun(S, S)) = S.
func endless(ty) = ty.
endless(nat) = nat.  endless(box) = box.  endless(fun(S, T)) = endless(fun(T, S)).
func deep(ty) = ty.
deep(nat) = nat.  deep(box) = box.  deep(fun(S, T)) = deep(deep(S)).
func conditional(ty) = ty.
conditional(nat) = nat.  conditional(box) = box :- flip(box) = box.
conditional(fun(S, T)) = fun(S, T).
func bound(exp) = exp.
bound(var(X)) = var(X).  bound(lam(x\M)) = lam(x\bound(M)).
bound(app(M, N)) = app(bound(N), M).
func sub(exp, id, exp) = exp.
sub(var(X), X, N) = N.  sub(var(Y), X, _) = var(Y) :- X # Y.
sub(lam(y\M), X, N) = lam(y\sub(M, X, N)) :- y # (X, N).
sub(app(M, K), X, N) = app(sub(M, X, N), sub(K, X, N)).
func capturing(exp, id, exp) = exp.
capturing(var(X), X, N) = N.  capturing(var(Y), X, _) = var(Y) :- X # Y.
capturing(lam(y\M), X, N) = lam(y\capturing(M, X, N)).
capturing(app(M, K), X, N) = app(capturing(M, X, N), capturing(K, X, N)).
func forgetting(exp, id) = exp.
forgetting(var(X), X) = var(X).  forgetting(lam(_), X) = var(X).  forgetting(app(M, _), _) = M.
func either(exp, id) = exp.
either(var(X), X) = var(X).  either(var(_), X) = var(X).
either(lam(_), X) = var(X).  either(app(M, _), _) = M.
func shut(exp) = exp.
shut(var(X)) = var(X).  shut(lam(y\M)) = lam(y\shut(M)) :- y # M.  shut(app(M, _)) = M.
func later(ty, exp) = exp.
later(_, var(X)) = var(X).  later(T, lam(y\M)) = lam(y\later(T, M)).
later(T, app(M, N)) = app(later(T, N), later(flip(T), M)).
func three(id, exp, id) = exp.
three(X, var(X), X) = var(X).  three(X, var(X), Y) = var(Y) :- X # Y.
three(X, var(Y), Z) = var(Z) :- X # Y.
three(_, lam(_), X) = var(X).  three(_, app(M, _), _) = M.
pred like(ty, ty).
like(T, T).
pred even(ty).
even(box).
even(fun(_, T)) :- even(T).
"""


@pytest.mark.parametrize(
    ("name", "total"),
    [
        ("flip", True),
        ("twice", True),
        ("partial", False),
        ("doubled", False),
        ("same", False),
        ("endless", False),
        ("deep", False),
        ("conditional", False),
        ("bound", True),
        ("sub", True),
        ("capturing", False),
        ("forgetting", False),
        ("either", False),
        ("shut", False),
        ("later", True),
        ("three", True),
    ],
)
def test_what_has_one_value_everywhere(name: str, total: bool) -> None:
    program, _ = load(Source("types.apl", TYPES))
    symbol = next(each for each in program.checker.predicates if each.name == name)
    totality = Totality(Signature(program.checker.datatypes), program.sorts)
    assert (totality.argument(symbol) is not None) is total


def only(theorem: str) -> Outcome:
    (outcome,) = report_on("check", Source("types.apl", TYPES + theorem)).outcomes
    return outcome


def test_what_holds_whatever_the_value_is_holds_at_once() -> None:
    proved = only('#check "same" 5 : like(S, T) => like(fun(flip(S), nat), fun(flip(T), nat)).')
    assert proved.verdict is Verdict.CONFIRMED
    assert proved.statistics["nodes"] < 20


@pytest.mark.parametrize(
    "theorem",
    [
        "like(S, T) => like(flip(S), T)",
        "like(S, T) => even(flip(T))",
        "like(S, T) => like(flip(flip(flip(S))), T)",
        "like(S, T) => like(fun(flip(S), S), fun(T, T))",
        "like(S, T) => like(fun(partial(S), nat), fun(partial(T), nat))",
    ],
)
def test_what_depends_on_the_value_is_tried(theorem: str) -> None:
    assert only(f'#check "wrong" 5 : {theorem}.').verdict is Verdict.REFUTED
