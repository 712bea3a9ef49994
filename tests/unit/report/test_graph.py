"""Pictures of graphs, read back as XML: nothing overlaps, nothing is lost, text stays text."""

from itertools import combinations
from xml.etree import ElementTree

from hypothesis import given, settings, strategies as st

from refute.report.graph import to_svg
from refute.report.outcome import Arrow, Box, Change, Graph

SVG = "{http://www.w3.org/2000/svg}"
NAMES = st.sampled_from("abcdefg")
GRAPHS = st.builds(
    lambda names, arrows: Graph(
        "drawn",
        tuple(
            Box(name, f"box {name}", (("row", Change.SAME),) * (ord(name) % 3)) for name in names
        ),
        tuple(Arrow(a, b, "step") for a, b in arrows if {a, b} <= {*names}),
    ),
    st.lists(NAMES, unique=True),
    st.lists(st.tuples(NAMES, NAMES), max_size=12),
)


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
@given(GRAPHS)
def test_no_box_covers_another_and_every_arrow_is_drawn(graph: Graph) -> None:
    root = read(graph)
    boxes = rectangles(root)
    assert len(boxes) == len(graph.boxes)
    assert all(apart(*pair) for pair in combinations(boxes, 2))
    width, height = float(root.attrib["width"]), float(root.attrib["height"])
    assert all(min(box) >= 0 and box[2] <= width and box[3] <= height for box in boxes)
    heads = [each for each in root.iter(f"{SVG}path") if each.attrib.get("class") == "head"]
    assert len(heads) == len(graph.arrows)


def test_what_a_box_leads_to_stands_below_it() -> None:
    chain = Graph("", tuple(Box(each, each) for each in "cab"), (Arrow("a", "b"), Arrow("b", "c")))
    c, a, b = rectangles(read(chain))
    assert a[3] < b[1] < b[3] < c[1]


def test_changes_are_told_by_sign_and_not_by_colour_alone() -> None:
    before = Box("a", "a", (("x = 1 → 2", Change.CHANGED),), Change.CHANGED)
    arrow = Arrow("a", "b", "next", Change.REMOVED)
    graph = Graph("", (before, Box("b", "b", change=Change.ADDED)), (arrow,))
    words = ["".join(each.itertext()) for each in read(graph).iter(f"{SVG}text")]
    assert sorted(words) == ["+ b", "- next", "~ a", "~ x = 1 → 2"]


def test_text_of_the_user_stays_text() -> None:
    root = read(Graph("<script>", (Box("a", "</text><script>\x1b\x00&"),)))
    assert not list(root.iter(f"{SVG}script"))
    assert "</text><script>\\x1b\\x00&" in "".join(root.itertext())
