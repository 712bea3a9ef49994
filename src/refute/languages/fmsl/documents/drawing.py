"""Draws class diagrams: as Mermaid text, as Graphviz text and, where Graphviz is, as a picture."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Iterator
from html import escape

from refute.languages.fmsl.documents.diagram import (
    Attribute,
    Box,
    Diagram,
    Line,
    Method,
    Shape,
    Tie,
)

_ARROWS = {Tie.IS_A: "--|>", Tie.HAS: "-->", Tie.USES: "..>"}
_EDGES = {
    Tie.IS_A: 'arrowhead="empty"',
    Tie.HAS: 'dir="both" arrowtail="odiamond" arrowhead="none"',
    Tie.USES: 'style="dashed" arrowhead="vee"',
}
_SECONDS = 20.0


def to_mermaid(diagram: Diagram) -> str:
    """The diagram in the notation of Mermaid."""
    lines = ["classDiagram"]
    for box in diagram.boxes:
        lines.extend(f"  {line}" for line in _mermaid_box(box))
    lines.extend(f"  {_mermaid_line(line)}" for line in diagram.lines)
    return "\n".join(lines) + "\n"


def _mermaid_box(box: Box) -> Iterator[str]:
    members = [*map(_mermaid_attribute, box.attributes), *box.literals]
    members.extend(_mermaid_method(each) for each in box.methods)
    if box.shape is not Shape.CLASS:
        members.insert(0, f"<<{box.shape}>>")
    if not members:
        yield f"class {box.name}"
        return
    yield f"class {box.name} {{"
    yield from (f"  {each}" for each in members)
    yield "}"


def _mermaid_attribute(attribute: Attribute) -> str:
    # A star at the end would mean "abstract" to Mermaid.
    type_ = attribute.type.name + "[]" * attribute.type.many
    return f"{attribute.name}: {type_}" if attribute.name else type_


def _mermaid_method(method: Method) -> str:
    parameters = ", ".join(map(_mermaid_attribute, method.parameters))
    results = ", ".join(map(_mermaid_attribute, method.results))
    return f"{method.name}({parameters}) {results}".rstrip()


def _mermaid_line(line: Line) -> str:
    count = ' "*"' if line.many else ""
    role = f" : {line.role}" if line.role else ""
    return f"{line.source} {_ARROWS[line.tie]}{count} {line.target}{role}"


def to_graphviz(diagram: Diagram) -> str:
    """The diagram in the language of Graphviz."""
    lines = [
        "digraph classes {",
        '  graph [rankdir="TB" nodesep="0.4" fontname="Helvetica"];',
        '  node [shape="plain" fontname="Helvetica" fontsize="11"];',
        '  edge [fontname="Helvetica" fontsize="10"];',
    ]
    lines.extend(f'  "{box.name}" [label=<{_table(box)}>];' for box in diagram.boxes)
    lines.extend(f"  {_edge(line)}" for line in diagram.lines)
    return "\n".join([*lines, "}"]) + "\n"


def _table(box: Box) -> str:
    title = f"<b>{escape(box.name)}</b>"
    if box.shape is not Shape.CLASS:
        title = f"«{box.shape}»<br/>{title}"
    rows = [title]
    members = [*map(str, box.attributes), *box.literals]
    for group in (members, [*map(_shown_method, box.methods)]):
        if group:
            rows.append("".join(f'{escape(each)}<br align="left"/>' for each in group))
    cells = "".join(f'<tr><td balign="left">{row}</td></tr>' for row in rows)
    return f'<table border="0" cellborder="1" cellspacing="0" cellpadding="5">{cells}</table>'


def _shown_method(method: Method) -> str:
    parameters = ", ".join(map(str, method.parameters))
    results = ", ".join(map(str, method.results))
    return f"{method.name}({parameters})" + (f": {results}" if results else "")


def _edge(line: Line) -> str:
    label = " ".join(
        [line.role, "*"] if line.many and line.role else [line.role or "*" * line.many]
    )
    said = f' label="{label}"' if label else ""
    return f'"{line.source}" -> "{line.target}" [{_EDGES[line.tie]}{said}];'


def to_svg(diagram: Diagram) -> str | None:
    """The diagram as a picture, or None where Graphviz is not installed or fails."""
    program = shutil.which("dot")
    if program is None:
        return None
    try:
        done = subprocess.run(
            [program, "-Tsvg"],
            input=to_graphviz(diagram).encode(),
            capture_output=True,
            timeout=_SECONDS,
            check=True,
        )
    except (OSError, subprocess.SubprocessError):
        return None
    text = done.stdout.decode()
    return text[text.index("<svg") :]
