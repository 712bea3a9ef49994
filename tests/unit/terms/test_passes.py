"""Simplifying, evaluating, showing and substituting."""

from __future__ import annotations

import pytest

from refute.terms import (
    BOOL,
    FALSE,
    INT,
    REAL,
    STRING,
    Constructor,
    ListSort,
    SortReference,
    Term,
    absolute,
    add,
    at_most,
    choose,
    concatenate,
    conjunction,
    cons,
    construct,
    contains,
    data_sort,
    different,
    disjunction,
    divide,
    equal,
    evaluate,
    fold,
    head,
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
    project,
    real,
    satisfies,
    show,
    show_value,
    simplify,
    string,
    substitute,
    subtract,
    tuple_of,
    variable,
    variables,
)

X, Y, Z = (variable(name, INT) for name in "xyz")
P, Q, R = (variable(name, BOOL) for name in "pqr")
S, XS = variable("s", STRING), variable("xs", ListSort(INT))
T = variable("t", REAL)
TREE = data_sort(
    "Tree", Constructor("Leaf"), Constructor("Node", (("left", SortReference("Tree")),))
)
TR = variable("tree", TREE)
ONE, TWO = integer(1), integer(2)

SHOWN: list[tuple[Term, str]] = [
    (conjunction(disjunction(P, Q), R), "(p or q) and r"),
    (disjunction(conjunction(P, Q), negation(R)), "p and q or not r"),
    (negation(conjunction(P, Q)), "not (p and q)"),
    (different(X, ONE), "x != 1"),
    (equal(equal(X, Y), P), "(x == y) == p"),
    (subtract(X, add(Y, ONE)), "x - (y + 1)"),
    (add(X, integer(-3)), "x - 3"),
    (add(X, multiply(integer(-2), Y)), "x - 2 * y"),
    (add(negate(X), Y), "-x + y"),
    (multiply(TWO, add(X, Y)), "2 * (x + y)"),
    (multiply(X, divide(Y, Z)), "x * (y div z)"),
    (modulo(add(X, ONE), TWO), "(x + 1) mod 2"),
    (multiply(real("1/2"), T), "1/2 * t"),
    (divide(T, real("1/2")), "t / (1/2)"),
    (absolute(X), "abs(x)"),
    (choose(P, X, choose(Q, Y, Z)), "if p then x else if q then y else z"),
    (add(choose(P, X, Y), ONE), "(if p then x else y) + 1"),
    (concatenate(S, string('a"\n')), 's ++ "a\\"\\n"'),
    (cons(X, XS), "[x] ++ xs"),
    (less(length(XS), X), "len(xs) < x"),
    (head(XS), "xs[0]"),
    (contains(S, string("é")), 'contains(s, "é")'),
    (member(X, XS), "x in xs"),
    (tuple_of(X, P), "(x, p)"),
    (tuple_of(X), "(x,)"),
    (project(variable("pair", tuple_of(X, P).sort), 1), "pair.1"),
    (list_of(INT, ONE, X), "[1, x]"),
    (construct(TREE, "Node", construct(TREE, "Leaf")), "Node(Leaf)"),
    (equal(P, variable("b", BOOL)), "p == b"),
]


@pytest.mark.parametrize(("term", "text"), SHOWN)
def test_shows(term: Term, text: str) -> None:
    assert show(term) == text
    assert repr(term) == f"<{text}>"


def test_shows_values() -> None:
    assert show_value((1, -2), ListSort(INT)) == "[1, -2]"


SIMPLIFIED: list[tuple[Term, str]] = [
    (conjunction(conjunction(P, Q), conjunction(Q, R)), "p and q and r"),
    (conjunction(conjunction(P, Q), negation(P)), "false"),
    (disjunction(less(X, Y), disjunction(P, at_most(Y, X))), "true"),
    (add(add(X, Y), subtract(X, Y)), "2 * x"),
    (subtract(add(X, Y), add(Y, X)), "0"),
    (multiply(TWO, add(X, multiply(integer(3), Y))), "2 * x + 6 * y"),
    (less(add(X, ONE), add(X, Y)), "1 < y"),
    (less(multiply(TWO, X), integer(5)), "x < 3"),
    (at_most(multiply(TWO, X), integer(5)), "x <= 2"),
    (less(negate(X), integer(3)), "-3 < x"),
    (equal(multiply(TWO, X), add(multiply(TWO, Y), ONE)), "false"),
    (equal(add(X, ONE), TWO), "x == 1"),
    (choose(conjunction(P, conjunction(Q, P)), X, Y), "if p and q then x else y"),
]


@pytest.mark.parametrize(("term", "text"), SIMPLIFIED)
def test_simplifies(term: Term, text: str) -> None:
    assert show(simplify(term)) == text


def test_evaluates_missing_variables_to_defaults() -> None:
    assert evaluate(add(X, Y), {X: 3}) == 3
    assert evaluate(tuple_of(P, S, XS, T), {}) == (False, "", (), 0)


def test_satisfies_when_all_conditions_hold() -> None:
    conditions = [less(X, Y), less(Y, Z)]
    assert satisfies({Y: 1, Z: 2}, conditions)
    assert not satisfies({Y: 1}, conditions)


def test_operators_are_total() -> None:
    assert evaluate(divide(X, Y), {X: 7, Y: 0}) == 0
    assert evaluate(modulo(X, Y), {X: 7, Y: 0}) == 7
    assert evaluate(item(XS, X), {XS: (5, 6), X: -1}) == 0
    assert evaluate(item(S, X), {S: "ab", X: 2}) == ""


def test_substitutes_at_once_and_folds() -> None:
    assert substitute(less(X, Y), {X: Y, Y: X}) is less(Y, X)
    assert substitute(less(X, Y), {X: ONE, Y: ONE}) is FALSE


def test_variables_come_in_order_of_occurrence() -> None:
    assert variables(add(multiply(Y, X), Z, X)) == [Y, X, Z]
    assert variables(less(X, Y), less(Y, Z)) == [X, Y, Z]


def test_folding_visits_shared_terms_once() -> None:
    term = X
    for _ in range(100):
        term = add(term, term)
    visited: list[Term] = []

    def step(each: Term, _results: list[None]) -> None:
        visited.append(each)

    fold(term, step)
    assert len(visited) == 101
    assert evaluate(term, {X: 1}) == 2**100
    assert show(simplify(term)) == f"{2**100} * x"
    assert show(term, limit=20) == ("x + " * 5) + "…"
