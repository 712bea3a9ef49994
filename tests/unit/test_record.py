"""Records behave like frozen dataclasses with slots."""

import pickle
from dataclasses import dataclass, field, replace

import pytest

from refute.record import record


@record
class Point:
    x: int
    y: int = 0
    label: str = field(default="", compare=False, repr=False)


class Moved(Point):
    __slots__ = ()


@record
class Empty:
    pass


@dataclass(frozen=True, slots=True)
class Frozen:
    x: int
    y: int = 0
    label: str = field(default="", compare=False, repr=False)


def test_records_are_compared_by_their_kind_and_fields() -> None:
    assert Point(1, 2, "a") == Point(1, 2, "b") != Point(1, 3)
    assert {Point(1), Point(1, 0, "a"), Point(2)} == {Point(2), Point(1)}
    assert Point(1) != Moved(1) == Moved(1)
    fields: object = (1, 0)
    assert Point(1) != fields
    assert Empty() == Empty()
    assert {Empty(), Empty()} == {Empty()}


def test_records_are_shown_copied_matched_and_pickled_like_dataclasses() -> None:
    assert repr(Point(1, 2, "a")) == repr(Frozen(1, 2, "a")).replace("Frozen", "Point")
    assert repr(Empty()) == "Empty()"
    assert replace(Point(1, 2), y=5) == Point(1, 5)
    assert pickle.loads(pickle.dumps(Moved(1, 2, "a"))).label == "a"
    match Point(1, 2):
        case Point(x, y):
            assert (x, y) == (1, 2)


def test_a_method_that_a_record_defines_is_kept() -> None:
    @record
    class Named:
        name: str

        def __repr__(self) -> str:
            return self.name

    assert repr(Named("n")) == "n"
    assert Named("n") == Named("n")


def test_a_record_has_no_other_attributes() -> None:
    with pytest.raises(AttributeError):
        Point(1).z = 1  # type: ignore[attr-defined]
