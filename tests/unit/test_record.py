"""Records behave like frozen dataclasses with slots."""

import pickle
from dataclasses import dataclass, field, replace

import pytest

from refute.record import entity, record


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


@entity
class Counter:
    start: int
    seen: list[int] = field(default_factory=list)
    count: int = field(init=False, default=0)
    label: str = field(default="c", kw_only=True)
    total: int = field(init=False)

    def __post_init__(self) -> None:
        self.total = self.start + len(self.seen)


class Careful(Counter):
    __slots__ = ()

    def __init__(self) -> None:
        super().__init__(5, label="careful")


def test_objects_are_made_as_those_of_dataclasses_are() -> None:
    one, other = Counter(2, [7], label="x"), Counter(2)
    assert repr(one) == "Counter(start=2, seen=[7], count=0, label='x', total=3)"
    assert repr(other) == "Counter(start=2, seen=[], count=0, label='c', total=2)"
    assert Counter(2).seen is not other.seen
    assert (Careful().total, Careful().label) == (5, "careful")
    for arguments, named in (((), {}), ((1, [], "x"), {}), ((1,), {"other": 2})):
        with pytest.raises(TypeError):
            Counter(*arguments, **named)  # type: ignore[arg-type]


def test_entities_change_and_are_equal_to_themselves_only() -> None:
    one = Counter(1)
    one.count += 1
    assert one.count == 1
    assert one == one != Counter(1)  # noqa: PLR0124 - just that
    assert len({one, Counter(1)}) == 2


def test_a_constructor_that_others_wrap_before_its_first_use_still_works() -> None:
    @record
    class Wrapped:
        value: int

    build = vars(Wrapped)["__init__"]

    def watched(self: Wrapped, value: int) -> None:
        build(self, value)

    Wrapped.__init__ = watched  # type: ignore[method-assign]
    assert Wrapped(1) == Wrapped(1)
    assert Wrapped.__init__ is watched


def test_a_record_has_no_other_attributes() -> None:
    with pytest.raises(AttributeError):
        Point(1).z = 1  # type: ignore[attr-defined]
