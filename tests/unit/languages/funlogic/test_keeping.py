"""What long runs keep is part of the effort."""

from typing import Any

from refute.languages.funlogic.keeping import Keeping
from refute.search import Ended

from .programs import asked


def chain(length: int, end: Any) -> Any:
    for _ in range(length):
        end = (end,)
    return end


def test_what_leads_to_what_was_there_before_is_new() -> None:
    keeping = Keeping()
    first = chain(10, "end")
    assert keeping.grown((None, first)) == (0, 0)
    second = chain(7, first)
    assert keeping.grown((None, second)) == (7, 0)
    assert keeping.grown((None, second)) == (0, 0)
    assert keeping.grown((None, chain(3, second))) == (3, 0)


def test_other_parts_of_old_data_are_not_new() -> None:
    keeping = Keeping()
    whole = chain(10, "end")
    assert keeping.grown((None, whole)) == (0, 0)
    (rest,) = whole
    assert keeping.grown((None, rest)) == (0, 0)
    assert keeping.grown((None, chain(10, "other"))) == (0, 0)


def test_long_numbers_cost_their_bits() -> None:
    assert Keeping().grown((None, 2**5_000, 3)) == (0, 5_001)


def test_a_loop_that_keeps_what_it_makes_ends_sooner() -> None:
    kept = asked("build t = build (Node t t)\nbuild Leaf", effort=0.1)
    plain = asked("loop n = loop (n + 1)\nloop 0", effort=0.1)
    assert kept.reason == plain.reason == str(Ended.EFFORT)
    assert 4 * kept.statistics["nodes"] < plain.statistics["nodes"]
