"""`refute doc`: a workflow as a page, with a diagram of its states."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from html import escape
from pathlib import Path

from refute.languages.language import Request, Stream
from refute.languages.options import Options
from refute.languages.workflow import replay, syntax
from refute.languages.workflow.drawing import draw_line
from refute.languages.workflow.graph import Graph, Node
from refute.languages.workflow.interpret import Interpreter
from refute.languages.workflow.program import load, nesting
from refute.languages.workflow.symbolic import Symbolic
from refute.languages.workflow.tasks import WAIT, Input
from refute.languages.workflow.typecheck import Checked
from refute.record import record
from refute.report.outcome import Artifact
from refute.search import Budget, Search
from refute.solver import open_session
from refute.source import Source

MOST_STATES = 60
"""Maximum number of states in a diagram."""

_WIDTH, _HEIGHT, _GAP, _ROW = 230, 44, 30, 110


@record
class Picture:
    """The states by number of inputs, with an example of each, and their inputs."""

    rows: tuple[tuple[Node, ...], ...]
    captions: dict[Node, str]
    arrows: tuple[tuple[Node, str, Node], ...]
    whole: bool


def doc(request: Request[Options]) -> Stream:
    """Write the workflow as a web page, and its diagram as a picture."""
    with nesting(request.source):
        checked = load(request.source)
        picture = _picture(checked, request)
    svg = to_svg(picture)
    yield Artifact("index.html", _page(checked, request.source, picture, svg))
    yield Artifact("diagram.svg", svg)


def _picture(checked: Checked, request: Request[Options]) -> Picture:
    session = open_session(effort=request.new_effort(), seed=request.options.seed)
    graph = Graph(Symbolic(checked, session))
    budget = Budget(nodes=MOST_STATES, effort=session.effort)
    search = Search(graph.tree(), strategy="breadth-first", budget=budget, session=session)
    for _ in search:
        pass
    nodes = list(graph.nodes.values())[:MOST_STATES]
    interpreter = Interpreter(checked)
    captions = {}
    for node in nodes:
        state = node.state
        given = replay.instantiate(session, state.world.path, state.inputs)
        now = None if given is None else replay.play(interpreter, given).now
        captions[node] = "?" if now is None else draw_line(now.task, now.world)
    depths = sorted({len(node.state.inputs) for node in nodes})
    rows = tuple(
        tuple(node for node in nodes if len(node.state.inputs) == depth) for depth in depths
    )
    arrows = tuple(
        dict.fromkeys(
            (node, _caption(edge.given), edge.target)
            for node in nodes
            for edge in node.edges
            if edge.target in captions
        )
    )
    return Picture(rows, captions, arrows, search.complete)


def _caption(given: Input) -> str:
    if given.way == WAIT:
        return "days pass"
    return given.name or given.kind


_TIP = (
    '<defs><marker id="tip" viewBox="0 0 8 8" refX="8" refY="4" markerWidth="7" '
    'markerHeight="7" orient="auto"><path d="M0 0L8 4L0 8z" fill="#555"/></marker></defs>'
)

_STYLE = (
    "<style>body{font-family:sans-serif;max-width:70em;margin:2em auto;padding:0 1em}"
    "pre{background:#f4f4f4;padding:.7em;white-space:pre-wrap}td,th{text-align:left;"
    "padding:.2em 1em .2em 0}svg{max-width:100%;height:auto}</style></head><body>"
)


def to_svg(picture: Picture) -> str:
    """The diagram as SVG: a row for each number of inputs, and arrows for transitions."""
    widest = max(map(len, picture.rows), default=1)
    width = widest * (_WIDTH + _GAP) + 2 * _GAP
    height = len(picture.rows) * _ROW + _GAP
    places = {
        node: (
            _GAP + (width - len(row) * (_WIDTH + _GAP)) / 2 + column * (_WIDTH + _GAP),
            _GAP + number * _ROW,
        )
        for number, row in enumerate(picture.rows)
        for column, node in enumerate(row)
    }
    head = (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width:.0f} {height:.0f}" '
        f'width="{width:.0f}" font-family="sans-serif" font-size="11">'
    )
    parts = [head, _TIP]
    parts.extend(_arrow(places, *each) for each in picture.arrows)
    parts.extend(_box(places[node], node, text) for node, text in picture.captions.items())
    return "\n".join([*parts, "</svg>", ""])


def _box(place: tuple[float, float], node: Node, text: str) -> str:
    left, top = place
    fill = "#d7f0d7" if node.state.value is not None else "#f4f4f4"
    shown = text if len(text) <= 36 else f"{text[:35]}…"
    return (
        f'<g><title>{escape(text)}</title><rect x="{left:.0f}" y="{top:.0f}" width="{_WIDTH}" '
        f'height="{_HEIGHT}" rx="6" fill="{fill}" stroke="#777"/>'
        f'<text x="{left + _WIDTH / 2:.0f}" y="{top + 26:.0f}" text-anchor="middle">'
        f"{escape(shown)}</text></g>"
    )


def _arrow(
    places: Mapping[Node, tuple[float, float]], source: Node, text: str, target: Node
) -> str:
    (left, top), (other, lower) = places[source], places[target]
    start_x, end_x = left + _WIDTH / 2, other + _WIDTH / 2
    if lower > top:
        start_y, end_y, bend = top + _HEIGHT, lower, 0.0
    else:
        start_x, end_x = left + _WIDTH, other + _WIDTH
        start_y, end_y, bend = top + 15, lower + 30, 40.0
    middle_x, middle_y = (start_x + end_x) / 2 + bend, (start_y + end_y) / 2
    return (
        f'<path d="M{start_x:.0f} {start_y:.0f}Q{middle_x:.0f} {middle_y:.0f} {end_x:.0f} '
        f'{end_y:.0f}" fill="none" stroke="#555" marker-end="url(#tip)"/>'
        f'<text x="{middle_x:.0f}" y="{middle_y:.0f}" fill="#246">{escape(text)}</text>'
    )


def _page(checked: Checked, source: Source, picture: Picture, svg: str) -> str:
    name = checked.task.name.name
    title = escape(Path(source.name).stem)
    remark = "" if picture.whole else f"<p>The first {MOST_STATES} states are shown.</p>"
    return "\n".join(
        [
            "<!doctype html>",
            f'<html lang="en"><head><meta charset="utf-8"><title>{title}</title>',
            _STYLE,
            f"<h1>{title}</h1>",
            *(f"<p>{escape(each)}</p>" for each in _introduction(source)),
            "<h2>Who does what</h2>",
            *_table(("who", "does"), _duties(picture)),
            "<h2>What can happen</h2>",
            "<p>Each box is a state with an example of its values; green ones end the task.</p>",
            remark,
            svg,
            *_section("Types", checked, syntax.TypeDeclaration | syntax.Alias),
            *_section("Claims", checked, syntax.Question),
            f"<h2>Task {escape(name)}</h2><pre>{escape(checked.task.span.text)}</pre>",
            *_section("Definitions", checked, syntax.Definition),
            "</body></html>",
            "",
        ]
    )


def _introduction(source: Source) -> Iterator[str]:
    """The comment at the top of a file."""
    lines: list[str] = []
    for line in source.text.splitlines():
        if not line.startswith("--"):
            break
        lines.append(line.removeprefix("--").strip())
    if lines:
        yield " ".join(lines)


def _duties(picture: Picture) -> list[tuple[str, str]]:
    found: dict[str, dict[str, None]] = {}
    for node, _, _ in picture.arrows:
        for edge in node.edges:
            given = edge.given
            if given.way != WAIT:
                who = given.role or "anybody"
                found.setdefault(who, {})[given.label or given.kind] = None
    return [(who, ", ".join(does)) for who, does in sorted(found.items())]


def _table(header: tuple[str, ...], rows: Iterable[tuple[str, ...]]) -> Iterator[str]:
    yield "<table><tr>" + "".join(f"<th>{escape(each)}</th>" for each in header) + "</tr>"
    for row in rows:
        yield "<tr>" + "".join(f"<td>{escape(each)}</td>" for each in row) + "</tr>"
    yield "</table>"


def _section(title: str, checked: Checked, kind: object) -> Iterator[str]:
    declared = [each for each in checked.program.declarations if isinstance(each, kind)]  # type: ignore[arg-type]
    if declared:
        yield f"<h2>{title}</h2>"
        for each in declared:
            yield f"<pre>{escape(each.span.text)}</pre>"
