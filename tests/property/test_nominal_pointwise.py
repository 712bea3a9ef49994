"""Conclusions that say the same of every part: what holds for all values is not filled in."""

from __future__ import annotations

from unittest.mock import patch

import pytest
from hypothesis import given, settings, strategies as st

from refute.languages.nominal import core
from refute.languages.nominal.attack.attack import Attack
from refute.languages.nominal.attack.campaign import Campaign, deepen
from refute.languages.nominal.program import load
from refute.solver import Effort
from refute.source import Source

RULES = """
nat : type. z : nat. s : nat -> nat.
id : name_type. item : type. item : (id, nat) -> item.
pred le(nat, nat). le(z, _). le(s(M), s(N)) :- le(M, N).
pred lt(nat, nat). lt(z, s(_)). lt(s(M), s(N)) :- lt(M, N).
pred even(nat). even(z). even(s(s(N))) :- even(N).
pred odd(nat). odd(s(z)). odd(s(s(N))) :- odd(N).
pred at([(id, nat)], id, nat).
at([(X, N)|_], X, N).
at([(Y, _)|T], X, N) :- X # Y, at(T, X, N).
pred table([(id, nat)]).
table([]).
table([(X, _)|T]) :- X # T, table(T).
pred small(nat).
small(z).
small(s(N)) :- small(N).
"""

TESTS = ["le(K, N)", "lt(K, N)", "le(N, K)", "lt(N, K)", "even(N)", "odd(N)", "K = N", "odd(K)"]
tests = st.lists(st.sampled_from(TESTS), min_size=1, max_size=2).map(", ".join)
rest = st.sampled_from(["all(K, S, T)", "all(s(K), S, T)", "all(N, S, T)", "all(K, S, S)"])
clauses = st.builds("all(K, [(X, _)|S], T) :- at(T, X, N), {}, {}.".format, tests, rest)
hypotheses = st.sampled_from(["table(T)", "table(T), small(K)", "table(T), le(K, A), lt(A, B)"])


def attacked(text: str) -> Campaign:
    program, items = load(Source("made.apl", text))
    (theorem,) = (each for each in items if isinstance(each, core.Check))
    with patch("refute.languages.nominal.attack.campaign.WORTHWHILE_DIVE", 1_000_000):
        return deepen(Attack(program, theorem), theorem.bound, Effort(2), lambda _text: None)


@settings(max_examples=12, deadline=None)
@given(st.lists(clauses, min_size=1, max_size=3), hypotheses)
def test_nothing_is_lost_where_a_part_holds_for_all_values(rules: list[str], premise: str) -> None:
    defined = ["pred all(nat, [(id, nat)], [(id, nat)]).", "all(_, [], _).", *rules]
    theorem = f'#check "theorem" 5 : {premise} => all(K, T, T).'
    text = "\n".join([RULES, *defined, theorem])
    found = attacked(text)
    with patch("refute.languages.nominal.attack.conclusion.Residues.find", return_value=None):
        without = attacked(text)
    assert (found.counterexample is None) == (without.counterexample is None)
    assert found.found_at == without.found_at
    assert found.passed == without.passed
    assert without.proved or not found.proved


@pytest.mark.parametrize(("other", "refuted"), [("le(K, N)", False), ("lt(K, N)", True)])
def test_independent_values_are_not_tried_in_all_combinations(other: str, refuted: bool) -> None:
    text = f"""{RULES}
pred all(nat, [(id, nat)], [(id, nat)]).
all(_, [], _).
all(K, [(X, _)|S], T) :- at(T, X, N), lt(N, K), all(K, S, T).
all(K, [(X, _)|S], T) :- at(T, X, N), {other}, all(K, S, T).
#check "theorem" 7 : table(T) => all(K, T, T).
"""
    found = attacked(text)
    assert (found.counterexample is not None) is refuted
    with patch("refute.languages.nominal.attack.conclusion.Residues.find", return_value=None):
        without = attacked(text)
    goals, all_goals = (sum(row.goals for row in each.explored) for each in (found, without))
    assert found.passed == without.passed
    assert refuted or 3 * goals < all_goals
