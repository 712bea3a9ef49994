from __future__ import annotations

import gc
import pickle

from refute.terms import BOOL, INT, REAL, add, constant, integer, real, variable
from refute.terms.term import _interned


def test_equal_terms_are_the_same_object() -> None:
    x = variable("x", INT)
    assert add(x, integer(1)) is add(variable("x", INT), integer(1))
    assert variable("x", REAL) is not x


def test_equal_values_of_different_sorts_are_different_terms() -> None:
    one = {constant(1, INT), constant(True, BOOL), real(1)}
    assert len(one) == 3
    assert {type(each.payload).__name__ for each in one} == {"int", "bool", "Fraction"}


def test_unused_terms_are_forgotten() -> None:
    term = add(variable("forgotten", INT), variable("too", INT))
    made = {id(each) for each in (term, *term.arguments)}
    assert made <= {id(each) for each in _interned.values()}
    del term
    gc.collect()
    assert not any(each.payload == "forgotten" for each in list(_interned.values()))


def test_pickling_keeps_identity_and_sharing() -> None:
    term = variable("x", INT)
    for _ in range(100):
        term = add(term, term)
    data = pickle.dumps(term)
    assert len(data) < 20_000
    assert pickle.loads(data) is term
