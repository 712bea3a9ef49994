from __future__ import annotations

import pickle
from fractions import Fraction

import pytest

from refute.terms import (
    BOOL,
    INT,
    REAL,
    STRING,
    Constructed,
    Constructor,
    IntSort,
    ListSort,
    SortError,
    SortReference,
    TupleSort,
    data_sort,
    data_sorts,
    default_value,
)

TREE = data_sort(
    "Tree",
    Constructor("Node", (("left", SortReference("Tree")), ("right", SortReference("Tree")))),
    Constructor("Leaf", (("value", INT),)),
)


def test_equal_sorts_are_the_same_object() -> None:
    assert IntSort() is INT
    assert ListSort(TupleSort((INT, BOOL))) is ListSort(TupleSort((INT, BOOL)))
    assert pickle.loads(pickle.dumps(TREE)) is TREE


def test_a_reference_is_the_sort_itself() -> None:
    assert TREE.constructors["Node"].fields == (("left", TREE), ("right", TREE))


def test_families_refer_to_each_other() -> None:
    family = data_sorts(
        {
            "Even": (Constructor("Zero"), Constructor("Next", (("odd", SortReference("Odd")),))),
            "Odd": (Constructor("After", (("even", SortReference("Even")),)),),
        }
    )
    assert family["Even"].constructors["Next"].fields == (("odd", family["Odd"]),)
    assert default_value(family["Odd"]) == Constructed("After", (Constructed("Zero"),))


def test_default_values() -> None:
    assert default_value(TREE) == Constructed("Leaf", (0,))
    assert default_value(TupleSort((BOOL, STRING, ListSort(INT)))) == (False, "", ())
    assert isinstance(default_value(REAL), Fraction)


def test_a_sort_without_finite_values_is_refused() -> None:
    with pytest.raises(SortError, match="no finite value"):
        data_sort("Stream", Constructor("Cons", (("rest", SortReference("Stream")),)))


def test_deep_constructed_values_are_compared_without_recursion() -> None:
    def deep(bottom: int) -> Constructed:
        value = Constructed("Zero", (bottom,))
        for _ in range(100_000):
            value = Constructed("Next", (value,))
        return value

    one, same, other = deep(0), deep(0), deep(1)
    assert one == same
    assert hash(one) == hash(same)
    assert one != other
    assert one != 1
