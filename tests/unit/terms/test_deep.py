"""Terms of many more levels than Python lets functions nest go through every pass."""

from __future__ import annotations

import pickle
from collections.abc import Callable

import pytest

from refute.terms import (
    BOOL,
    INT,
    Term,
    add,
    choose,
    conjunction,
    disjunction,
    evaluate,
    less,
    negation,
    show,
    simplify,
    substitute,
    variable,
    variables,
)

LEVELS = 10_000
X, Y = variable("x", INT), variable("y", INT)
P, Q = variable("p", BOOL), variable("q", BOOL)

SHAPES: dict[str, tuple[Term, Callable[[Term, int], Term]]] = {
    "sum": (X, lambda term, level: add(term, (X, Y)[level % 2])),
    "and-or": (
        P,
        lambda term, level: (conjunction, disjunction)[level % 2](term, (P, Q)[level % 2]),
    ),
    "choice": (X, lambda term, level: choose((P, Q)[level % 2], (X, Y)[level % 3 == 0], term)),
    "condition": (X, lambda term, level: choose(less(term, Y), term, (X, Y)[level % 2])),
}


@pytest.fixture(params=SHAPES)
def deep(request: pytest.FixtureRequest) -> Term:
    term, extend = SHAPES[request.param]
    for level in range(LEVELS):
        term = extend(term, level)
    return term


def test_every_pass_copes_with_depth(deep: Term) -> None:
    assignment = {X: 2, Y: 3, P: True}
    value = evaluate(deep, assignment)
    assert evaluate(simplify(deep), assignment) == value
    assert evaluate(substitute(deep, {X: Y, Y: X, P: negation(P)}), assignment) is not None
    assert pickle.loads(pickle.dumps(deep)) is deep
    assert len(show(deep)) > LEVELS
    assert set(variables(deep)) <= {X, Y, P, Q}
