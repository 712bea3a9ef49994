from xml.etree import ElementTree

import pytest
from hypothesis import given, settings

from refute.languages.fmsl.documents.class_text import read_diagram
from refute.languages.fmsl.documents.diagram import Diagram, to_graphviz, to_mermaid, to_svg
from refute.source import Source

from .diagrams import diagrams


@settings(max_examples=50)
@given(diagrams())
def test_what_is_drawn_for_mermaid_is_read_back_the_same(diagram: Diagram) -> None:
    assert read_diagram(Source("x.mmd", to_mermaid(diagram))) == diagram


DIAGRAM = read_diagram(
    Source(
        "x", 'interface A {\n x : List<B>\n f(y : int) : int\n}\nB --|> A\nB "1" *-- "*" C : parts'
    )
)


def test_a_picture_names_what_is_in_the_diagram() -> None:
    text = to_graphviz(DIAGRAM)
    for part in ("«interface»", "x: B*", "f(y: int)", '"B" -> "A"', 'label="parts *"'):
        assert part in text


def test_graphviz_draws_it_where_there_is_graphviz() -> None:
    picture = to_svg(DIAGRAM)
    if picture is None:
        pytest.skip("Graphviz is not installed")
    assert ElementTree.fromstring(picture).tag.endswith("svg")


def test_there_is_no_picture_without_graphviz(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    assert to_svg(DIAGRAM) is None
