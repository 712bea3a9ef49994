"""Terms that are small but share so many parts that no walk through all of them would end."""

from __future__ import annotations

import pytest

from asking import report_on
from refute.languages.nominal.engine.visits import TermsTooLarge
from refute.languages.nominal.explain.query import read_query
from refute.languages.nominal.program import load
from refute.report.outcome import Outcome, Verdict
from refute.search import Budget, Ended
from refute.solver import Effort
from refute.source import Source

PROGRAM = r"""
id : name_type.
nat : type.  z : nat.  s : nat -> nat.
tree : type.  leaf : tree.  node : (tree, tree) -> tree.  at : id -> tree.  bind : id\tree -> tree.
pred grow(int, tree, tree).
grow(N, T, U) :- N = 0 -> T = U | (M is N - 1, grow(M, node(T, T), U)).
pred double(nat, tree, tree).
double(z, T, T).
double(s(N), T, node(U, U)) :- double(N, T, U).
pred left(tree, tree).
left(node(T, _), U) :- left(T, U).
left(at(A), at(A)).
"""

DEPTH = "s(" * 40 + "z" + ")" * 40


def asked(command: str, item: str) -> Outcome:
    (outcome,) = report_on(command, Source("large.apl", f"{PROGRAM}{item}.")).outcomes
    return outcome


@pytest.mark.parametrize(
    "query",
    [
        "grow(40, leaf, T)",
        "grow(40, leaf, T), grow(40, leaf, T)",
        "grow(40, at(a), T), b # T",
        "grow(40, at(A), T), b # T, A = c",
        "grow(40, X, T), b # T, X = at(c)",
        "grow(40, X, T), grow(40, Y, T), X = leaf",
        "grow(40, bind(a\\at(a)), T), grow(40, bind(b\\at(b)), T)",
        "grow(40, node(X, leaf), T), not(X = T)",
    ],
)
def test_what_large_terms_share_is_looked_at_once(query: str) -> None:
    outcome = asked("run", f"? {query}")
    assert outcome.summary == "1 answer; the search is complete"


@pytest.mark.parametrize(
    "query",
    [
        "grow(40, at(A), T), (a~b)T = T",
        "grow(40, at(a), T), grow(40, at(b), U), bind(a\\T) = bind(b\\U)",
    ],
)
def test_a_walk_that_would_not_end_spends_the_effort(query: str) -> None:
    outcome = asked("run", f"? {query}")
    assert outcome.verdict is Verdict.UNDECIDED
    assert outcome.reason == "the effort limit was reached"


@pytest.mark.parametrize(
    ("theorem", "verdict"),
    [
        (f"double({DEPTH}, at(a), T) => a # T", Verdict.REFUTED),
        (f"double({DEPTH}, X, T), double({DEPTH}, X, U) => T = U", Verdict.CONFIRMED),
        (f"double({DEPTH}, X, T) => left(T, X)", Verdict.REFUTED),
        (f"double({DEPTH}, X, T), bind(a\\T) = bind(b\\U) => T = U", Verdict.UNDECIDED),
    ],
)
def test_theorems_about_large_terms(theorem: str, verdict: Verdict) -> None:
    assert asked("check", f'#check "large" 50 : {theorem}').verdict is verdict


def test_a_derivation_with_terms_too_large_to_be_shown_says_so(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def walk(*_: object) -> None:
        raise TermsTooLarge

    monkeypatch.setattr("refute.languages.nominal.explain.derivation.free_names", walk)
    program = 'pred p([int]).\np([1]).\n#check "t" 3 : p(X) => X = [].'
    (outcome,) = report_on("check", Source("long.apl", program)).outcomes
    assert outcome.verdict is Verdict.REFUTED
    assert "its terms are too large to be shown" in str(outcome.blocks)


def test_walks_through_large_terms_are_part_of_the_effort() -> None:
    text = "pred deep(tree). deep(T) :- W = node(V, V), V = node(T, leaf), deep(V)."
    program, _ = load(Source("large.apl", f"{PROGRAM}{text}"))
    query = read_query(program, "deep(leaf)")
    effort = Effort(0.02)
    solved = program.engine.solve(query.goal, {}, Budget(nodes=2_500, effort=effort))
    assert not solved.advance()
    assert solved.ended is Ended.EFFORT
