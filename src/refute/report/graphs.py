"""Graphs as pictures: nodes in layers, arrows pointing down.

The layers are those of Sugiyama, Tagawa and Toda (1981): arrows that would close a cycle are
reversed, every node is below all that lead to it, arrows that skip layers get a bend in each of
them, and the order within a layer follows the neighbours above and below. Colours are attributes,
so that a picture can be used alone, and classes, so that a page can set them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import field, replace
from html import escape
from itertools import pairwise
from typing import TypeAlias

from refute.record import entity, record
from refute.report.outcome import Graph, Mark
from refute.report.wording import MARK_SYMBOLS, one_line, text_width

MOST_NODES = 200
"""Maximum number of nodes that are drawn."""

_LETTER, _LETTERS_HIGH, _PADDING = 7.3, 14, 10
_HEIGHT, _BESIDE, _BELOW, _BEND, _LOOP = 28, 28, 58, 14, 34
_LONGEST = 56
_SWEEPS = 8
_PLAIN = ("#ffffff", "#55636b")
_COLOURS: Mapping[Mark, tuple[str, str]] = {
    Mark.ANSWER: ("#e3f4e8", "#1d6b3a"),
    Mark.FAILED: ("#fbe7e6", "#a3231d"),
    Mark.CUT: ("#fbf1d8", "#7a5200"),
    Mark.UNKNOWN: ("#fbf1d8", "#7a5200"),
}
_Edge: TypeAlias = tuple[int, int, str]


@entity
class _Vertex:
    """A node, or the bend of an arrow, and its position."""

    node: tuple[str, Mark] | None
    width: float
    layer: int = 0
    left: float = 0.0
    top: float = 0.0
    above: list[_Vertex] = field(default_factory=list)
    below: list[_Vertex] = field(default_factory=list)

    @property
    def middle(self) -> float:
        return self.left + self.width / 2


@entity
class _Route:
    """An arrow with the vertices that it passes through, from top to bottom."""

    label: str
    through: list[_Vertex]
    turned: bool
    shift: float = 0.0


@record
class _Stroke:
    """The line of an arrow, its head, and where its label should begin or be centred."""

    label: str
    path: str
    head: str
    at: tuple[float, float]
    centred: bool = True


@record
class _Label:
    """The label of an arrow at its position."""

    text: str
    left: float
    base: float

    @property
    def width(self) -> float:
        return text_width(self.text) * _LETTER

    def covers(self, other: _Label) -> bool:
        """Whether two labels overlap so that they cannot be read."""
        apart = self.left + self.width < other.left or other.left + other.width < self.left
        return not apart and abs(self.base - other.base) < _LETTERS_HIGH


def to_svg(graph: Graph) -> str:
    """The graph as a stand-alone picture."""
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
    title = f"<title>{_text(graph.title or 'graph')}</title>"
    nodes = (_node(each, *each.node) for each in layout.vertices if each.node is not None)
    return "\n".join(
        (head, title, *map(_drawn, strokes), *nodes, *map(_written, labels), "</svg>", "")
    )


class _Layout:
    """The positions of boxes and the routes of arrows."""

    def __init__(self, graph: Graph) -> None:
        nodes = [_vertex(*each) for each in graph.nodes[:MOST_NODES]]
        drawn = [each for each in graph.edges if max(each[:2]) < len(nodes)]
        self.loops = [(nodes[start], label) for start, end, label in drawn if start == end]
        self.vertices = list(nodes)
        self.routes: list[_Route] = []
        edges = [each for each in drawn if each[0] != each[1]]
        closing = _closing(len(nodes), edges)
        turned = [
            (end, start) if (start, end) in closing else (start, end) for start, end, _ in edges
        ]
        ends = [(nodes[upper], nodes[lower]) for upper, lower in turned]
        _lay(nodes, ends)
        for (start, _, label), (upper, lower) in zip(edges, ends, strict=True):
            self.routes.append(_Route(label, self._bends(upper, lower), nodes[start] is lower))
        _spread(self.routes)
        layers = _ordered(self.vertices)
        self.size = _placed(layers)

    def _bends(self, upper: _Vertex, lower: _Vertex) -> list[_Vertex]:
        """The vertices of an arrow; new ones in the layers that it skips."""
        between = [_Vertex(None, _BEND, layer) for layer in range(upper.layer + 1, lower.layer)]
        self.vertices += between
        through = [upper, *between, lower]
        for one, other in pairwise(through):
            one.below.append(other)
            other.above.append(one)
        return through


def _vertex(label: str, mark: Mark) -> _Vertex:
    return _Vertex((label, mark), text_width(_marked(label, mark)) * _LETTER + 2 * _PADDING)


def _closing(nodes: int, edges: list[_Edge]) -> set[tuple[int, int]]:
    """The arrows that close a cycle in a walk from the first nodes."""
    leaving: list[list[int]] = [[] for _ in range(nodes)]
    for start, end, _ in edges:
        leaving[start].append(end)
    closing: set[tuple[int, int]] = set()
    done: set[int] = set()
    for root in range(nodes):
        path, stack = {root}, [(root, iter(leaving[root]))]
        while stack and root not in done:
            node, rest = stack[-1]
            for following in rest:
                if following in path:
                    closing.add((node, following))
                elif following not in done:
                    path.add(following)
                    stack.append((following, iter(leaving[following])))
                    break
            else:
                stack.pop()
                path.discard(node)
                done.add(node)
    return closing


def _lay(vertices: list[_Vertex], ends: list[tuple[_Vertex, _Vertex]]) -> None:
    """Put every box on the first layer below all that lead to it; there are no cycles."""
    waiting = {id(each): 0 for each in vertices}
    leaving: dict[int, list[_Vertex]] = {id(each): [] for each in vertices}
    for upper, lower in ends:
        waiting[id(lower)] += 1
        leaving[id(upper)].append(lower)
    ready = [each for each in vertices if not waiting[id(each)]]
    for vertex in ready:
        for lower in leaving[id(vertex)]:
            lower.layer = max(lower.layer, vertex.layer + 1)
            waiting[id(lower)] -= 1
            if not waiting[id(lower)]:
                ready.append(lower)


def _spread(routes: list[_Route]) -> None:
    """Separate arrows between the same two boxes."""
    same: dict[tuple[int, int], list[_Route]] = {}
    for each in routes:
        same.setdefault((id(each.through[0]), id(each.through[-1])), []).append(each)
    for group in same.values():
        for number, each in enumerate(group):
            each.shift = (number - (len(group) - 1) / 2) * 60


def _ordered(vertices: list[_Vertex]) -> list[list[_Vertex]]:
    """The layers, each in an order in which few arrows cross."""
    layers: list[list[_Vertex]] = [
        [] for _ in range(max((p.layer for p in vertices), default=0) + 1)
    ]
    for each in vertices:
        layers[each.layer].append(each)
    layers = [each for each in layers if each]
    _number(layers)
    for _ in range(_SWEEPS):
        for layer in layers:
            layer.sort(key=lambda vertex: _centre(vertex, vertex.above))
            _number([layer])
        for layer in reversed(layers):
            layer.sort(key=lambda vertex: _centre(vertex, vertex.below))
            _number([layer])
    return layers


def _number(layers: list[list[_Vertex]]) -> None:
    for layer in layers:
        for number, each in enumerate(layer):
            each.left = float(number)


def _centre(vertex: _Vertex, neighbours: list[_Vertex]) -> float:
    """The mean position of its neighbours."""
    if not neighbours:
        return vertex.left
    return sum(each.left for each in neighbours) / len(neighbours)


def _placed(layers: list[list[_Vertex]]) -> tuple[float, float]:
    """Set the coordinates of every vertex; returns the total width and height."""
    top = float(_PADDING)
    for layer in layers:
        left = float(_PADDING)
        for each in layer:
            each.left, each.top = left, top
            left += each.width + _BESIDE
        top += _HEIGHT + _BELOW
    for sweep in range(_SWEEPS):
        for layer in layers if sweep % 2 == 0 else reversed(layers):
            _pull(layer)
    placed = [each for layer in layers for each in layer]
    leftmost = min((each.left for each in placed), default=0.0)
    for each in placed:
        each.left += _PADDING - leftmost
    right = max((each.left + each.width for each in placed), default=0.0)
    return right + _PADDING + _LOOP, top - _BELOW + _PADDING


def _pull(layer: list[_Vertex]) -> None:
    """Move the vertices of a layer towards their neighbours; their order stays."""
    wanted = [_wanted(each) for each in layer]
    edge = float("-inf")
    for vertex, left in zip(layer, wanted, strict=True):
        vertex.left = max(left, edge)
        edge = vertex.left + vertex.width + _BESIDE
    excess = sum(p.left - left for p, left in zip(layer, wanted, strict=True)) / len(layer)
    for vertex in layer:
        vertex.left -= excess


def _wanted(vertex: _Vertex) -> float:
    around = vertex.above + vertex.below
    if not around:
        return vertex.left
    return sum(each.middle for each in around) / len(around) - vertex.width / 2


# Drawing


def _node(vertex: _Vertex, label: str, mark: Mark) -> str:
    fill, line = _COLOURS.get(mark, _PLAIN)
    return (
        f'<g class="node {mark}"><title>{_text(f"{label} ({mark})")}</title>'
        f'<rect x="{vertex.left:.0f}" y="{vertex.top:.0f}" width="{vertex.width:.0f}" '
        f'height="{_HEIGHT}" rx="5" fill="{fill}" stroke="{line}"/>'
        f'<text x="{vertex.left + _PADDING:.0f}" y="{vertex.top + 18:.0f}" fill="#1d262b" '
        f'xml:space="preserve">{_text(_marked(label, mark))}</text></g>'
    )


def _marked(label: str, mark: Mark) -> str:
    """The label with the state of the node, if known."""
    return _shortened(label if mark is Mark.OPEN else f"{MARK_SYMBOLS[mark]} {label}")


def _route(route: _Route) -> _Stroke:
    points = list(_points(route))
    if route.turned:
        points.reverse()
    (_, before), (left, top) = points[-2:]
    head = f"M{left:.0f} {top:.0f}l-4 {-9 if before < top else 9}h8z"
    return _Stroke(route.label, _curve(points), head, _halfway(points))


def _points(route: _Route) -> Iterator[tuple[float, float]]:
    upper, *between, lower = route.through
    yield upper.middle + _towards(upper, (between or [lower])[0]), upper.top + _HEIGHT
    for each in between:
        yield each.middle, each.top + _HEIGHT / 2
    if not between and route.shift:
        middle = (upper.middle + lower.middle) / 2
        yield middle + route.shift, (upper.top + _HEIGHT + lower.top) / 2
    yield lower.middle + _towards(lower, (between or [upper])[-1]), lower.top


def _towards(vertex: _Vertex, other: _Vertex) -> float:
    """How far from its middle an arrow leaves a box, so that arrows do not all meet in a point."""
    room = vertex.width / 2 - _PADDING
    return max(-room, min(room, (other.middle - vertex.middle) / 4))


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


def _loop(vertex: _Vertex, label: str) -> _Stroke:
    right, middle = vertex.left + vertex.width, vertex.top + _HEIGHT / 2
    path = (
        f"M{right:.0f} {middle - 8:.0f}C{right + _LOOP:.0f} {middle - 22:.0f} "
        f"{right + _LOOP:.0f} {middle + 22:.0f} {right:.0f} {middle + 8:.0f}"
    )
    head = f"M{right:.0f} {middle + 8:.0f}l9 -3l-2 8z"
    return _Stroke(label, path, head, (right + _LOOP - 6, middle), centred=False)


def _labelled(strokes: list[_Stroke]) -> Iterator[_Label]:
    """The labels; one that would cover another is moved up or down."""
    taken: list[_Label] = []
    for each in strokes:
        if each.label:
            label = _free(_label(each), taken)
            taken.append(label)
            yield label


def _label(stroke: _Stroke) -> _Label:
    text = _shortened(stroke.label)
    middle = text_width(text) * _LETTER / 2 if stroke.centred else 0.0
    return _Label(text, max(2.0, stroke.at[0] - middle), stroke.at[1] + 4)


def _free(label: _Label, taken: list[_Label]) -> _Label:
    for move in (0, -_LETTERS_HIGH, _LETTERS_HIGH):
        moved = replace(label, base=label.base + move)
        if not any(moved.covers(each) for each in taken):
            return moved
    return label


def _drawn(stroke: _Stroke) -> str:
    """An arrow with its head."""
    colour = _PLAIN[1]
    return (
        f'<g class="arrow"><path d="{stroke.path}" fill="none" stroke="{colour}"/>'
        f'<path class="head" d="{stroke.head}" fill="{colour}"/></g>'
    )


def _written(label: _Label) -> str:
    return (
        f'<g class="arrow"><text x="{label.left:.0f}" y="{label.base:.0f}" fill="{_PLAIN[1]}" '
        f'stroke="#ffffff" stroke-width="4" paint-order="stroke">{_text(label.text)}</text></g>'
    )


def _shortened(text: str) -> str:
    text = one_line(text)
    return text if len(text) <= _LONGEST else f"{text[: _LONGEST - 1]}…"


def _text(text: str) -> str:
    return escape(one_line(text))
