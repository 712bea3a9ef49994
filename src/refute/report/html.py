"""Reports as a self-contained web page."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache

from jinja2 import ChoiceLoader, Environment, PackageLoader, StrictUndefined
from markupsafe import Markup

from refute.diagnostics import render
from refute.report import diagram, graphs, wording
from refute.report.outcome import Block, Graph, Mark, ObjectDiagram, Outline, Report
from refute.report.texts import current_language, translate, translate_word

DEEPEST_NESTING = 100
MOST_ROWS = 5_000


def to_html(*reports: Report) -> str:
    """The reports as one page, with its style included."""
    return templates().get_template("page.html").render(reports=reports)


def to_fragment(*reports: Report) -> str:
    """The reports as part of another page; their style applies to nothing else there."""
    environment = templates()
    style = environment.get_template("style.css").render()
    nested = style.replace(":root {", "& {").replace("body {", "& {")
    scoped = Markup(f".refute-report {{ {nested} & {{ margin: 0; padding: .5rem; }} }}")
    return environment.get_template("fragment.html").render(reports=reports, style=scoped)


@cache
def templates(*packages: str) -> Environment:
    """The templates of this package and others; inserted texts are escaped and made visible."""
    environment = Environment(
        loader=ChoiceLoader([PackageLoader(each, "") for each in ("refute.report", *packages)]),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        finalize=lambda value: wording.visible(value) if type(value) is str else value,
    )
    environment.filters |= {
        "asked": wording.asked,
        "duration": wording.duration,
        "shortened": wording.shortened,
        "statistics": wording.statistics,
        "totals": wording.totals,
        "nothing_asked": wording.nothing_asked,
        "rendered": render,
        "kind": _kind,
        "nested": _nested,
        "left_out": _left_out,
        "svg": _svg,
    }
    environment.globals |= {
        "verdict_symbols": wording.VERDICT_SYMBOLS,
        "mark_symbols": wording.MARK_SYMBOLS,
        "most_rows": MOST_ROWS,
        "translate": translate,
        "translate_word": translate_word,
        "current_language": current_language,
    }
    return environment


def _kind(block: Block) -> str:
    return type(block).__name__.lower()


def _svg(block: Graph | ObjectDiagram) -> Markup:
    """A picture, in which texts are escaped already."""
    drawn = graphs.to_svg(block) if isinstance(block, Graph) else diagram.to_svg(block)
    return Markup(drawn)


def _nested(outline: Outline) -> Iterator[Mapping[str, object]]:
    """The nodes in order, each with the number of lists to close after it."""
    nodes = [(min(depth, DEEPEST_NESTING), node) for depth, node in wording.preorder(outline)]
    nodes = nodes[:MOST_ROWS]
    depths = [depth for depth, _ in nodes[1:]] + [0]
    for (depth, node), following in zip(nodes, depths, strict=True):
        yield {
            "label": wording.one_line(node.label),
            "mark": node.mark,
            "marked": node.mark is not Mark.OPEN,
            "opens": following > depth,
            "closes": max(0, depth - following),
        }


def _left_out(outline: Outline) -> int:
    """The number of nodes that the page does not show."""
    return max(0, sum(1 for _ in wording.preorder(outline)) - MOST_ROWS)
