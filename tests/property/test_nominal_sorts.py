"""What is known of types of names, and of functions with a value everywhere, changes no verdict.

Programs are System F with slips. Every run tries the same ones; with `REFUTE_FUZZ=3600` it tries
others, for an hour, and a failure names the seed of its program.
"""

from __future__ import annotations

import os
import time
from contextlib import AbstractContextManager
from random import Random
from unittest.mock import patch

import pytest

from refute.languages.nominal import core
from refute.languages.nominal.attack import total
from refute.languages.nominal.attack.attack import Attack
from refute.languages.nominal.attack.campaign import Campaign, deepen
from refute.languages.nominal.attack.total import Totality
from refute.languages.nominal.program import Program, load
from refute.languages.nominal.types import ALL_SORTS, Type
from refute.search import Ended
from refute.solver import Effort
from refute.source import Source

SECONDS = float(os.environ.get("REFUTE_FUZZ", "0"))
PROGRAMS = (*range(12), 100)
EFFORT = 0.03

SIGNATURE = r"""
tid : name_type.  id : name_type.
ty : type.  tvar : tid -> ty.  arr : (ty, ty) -> ty.  all : tid\ty -> ty.
exp : type.  var : id -> exp.  app : (exp, exp) -> exp.  lam : (ty, id\exp) -> exp.
tlam : tid\exp -> exp.  tapp : (exp, ty) -> exp.
func tsub(ty, tid, ty) = ty.
func sub(exp, id, exp) = exp.
func tsubm(exp, tid, ty) = exp.
func erase(exp) = exp.
pred look([(id, ty)], id, ty).
pred of([(id, ty)], exp, ty).
pred step(exp, exp).
pred value(exp).
pred moves(exp).
pred like(exp, exp).
moves(M) :- value(M).
moves(M) :- step(M, _).
like(M, M).
"""

CLAUSES: list[list[str]] = [
    ["tsub(tvar(X), X, S) = S."],
    ["tsub(tvar(Y), X, _) = tvar(Y) :- X # Y.", "tsub(tvar(Y), X, S) = S :- X # Y.", ""],
    ["tsub(arr(A, B), X, S) = arr(tsub(A, X, S), tsub(B, X, S)).", "tsub(arr(A, _), _, _) = A."],
    [
        r"tsub(all(y\A), X, S) = all(y\tsub(A, X, S)) :- y # (X, S).",
        r"tsub(all(y\A), X, S) = all(y\tsub(A, X, S)) :- y # X.",
        r"tsub(all(y\A), _, _) = all(y\A).",
    ],
    ["sub(var(X), X, N) = N."],
    ["sub(var(Y), X, _) = var(Y) :- X # Y.", "sub(var(_), X, _) = var(X)."],
    ["sub(app(M, K), X, N) = app(sub(M, X, N), sub(K, X, N)).", "sub(app(_, K), _, _) = K.", ""],
    [
        r"sub(lam(T, y\M), X, N) = lam(T, y\sub(M, X, N)) :- y # (X, N).",
        r"sub(lam(T, y\M), X, N) = lam(T, y\sub(M, X, N)).",
    ],
    [r"sub(tlam(a\M), X, N) = tlam(a\sub(M, X, N)) :- a # N.", ""],
    ["sub(tapp(M, T), X, N) = tapp(sub(M, X, N), T)."],
    ["tsubm(var(Y), _, _) = var(Y)."],
    ["tsubm(app(M, K), X, S) = app(tsubm(M, X, S), tsubm(K, X, S))."],
    [
        r"tsubm(lam(T, y\M), X, S) = lam(tsub(T, X, S), y\tsubm(M, X, S)).",
        r"tsubm(lam(T, y\M), X, S) = lam(T, y\tsubm(M, X, S)).",
    ],
    [r"tsubm(tlam(a\M), X, S) = tlam(a\tsubm(M, X, S)) :- a # (X, S)."],
    [
        "tsubm(tapp(M, T), X, S) = tapp(tsubm(M, X, S), tsub(T, X, S)).",
        "tsubm(tapp(M, _), _, _) = M.",
    ],
    ["erase(var(X)) = var(X).", "erase(var(X)) = app(var(X), var(X))."],
    ["erase(app(M, N)) = app(erase(M), erase(N)).", "erase(app(M, _)) = erase(M).", ""],
    [r"erase(lam(T, y\M)) = lam(T, y\erase(M)).", r"erase(lam(_, y\M)) = tlam(a\erase(M))."],
    [r"erase(tlam(a\M)) = tlam(a\erase(M)).", r"erase(tlam(a\M)) = erase(M)."],
    ["erase(tapp(M, _)) = erase(M)."],
    ["look([(X, T)|_], X, T)."],
    ["look([(Y, _)|G], X, T) :- X # Y, look(G, X, T).", "look([_|G], X, T) :- look(G, X, T)."],
    ["of(G, var(X), T) :- look(G, X, T)."],
    [
        "of(G, app(M, N), T) :- of(G, M, arr(S, T)), of(G, N, S).",
        "of(G, app(M, N), T) :- of(G, M, arr(T, S)), of(G, N, S).",
    ],
    [
        r"of(G, lam(S, x\M), arr(S, T)) :- x # G, of([(x, S)|G], M, T).",
        r"of(G, lam(S, x\M), arr(T, S)) :- x # G, of([(x, S)|G], M, T).",
        r"of(G, lam(S, x\M), arr(S, T)) :- of([(x, S)|G], M, T).",
    ],
    [
        r"of(G, tlam(a\M), all(a\T)) :- a # G, of(G, M, T).",
        r"of(G, tlam(a\M), all(a\T)) :- of(G, M, T).",
    ],
    [
        r"of(G, tapp(M, S), tsub(T, a, S)) :- of(G, M, all(a\T)).",
        r"of(G, tapp(M, _), T) :- of(G, M, all(a\T)).",
    ],
    [r"value(lam(_, _)).", r"value(lam(_, x\M)) :- value(M)."],
    ["value(tlam(_))."],
    [
        r"step(app(lam(_, x\M), N), sub(M, x, N)).",
        r"step(app(lam(_, x\M), N), sub(M, x, N)) :- x # N.",
    ],
    ["step(app(M, N), app(K, N)) :- step(M, K).", ""],
    ["step(app(M, N), app(M, K)) :- value(M), step(N, K).", ""],
    [r"step(tapp(tlam(a\M), T), tsubm(M, a, T)).", r"step(tapp(tlam(a\M), _), M)."],
    ["step(tapp(M, T), tapp(K, T)) :- step(M, K).", ""],
]

