"""Binders are opened with their own names where nothing can tell, and closed terms are shared."""

from __future__ import annotations

import pytest

from .asking import LAMBDA, ask

NAMES = rf"""{LAMBDA}
pred avoids(exp, exp).
avoids(var(X), var(Y)) :- X # Y.
avoids(var(_), app(_, _)).
pred inside(exp, exp).
inside(lam(x\E), V) :- x # V, avoids(E, V).
func any_body(exp) = exp.
any_body(lam(x\_)) = lam(x\_).
pred twice(exp).
twice(lam(x\E)) :- inside(E, var(x)).
pred identity(exp).
identity(lam(x\var(x))).
"""


@pytest.mark.parametrize(
    ("goal", "holds"),
    [
        (r"inside(lam(a\var a), var b)", True),
        (r"inside(lam(a\var a), var a)", True),
        (r"inside(lam(a\var b), var b)", False),
        (r"inside(lam(a\E), var a), E = var b", True),
        (r"inside(lam(a\E), var a), E = var a", True),
        (r"inside(lam(a\var a), V), V = var a", True),
        (r"inside(lam(a\var b), V), V = var b", False),
        (r"any_body(lam(a\var a)) = lam(y\var a)", True),
        (r"twice(lam(a\lam(a\var a)))", True),
        (r"twice(lam(a\lam(b\var a)))", False),
        (r"identity(E), identity(F), E = lam(y\G), F = lam(y\G)", True),
        (r"identity(lam(y\E)), y # E", False),
        (r"identity(E), E = lam(x\var y)", False),
    ],
)
def test_which_name_a_binder_is_opened_with_makes_no_difference(goal: str, holds: bool) -> None:
    assert bool(ask(goal, NAMES)) is holds
