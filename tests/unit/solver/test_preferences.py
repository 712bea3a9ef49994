"""Guessed models are models; a guess that fails says nothing."""

from __future__ import annotations

from hypothesis import given, strategies as st

from refute.solver import ROOT, Answer, Path
from refute.solver.preferences import near
from refute.solver.session import Session
from refute.terms import (
    BOOL,
    INT,
    Term,
    add,
    at_most,
    different,
    disjunction,
    equal,
    integer,
    less,
    multiply,
    negation,
    satisfies,
    variable,
)

X, Y, Z = (variable(name, INT) for name in "xyz")
P = variable("p", BOOL)

sums = st.builds(
    lambda a, b, c: add(multiply(integer(a), X), multiply(integer(b), Y), multiply(integer(c), Z)),
    st.integers(-3, 3),
    st.integers(-3, 3),
    st.integers(-3, 3),
)
literals = st.builds(
    lambda compare, left, bound: compare(left, integer(bound)),
    st.sampled_from([at_most, less, equal, different]),
    sums,
    st.integers(-10, 10),
) | st.sampled_from([P, negation(P)])
conditions = literals | st.builds(disjunction, literals, literals)


def path_of(terms: list[Term]) -> Path:
    path = ROOT
    for term in terms:
        path = path.extend(term)
    return path


@given(st.lists(conditions, min_size=1, max_size=6))
def test_a_session_that_guesses_agrees_with_one_that_asks(terms: list[Term]) -> None:
    stepwise, at_once = Session(), Session()
    path = ROOT
    for term in terms:
        path = path.extend(term)
        stepwise.check(path)
    assert stepwise.check(path) is at_once.check(path_of(terms))
    model = stepwise.model(path)
    assert model is None or satisfies(model, terms)


def test_one_number_is_changed() -> None:
    path = path_of([at_most(integer(0), X), less(integer(4), add(X, Y))])
    model = near(path, {X: 0, Y: 0})
    assert model is not None
    assert satisfies(model, path.conditions())


def test_a_change_that_breaks_another_condition_is_mended() -> None:
    path = path_of([equal(X, Y), less(integer(4), X)])
    model = near(path, {X: 0, Y: 0})
    assert model is not None
    assert satisfies(model, path.conditions())


def test_the_impossible_is_not_guessed_but_asked() -> None:
    path = path_of([at_most(X, integer(0)), less(integer(0), X)])
    assert near(path, {X: 0}) is None
    session = Session()
    session.check(path.parent or ROOT)
    assert session.check(path) is Answer.UNSAT


def test_no_query_where_a_guess_does() -> None:
    session = Session()
    path = path_of([different(X, integer(0))])
    assert session.check(path) is Answer.SAT
    assert session.statistics.queries == 0
