"""Functions with one value everywhere, and theorems about what they make of arbitrary values."""

from __future__ import annotations

import pytest

from asking import report_on
from refute.languages.nominal.attack.total import is_total
from refute.languages.nominal.program import load
from refute.languages.nominal.signature import Signature
from refute.report.outcome import Outcome, Verdict
from refute.source import Source

TYPES = r"""
id : name_type.
ty : type.  nat : ty.  box : ty.  fun : (ty, ty) -> ty.
exp : type.  var : id -> exp.
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
bound(var(X)) = var(X).
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
        ("bound", False),
    ],
)
def test_what_has_one_value_everywhere(name: str, total: bool) -> None:
    program, _ = load(Source("types.apl", TYPES))
    symbol = next(each for each in program.checker.predicates if each.name == name)
    assert is_total(symbol, Signature(program.checker.datatypes), program.nameless) is total


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
