"""Projection against brute force."""

from fractions import Fraction
from itertools import combinations, product

import pytest

from refute.languages.workflow.project import Projection, symbols_of
from refute.solver import open_session
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
    evaluate,
    integer,
    less,
    member,
    modulo,
    multiply,
    negation,
    real,
    show,
    string,
    variable,
)

X, Y = variable("x", INT), variable("y", INT)
P, Q = variable("p", BOOL), variable("q", BOOL)
TWICE_X = multiply(integer(2), X)
TWICE = multiply(integer(2), Y)

project = Projection(open_session()).project

ATOMS = [
    *(less(*pair) for pair in [(X, Y), (Y, X), (Y, integer(2)), (integer(-1), Y), (TWICE, X)]),
    *(at_most(*pair) for pair in [(X, TWICE), (Y, integer(1)), (add(X, integer(1)), Y)]),
    *(at_most(*pair) for pair in [(add(X, Y), integer(1)), (integer(0), add(X, Y))]),
    *(relation(*pair) for relation in (equal, different) for pair in [(X, Y), (Y, integer(0))]),
    equal(TWICE, X),
    different(TWICE, add(X, integer(1))),
    different(add(X, Y), Y),
    at_most(add(TWICE_X, Y), add(Y, integer(1))),
    disjunction(equal(Y, X), less(integer(1), Y)),
    conjunction(less(X, Y), less(Y, integer(3))),
    negation(conjunction(less(X, Y), less(Y, integer(3)))),
]


def possible(conditions: list[Term] | tuple[Term, ...], x: int) -> bool:
    """Whether some value of y, near enough to matter, makes all conditions true."""
    return any(all(evaluate(each, {X: x, Y: y}) for each in conditions) for y in range(-12, 13))


@pytest.mark.parametrize("size", [1, 2, 3])
def test_a_number_is_forgotten_without_loss(size: int) -> None:
    for conditions in combinations(ATOMS, size):
        allowed = [x for x in range(-4, 5) if possible(conditions, x)]
        if allowed:
            kept = project(conditions, {X})
            assert [x for x in range(-4, 5) if possible(kept, x)] == allowed, conditions


def test_a_truth_is_forgotten_without_loss() -> None:
    clauses = [
        *(P, negation(P), disjunction(P, Q), disjunction(negation(P), Q)),
        *(disjunction(P, negation(Q)), conjunction(P, Q), negation(conjunction(P, Q))),
    ]
    for conditions in product(clauses, repeat=2):

        def holds(terms: tuple[Term, ...], q: bool) -> bool:
            return any(all(evaluate(each, {P: p, Q: q}) for each in terms) for p in (True, False))

        allowed = [q for q in (True, False) if holds(conditions, q)]
        if allowed:
            kept = project(conditions, {Q})
            assert [q for q in (True, False) if holds(kept, q)] == allowed, conditions
            assert all(P not in symbols_of(each) for each in kept)


def test_what_is_not_connected_to_a_live_symbol_is_forgotten() -> None:
    z = variable("z", INT)
    assert project([less(X, integer(3)), equal(multiply(Y, Y), z)], {X}) == (less(X, integer(3)),)


def test_a_seat_that_was_given_up_is_forgotten() -> None:
    assert project([disjunction(equal(Y, X), less(integer(50), Y))], {X}) == ()


def test_a_number_between_two_live_ones_leaves_their_distance() -> None:
    z = variable("z", INT)
    (kept,) = project([less(X, Y), less(Y, z)], {X, z})
    assert evaluate(kept, {X: 1, z: 3})
    assert not evaluate(kept, {X: 1, z: 2})


