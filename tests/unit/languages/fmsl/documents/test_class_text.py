import pytest

from refute.diagnostics import InputError
from refute.languages.fmsl.documents.class_text import read_diagram
from refute.languages.fmsl.documents.diagram import (
    Attribute,
    Box,
    Diagram,
    Line,
    Method,
    Shape,
    Tie,
)
from refute.source import Source


def read(text: str) -> Diagram:
    return read_diagram(Source("shapes.puml", text))


def one(text: str) -> Box:
    (box,) = read(text).boxes
    return box


@pytest.mark.parametrize(
    ("member", "attribute"),
    [
        ("name : string", Attribute("name", "string")),
        ("- name: String", Attribute("name", "String")),
        ("{static} +count: int = 0", Attribute("count", "int")),
        ("String name", Attribute("name", "String")),
        ("+int age", Attribute("age", "int")),
        ("private final int age;", Attribute("age", "int")),
        ("tags : List<String>", Attribute("tags", "String", many=True)),
        ("List~int~ numbers", Attribute("numbers", "int", many=True)),
        ("marks : int[]", Attribute("marks", "int", many=True)),
        ("int marks[]", Attribute("marks", "int", many=True)),
        ("marks : int[0..*]", Attribute("marks", "int", many=True)),
        ("mark : int[0..1]", Attribute("mark", "int")),
        ("owner : shop.Person", Attribute("owner", "Person")),
        ("nameless", Attribute("nameless", "")),
    ],
)
def test_attributes_are_understood_in_every_order(member: str, attribute: Attribute) -> None:
    assert one(f"class A {{\n  {member}\n}}").attributes == (attribute,)


@pytest.mark.parametrize(
    ("member", "method"),
    [
        ("area()", Method("area")),
        ("+area() : real", Method("area", (), (Attribute("", "real"),))),
        ("+isMammal() bool", Method("isMammal", (), (Attribute("", "bool"),))),
        ("void clear()", Method("clear")),
        (
            "int find(String key, from: int)",
            Method(
                "find",
                (Attribute("key", "String"), Attribute("from", "int")),
                (Attribute("", "int"),),
            ),
        ),
        ("add(Person)", Method("add", (Attribute("", "Person"),))),
    ],
)
def test_methods_are_understood_in_every_order(member: str, method: Method) -> None:
    assert one(f"class A {{\n  {member}\n}}").methods == (method,)


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("A <|-- B", Line(Tie.IS_A, "B", "A")),
        ("A --|> B", Line(Tie.IS_A, "A", "B")),
        ("A ..|> B", Line(Tie.IS_A, "A", "B")),
        ("class A extends B", Line(Tie.IS_A, "A", "B")),
        ("class A implements B", Line(Tie.IS_A, "A", "B")),
        ("A --> B", Line(Tie.HAS, "A", "B")),
        ("A <-- B", Line(Tie.HAS, "B", "A")),
        ("A -- B", Line(Tie.HAS, "A", "B")),
        ('A "1" *-- "0..*" B : parts >', Line(Tie.HAS, "A", "B", many=True, role="parts")),
        ('A "many" --* "1" B', Line(Tie.HAS, "B", "A", many=True)),
        ('A o-- "2" B', Line(Tie.HAS, "A", "B", many=True)),
        ('A o-- "0..1" B', Line(Tie.HAS, "A", "B")),
        ("A -left-> B", Line(Tie.HAS, "A", "B")),
        ("A ..> B : uses", Line(Tie.USES, "A", "B", role="uses")),
    ],
)
def test_lines_between_classes(text: str, line: Line) -> None:
    assert read(text).lines == (line,)


def test_what_is_said_of_a_class_in_several_places_is_joined() -> None:
    box = one("class A {\n x : int\n}\nA : y : int\nclass A {\n f()\n}\n<<interface>> A")
    assert [each.name for each in box.attributes] == ["x", "y"]
    assert [each.name for each in box.methods] == ["f"]
    assert box.shape is Shape.INTERFACE


@pytest.mark.parametrize("head", ["enum Mood {", "class Mood {\n<<enumeration>>"])
def test_enumerations(head: str) -> None:
    box = one(f"{head}\n HAPPY\n SAD = 2,\n}}")
    assert (box.shape, box.literals) == (Shape.ENUMERATION, ("HAPPY", "SAD"))


def test_decoration_comments_and_notes_are_passed_over() -> None:
    text = """@startuml
skinparam monochrome true
title Shapes
/' A comment
class Hidden '/
' class Hidden
hide empty members
package shapes {
  class A {
    x : int
    --
    .. more ..
    y : int
  }
}
note left of A
  class Hidden
end note
note right of A : class Hidden
@enduml
"""
    assert [each.name for each in one(text).attributes] == ["x", "y"]


def test_front_matter_and_decoration_of_mermaid_are_passed_over() -> None:
    text = "---\ntitle: Shapes\n---\nclassDiagram\n  direction LR\n  %% class B\n  class A\n"
    text += '  note for A "class B"\n  style A fill:#fff\n'
    assert one(text).name == "A"


def test_a_class_with_a_long_name_is_known_by_its_short_one() -> None:
    diagram = read('class "A long name" as A\nA --> B')
    assert [each.name for each in diagram.boxes] == ["A", "B"]


def test_every_line_that_is_not_understood_is_named() -> None:
    with pytest.raises(InputError) as caught:
        read("class A {\n 1 : 2 : 3\n}\nwhat is this\nclass B\nand this?")
    places = [str(each.primary.span) for each in caught.value.diagnostics if each.primary]
    assert places == ["shapes.puml:2:2", "shapes.puml:4:1", "shapes.puml:6:1"]


@pytest.mark.parametrize(
    ("text", "code"),
    [("@startuml\n@enduml", "FM081"), ("class A {", "FM082"), ("A <|-- A", "FM083")],
)
def test_diagrams_without_classes_or_ends_are_refused(text: str, code: str) -> None:
    with pytest.raises(InputError) as caught:
        read(text)
    assert [each.code for each in caught.value.diagnostics] == [code]
