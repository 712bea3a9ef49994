"""The solver agrees with evaluation, with a fresh solver, and with itself."""

from __future__ import annotations

from collections.abc import Mapping

from hypothesis import HealthCheck, given, settings, strategies as st
from test_terms import VARIABLES, any_terms, assignments, terms

from refute.solver import SECOND, Answer, Effort, Path, open_session
from refute.terms import (
    INT,
    Term,
    Value,
    add,
    at_most,
    constant,
    different,
    equal,
    evaluate,
    integer,
    multiply,
    negation,
    substitute,
    variables,
)

slowly = settings(deadline=None, max_examples=60, suppress_health_check=[HealthCheck.too_slow])
SESSION = open_session(effort=Effort(100), query_units=2 * SECOND)
X, Y = VARIABLES[INT]


def path_of(conditions: list[Term]) -> Path:
    path = Path()
    for condition in conditions:
        path = path.extend(condition)
    return path


@st.composite
def linear_conditions(draw: st.DrawFn) -> Term:
    """A linear comparison of two integers."""
    small = st.integers(-4, 4).map(integer)
    left = add(multiply(draw(small), X), multiply(draw(small), Y))
    condition = draw(st.sampled_from([at_most, equal, different]))(left, draw(small))
    return negation(condition) if draw(st.booleans()) else condition


@slowly
@given(any_terms, assignments)
def test_z3_gives_the_value_of_evaluation(term: Term, assignment: Mapping[Term, Value]) -> None:
    fixed = [equal(each, constant(assignment[each], each.sort)) for each in variables(term)]
    value = constant(evaluate(term, assignment), term.sort)
    assert SESSION.check(path_of([*fixed, different(term, value)])) is Answer.UNSAT
    session = open_session(query_units=2 * SECOND)
    assert session.check(path_of([*fixed, equal(term, value)])) is Answer.SAT


@slowly
@given(terms())
def test_a_model_makes_its_condition_true(condition: Term) -> None:
    path = path_of([condition])
    model = open_session(query_units=SECOND // 5).model(path)
    if model is not None:
        assert evaluate(condition, model) is True
        constants = {each: constant(value, each.sort) for each, value in model.items()}
        assert evaluate(substitute(condition, constants), {}) is True


@slowly
@given(
    st.lists(linear_conditions(), min_size=1, max_size=5),
    st.lists(st.lists(st.booleans(), max_size=5), min_size=1, max_size=12),
)
def test_walking_between_branches_agrees_with_fresh_solvers(
    conditions: list[Term], walks: list[list[bool]]
) -> None:
    session = open_session()
    nodes: dict[tuple[bool, ...], Path] = {(): Path()}
    for walk in walks:
        turns = tuple(walk[: len(conditions)])
        for end in range(1, len(turns) + 1):
            condition = conditions[end - 1] if turns[end - 1] else negation(conditions[end - 1])
            nodes.setdefault(turns[:end], nodes[turns[: end - 1]].extend(condition))
        path = nodes[turns]
        answer = session.check(path)
        assert answer is open_session().check(path_of(path.conditions()))
        if answer is Answer.SAT:
            model = session.model(path)
            assert model is not None
            assert all(evaluate(each, model) for each in path.conditions())


@slowly
@given(st.lists(linear_conditions(), max_size=3))
def test_the_smallest_model_is_least(conditions: list[Term]) -> None:
    path = path_of(conditions)
    model = SESSION.smallest(path, [X, Y])
    points = [
        (max(abs(x), abs(y)), abs(x), abs(y), x < 0, y < 0)
        for x in range(-9, 10)
        for y in range(-9, 10)
        if all(evaluate(each, {X: x, Y: y}) for each in conditions)
    ]
    if points:
        assert model is not None
        x, y = evaluate(X, model), evaluate(Y, model)
        assert isinstance(x, int)
        assert isinstance(y, int)
        assert (max(abs(x), abs(y)), abs(x), abs(y)) == min(points)[:3]
