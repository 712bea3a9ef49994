from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from refute.languages.fmsl.documents import drawing
from refute.languages.fmsl.documents.class_text import read_diagram
from refute.languages.fmsl.documents.diagram import (
    Attribute,
    Box,
    Diagram,
    Line,
    Method,
    Shape,
    Tie,
    TypeUse,
)
from refute.source import Source

NAMES = st.from_regex(r"[A-Z][a-z]{2,5}'?", fullmatch=True)
TYPES = st.builds(TypeUse, NAMES, st.booleans())
ATTRIBUTES = st.builds(Attribute, st.from_regex(r"[a-z]{2,5}'?", fullmatch=True), TYPES)
METHODS = st.builds(
    Method,
    st.from_regex(r"[a-z]{2,5}", fullmatch=True),
    st.lists(ATTRIBUTES, max_size=2).map(tuple),
    st.lists(TYPES.map(lambda each: Attribute("", each)), max_size=1).map(tuple),
)


@st.composite
def diagrams(draw: st.DrawFn) -> Diagram:
    names = draw(st.lists(NAMES, min_size=1, max_size=4, unique=True))
    boxes = [
        Box(
            name,
            draw(st.sampled_from([Shape.CLASS, Shape.ABSTRACT, Shape.INTERFACE])),
            draw(st.lists(ATTRIBUTES, max_size=3).map(tuple)),
            draw(st.lists(METHODS, max_size=2).map(tuple)),
        )
        for name in names
    ]
    ends = st.sampled_from(names)
    kinds = st.builds(Line, st.just(Tie.IS_A), ends, ends)
    parts = st.builds(
        Line,
        st.sampled_from([Tie.HAS, Tie.USES]),
        ends,
        ends,
        st.booleans(),
        st.sampled_from(["", "part"]),
    )
    return Diagram(tuple(boxes), tuple(draw(st.lists(kinds | parts, max_size=4))))


@given(diagrams())
def test_what_is_drawn_for_mermaid_is_read_back_the_same(diagram: Diagram) -> None:
    assert read_diagram(Source("x.mmd", drawing.to_mermaid(diagram))) == diagram


DIAGRAM = read_diagram(
    Source(
        "x", 'interface A {\n x : List<B>\n f(y : int) : int\n}\nB --|> A\nB "1" *-- "*" C : parts'
    )
)


def test_a_picture_names_what_is_in_the_diagram() -> None:
    text = drawing.to_graphviz(DIAGRAM)
    for part in ("«interface»", "x: B*", "f(y: int)", '"B" -> "A"', 'label="parts *"'):
        assert part in text


def test_graphviz_draws_it_where_there_is_graphviz() -> None:
    picture = drawing.to_svg(DIAGRAM)
    if picture is None:
        pytest.skip("Graphviz is not installed")
    assert ElementTree.fromstring(picture).tag.endswith("svg")


def test_there_is_no_picture_without_graphviz(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", "")
    assert drawing.to_svg(DIAGRAM) is None
