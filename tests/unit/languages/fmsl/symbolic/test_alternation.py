"""Quantifiers that alternate: what is so for all numbers, and what is not."""

from __future__ import annotations

import pytest

from refute.report.outcome import Bindings, Lines, Verdict

from ..users import asked

TRUE = [
    "forall (x:integer) exists (y:integer) y > x",
    "not (exists (x:integer) forall (y:integer) y <= x)",
    "forall (x:real) forall (y:real) if x < y then exists (z:real) x < z and z < y",
    "forall (x:integer) exists (y:integer) x = 2 * y or x = 2 * y + 1",
    "forall (x:integer) exists (y:integer) forall (z:integer) if z > y then z > x",
    "forall (x:real) exists (y:real) y + y = x",
    "forall (a:boolean) exists (b:boolean) a != b",
    "forall (x:integer) exists (y:integer | y > 3) x < y",
]
FALSE = [
    "forall (x:integer) forall (y:integer) if x < y then exists (z:integer) x < z and z < y",
    "exists (x:integer) forall (y:integer) y <= x",
    "forall (x:integer) exists (y:integer) y + y = x",
    "exists (x:real) forall (y:real) if y > 0 then x < y and x > 0",
]


@pytest.mark.parametrize("formula", TRUE)
def test_what_is_so_for_all_numbers_is_confirmed(formula: str) -> None:
    (answer,) = asked(f"theorem t: {formula};").outcomes
    assert (answer.verdict, answer.bound) == (Verdict.CONFIRMED, "")


@pytest.mark.parametrize("formula", FALSE)
def test_what_is_not_so_is_refuted(formula: str) -> None:
    (answer,) = asked(f"theorem t: {formula};").outcomes
    assert answer.verdict is Verdict.REFUTED


def test_a_claim_about_parameters_that_no_universe_breaks_is_refuted_by_proof() -> None:
    text = "theorem t(a:integer) = exists (m:integer) forall (n:integer) n + a <= m;"
    (answer,) = asked(text).outcomes
    assert answer.verdict is Verdict.REFUTED
    assert [each.title for each in answer.blocks if isinstance(each, Lines)] == ["proof"]


@pytest.mark.parametrize("of", ["string", "integer*"])
def test_of_texts_and_lists_the_solver_does_not_know_all(of: str) -> None:
    (answer,) = asked(f"theorem t: exists (m:{of}) forall (n:{of}) n = m;").outcomes
    assert answer.verdict is not Verdict.CONFIRMED
    assert not any(isinstance(each, Lines) and each.title == "proof" for each in answer.blocks)


def test_a_counterexample_among_alternating_quantifiers_is_replayed() -> None:
    (answer,) = asked(f"theorem t: {FALSE[0]};").outcomes
    assert answer.verdict is Verdict.REFUTED
    shown = answer.blocks[0]
    assert isinstance(shown, Bindings)
    values = dict(shown.rows)
    assert int(values["y"]) - int(values["x"]) == 1


def test_quantifiers_about_products_are_left_to_instances() -> None:
    (answer,) = asked("theorem t: exists (x:integer) forall (y:integer) x <= y * y;").outcomes
    assert answer.verdict is Verdict.CONFIRMED


def test_a_quantifier_about_parameters_is_decided_as_one_about_quantified_numbers() -> None:
    between = "a < b => exists (c:{0}) a < c and c < b"
    report = asked(
        f"theorem dense(a:real, b:real) = {between.format('real')};\n"
        f"theorem sparse(a:integer, b:integer) = {between.format('integer')};"
    )
    dense, sparse = report.outcomes
    assert (dense.verdict, dense.bound) == (Verdict.CONFIRMED, "")
    assert sparse.verdict is Verdict.REFUTED
