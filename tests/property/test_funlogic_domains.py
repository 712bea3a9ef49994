"""Small numbers that are tried against the solver: the same answers, and models that are right."""

from __future__ import annotations

from itertools import product

from hypothesis import given, settings, strategies as st

from refute.languages.funlogic.domains import settle_quickly
from refute.solver import Answer, Effort, Path, open_session
from refute.terms import (
    INT,
    Term,
    add,
    at_least,
    at_most,
    conjunction,
    different,
    disjunction,
    equal,
    evaluate,
    integer,
    less,
    modulo,
    multiply,
    negation,
    variable,
    variables,
)

NAMES = [variable(name, INT) for name in "abcd"]
SESSION = open_session(effort=Effort(100))


def _bounds(name: Term, low: int, width: int) -> list[Term]:
    return [at_least(name, integer(low)), at_most(name, integer(low + width))]


sums = st.lists(st.tuples(st.sampled_from(NAMES), st.integers(-3, 3)), min_size=1, max_size=3).map(
    lambda parts: add(*[multiply(integer(count), name) for name, count in parts], integer(0))
)
comparisons = st.builds(
    lambda compare, left, right, number: compare(left, add(right, integer(number))),
    st.sampled_from([equal, different, less, at_most, at_least]),
    sums,
    sums,
    st.integers(-9, 9),
)
conditions = st.one_of(
    comparisons,
    comparisons.map(negation),
    st.lists(comparisons, min_size=2, max_size=3).map(lambda some: disjunction(*some)),
    st.lists(comparisons, min_size=2, max_size=3).map(lambda some: negation(conjunction(*some))),
)
ranges = st.tuples(*[st.tuples(st.integers(-5, 5), st.integers(-1, 9)) for _ in NAMES])


@settings(max_examples=300, deadline=None)
@given(ranges=ranges, asked=st.lists(conditions, min_size=1, max_size=6))
def test_small_numbers_are_decided_as_the_solver_does(
    ranges: tuple[tuple[int, int], ...], asked: list[Term]
) -> None:
    path = Path()
    bounds = [each for name, one in zip(NAMES, ranges, strict=True) for each in _bounds(name, *one)]
    for condition in (*bounds, *asked):
        path = path.extend(condition)
        settle_quickly(path, Effort())
    assert path.answer is SESSION.check(Path.of(path.conditions()))
    if path.answer is Answer.SAT:
        assert path.model is not None
        assert all(evaluate(each, path.model) for each in path.conditions())


apart = st.builds(
    lambda one, other, number: different(one, add(other, integer(number))),
    st.sampled_from(NAMES),
    st.sampled_from(NAMES),
    st.integers(-3, 3),
)


@settings(max_examples=300, deadline=None)
@given(
    lows=st.tuples(*[st.integers(-2, 2) for _ in NAMES]),
    asked=st.lists(apart, min_size=4, max_size=24),
)
def test_numbers_that_differ_have_values_exactly_if_trying_all_finds_some(
    lows: tuple[int, ...], asked: list[Term]
) -> None:
    spans = [range(low, low + 3) for low in lows]
    bounds = [each for name, one in zip(NAMES, lows, strict=True) for each in _bounds(name, one, 2)]
    path = Path.of([*bounds, *asked])
    settle_quickly(path, Effort())
    tried = (dict(zip(NAMES, values, strict=True)) for values in product(*spans))
    right = any(all(evaluate(each, model) for each in asked) for model in tried)
    assert path.answer is (Answer.SAT if right else Answer.UNSAT)
    if right:
        assert path.model is not None
        assert all(evaluate(each, path.model) for each in path.conditions())


products = st.builds(
    lambda compare, left, right, number: compare(multiply(left, right), number),
    st.sampled_from([equal, different, less, at_most]),
    st.sampled_from(NAMES[:3]),
    sums.filter(lambda each: NAMES[3] not in variables(each)) | st.sampled_from(NAMES[:3]),
    st.integers(-6, 12).map(integer) | st.sampled_from(NAMES[:3]),
)
remainders = st.builds(
    lambda left, divisor, number: equal(modulo(left, integer(divisor)), integer(number)),
    st.sampled_from(NAMES[:3]),
    st.integers(2, 4),
    st.integers(0, 3),
)
others = st.one_of(
    products,
    remainders,
    st.lists(products | remainders, min_size=2, max_size=2).map(lambda some: disjunction(*some)),
    st.lists(products | remainders, min_size=2, max_size=2).map(
        lambda some: negation(disjunction(*some))
    ),
)
short_ranges = st.tuples(*[st.tuples(st.integers(-3, 3), st.integers(0, 3)) for _ in range(3)])


@settings(max_examples=150, deadline=None)
@given(ranges=short_ranges, asked=st.lists(others, min_size=1, max_size=4))
def test_products_and_remainders_are_decided_as_all_values_say(
    ranges: tuple[tuple[int, int], ...], asked: list[Term]
) -> None:
    names = NAMES[:3]
    bounds = [each for name, one in zip(names, ranges, strict=True) for each in _bounds(name, *one)]
    path = Path.of([*bounds, *asked])
    settle_quickly(path, Effort())
    spans = [range(low, low + width + 1) for low, width in ranges]
    models = (dict(zip(names, values, strict=True)) for values in product(*spans))
    is_possible = any(all(evaluate(each, model) for each in asked) for model in models)
    assert path.answer is (Answer.SAT if is_possible else Answer.UNSAT)
    if path.answer is Answer.SAT:
        assert path.model is not None
        assert all(evaluate(each, path.model) for each in path.conditions())


def test_ranges_follow_from_one_another() -> None:
    a, b, c, _ = NAMES
    ordered = [less(integer(0), a), less(a, b), less(b, c), less(c, integer(20))]
    squares = equal(add(multiply(a, a), multiply(b, b)), multiply(c, c))
    path = Path.of([*ordered, squares])
    settle_quickly(path, Effort())
    assert path.answer is Answer.SAT


def test_open_ranges_are_left_to_the_solver() -> None:
    a, b, *_ = NAMES
    for conditions in (
        [less(a, b), less(integer(0), a)],
        [*_bounds(a, 0, 5), equal(multiply(a, b), integer(12))],
        [*_bounds(a, 0, 1000), different(a, integer(0))],
    ):
        path = Path.of(conditions)
        settle_quickly(path, Effort())
        assert path.answer is None