@pytest.mark.parametrize(
    "condition",
    [
        less(multiply(Y, Y), X),
        conjunction(less(integer(0), Y), less(Y, X), different(Y, integer(2))),
        equal(multiply(integer(3), Y), TWICE_X),
        different(multiply(integer(3), Y), TWICE_X),
        conjunction(less(multiply(integer(3), Y), X), less(X, multiply(integer(5), Y))),
        less(integer(10), multiply(X, Y)),
        at_most(multiply(X, Y), integer(10)),
        equal(divide(Y, integer(2)), X),
        equal(divide(multiply(Y, integer(21)), integer(100)), X),
        less(divide(multiply(X, Y), integer(10)), integer(-1)),
        equal(modulo(Y, integer(3)), X),
    ],
    ids=show,
)
def test_a_number_is_forgotten_where_the_solver_shows_that_witnesses_do(condition: Term) -> None:
    kept = project([condition], {X})
    assert all(Y not in symbols_of(each) for each in kept)
    for x in range(-9, 10):
        allowed = any(evaluate(condition, {X: x, Y: y}) for y in range(-120, 121))
        assert all(evaluate(each, {X: x}) for each in kept) is allowed, x


def test_texts_and_lists_are_forgotten_where_witnesses_do() -> None:
    s, t = variable("s", STRING), variable("t", STRING)
    kept = project([equal(concatenate(s, t), string("ab"))], {t})
    for text in ("", "a", "b", "ab", "aab", "c"):
        assert all(evaluate(each, {t: text}) for each in kept) is "ab".endswith(text)
    assert project([different(concatenate(s, t), string("ab"))], {t}) == ()
    numbers = variable("ns", ListSort(INT))
    assert project([member(X, numbers)], {X}) == ()
    (kept_one,) = project([member(X, numbers)], {numbers})
    assert evaluate(kept_one, {numbers: (4,)})
    assert not evaluate(kept_one, {numbers: ()})


def test_what_cannot_be_eliminated_stays() -> None:
    square = equal(multiply(Y, Y), X)
    assert project([square], {X}) == (square,)


def test_texts_and_lists() -> None:
    s, t = variable("s", STRING), variable("t", STRING)
    assert project([different(s, t), different(s, string("a"))], {t}) == ()
    assert project([equal(s, t), different(s, string("a"))], {t}) == (different(t, string("a")),)
    longer = equal(s, concatenate(t, string("a")))
    assert project([longer, different(s, string("ba"))], {t}) == (
        different(concatenate(t, string("a")), string("ba")),
    )
    numbers, others = (variable(name, ListSort(INT)) for name in ("ns", "ms"))
    assert project([different(numbers, others)], {others}) == ()


def test_many_alternatives_are_no_obstacle() -> None:
    clauses = [
        disjunction(*(equal(Y, add(X, integer(row * column))) for column in range(5)))
        for row in range(1, 4)
    ]
    assert project(clauses, {X}) == ()


A, B = variable("a", REAL), variable("b", REAL)
DECIMAL_ATOMS = [
    *(less(*pair) for pair in [(A, B), (B, A), (multiply(real(3), B), A), (real(1), add(A, B))]),
    *(at_most(*pair) for pair in [(A, multiply(real(2), B)), (B, real(1)), (real(0), B)]),
    at_most(multiply(real(-2), B), A),
    equal(multiply(real(3), B), add(A, real(1))),
    different(B, A),
    disjunction(equal(B, A), less(real(2), B)),
]


@pytest.mark.parametrize("size", [1, 2, 3])
def test_a_decimal_is_forgotten_without_loss(size: int) -> None:
    grid = [Fraction(each, 2) for each in range(-5, 6)]
    fine = [Fraction(each, 12) for each in range(-80, 81)]
    truths = {
        atom: {(a, b) for a in grid for b in fine if evaluate(atom, {A: a, B: b})}
        for atom in DECIMAL_ATOMS
    }
    for chosen in combinations(DECIMAL_ATOMS, size):
        both = set.intersection(*(truths[each] for each in chosen))
        if not both:
            continue
        projected = project(chosen, {A})
        if any(B in symbols_of(each) for each in projected):
            assert different(B, A) in chosen, list(map(show, chosen))
            continue
        for a in grid:
            holds = all(evaluate(each, {A: a}) for each in projected)
            assert holds == any(each == a for each, _ in both), (a, list(map(show, chosen)))
