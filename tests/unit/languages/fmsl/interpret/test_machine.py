"""The value universe."""

from __future__ import annotations

import time

from refute.languages.fmsl.interpret import Interpreter
from refute.languages.fmsl.interpret.machine import Recorders, Universe
from refute.languages.fmsl.syntax import Evaluate
from refute.languages.fmsl.types import INTEGER, ListOf, Named, Objects
from refute.languages.fmsl.values import Record

from ..specifications import checked

ENOUGH = 100_000


def test_a_quantifier_over_100_000_values_takes_less_than_a_second() -> None:
    universe = Universe()
    started = time.process_time()
    for number in range(ENOUGH):
        universe.add("Person", Record((f"name {number}", number)))
    added = time.process_time() - started
    known = checked("object Person = name:string and age:integer; > forall (p:Person) p.age >= 0;")
    asked = known.declarations[-1]
    assert isinstance(asked, Evaluate)
    interpreter = Interpreter(known, universe)
    started = time.process_time()
    assert interpreter.execute(asked.statement) is True
    assert time.process_time() - started < 1
    assert added < 5


def test_what_alike_values_of_a_union_are() -> None:
    universe = Universe()
    for value in (1, True, (1,), (True,), Record((1,)), True, 1):
        universe.add("T", value)
    shown = [(type(each), each) for each in universe.values("T")]
    assert len(shown) == 5
    assert universe.names() == ("T",)
    assert universe.values("S") == ()


def test_values_so_far_do_not_change_when_more_come() -> None:
    universe = Universe()
    universe.add("T", 1)
    so_far = universe.values("T")
    universe.add("T", 2)
    assert so_far == (1,)


def test_lists_are_recorded_with_their_elements_at_every_depth() -> None:
    universe = Universe()
    objects = Objects(
        {"Row": ListOf(INTEGER), "Grid": ListOf(Named("Row")), "Tree": ListOf(Named("Tree"))}
    )
    recorders = Recorders(universe, objects)
    recorders.of(Named("Grid"))(((1, 2), (3,)))
    assert universe.values("integer") == (1, 2, 3)
    assert universe.values("Row") == ((1, 2), (3,))
    recorders.of(Named("Tree"))((((),), ()))
    assert universe.values("Tree") == ((((),), ()), ((),), ())
    recorders.of(ListOf(INTEGER))((4,))
    assert universe.names() == ("Grid", "Row", "integer", "Tree")
