"""A conclusion about functions is broken by any of their values, if rules let names out."""

from __future__ import annotations

from itertools import product

import pytest
from naive_derivations import derivations

from refute.languages.nominal import core
from refute.languages.nominal.attack.attack import Attack
from refute.languages.nominal.attack.campaign import deepen
from refute.languages.nominal.attack.theorems import Subject
from refute.languages.nominal.engine.unify import Store
from refute.languages.nominal.program import Program, load
from refute.languages.nominal.types import ALL_SORTS
from refute.solver import Effort
from refute.source import Source

SIGNATURE = r"""
id : name_type.
exp : type.  u : exp.  var : id -> exp.  lam : id\exp -> exp.
func sub(exp, id, exp) = exp.
sub(u, _, _) = u.
sub(var(X), X, M) = M.
sub(var(Y), X, _) = var(Y) :- X # Y.
"""
CAPTURING = r"sub(lam(y\E), X, M) = lam(y\sub(E, X, M))."
CORRECT = r"sub(lam(y\E), X, M) = lam(y\sub(E, X, M)) :- y # (X, M)."
SMALL = ["u", "var(x)", "var(y)", r"lam(v\u)", r"lam(v\var(v))", r"lam(v\var(y))"]
BOUND = 2


def loaded(text: str) -> tuple[Program, core.Check]:
    program, items = load(Source("values.apl", text))
    (theorem,) = (each for each in items if isinstance(each, core.Check))
    return program, theorem


def broken_by_hand(rule: str) -> bool:
    """Whether small terms, put in one after the other, have values that differ.

    The names of a clause may be any of those that the theorem writes.
    """
    for one, other, third in product(SMALL, repeat=3):
        values = "sub(sub(M, x, K), y, N) = B, sub(sub(M, y, N), x, sub(K, y, N)) = C"
        given = f"M = {one}, K = {other}, N = {third}, x # N"
        _, theorem = loaded(f'{SIGNATURE}{rule}\n#check "t" 9 : {given}, {values} => B = C.')
        subject, store = Subject.of(theorem, lambda _type: ALL_SORTS), Store()
        assert isinstance(theorem.conclusion, core.Equals)
        sides = [subject.given[each] for each in core.goal_leaves(theorem.conclusion)]
        goals = [(theorem.hypotheses, subject.given)]
        for _ in derivations(store, goals, 6 * BOUND, subject.typed_names()):
            mark = len(store.trail)
            equal = store.unify(*sides)
            store.undo(mark)
            if not equal:
                return True
    return False


@pytest.mark.parametrize(("rule", "broken"), [(CAPTURING, True), (CORRECT, False)])
def test_a_value_that_captures_breaks_a_theorem_about_a_substitution(
    rule: str, broken: bool
) -> None:
    claim = "x # N => sub(sub(M, x, K), y, N) = sub(sub(M, y, N), x, sub(K, y, N))"
    program, theorem = loaded(f'{SIGNATURE}{rule}\n#check "t" {BOUND} : {claim}.')
    attack = Attack(program, theorem)
    campaign = deepen(attack, BOUND, Effort(2), lambda _text: None)
    assert broken_by_hand(rule) == broken
    assert (campaign.counterexample is not None) == broken
    assert broken or campaign.passed == BOUND
    if campaign.counterexample is not None:
        hold, fails = attack.explained(campaign.counterexample, campaign.found_at)
        assert len(hold.children) == 6, "x # N, and the values of five calls"
        assert fails.children
