"""Terms that are evaluated often give the same values as before."""

from __future__ import annotations

from hypothesis import given, strategies as st

from refute.terms import (
    BOOL,
    INT,
    Term,
    add,
    at_most,
    choose,
    conjunction,
    divide,
    equal,
    evaluate,
    integer,
    modulo,
    multiply,
    negation,
    variable,
)
from refute.terms.evaluate import LARGEST, OFTEN, formula_of

X, Y, P = variable("x", INT), variable("y", INT), variable("p", BOOL)

numbers = st.recursive(
    st.sampled_from([X, Y, integer(0), integer(3), integer(-2)]),
    lambda inner: st.one_of(
        st.builds(add, inner, inner),
        st.builds(multiply, inner, inner),
        st.builds(divide, inner, inner),
        st.builds(modulo, inner, inner),
        st.builds(lambda a, b: choose(at_most(a, b), a, b), inner, inner),
    ),
    max_leaves=8,
)
conditions = st.builds(
    lambda a, b, c: conjunction(negation(equal(a, b)), choose(P, at_most(b, c), equal(a, c))),
    numbers,
    numbers,
    numbers,
)


@given(st.one_of(numbers, conditions), st.integers(-9, 9), st.integers(-9, 9), st.booleans())
def test_a_compiled_term_has_the_value_it_had(term: Term, x: int, y: int, p: bool) -> None:
    values = {X: x, Y: y, P: p}
    found = [evaluate(term, values) for _ in range(OFTEN + 3)]
    assert found == [found[0]] * len(found)
    assert {type(each) for each in found} == {type(found[0])}


def test_small_terms_are_compiled_when_used_often() -> None:
    term = at_most(add(variable("often", INT), X), Y)
    for _ in range(OFTEN + 1):
        assert formula_of(term) is None
    formula = formula_of(term)
    assert formula is not None
    assert formula({X: 2, Y: 1}.get) is False


def test_large_terms_are_never_compiled() -> None:
    term = X
    for _ in range(LARGEST):
        term = modulo(add(term, Y), X)
    for _ in range(OFTEN + 5):
        assert formula_of(term) is None
    assert evaluate(term, {X: 7, Y: 1}) == (7 + LARGEST) % 7


def test_missing_variables_have_their_default() -> None:
    term = add(multiply(integer(2), variable("missing", INT)), integer(5))
    assert [evaluate(term, {}) for _ in range(OFTEN + 3)] == [5] * (OFTEN + 3)
