import pytest
from hypothesis import given, settings

from refute.languages.fmsl.documents.class_text import read_diagram
from refute.languages.fmsl.documents.diagram import Diagram
from refute.languages.fmsl.documents.skeleton import to_specification
from refute.languages.fmsl.parser import parse
from refute.languages.fmsl.typecheck import Checked, check
from refute.languages.fmsl.types import show_type
from refute.source import Source

from .diagrams import diagrams


def begun(text: str) -> Checked:
    made = to_specification(read_diagram(Source("x.puml", text)), "x.puml")
    return check(parse(Source("x.fmsl", made)))


def components(checked: Checked, name: str) -> str:
    definition = checked.objects.definitions[name]
    assert definition is not None
    return show_type(definition)


@settings(max_examples=50)
@given(diagrams())
def test_every_diagram_begins_a_specification_without_errors(diagram: Diagram) -> None:
    checked = check(parse(Source("x.fmsl", to_specification(diagram, "x.mmd"))))
    assert {box.name for box in diagram.boxes} <= set(checked.objects.definitions)
    assert len(checked.operations) == sum(len(box.methods) for box in diagram.boxes)


@pytest.mark.parametrize(
    ("text", "name", "expected"),
    [
        ("class A {\n x : int\n y : String\n}", "A", "x:integer and y:string"),
        ("class A {\n xs : List<double>\n}", "A", "xs:real*"),
        ("class A {\n when : Date\n}", "Date", "string"),
        ('A *-- "0..*" B : parts', "A", "parts:B*"),
        ('A *-- "0..*" B', "A", "bs:B*"),
        ("A --> B", "A", "b:B"),
        ("A --> A : next", "A", "next:A*"),
        ("A --> B\nB --> C\nC --> A", "C", "a:A*"),
        ("interface S\nA ..|> S\nB ..|> S", "S", "A or B"),
        (
            "class S {\n x : int\n}\nclass A extends S {\n y : int\n}",
            "A",
            "x:integer and y:integer",
        ),
        ("class A {\n end : int\n}", "A", "end_:integer"),
        ("enum Mood {\n HAPPY\n}", "Mood", "string"),
    ],
)
def test_objects_are_made_of_what_the_diagram_shows(text: str, name: str, expected: str) -> None:
    assert components(begun(text), name) == expected


@pytest.mark.parametrize(
    ("method", "inputs", "outputs"),
    [
        ("area() : real", "a:A", "result:real"),
        ("move(dx : int)", "a:A and dx:integer", "a':A"),
        ("add(B)", "a:A and argument:B", "a':A"),
    ],
)
def test_methods_become_operations(method: str, inputs: str, outputs: str) -> None:
    (signature,) = begun(f"class A {{\n {method}\n}}\nclass B").operations.values()
    shown = [
        " and ".join(f"{p.name}:{show_type(p.type)}" for p in s)
        for s in (signature.inputs, signature.outputs)
    ]
    assert shown == [inputs, outputs]


def test_methods_of_the_same_name_are_told_apart() -> None:
    checked = begun("class A {\n f()\n}\nclass B {\n f()\n g()\n}")
    assert list(checked.operations) == ["A_f", "B_f", "g"]