THEOREMS = [
    "of([], M, T), step(M, N) => of([], N, T)",
    "of([], M, T) => moves(M)",
    "step(M, N), step(M, K) => N = K",
    "of([], M, T), of([], M, S) => S = T",
    "x # M => sub(M, x, N) = M",
    "tsub(T, a, S) = U => a # U",
    "x # N => sub(sub(M, x, K), y, N) = sub(sub(M, y, N), x, sub(K, y, N))",
    "like(M, N) => like(app(sub(M, x, K), var(y)), app(sub(N, x, K), var(y)))",
    "like(M, N) => like(erase(M), erase(sub(N, x, var(x))))",
    "of(G, M, T), x # G => of([(x, S)|G], M, T)",
    "value(M), step(M, N) => fail",
    "step(M, N), x # M => x # N",
    "step(M, N), a # M => a # N",
    "of([(x, S)], M, T), of([], N, S) => of([], sub(M, x, N), T)",
    "step(tapp(M, T), N) => moves(tapp(tapp(M, T), T))",
    "step(tsubm(M, a, T), N), value(M) => moves(M)",
]


def written(seed: int) -> str:
    """A program with a theorem."""
    random = Random(seed)
    lines = [SIGNATURE]
    for variants in CLAUSES:
        lines.append(variants[0] if random.random() < 0.8 else random.choice(variants))
    lines.append(f'#check "t" {random.randint(2, 5)} : {random.choice(THEOREMS)}.')
    return "\n".join(lines)


def attacked(text: str) -> Campaign:
    program, items = load(Source("sorts.apl", text))
    (theorem,) = (each for each in items if isinstance(each, core.Check))
    return deepen(Attack(program, theorem), theorem.bound, Effort(EFFORT), lambda _text: None)


def verdict(campaign: Campaign) -> tuple[bool, bool] | None:
    """Whether there is a counterexample, and whether there can be none; None if undecided."""
    undecided = campaign.ended is Ended.EFFORT or campaign.doubted is not None
    if campaign.counterexample is None and undecided:
        return None
    return campaign.counterexample is not None, campaign.proved


def is_the_same_without(seed: int) -> bool:
    """Whether two verdicts were compared."""
    text = written(seed)
    informed = verdict(attacked(text))
    with patch.object(Program, "sorts", lambda _self, _type: ALL_SORTS):
        without_sorts = verdict(attacked(text))
    with patch.object(Totality, "argument", lambda _self, _function: None):
        without_values = verdict(attacked(text))
    compared = 0
    for other in (without_sorts, without_values):
        if informed is not None and other is not None:
            compared += 1
            assert informed[0] == other[0], f"seed {seed}: {informed}, {other}\n{text}"
    return compared > 0


def test_no_verdict_depends_on_what_is_known_of_types_and_functions() -> None:
    compared = sum(map(is_the_same_without, PROGRAMS))
    until, seed = time.monotonic() + SECONDS, time.time_ns()
    while time.monotonic() < until:
        seed += 1
        compared += is_the_same_without(seed)
    assert compared > len(PROGRAMS) // 2


def without_names(program: Program, type_: Type) -> int:
    """Wrong sorts: no names in what can have names of one type only."""
    sorts = SORTS(program, type_)
    return 0 if sorts in {1, 2} else sorts


SORTS = Program.sorts


@pytest.mark.parametrize(
    "fault",
    [
        patch.object(Program, "sorts", without_names),
        patch.object(total, "_one_fits", lambda _cases: True),
    ],
    ids=["types without names", "functions with gaps"],
)
def test_a_deliberate_fault_is_found(fault: AbstractContextManager[object]) -> None:
    with fault, pytest.raises(AssertionError, match="seed"):
        list(map(is_the_same_without, PROGRAMS))
