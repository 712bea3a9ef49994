"""What the smart constructors fold, refuse and leave."""

from __future__ import annotations

import pytest

from refute.terms import (
    BOOL,
    FALSE,
    INT,
    REAL,
    STRING,
    TRUE,
    Constructed,
    Constructor,
    ListSort,
    SortError,
    SortReference,
    Term,
    TupleSort,
    absolute,
    add,
    at_least,
    at_most,
    choose,
    concatenate,
    conjunction,
    cons,
    constant,
    construct,
    contains,
    data_sort,
    different,
    disjunction,
    divide,
    equal,
    evaluate,
    greater,
    head,
    implies,
    integer,
    item,
    length,
    less,
    list_of,
    member,
    modulo,
    multiply,
    negate,
    negation,
    part,
    project,
    real,
    string,
    subtract,
    tail,
    to_real,
    tuple_of,
    variable,
)

X, Y = variable("x", INT), variable("y", INT)
P, Q = variable("p", BOOL), variable("q", BOOL)
S, XS = variable("s", STRING), variable("xs", ListSort(INT))
ONE, TWO = integer(1), integer(2)
NATURAL = data_sort(
    "Natural", Constructor("Zero"), Constructor("Next", (("before", SortReference("Natural")),))
)
ZERO, N = construct(NATURAL, "Zero"), variable("n", NATURAL)

FOLDED: list[tuple[Term, Term]] = [
    (conjunction(), TRUE),
    (disjunction(), FALSE),
    (conjunction(P, TRUE, P), P),
    (conjunction(P, FALSE), FALSE),
    (conjunction(P, negation(P)), FALSE),
    (disjunction(P, negation(P)), TRUE),
    (negation(negation(P)), P),
    (negation(less(X, Y)), at_most(Y, X)),
    (implies(FALSE, P), TRUE),
    (equal(X, X), TRUE),
    (equal(ONE, TWO), FALSE),
    (equal(ONE, X), equal(X, ONE)),
    (equal(P, FALSE), negation(P)),
    (equal(tuple_of(X, ONE), tuple_of(Y, TWO)), FALSE),
    (equal(tuple_of(X, ONE), tuple_of(Y, ONE)), equal(X, Y)),
    (different(list_of(INT, X), list_of(INT)), TRUE),
    (less(X, X), FALSE),
    (at_least(TWO, ONE), TRUE),
    (greater(string("b"), string("a")), TRUE),
    (add(), integer(0)),
    (add(X, ONE, integer(-1)), X),
    (add(add(X, ONE), ONE), add(X, TWO)),
    (subtract(X, X), integer(0)),
    (negate(negate(X)), X),
    (multiply(X, integer(0)), integer(0)),
    (multiply(TWO, multiply(integer(3), X)), multiply(integer(6), X)),
    (divide(integer(-7), TWO), integer(-4)),
    (divide(X, integer(0)), integer(0)),
    (divide(X, ONE), X),
    (divide(real(1), real(0)), real(0)),
    (modulo(integer(-7), TWO), ONE),
    (modulo(integer(7), integer(-2)), integer(-1)),
    (modulo(X, integer(0)), X),
    (modulo(X, integer(-1)), integer(0)),
    (absolute(integer(-2)), TWO),
    (to_real(ONE), real(1)),
    (choose(P, X, X), X),
    (choose(P, TRUE, FALSE), P),
    (choose(negation(P), X, Y), choose(P, Y, X)),
    (choose(P, Q, FALSE), conjunction(P, Q)),
    (concatenate(string("a"), string(""), string("b")), string("ab")),
    (concatenate(S, string("")), S),
    (length(cons(X, cons(Y, list_of(INT)))), TWO),
    (length(cons(X, XS)), add(length(XS), ONE)),
    (head(cons(X, XS)), X),
    (tail(cons(X, XS)), XS),
    (tail(list_of(INT)), list_of(INT)),
    (item(list_of(INT, X), ONE), integer(0)),
    (item(string("ab"), ONE), string("b")),
    (item(string("ab"), integer(-1)), string("")),
    (part(string("abcd"), ONE, TWO), string("bc")),
    (part(string("abcd"), integer(-1), TWO), string("")),
    (contains(S, string("")), TRUE),
    (contains(list_of(INT, ONE, TWO), list_of(INT, TWO)), TRUE),
    (member(X, list_of(INT, ONE, TWO)), disjunction(equal(X, ONE), equal(X, TWO))),
    (project(tuple_of(X, P), 1), P),
    (equal(ZERO, construct(NATURAL, "Next", N)), FALSE),
    (constant((1, True), TupleSort((INT, BOOL))), tuple_of(ONE, TRUE)),
]


@pytest.mark.parametrize(("built", "expected"), FOLDED, ids=repr)
def test_folds(built: Term, expected: Term) -> None:
    assert built is expected


@pytest.mark.parametrize(
    "build",
    [
        lambda: conjunction(P, X),
        lambda: negation(X),
        lambda: equal(X, P),
        lambda: less(P, Q),
        lambda: add(X, real(1)),
        lambda: add(P, P),
        lambda: modulo(real(1), real(1)),
        lambda: choose(X, X, X),
        lambda: choose(P, X, P),
        lambda: to_real(real(1)),
        lambda: length(X),
        lambda: concatenate(S, XS),
        lambda: item(XS, P),
        lambda: part(XS, P, X),
        lambda: member(P, XS),
        lambda: list_of(INT, P),
        lambda: project(tuple_of(X), 1),
        lambda: construct(NATURAL, "Next", X),
        lambda: construct(INT, "Next", X),
        lambda: constant(True, INT),
        lambda: constant(1, BOOL),
        lambda: constant((1,), TupleSort((INT, INT))),
    ],
)
def test_refuses_what_does_not_fit(build: object) -> None:
    assert callable(build)
    with pytest.raises(SortError):
        build()


def test_reals_take_integers() -> None:
    assert constant(2, REAL) is real(2)


def test_deep_data_is_built_and_compared_without_recursion() -> None:
    value = Constructed("Zero")
    for _ in range(20_000):
        value = Constructed("Next", (value,))
    term = constant(value, NATURAL)
    assert evaluate(term, {}) == value
    assert equal(term, construct(NATURAL, "Next", term)) is FALSE
