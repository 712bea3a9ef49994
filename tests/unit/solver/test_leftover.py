from hypothesis import given, settings, strategies as st

from refute.solver import Effort, Path
from refute.solver.leftover import WIDEST, Leftover
from refute.terms import (
    INT,
    Term,
    add,
    at_most,
    conjunction,
    disjunction,
    equal,
    evaluate,
    integer,
    less,
    modulo,
    negation,
    variable,
)

X, Y = variable("x", INT), variable("y", INT)
NUMBERS = st.integers(-12, 12).map(integer)
SUMS = st.sampled_from([X, X, X, Y, add(X, Y), modulo(X, integer(3)), modulo(X, integer(5))])
ATOMS = st.builds(
    lambda compare, left, right, turned: compare(right, left) if turned else compare(left, right),
    st.sampled_from([at_most, less, equal]),
    SUMS,
    NUMBERS,
    st.booleans(),
)
CONDITIONS = st.recursive(
    ATOMS,
    lambda inner: st.one_of(
        inner.map(negation),
        st.lists(inner, min_size=2, max_size=3).map(lambda each: conjunction(*each)),
        st.lists(inner, min_size=2, max_size=3).map(lambda each: disjunction(*each)),
    ),
    max_leaves=3,
)


@settings(max_examples=300)
@given(st.lists(CONDITIONS, min_size=1, max_size=8))
def test_where_nothing_is_left_nothing_fits(conditions: list[Term]) -> None:
    leftover, effort, path = Leftover(), Effort(), Path()
    for number, condition in enumerate(conditions, 1):
        path = path.extend(condition)
        if leftover.is_none(path, effort):
            assert not any(
                all(evaluate(each, {X: x, Y: y}) for each in conditions[:number])
                for x in range(-40, 41)
                for y in range(-40, 41)
            )


def path_of(*conditions: Term) -> Path:
    path = Path()
    for each in conditions:
        path = path.extend(each)
    return path


def is_none(*conditions: Term) -> bool:
    return Leftover().is_none(path_of(*conditions), Effort())


def test_remainders_within_bounds_are_tried() -> None:
    bounds = conjunction(less(integer(0), X), at_most(X, integer(20)))
    seventh, third = (equal(modulo(X, integer(each)), integer(0)) for each in (7, 3))
    assert not is_none(bounds, seventh)
    assert is_none(bounds, seventh, negation(at_most(X, integer(14))))
    assert is_none(bounds, seventh, less(Y, X), third)


def test_numbers_without_bounds_or_with_wide_ones_are_left_to_the_solver() -> None:
    assert not is_none(less(X, integer(0)), less(integer(0), X), equal(X, Y))
    assert not is_none(less(integer(0), X), equal(modulo(X, integer(2)), integer(2)))
    wide = (at_most(integer(0), X), at_most(X, integer(WIDEST)))
    assert not is_none(*wide, equal(modulo(X, integer(2)), integer(2)))
    assert is_none(*wide, at_most(X, integer(WIDEST - 1)), equal(modulo(X, integer(2)), integer(2)))
