"""Objects that extend others, also several of them."""

from __future__ import annotations

import pytest

from refute.report.outcome import Verdict

from .specifications import answers, errors
from .users import asked, outcome

FROGS = """
object Land components: legs:integer; invariant: legs >= 0; end Land;
object Water components: fins:integer; invariant: fins > 0; end Water;
object Frog extends Land, Water components: croaks:boolean; end Frog;
function Fins(w:Water) -> integer = w.fins;
val frog:Frog = {4, 2, true};
"""

DIAMOND = """
object A components: a:integer; end A;
object B extends A components: b:integer; end B;
object C extends A components: c:string; end C;
object D extends B, C components: d:boolean; end D;
val d:D = {1, 2, "c", true};
function Cs(x:C) -> string = x.c;
function As(x:A) -> integer = x.a;
"""


def test_a_value_stands_for_each_of_the_parents_of_its_object() -> None:
    assert answers(FROGS + "> Fins(frog); > frog.legs; > frog.croaks;") == ["2", "4", "true"]


def test_a_common_ancestor_is_there_once() -> None:
    assert answers(DIAMOND + "> Cs(d); > As(d); > d.b;") == ['"c"', "1", "2"]


def test_a_component_of_the_second_parent_can_be_set() -> None:
    text = FROGS + "> (var w:Water = frog; set w.fins = 9; w);"
    assert answers(text) == ["{ 4, 9, true }"]


@pytest.mark.parametrize(
    ("claim", "verdict"),
    [
        ("t(w:Water) = Fins(w) > 0", Verdict.CONFIRMED),
        ("t(w:Water) = Fins(w) > 3", Verdict.REFUTED),
        ("t(f:Frog) = f.legs >= 0 and f.fins > 0", Verdict.CONFIRMED),
        ("t(f:Frog) = f.legs != f.fins", Verdict.REFUTED),
    ],
)
def test_claims_hold_for_every_heir_with_the_invariants_of_all_parents(
    claim: str, verdict: Verdict
) -> None:
    assert asked(f"{FROGS} theorem {claim};").outcomes[0].verdict is verdict


def test_an_operation_on_a_parent_is_one_on_its_heirs() -> None:
    text = FROGS + "op Lose(w:Water) -> (w':Water) post: w'.fins = w.fins - 1; end Lose;"
    report = asked(text)
    assert outcome(report, "Lose keeps the invariants").verdict is Verdict.REFUTED
    assert outcome(report, "Lose can be met").verdict is Verdict.CONFIRMED


def test_heirs_that_cannot_be_told_apart_are_refused() -> None:
    assert errors(FROGS + "object Fish extends Water comps: deep:boolean, old:boolean; end;") == [
        "FM016"
    ]


def test_an_object_that_is_another_one_is_extended_like_that() -> None:
    text = "object P = n:integer and m:integer; object Q = P; object C extends Q parts: k:integer;"
    assert answers(text + "end C; val c:C = {1, 2, 3}; > c.m;") == ["2"]
