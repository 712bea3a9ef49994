from __future__ import annotations

from math import inf

import pytest

from refute.languages.nominal import core
from refute.languages.nominal.attack.costs import CallCosts, Costs
from refute.languages.nominal.attack.relations import is_pure
from refute.languages.nominal.attack.screens import Screens
from refute.languages.nominal.attack.theorems import Subject
from refute.languages.nominal.builtins import unlisted
from refute.languages.nominal.program import load
from refute.source import Source

TEXT = r"""
nat : type.  z : nat.  s : nat -> nat.
id : name_type.
pred even(nat).
even(z).
even(s(s(N))) :- even(N).
pred twice(nat).
twice(N) :- even(N), even(s(s(N))).
pred loop(nat).
loop(N) :- loop(N).
pred either(nat).
either(N) :- twice(N) ; loop(N).
pred guarded(nat).
guarded(N) :- loop(N) -> twice(N) | even(N).
pred cuts(nat).
cuts(N) :- twice(N), !, even(N).
pred absent(nat).
absent(N) :- not(loop(N)).
pred same(nat, nat, id, id).
same(s(s(N)), N, A, B) :- A # B.
pred among(nat, [nat]).
among(N, [N|_]).
among(N, [_|L]) :- among(N, L).
pred bounded([nat], nat).
bounded(L, N) :- among(N, L).
bounded(L, s(N)) :- bounded(L, N), M = N, even(M).
pred small(nat).
small(N) :- exists M. N = M, M = s(z) ; N = s(s(z)), even(N).
"""


def predicate(name: str) -> core.Symbol:
    program, _ = load(Source("costs.apl", TEXT))
    symbol = program.checker.scope.symbol((name,))
    assert symbol is not None
    return symbol


@pytest.mark.parametrize(
    ("name", "least"),
    [
        ("even", 1),
        ("twice", 3),
        ("loop", inf),
        ("either", 4),
        ("guarded", 2),
        ("cuts", 2),
        ("absent", 1),
    ],
)
def test_the_least_number_of_steps(name: str, least: float) -> None:
    assert Costs().predicate(predicate(name)) == least


@pytest.mark.parametrize(
    ("call", "costs"),
    [
        ("among(N, L)", [1, 2]),
        ("among(N, [])", [inf, inf]),
        ("among(z, [s(z)|L])", [1, 2]),
        ("bounded(L, N)", [2, 4]),
        ("bounded([], N)", [inf, inf]),
        ("bounded([z], s(z))", [2, 4]),
        ("bounded([z], z)", [2, inf]),
        ("small(z)", [inf]),
        ("small(s(z))", [1]),
    ],
)
def test_the_least_number_of_steps_of_a_call(call: str, costs: list[float]) -> None:
    _, items = load(Source("calls.apl", f'{TEXT}\n#check "c" 1 : {call}.'))
    theorem = next(each for each in items if isinstance(each, core.Check))
    goal = theorem.conclusion
    assert isinstance(goal, core.Atom)
    tops = {
        i: each.symbol
        for i, each in enumerate(map(unlisted, goal.arguments))
        if isinstance(each, core.Construct)
    }
    found = CallCosts(Costs())
    assert [found.clause(each, tops) for each in goal.predicate.clauses] == costs


@pytest.mark.parametrize(
    ("name", "pure"),
    [("even", True), ("either", True), ("guarded", False), ("cuts", False), ("absent", False)],
)
def test_what_may_be_solved_in_any_order(name: str, pure: bool) -> None:
    assert is_pure(core.Atom(predicate(name), ())) is pure


@pytest.mark.parametrize(
    ("call", "possible"),
    [
        ("same(X, Y, A, B)", True),
        ("same(s(X), Y, A, B)", True),
        ("same(s(z), Y, A, B)", False),
        ("same(s(s(s(X))), z, A, B)", False),
        ("same(s(s(z)), z, a, b)", True),
        ("same(s(s(z)), z, a, a)", False),
    ],
)
def test_clauses_that_cannot_match_are_screened_out(call: str, possible: bool) -> None:
    program, items = load(Source("screen.apl", f'{TEXT}\n#check "c" 1 : {call}.'))
    theorem = next(each for each in items if isinstance(each, core.Check))
    assert isinstance(theorem.conclusion, core.Atom)
    given = Subject.of(theorem, program.sorts).given
    screen = Screens(theorem.conclusion.predicate.clauses).screen(1, frozenset())
    assert screen is not None
    arguments = tuple(_built(each, given) for each in theorem.conclusion.arguments)
    assert screen.left((None, *arguments, ()), 1) == possible


def test_what_is_below_an_unknown_argument_is_not_compared() -> None:
    text = "nat : type. z : nat. s : nat -> nat. pred three(nat, nat, nat).\nthree(X, X, X)."
    program, items = load(Source("screen.apl", f'{text}\n#check "c" 1 : three(z, s(z), A).'))
    theorem = next(each for each in items if isinstance(each, core.Check))
    assert isinstance(theorem.conclusion, core.Atom)
    given = Subject.of(theorem, program.sorts).given
    frame = (None, *(_built(each, given) for each in theorem.conclusion.arguments), ())
    screens = Screens(theorem.conclusion.predicate.clauses)
    whole, partial = screens.screen(1, frozenset()), screens.screen(1, frozenset({2}))
    assert whole is not None
    assert whole.left(frame, 1)
    assert partial is not None
    assert not partial.left(frame, 1)
    assert screens.screen(1, frozenset({0, 1, 2})) is None


def _built(term: core.Term, given: object) -> object:
    assert isinstance(given, dict)
    match term:
        case core.Construct(symbol, arguments):
            return (symbol, *(_built(each, given) for each in arguments))
        case _:
            return given[term]
