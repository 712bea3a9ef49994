"""Graphs as drawings: a row for each distance from the first node, arrows between the boxes."""

from __future__ import annotations

from collections.abc import Mapping
from html import escape

from refute.record import record
from refute.report import wording
from refute.report.outcome import Graph, Mark

LONGEST_LABEL = 44
"""Maximum number of characters of a label; the whole is shown when one points at it."""

_CHAR, _HEIGHT, _GAP, _ROW, _PADDING = 7.3, 30, 26, 92, 12
_FILLED = {Mark.ANSWER: "#d7f0d7", Mark.CUT: "#eee8d5", Mark.FAILED: "#f7d7d7"}

_TIP = (
    '<defs><marker id="tip" viewBox="0 0 10 10" refX="9" refY="5" markerWidth="7" '
    'markerHeight="7" orient="auto-start-reverse"><path d="M0 0L10 5L0 10z" fill="#555"/>'
    "</marker></defs>"
)


@record
class _Box:
    """Where a node stands: its middle, its upper edge, its width."""

    middle: float
    top: float
    width: float
    row: int


def to_svg(graph: Graph) -> str:
    """The drawing of a graph, whole in itself."""
    rows = _rows(graph)
    widths = [len(_shortened(label)) * _CHAR + 2 * _PADDING for label, _ in graph.nodes]
    across = [sum(widths[each] + _GAP for each in row) for row in rows]
    width = max(across, default=0) + 4 * _GAP
    height = len(rows) * _ROW
    boxes: dict[int, _Box] = {}
    for number, (row, taken) in enumerate(zip(rows, across, strict=True)):
        left = (width - taken + _GAP) / 2
        for node in row:
            boxes[node] = _Box(left + widths[node] / 2, number * _ROW + 10, widths[node], number)
            left += widths[node] + _GAP
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height:.0f}" '
        f'width="{width:.0f}" height="{height:.0f}" role="img" font-size="12" '
        f'font-family="ui-monospace, monospace"><title>{escape(graph.title or "graph")}</title>'
    )
    arrows = [_arrow(boxes, *edge) for edge in graph.edges]
    drawn = [_drawn(boxes[node], *each) for node, each in enumerate(graph.nodes)]
    return "\n".join([head, _TIP, *arrows, *drawn, "</svg>", ""])


def _rows(graph: Graph) -> list[list[int]]:
    """The nodes by their distance from the first; what it does not lead to begins anew."""
    after: dict[int, list[int]] = {}
    for source, target, _ in graph.edges:
        after.setdefault(source, []).append(target)
    rows: list[list[int]] = []
    seen: set[int] = set()
    for start in range(len(graph.nodes)):
        level = [start] if start not in seen else []
        while level:
            seen.update(level)
            rows.append(level)
            found = (other for each in level for other in after.get(each, ()))
            level = list(dict.fromkeys(each for each in found if each not in seen))
    return rows


def _shortened(label: str) -> str:
    shown = wording.one_line(label)
    return shown if len(shown) <= LONGEST_LABEL else f"{shown[: LONGEST_LABEL - 1]}…"


def _drawn(box: _Box, label: str, mark: Mark) -> str:
    fill = _FILLED.get(mark, "#f4f4f4")
    whole = escape(wording.visible(label))
    return (
        f'<g><title>{whole}</title><rect x="{box.middle - box.width / 2:.0f}" y="{box.top:.0f}" '
        f'width="{box.width:.0f}" height="{_HEIGHT}" rx="6" fill="{fill}" stroke="#777"/>'
        f'<text x="{box.middle:.0f}" y="{box.top + 19:.0f}" text-anchor="middle" fill="#111">'
        f"{escape(_shortened(label))}</text></g>"
    )


def _arrow(boxes: Mapping[int, _Box], source: int, target: int, label: str) -> str:
    """An arrow downwards; one that leads back or stays in its row goes round the right side."""
    start, end = boxes[source], boxes[target]
    if end.row > start.row:
        x, y, to_x, to_y = start.middle, start.top + _HEIGHT, end.middle, end.top
        path = f"M{x:.0f} {y:.0f}L{to_x:.0f} {to_y:.0f}"
        at_x, at_y = x + (to_x - x) * 0.6, y + (to_y - y) * 0.6
    else:
        x, y = start.middle + start.width / 2, start.top + 8
        to_x, to_y = end.middle + end.width / 2, end.top + _HEIGHT - 8
        out = max(x, to_x) + 34
        path = f"M{x:.0f} {y:.0f}C{out:.0f} {y:.0f} {out:.0f} {to_y:.0f} {to_x:.0f} {to_y:.0f}"
        at_x, at_y = out - 6, (y + to_y) / 2
    return (
        f'<path d="{path}" fill="none" stroke="#555" marker-end="url(#tip)"/>'
        f'<text x="{at_x:.0f}" y="{at_y:.0f}" text-anchor="middle" font-size="10" fill="#246" '
        f'paint-order="stroke" stroke="#fff" stroke-width="3">{escape(wording.one_line(label))}'
        "</text>"
    )
