"""Object diagrams as text and as SVG.

Both show an object with its attributes and, below it and indented, the objects in it. Differences
are marked with a sign, so that no colour is needed to see them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from html import escape
from itertools import zip_longest

from refute.record import record
from refute.report.outcome import Attribute, Change, DrawnObject, ObjectDiagram, Picture
from refute.report.wording import one_line, shortened, text_width

SIGNS: Mapping[Change, str] = {
    Change.SAME: " ",
    Change.ADDED: "+",
    Change.REMOVED: "-",
    Change.CHANGED: "~",
}
MOST_THINGS = 200
"""Maximum number of objects drawn in a picture."""

LONGEST_VALUE = 60
"""Maximum number of characters drawn of a value."""

GAP = 3
"""Number of columns between pictures."""


@record
class Row:
    """A line of a picture: its guides, its text, and how it differs."""

    guide: str
    text: str
    change: Change

    @property
    def width(self) -> int:
        """The number of columns, including the sign."""
        return 2 + text_width(self.guide) + text_width(self.text)


def rows(picture: Picture) -> list[Row]:
    """The lines of a picture, from top to bottom."""
    found = [row for thing in picture.things for row in _rows(thing, "", "", Change.SAME)]
    return found or [Row("", "(nothing)", Change.SAME)]


def _rows(thing: DrawnObject, guide: str, below: str, around: Change) -> Iterator[Row]:
    change = around if around is not Change.SAME else thing.change
    yield Row(guide, heading(thing), change)
    under = "│ " if thing.parts else "  "
    for each in _listed(thing):
        told = each.change if change in (Change.SAME, Change.CHANGED) else change
        yield Row(f"{below}{under}", attribute(each.name, each.value, each.was), told)
    whole = change if change in (Change.ADDED, Change.REMOVED) else Change.SAME
    for number, part in enumerate(thing.parts, 1):
        last = number == len(thing.parts)
        elbow, inner = ("└ ", "  ") if last else ("├ ", "│ ")
        yield from _rows(part, f"{below}{elbow}", f"{below}{inner}", whole)


def heading(thing: DrawnObject) -> str:
    """The name and the type of an object, and its value if it has no components."""
    named = " : ".join(filter(None, (thing.name, thing.of)))
    values = [attribute(named, each.value, each.was) for each in thing.attributes if not each.name]
    return one_line(values[0] if values else named)


def _listed(thing: DrawnObject) -> list[Attribute]:
    """The attributes below the heading."""
    return [each for each in thing.attributes if each.name]


def attribute(name: str, value: str, was: str) -> str:
    """A component with its value, and with the previous value if that differs."""
    told = f"{_short(was)} → {_short(value)}" if was else _short(value)
    return one_line(f"{name} = {told}")


def _short(value: str) -> str:
    return shortened(value, LONGEST_VALUE)


def text_lines(diagram: ObjectDiagram, width: int) -> Iterator[list[tuple[str, Change]]]:
    """The lines of a diagram, each as texts with their changes; side by side if they fit."""
    for number, group in enumerate(_groups(diagram.pictures, width)):
        if number:
            yield []
        columns = [[Row("", each.title, Change.SAME), *rows(each)] for each in group]
        widths = [max(row.width for row in column) for column in columns]
        for line in zip_longest(*columns):
            yield list(_across(line, widths))


def _groups(pictures: Sequence[Picture], width: int) -> Iterator[list[Picture]]:
    """Groups of pictures that fit beside each other."""
    group: list[Picture] = []
    taken = 0
    for each in pictures:
        wide = max(row.width for row in (Row("", each.title, Change.SAME), *rows(each))) + GAP
        if group and taken + wide - GAP > width:
            yield group
            group, taken = [], 0
        group.append(each)
        taken += wide
    yield group


def _across(line: Sequence[Row | None], widths: Sequence[int]) -> Iterator[tuple[str, Change]]:
    for row, width in zip(line, widths, strict=True):
        if row is None:
            yield " " * (width + GAP), Change.SAME
            continue
        yield f"{SIGNS[row.change]} {row.guide}{row.text}", row.change
        yield " " * (width - row.width + GAP), Change.SAME


# SVG: boxes with compartments, and lines from an object to those in it

CHARACTER, LINE, PADDING, INDENT, SPACE = 8, 18, 8, 26, 12


@record
class Box:
    """A drawn object: its position, its lines, and the box that contains it."""

    left: int
    top: int
    lines: tuple[tuple[str, Change], ...]
    change: Change
    within: Box | None

    @property
    def width(self) -> int:
        """As wide as its longest line."""
        return max(text_width(text) for text, _ in self.lines) * CHARACTER + 2 * PADDING

    @property
    def height(self) -> int:
        """As high as its lines."""
        return len(self.lines) * LINE + 2 * PADDING


def to_svg(diagram: ObjectDiagram) -> str:
    """The diagram as an SVG element; colours come from the surrounding page."""
    left, drawn, bottom = 0, [], 0
    for picture in diagram.pictures:
        boxes = list(_boxes(picture, left, LINE + SPACE))
        title = escape(one_line(picture.title))
        drawn.append(
            f'<text class="moment" x="{left}" y="{LINE - 4}" fill="currentColor">{title}</text>'
        )
        drawn.extend(map(_line, boxes))
        drawn.extend(map(_box, boxes))
        named = left + text_width(picture.title) * CHARACTER
        left = max([named, *(box.left + box.width for box in boxes)]) + 3 * SPACE
        bottom = max([bottom, *(box.top + box.height for box in boxes)])
    width, height = left - 3 * SPACE + 2, max(bottom, LINE) + 2
    label = escape(one_line(diagram.title or "object diagram"), quote=True)
    start = (
        f'<svg xmlns="http://www.w3.org/2000/svg" class="diagram" role="img" aria-label="{label}" '
        f'viewBox="-1 -1 {width} {height}" width="{width}" height="{height}" '
        'font-family="monospace" font-size="13" fill="none" stroke="none">'
    )
    return "".join([start, *drawn, "</svg>"])


def _boxes(picture: Picture, left: int, top: int) -> Iterator[Box]:
    """The boxes of a picture, one below the other."""
    waiting: list[tuple[DrawnObject, int, Box | None, Change]] = [
        (each, 0, None, Change.SAME) for each in reversed(picture.things)
    ]
    for _ in range(MOST_THINGS):
        if not waiting:
            return
        thing, depth, within, around = waiting.pop()
        change = around if around is not Change.SAME else thing.change
        whole = change if change in (Change.ADDED, Change.REMOVED) else Change.SAME
        lines = [(f"{SIGNS[change]} {heading(thing)}".strip(), change)]
        for each in _listed(thing):
            told = each.change if whole is Change.SAME else whole
            lines.append((attribute(each.name, each.value, each.was), told))
        box = Box(left + depth * INDENT, top, tuple(lines), change, within)
        yield box
        top += box.height + SPACE
        waiting.extend((each, depth + 1, box, whole) for each in reversed(thing.parts))
    yield Box(left, top, (("… and more", Change.SAME),), Change.SAME, None)


def _line(box: Box) -> str:
    """The line from an object to one inside it."""
    outer = box.within
    if outer is None:
        return ""
    start, bottom, middle = outer.left + SPACE, outer.top + outer.height, box.top + LINE
    path = f"M{start} {bottom}V{middle}H{box.left}"
    return f'<path class="link" d="{path}" stroke="currentColor" stroke-opacity=".5"/>'


def _box(box: Box) -> str:
    dashed = ' stroke-dasharray="5 3"' if box.change is Change.REMOVED else ""
    shape = f'x="{box.left}" y="{box.top}" width="{box.width}" height="{box.height}" rx="4"'
    drawn = [f'<g class="{box.change}"><rect {shape} stroke="currentColor"{dashed}/>']
    if len(box.lines) > 1:
        under = box.top + PADDING + LINE
        drawn.append(
            f'<path d="M{box.left} {under}H{box.left + box.width}" stroke="currentColor"/>'
        )
    for number, (text, change) in enumerate(box.lines):
        y = box.top + PADDING + (number + 1) * LINE - 5 + (2 if number else -2)
        weight = ' font-weight="bold"' if change is not Change.SAME or not number else ""
        drawn.append(
            f'<text class="{change}" x="{box.left + PADDING}" y="{y}" fill="currentColor"{weight}>'
            f"{escape(text)}</text>"
        )
    return "".join([*drawn, "</g>"])
