"""Graphs as pictures: boxes in layers, arrows from above to below, changes in colours of their own.

The layers are those of Sugiyama, Tagawa and Toda (1981): arrows that would close a cycle are
turned around, every box stands below all that lead to it, arrows that skip layers get a bend in
each of them, and the order within a layer follows the neighbours above and below. Colours are
attributes, so that a picture can stand alone, and classes, so that a page can set them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field, replace
from html import escape
from itertools import pairwise

from refute.report.outcome import Arrow, Box, Change, Graph
from refute.report.wording import CHANGE_SYMBOLS, MOST_BOXES, one_line, text_width

_LETTER, _LINE, _PADDING = 7.3, 18, 10
_BESIDE, _BELOW, _BEND, _LOOP = 28, 58, 14, 34
_LETTERS_HIGH = 14
_LONGEST = 56
_SWEEPS = 8
_COLOURS: Mapping[Change, tuple[str, str]] = {
    Change.SAME: ("#ffffff", "#55636b"),
    Change.ADDED: ("#e3f4e8", "#1d6b3a"),
    Change.REMOVED: ("#fbe7e6", "#a3231d"),
    Change.CHANGED: ("#fbf1d8", "#7a5200"),
}


@dataclass(slots=True, eq=False)
class _Place:
    """A box, or a bend of an arrow where there is none, and where it stands."""

    box: Box | None
    width: float
    height: float
    layer: int = 0
    left: float = 0.0
    top: float = 0.0
    above: list[_Place] = field(default_factory=list)
    below: list[_Place] = field(default_factory=list)

    @property
    def middle(self) -> float:
        return self.left + self.width / 2


@dataclass(slots=True, eq=False)
class _Route:
    """An arrow with the places that it leads through, from above to below."""

    arrow: Arrow
    through: list[_Place]
    turned: bool
    shift: float = 0.0


@dataclass(frozen=True, slots=True)
class _Stroke:
    """The line of an arrow, its head, and where its label should begin or have its middle."""

    arrow: Arrow
    path: str
    head: str
    at: tuple[float, float]
    centred: bool = True


@dataclass(frozen=True, slots=True)
class _Label:
    """The text of an arrow where it stands."""

    text: str
    change: Change
    left: float
    base: float

    @property
    def width(self) -> float:
        return text_width(self.text) * _LETTER

    def covers(self, other: _Label) -> bool:
        """Whether two labels cannot be read because of each other."""
        apart = self.left + self.width < other.left or other.left + other.width < self.left
        return not apart and abs(self.base - other.base) < _LETTERS_HIGH


def to_svg(graph: Graph) -> str:
    """The graph as a picture of its own."""
    layout = _Layout(graph)
    strokes = [*map(_route, layout.routes), *(_loop(*each) for each in layout.loops)]
    labels = list(_labelled(strokes))
    width = max([layout.size[0], *(each.left + each.width + _PADDING for each in labels)])
    height = layout.size[1]
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height:.0f}" '
        f'width="{width:.0f}" height="{height:.0f}" role="img" font-size="12" '
        'font-family="ui-monospace, monospace">'
    )
    title = f"<title>{_text(graph.title or 'diagram')}</title>"
    boxes = (_box(each) for each in layout.places if each.box is not None)
    return "\n".join(
        (head, title, *map(_drawn, strokes), *boxes, *map(_written, labels), "</svg>", "")
    )


class _Layout:
    """Where the boxes of a graph stand and how its arrows lead."""

    def __init__(self, graph: Graph) -> None:
        boxes = {box.name: _place(box) for box in graph.boxes[:MOST_BOXES]}
        known = [each for each in graph.arrows if each.start in boxes and each.end in boxes]
        self.loops = [(boxes[each.start], each) for each in known if each.start == each.end]
        self.places = list(boxes.values())
        self.routes: list[_Route] = []
        turned = _closing(boxes, [each for each in known if each.start != each.end])
        ends = [
            (boxes[each.end], boxes[each.start]) if back else (boxes[each.start], boxes[each.end])
            for each, back in turned
        ]
        _lay(self.places, ends)
        for (arrow, back), (upper, lower) in zip(turned, ends, strict=True):
            self.routes.append(_Route(arrow, self._bends(upper, lower), back))
        _spread(self.routes)
        layers = _ordered(self.places)
        self.size = _placed(layers)

    def _bends(self, upper: _Place, lower: _Place) -> list[_Place]:
        """The places of an arrow; new ones in the layers that it skips."""
        between = [_Place(None, _BEND, 0, layer) for layer in range(upper.layer + 1, lower.layer)]
        self.places += between
        through = [upper, *between, lower]
        for one, other in pairwise(through):
            one.below.append(other)
            other.above.append(one)
        return through


def _place(box: Box) -> _Place:
    rows = ((box.title, box.change), *box.rows)
    lines = [_shortened(_marked(change, text)) for text, change in rows]
    width = max(map(text_width, lines)) * _LETTER + 2 * _PADDING
    return _Place(box, width, len(lines) * _LINE + _PADDING + (4 if box.rows else 0))


def _closing(boxes: Mapping[str, _Place], arrows: list[Arrow]) -> list[tuple[Arrow, bool]]:
    """Every arrow, and whether it closes a cycle on the way from the first boxes on."""
    leaving: dict[str, list[str]] = {name: [] for name in boxes}
    for each in arrows:
        leaving[each.start].append(each.end)
    closing: set[tuple[str, str]] = set()
    done: set[str] = set()
    for root in boxes:
        path, stack = {root}, [(root, iter(leaving[root]))]
        while stack and root not in done:
            name, rest = stack[-1]
            for following in rest:
                if following in path:
                    closing.add((name, following))
                elif following not in done:
                    path.add(following)
                    stack.append((following, iter(leaving[following])))
                    break
            else:
                stack.pop()
                path.discard(name)
                done.add(name)
    return [(each, (each.start, each.end) in closing) for each in arrows]


def _lay(places: list[_Place], ends: list[tuple[_Place, _Place]]) -> None:
    """Give every box the first layer below all that lead to it; there are no cycles."""
    waiting = {id(each): 0 for each in places}
    leaving: dict[int, list[_Place]] = {id(each): [] for each in places}
    for upper, lower in ends:
        waiting[id(lower)] += 1
        leaving[id(upper)].append(lower)
    ready = [each for each in places if not waiting[id(each)]]
    for place in ready:
        for lower in leaving[id(place)]:
            lower.layer = max(lower.layer, place.layer + 1)
            waiting[id(lower)] -= 1
            if not waiting[id(lower)]:
                ready.append(lower)


def _spread(routes: list[_Route]) -> None:
    """Arrows between the same two boxes stand apart."""
    same: dict[tuple[int, int], list[_Route]] = {}
    for each in routes:
        same.setdefault((id(each.through[0]), id(each.through[-1])), []).append(each)
    for group in same.values():
        for number, each in enumerate(group):
            each.shift = (number - (len(group) - 1) / 2) * 60


def _ordered(places: list[_Place]) -> list[list[_Place]]:
    """The layers, each in an order in which few arrows cross."""
    layers: list[list[_Place]] = [[] for _ in range(max((p.layer for p in places), default=0) + 1)]
    for each in places:
        layers[each.layer].append(each)
    layers = [each for each in layers if each]
    _number(layers)
    for _ in range(_SWEEPS):
        for layer in layers:
            layer.sort(key=lambda place: _centre(place, place.above))
            _number([layer])
        for layer in reversed(layers):
            layer.sort(key=lambda place: _centre(place, place.below))
            _number([layer])
    return layers


def _number(layers: list[list[_Place]]) -> None:
    for layer in layers:
        for number, each in enumerate(layer):
            each.left = float(number)


def _centre(place: _Place, neighbours: list[_Place]) -> float:
    """The mean position of its neighbours."""
    if not neighbours:
        return place.left
    return sum(each.left for each in neighbours) / len(neighbours)


def _placed(layers: list[list[_Place]]) -> tuple[float, float]:
    """Give every place its coordinates; the width and the height of all."""
    top = float(_PADDING)
    for layer in layers:
        left = float(_PADDING)
        for each in layer:
            each.left, each.top = left, top
            left += each.width + _BESIDE
        top += max(each.height for each in layer) + _BELOW
    for sweep in range(_SWEEPS):
        for layer in layers if sweep % 2 == 0 else reversed(layers):
            _pull(layer)
    placed = [each for layer in layers for each in layer]
    leftmost = min((each.left for each in placed), default=0.0)
    for each in placed:
        each.left += _PADDING - leftmost
    right = max((each.left + each.width for each in placed), default=0.0)
    return right + _PADDING + _LOOP, top - _BELOW + _PADDING


def _pull(layer: list[_Place]) -> None:
    """Move the places of a layer towards their neighbours; their order stays."""
    wanted = [_wanted(each) for each in layer]
    edge = float("-inf")
    for place, left in zip(layer, wanted, strict=True):
        place.left = max(left, edge)
        edge = place.left + place.width + _BESIDE
    excess = sum(p.left - left for p, left in zip(layer, wanted, strict=True)) / len(layer)
    for place in layer:
        place.left -= excess


def _wanted(place: _Place) -> float:
    around = place.above + place.below
    if not around:
        return place.left
    return sum(each.middle for each in around) / len(around) - place.width / 2


# Drawing


def _box(place: _Place) -> str:
    box = place.box
    assert box is not None
    fill, line = _COLOURS[box.change]
    lines = [
        f'<g class="box {box.change}"><title>{_text(_described(box))}</title>',
        (
            f'<rect x="{place.left:.0f}" y="{place.top:.0f}" width="{place.width:.0f}" '
            f'height="{place.height:.0f}" rx="5" fill="{fill}" stroke="{line}"/>'
        ),
    ]
    left, top = place.left + _PADDING, place.top + _LINE
    lines.append(_line(left, top, _marked(box.change, box.title), box.change, bold=bool(box.rows)))
    if box.rows:
        under = top + 7
        lines.append(
            f'<line x1="{place.left:.0f}" x2="{place.left + place.width:.0f}" y1="{under:.0f}" '
            f'y2="{under:.0f}" stroke="{line}"/>'
        )
    for number, (text, change) in enumerate(box.rows, 1):
        lines.append(_line(left, top + 4 + number * _LINE, _marked(change, text), change))
    return "".join((*lines, "</g>"))


def _described(box: Box) -> str:
    changed = "" if box.change is Change.SAME else f" ({box.change})"
    return "\n".join((box.title + changed, *(text for text, _ in box.rows)))


def _marked(change: Change, text: str) -> str:
    return text if change is Change.SAME else f"{CHANGE_SYMBOLS[change]} {text}"


def _line(left: float, top: float, text: str, change: Change, *, bold: bool = False) -> str:
    colour = "#1d262b" if change is Change.SAME else _COLOURS[change][1]
    weight = ' font-weight="600"' if bold else ""
    return (
        f'<text class="{change}" x="{left:.0f}" y="{top:.0f}" fill="{colour}"{weight} '
        f'xml:space="preserve">{_text(_shortened(text))}</text>'
    )


def _route(route: _Route) -> _Stroke:
    points = list(_points(route))
    if route.turned:
        points.reverse()
    (_, before), (left, top) = points[-2:]
    head = f"M{left:.0f} {top:.0f}l-4 {-9 if before < top else 9}h8z"
    return _Stroke(route.arrow, _curve(points), head, _halfway(points))


def _points(route: _Route) -> Iterator[tuple[float, float]]:
    upper, *between, lower = route.through
    yield upper.middle + _towards(upper, (between or [lower])[0]), upper.top + upper.height
    for each in between:
        yield each.middle, each.top + _LINE / 2
    if not between and route.shift:
        middle = (upper.middle + lower.middle) / 2
        yield middle + route.shift, (upper.top + upper.height + lower.top) / 2
    yield lower.middle + _towards(lower, (between or [upper])[-1]), lower.top


def _towards(place: _Place, other: _Place) -> float:
    """How far from its middle an arrow leaves a box, so that arrows do not all meet in a point."""
    room = place.width / 2 - _PADDING
    return max(-room, min(room, (other.middle - place.middle) / 4))


def _curve(points: list[tuple[float, float]]) -> str:
    """A smooth line that leaves every point vertically."""
    path = f"M{points[0][0]:.0f} {points[0][1]:.0f}"
    for (left, top), (right, bottom) in pairwise(points):
        half = (top + bottom) / 2
        path += f"C{left:.0f} {half:.0f} {right:.0f} {half:.0f} {right:.0f} {bottom:.0f}"
    return path


def _halfway(points: list[tuple[float, float]]) -> tuple[float, float]:
    if len(points) % 2:
        return points[len(points) // 2]
    (left, top), (right, bottom) = points[len(points) // 2 - 1 : len(points) // 2 + 1]
    return (left + right) / 2, (top + bottom) / 2


def _loop(place: _Place, arrow: Arrow) -> _Stroke:
    right, middle = place.left + place.width, place.top + place.height / 2
    path = (
        f"M{right:.0f} {middle - 8:.0f}C{right + _LOOP:.0f} {middle - 22:.0f} "
        f"{right + _LOOP:.0f} {middle + 22:.0f} {right:.0f} {middle + 8:.0f}"
    )
    head = f"M{right:.0f} {middle + 8:.0f}l9 -3l-2 8z"
    return _Stroke(arrow, path, head, (right + _LOOP - 6, middle), centred=False)


def _labelled(strokes: list[_Stroke]) -> Iterator[_Label]:
    """The labels; one that would cover another moves up or down."""
    taken: list[_Label] = []
    for each in strokes:
        if each.arrow.label:
            label = _free(_label(each), taken)
            taken.append(label)
            yield label


def _label(stroke: _Stroke) -> _Label:
    text = _shortened(_marked(stroke.arrow.change, stroke.arrow.label))
    middle = text_width(text) * _LETTER / 2 if stroke.centred else 0.0
    return _Label(text, stroke.arrow.change, max(2.0, stroke.at[0] - middle), stroke.at[1] + 4)


def _free(label: _Label, taken: list[_Label]) -> _Label:
    for move in (0, -_LETTERS_HIGH, _LETTERS_HIGH):
        moved = replace(label, base=label.base + move)
        if not any(moved.covers(each) for each in taken):
            return moved
    return label


def _drawn(stroke: _Stroke) -> str:
    """An arrow with its head."""
    change = stroke.arrow.change
    colour = _COLOURS[change][1]
    dashes = ' stroke-dasharray="5 4"' if change is Change.REMOVED else ""
    return (
        f'<g class="arrow {change}"><path d="{stroke.path}" fill="none" stroke="{colour}"{dashes}/>'
        f'<path class="head" d="{stroke.head}" fill="{colour}"/></g>'
    )


def _written(label: _Label) -> str:
    colour = _COLOURS[label.change][1]
    return (
        f'<g class="arrow {label.change}"><text x="{label.left:.0f}" y="{label.base:.0f}" '
        f'fill="{colour}" stroke="#ffffff" stroke-width="4" paint-order="stroke">'
        f"{_text(label.text)}</text></g>"
    )


def _shortened(text: str) -> str:
    text = one_line(text)
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"


def _text(text: str) -> str:
    return escape("\n".join(map(one_line, text.split("\n"))))
