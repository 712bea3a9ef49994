"""Values drawn as objects, with what differs from the values before."""

from __future__ import annotations

from refute.languages.fmsl.checking.pictures import ValuesAtTime, diagram
from refute.languages.fmsl.types import STRING, ListOf, Named, Part
from refute.languages.fmsl.values import Record, Value
from refute.report.diagram import text_lines
from refute.report.outcome import ObjectDiagram

from ..specifications import checked

OBJECTS = checked("""
object Item components: title:string and size:integer; end Item;
object Task extends Item components: done:boolean; end Task;
object Place = street:string and town:string;
object Shop = items:Item* and place:Place and tags:string*;
""").objects
SHOP = Part("s", Named("Shop"))


def drawn(before: Value, after: Value) -> list[str]:
    """The lines of the picture of a shop that was another one before."""
    first = ValuesAtTime("before", [SHOP], [before])
    moments = first, ValuesAtTime("after", [Part("s'", SHOP.type)], [after], first)
    (block,) = diagram(OBJECTS, "", moments)
    assert isinstance(block, ObjectDiagram)
    lines = text_lines(ObjectDiagram("", block.pictures[1:]), 80)
    return ["".join(text for text, _ in line).rstrip() for line in lines][1:]


def shop(*items: Value, town: str = "X", tags: tuple[str, ...] = ()) -> Record:
    return Record((tuple(items), Record(("A", town)), tags))


PEN, CUP = Record(("pen", 1)), Record(("cup", 2))


def test_items_are_added_removed_and_changed_wherever_they_stand() -> None:
    assert drawn(shop(PEN, CUP), shop(Record(("jug", 3)), Record(("cup", 4)))) == [
        "~ s' : Shop",
        "  │ tags = []",
        "~ ├ items : Item*",
        "+ │ ├ [1] : Item",
        '+ │ │   title = "jug"',
        "+ │ │   size = 3",
        "~ │ ├ [2] : Item",
        '  │ │   title = "cup"',
        "~ │ │   size = 2 → 4",
        "- │ └ [1] : Item",
        '- │     title = "pen"',
        "- │     size = 1",
        "  └ place : Place",
        '      street = "A"',
        '      town = "X"',
    ]


def test_the_same_items_in_another_order_are_not_taken_for_new_ones() -> None:
    assert not any(line.startswith(("+", "-")) for line in drawn(shop(PEN, CUP), shop(CUP, PEN)))


def test_records_in_records_and_plain_lists_are_compared() -> None:
    lines = drawn(shop(), shop(town="Y", tags=("new",)))
    assert '~ │ tags = [] → ["new"]' in lines
    assert '~     town = "X" → "Y"' in lines


def test_an_heir_is_called_by_its_own_name_with_its_own_components() -> None:
    lines = drawn(shop(), shop(Record(("call", 1, True))))
    assert "+ │ └ [1] : Task" in lines
    assert "+ │     done = true" in lines


def test_values_without_parts_are_not_drawn() -> None:
    number = Part("n", Named("integer"))
    assert diagram(OBJECTS, "", [ValuesAtTime("before", [number], [1])]) == []


def test_lists_of_plain_values_stay_on_one_line() -> None:
    tags = Part("l", ListOf(STRING))
    (block,) = diagram(OBJECTS, "", [ValuesAtTime("before", [SHOP, tags], [shop(), ("a", "b")])])
    assert isinstance(block, ObjectDiagram)
    lines = ["".join(text for text, _ in line) for line in text_lines(block, 80)]
    assert lines[-1].strip() == 'l : string* = ["a", "b"]'
