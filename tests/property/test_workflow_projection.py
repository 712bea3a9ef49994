"""Forgetting symbols keeps exactly what is said of the others: numbers, decimals, texts, lists."""

from fractions import Fraction
from typing import Any
from unittest.mock import patch

import pytest
import workflow_faults
from hypothesis import HealthCheck, example, given, settings, strategies as st

from refute.languages.workflow import decimals, project, witnesses
from refute.languages.workflow.project import Projection
from refute.solver import SECOND, Answer, Effort, Path, open_session
from refute.solver.session import Session
from refute.terms import (
    BOOL,
    INT,
    REAL,
    STRING,
    ListSort,
    Term,
    add,
    at_most,
    concatenate,
    conjunction,
    different,
    disjunction,
    divide,
    equal,
    integer,
    length,
    less,
    list_of,
    member,
    modulo,
    multiply,
    negation,
    real,
    string,
    to_real,
    variable,
)

SESSION: Session = open_session(effort=Effort(100), query_units=2 * SECOND)
EXAMPLES = settings(max_examples=30, deadline=None, suppress_health_check=[HealthCheck.too_slow])

X, Y, Z = (variable(name, INT) for name in "xyz")
P = variable("p", BOOL)


U, V = (variable(name, REAL) for name in "uv")
S, T = (variable(name, STRING) for name in "st")
L, M = (variable(name, ListSort(INT)) for name in "lm")


def either(terms: list[Term]) -> Term:
    return disjunction(*terms)


def some(atom: st.SearchStrategy[Term]) -> st.SearchStrategy[list[Term]]:
    """Conditions, each an atom or several of which one holds."""
    return st.lists(
        st.one_of(atom, atom, st.lists(atom, min_size=2, max_size=2).map(either)),
        min_size=1,
        max_size=4,
    )


def assert_exact(terms: list[Term], symbol: Term, values: list[Term]) -> None:
    """A value of a symbol is possible after the projection on it if and only if it was before."""
    path = Path.of(terms)
    if SESSION.check(path) is not Answer.SAT:
        return
    narrowed = Path.of(Projection(SESSION).project(terms, {symbol}))
    for each in values:
        chosen = equal(symbol, each)
        before, after = SESSION.check(path.extend(chosen)), SESSION.check(narrowed.extend(chosen))
        assert before is after or Answer.UNKNOWN in {before, after}


@st.composite
def atoms(draw: st.DrawFn) -> Term:
    """Comparisons of integers, their multiples, products and quotients, or of a truth."""
    left, right = draw(st.permutations([X, Y, Z]))[:2]
    number = integer(draw(st.integers(-2, 2)))
    relation = draw(st.sampled_from([less, less, at_most, at_most, equal, different]))
    factor = integer(draw(st.sampled_from([1, 1, 1, 2, 3])))
    scaled = draw(
        st.sampled_from(
            [
                multiply(factor, left),
                divide(left, factor),
                modulo(left, factor),
                multiply(left, right),
            ]
        )
    )
    sides = [scaled, draw(st.sampled_from([number, right, add(right, number)]))]
    compared = relation(*draw(st.permutations(sides)))
    return draw(st.sampled_from([compared, compared, compared, P, negation(P)]))


conditions = st.one_of(atoms(), st.lists(atoms(), min_size=2, max_size=3).map(either))


@given(st.lists(conditions, min_size=2, max_size=5), st.sampled_from([{X}, {X, P}, {X, Z}]))
@EXAMPLES
def test_projection_keeps_exactly_the_values_of_the_live_symbols(
    terms: list[Term], live: set[Term]
) -> None:
    path, narrowed = Path(), Path()
    for each in terms:
        path = path.extend(each)
    if SESSION.check(path) is not Answer.SAT:
        return
    for each in Projection(SESSION).project(terms, live):
        narrowed = narrowed.extend(each)
    for x in range(-4, 5):
        chosen = equal(X, integer(x))
        if P in live:
            chosen = conjunction(chosen, P)
        if Z in live:
            chosen = conjunction(chosen, equal(Z, integer(-x)))
        before, after = SESSION.check(path.extend(chosen)), SESSION.check(narrowed.extend(chosen))
        assert before is after


@st.composite
def decimal_atoms(draw: st.DrawFn) -> Term:
    """Comparisons of decimals, their multiples and products, and of numbers made decimals."""
    number = real(Fraction(draw(st.integers(-2, 4)), 2))
    relation = draw(st.sampled_from([less, less, at_most, equal, different, different]))
    factor = real(draw(st.sampled_from(["1", "1", "2", "0.5", "-1"])))
    left = draw(st.sampled_from([multiply(factor, V), multiply(factor, V), multiply(U, V)]))
    right = draw(st.sampled_from([U, U, number, number, add(U, number), to_real(Y)]))
    return relation(*draw(st.permutations([left, right])))


