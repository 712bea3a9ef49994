"""Object diagrams as text, as SVG, and as JSON that can be read back."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from refute.report.as_json import outcome_to_json
from refute.report.diagram import SIGNS, text_lines, to_svg
from refute.report.outcome import (
    Attribute,
    Change,
    DrawnObject,
    ObjectDiagram,
    Outcome,
    Picture,
    Verdict,
)
from refute.report.reading import outcome_of

from .samples import EVIL

BEFORE = Picture(
    "before",
    (DrawnObject("db", "List", (), (DrawnObject("[1]", "User", (Attribute("name", '"Ada"'),)),)),),
)
AFTER = Picture(
    "after",
    (
        DrawnObject(
            "db'",
            "List",
            (),
            (
                DrawnObject(
                    "[1]", "User", (Attribute("name", '"Eve"', '"Ada"'),), (), Change.CHANGED
                ),
                DrawnObject("[2]", "User", (Attribute("name", '"Bob"'),), (), Change.ADDED),
            ),
            Change.CHANGED,
        ),
        DrawnObject("n", "integer", (Attribute("", "3"),)),
    ),
)
DIAGRAM = ObjectDiagram("what happens", (BEFORE, AFTER))

SIDE_BY_SIDE = """\
  before               after
  db : List          ~ db' : List
  └ [1] : User       ~ ├ [1] : User
      name = "Ada"   ~ │   name = "Ada" → "Eve"
                     + └ [2] : User
                     +     name = "Bob"
                       n : integer = 3"""


def text(diagram: ObjectDiagram, width: int) -> str:
    lines = ("".join(piece for piece, _ in line) for line in text_lines(diagram, width))
    return "\n".join(line.rstrip() for line in lines)


def test_pictures_stand_side_by_side_and_differences_have_signs() -> None:
    assert text(DIAGRAM, 80) == SIDE_BY_SIDE


def test_pictures_that_do_not_fit_stand_below_each_other() -> None:
    narrow = text(DIAGRAM, 30).splitlines()
    assert max(map(len, narrow)) <= 30
    assert narrow.index("  after") > narrow.index("  before")


def test_a_drawing_has_all_texts_and_shows_differences_without_colours() -> None:
    root = ElementTree.fromstring(to_svg(DIAGRAM))
    texts = [each.text for each in root.iter() if each.tag.endswith("text")]
    assert "+ [2] : User" in texts
    assert 'name = "Ada" → "Eve"' in texts
    boxes = [each for each in root.iter() if each.tag.endswith("rect")]
    assert len(boxes) == 6
    assert SIGNS[Change.REMOVED] == "-"


def test_no_boxes_lie_on_each_other() -> None:
    root = ElementTree.fromstring(to_svg(DIAGRAM))
    places = [
        tuple(int(each.attrib[name]) for name in ("x", "y", "width", "height"))
        for each in root.iter()
        if each.tag.endswith("rect")
    ]
    for number, (left, top, width, height) in enumerate(places):
        for x, y, _, _ in places[number + 1 :]:
            assert not (left <= x < left + width and top <= y < top + height)


def test_every_text_is_seen_without_a_style_sheet() -> None:
    texts = list(ElementTree.fromstring(to_svg(DIAGRAM)).iter("{http://www.w3.org/2000/svg}text"))
    assert {each.get("fill") for each in texts} == {"currentColor"}


def test_what_is_drawn_cannot_get_out_of_the_drawing() -> None:
    hostile = ObjectDiagram(
        EVIL, (Picture(EVIL, (DrawnObject(EVIL, EVIL, (Attribute(EVIL, EVIL, EVIL),)),)),)
    )
    tags = {each.tag.partition("}")[2] for each in ElementTree.fromstring(to_svg(hostile)).iter()}
    assert tags == {"svg", "g", "rect", "path", "text"}


@pytest.mark.parametrize("diagram", [DIAGRAM, ObjectDiagram("", (Picture("empty", ()),))])
def test_a_diagram_is_read_back_from_json(diagram: ObjectDiagram) -> None:
    outcome = Outcome("q", "k", Verdict.REFUTED, "s", blocks=(diagram,))
    written = outcome_to_json(outcome)
    assert outcome_of(written).blocks == (diagram,)
    assert written["blocks"][0]["svg"].startswith("<svg")
