"""Pictures of graphs, read back as XML: nothing overlaps, nothing is lost, text stays text."""

from itertools import combinations
from xml.etree import ElementTree

from hypothesis import given, settings, strategies as st

from refute.report.graphs import to_svg
from refute.report.outcome import Graph, Mark

SVG = "{http://www.w3.org/2000/svg}"
MARKS = st.sampled_from(Mark)


@st.composite
def graphs(draw: st.DrawFn) -> Graph:
    nodes = draw(st.lists(st.tuples(st.sampled_from(["x", "a longer term"]), MARKS), max_size=7))
    node = st.integers(0, max(0, len(nodes) - 1))
    edges = draw(st.lists(st.tuples(node, node, st.just("step")), max_size=12)) if nodes else []
    return Graph("drawn", tuple(nodes), tuple(edges))


def read(graph: Graph) -> ElementTree.Element:
    return ElementTree.fromstring(to_svg(graph))


def rectangles(root: ElementTree.Element) -> list[tuple[float, float, float, float]]:
    found = []
    for each in root.iter(f"{SVG}rect"):
        left, top = float(each.attrib["x"]), float(each.attrib["y"])
        size = float(each.attrib["width"]), float(each.attrib["height"])
        found.append((left, top, left + size[0], top + size[1]))
    return found


def apart(one: tuple[float, ...], other: tuple[float, ...]) -> bool:
    return one[2] <= other[0] or other[2] <= one[0] or one[3] <= other[1] or other[3] <= one[1]


@settings(max_examples=60, deadline=None)
@given(graphs())
def test_no_node_covers_another_and_every_arrow_is_drawn(graph: Graph) -> None:
    root = read(graph)
    boxes = rectangles(root)
    assert len(boxes) == len(graph.nodes)
    assert all(apart(*pair) for pair in combinations(boxes, 2))
    width, height = float(root.attrib["width"]), float(root.attrib["height"])
    assert all(min(box) >= 0 and box[2] <= width and box[3] <= height for box in boxes)
    heads = [each for each in root.iter(f"{SVG}path") if each.attrib.get("class") == "head"]
    assert len(heads) == len(graph.edges)


def test_what_a_node_leads_to_stands_below_it() -> None:
    nodes = tuple((each, Mark.OPEN) for each in "cab")
    c, a, b = rectangles(read(Graph("", nodes, ((1, 2, ""), (2, 0, "")))))
    assert a[3] < b[1] < b[3] < c[1]


def test_marks_are_told_by_sign_and_not_by_colour_alone() -> None:
    graph = Graph("", (("a", Mark.OPEN), ("b", Mark.ANSWER)), ((0, 1, "beta"),))
    words = ["".join(each.itertext()) for each in read(graph).iter(f"{SVG}text")]
    assert sorted(words) == ["a", "beta", "✓ b"]


def test_text_of_the_user_stays_text() -> None:
    root = read(Graph("<script>", (("</text><script>\x1b\x00&", Mark.OPEN),), ()))
    assert not list(root.iter(f"{SVG}script"))
    assert "</text><script>\\x1b\\x00&" in "".join(root.itertext())