@given(some(decimal_atoms()))
@example([less(U, V), less(V, real(1))])
@example([at_most(U, V), at_most(V, real(1)), different(V, real(1))])
@EXAMPLES
def test_projection_keeps_exactly_the_values_of_decimals(terms: list[Term]) -> None:
    assert_exact(terms, U, [real(Fraction(each, 4)) for each in range(-4, 9)])


@st.composite
def text_atoms(draw: st.DrawFn) -> Term:
    """What a text is joined with another, how long it is, and what it is not."""
    text = string(draw(st.sampled_from(["", "a", "b", "ab", "aa"])))
    relation = draw(st.sampled_from([equal, equal, different, different]))
    joined = draw(st.permutations([S, T]))
    whole = draw(st.sampled_from([concatenate(*joined), concatenate(T, text), T]))
    compared = relation(whole, draw(st.sampled_from([S, text, text])))
    longer = less(length(T), draw(st.sampled_from([length(S), integer(2)])))
    return draw(st.sampled_from([compared, compared, compared, longer]))


@given(some(text_atoms()))
@example([equal(S, concatenate(T, string("a")))])
@example([equal(T, S), different(T, string("a"))])
@EXAMPLES
def test_projection_keeps_exactly_the_values_of_texts(terms: list[Term]) -> None:
    assert_exact(terms, S, [string(each) for each in ("", "a", "b", "ab", "aa", "ba")])


@st.composite
def list_atoms(draw: st.DrawFn) -> Term:
    """What is in a list of numbers, how long it is, and what it is joined with."""
    one = list_of(INT, integer(draw(st.integers(0, 1))))
    item = draw(st.sampled_from([X, integer(1)]))
    options = [
        *(member(item, M), negation(member(item, M)), equal(M, concatenate(one, L))),
        *(equal(L, concatenate(one, M)), different(M, one), different(L, M)),
        *(less(length(M), length(L)), equal(L, list_of(INT, X, Y)), less(X, Y)),
    ]
    return draw(st.sampled_from(options))


@given(some(list_atoms()))
@EXAMPLES
def test_projection_keeps_exactly_the_values_of_lists(terms: list[Term]) -> None:
    lists = [(), (0,), (1,), (0, 1), (1, 1)]
    assert_exact(terms, L, [list_of(INT, *map(integer, each)) for each in lists])


FAULTS: dict[str, tuple[Any, str, Any, list[Term], Term, list[Term]]] = {
    "a number between bounds whatever it must not be": (
        project,
        "_project_number",
        workflow_faults.number_with_exceptions,
        [at_most(X, Y), at_most(Y, integer(1)), different(Y, integer(1))],
        *(X, [integer(1)]),
    ),
    "a number of which a multiple lies between bounds": (
        project,
        "_project_number",
        workflow_faults.number_with_factors,
        [at_most(X, multiply(integer(2), Y)), at_most(multiply(integer(2), Y), X)],
        *(X, [integer(1)]),
    ),
    "one witness for all": (
        witnesses,
        "exists",
        workflow_faults.first_witness,
        [less(integer(3), multiply(X, Y)), less(X, integer(3))],
        *(X, [integer(-3), integer(2)]),
    ),
    "a truth that is never false": (
        project,
        "_either_truth",
        workflow_faults.true_only,
        [either([negation(P), less(integer(0), X)]), either([P, less(X, integer(0))])],
        *(X, [integer(-1)]),
    ),
    "a decimal between two that are equal": (
        decimals,
        "_between",
        workflow_faults.bounds_included,
        [less(U, V), less(V, real(1))],
        *(U, [real(1)]),
    ),
    "a decimal between bounds whatever it must not be": (
        decimals,
        "without",
        workflow_faults.decimal_with_exceptions,
        [at_most(U, V), at_most(V, real(1)), different(V, real(1))],
        *(U, [real(1)]),
    ),
    "a text whatever it must be equal to": (
        project,
        "_project_other",
        workflow_faults.equations_dropped,
        [equal(T, S), different(T, string("a"))],
        *(S, [string("a")]),
    ),
}
"""Where each is put in, what in place of which; conditions, and values of which one finds it."""


@pytest.mark.parametrize("fault", FAULTS)
def test_a_deliberate_fault_is_found(fault: str) -> None:
    """So the tests above can fail."""
    where, name, wrong, terms, symbol, values = FAULTS[fault]
    assert_exact(terms, symbol, values)
    with patch.object(where, name, wrong), pytest.raises(AssertionError):
        assert_exact(terms, symbol, values)
