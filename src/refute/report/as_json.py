"""Reports and diagnostics as JSON, in the shape of `outcome.schema.json`."""

from __future__ import annotations

import json
from collections.abc import Iterable
from math import isfinite
from pathlib import Path
from typing import Any, TypeAlias, assert_never

from refute.diagnostics import Diagnostic, Label
from refute.report.outcome import (
    Bindings,
    Block,
    Dialogue,
    DrawnObject,
    Graph,
    Lines,
    ObjectDiagram,
    Outcome,
    Outline,
    Report,
    Table,
    Turn,
)
from refute.report.wording import preorder
from refute.source import NO_SPAN

SCHEMA_VERSION = 1

Json: TypeAlias = dict[str, Any]


def to_json(report: Report) -> str:
    """The report as one JSON object in plain ASCII, with every field."""
    return _written(_report(report))


def reports_to_json(reports: Iterable[Report]) -> str:
    """Several reports, as one JSON object in plain ASCII."""
    return _written(
        {
            "schema": SCHEMA_VERSION,
            "kind": "reports",
            "reports": [_report(each) for each in reports],
        }
    )


def _report(report: Report) -> Json:
    return {
        "schema": SCHEMA_VERSION,
        "kind": "report",
        "command": report.command,
        "language": report.language,
        "file": report.file,
        "verdict": report.verdict,
        "exit_code": report.exit_code,
        "seed": report.seed,
        "seconds": report.seconds,
        "outcomes": [outcome_to_json(each) for each in report.outcomes],
        "diagnostics": [diagnostic_to_json(each) for each in report.diagnostics],
        "artifacts": [{"name": each.name, "text": each.text} for each in report.artifacts],
    }


def diagnostics_to_json(diagnostics: Iterable[Diagnostic]) -> str:
    """Errors in the input, as one JSON object in plain ASCII."""
    return _written(
        {
            "schema": SCHEMA_VERSION,
            "kind": "diagnostics",
            "exit_code": 2,
            "diagnostics": [diagnostic_to_json(each) for each in diagnostics],
        }
    )


def schema() -> Json:
    """The JSON schema of every answer of `--json`."""
    text = Path(__file__).with_name("outcome.schema.json").read_text("utf-8")
    loaded: Json = json.loads(text)
    return loaded


def _written(value: Json) -> str:
    return json.dumps(value, indent=2, allow_nan=False)


def outcome_to_json(outcome: Outcome) -> Json:
    """One outcome as a JSON object."""
    return {
        "question": outcome.question,
        "kind": outcome.kind,
        "verdict": outcome.verdict,
        "word": outcome.called,
        "summary": outcome.summary,
        "bound": outcome.bound,
        "reason": outcome.reason,
        "blocks": [_block(each) for each in outcome.blocks],
        "statistics": {
            key: value if isfinite(value) else None for key, value in outcome.statistics.items()
        },
        "place": outcome.place,
        "seconds": outcome.seconds,
    }


def _block(block: Block) -> Json:
    match block:
        case Bindings(title, rows):
            named = [{"name": name, "value": value} for name, value in rows]
            return {"kind": "bindings", "title": title, "rows": named}
        case Lines(title, lines):
            return {"kind": "lines", "title": title, "lines": list(lines)}
        case Table(title, header, cells):
            return {"kind": "table", "title": title, "header": list(header),
                    "rows": [list(row) for row in cells]}  # fmt: skip
        case Outline():
            return {"kind": "outline", "nodes": [
                {"depth": depth, "label": node.label, "mark": node.mark}
                for depth, node in preorder(block)
            ]}  # fmt: skip
        case Dialogue(title, turns):
            return {"kind": "dialogue", "title": title, "turns": [_turn(each) for each in turns]}
        case Graph(title, nodes, edges):
            return {"kind": "graph", "title": title,
                    "nodes": [{"label": label, "mark": mark} for label, mark in nodes],
                    "edges": [{"from": source, "to": target, "label": label}
                              for source, target, label in edges],
                    "svg": _svg(block)}  # fmt: skip
        case ObjectDiagram(title, pictures):
            drawn = [
                {
                    "title": each.title,
                    "things": [_thing(thing) for thing in each.things],
                    "svg": _svg(ObjectDiagram(title, (each,))),
                }
                for each in pictures
            ]
            return {"kind": "diagram", "title": title, "pictures": drawn,
                    "svg": _svg(block)}  # fmt: skip
        case _:
            assert_never(block)


def _svg(block: Graph | ObjectDiagram) -> str:
    from refute.report import diagram, graphs  # noqa: PLC0415 - loads what draws pictures

    return graphs.to_svg(block) if isinstance(block, Graph) else diagram.to_svg(block)


def _thing(thing: DrawnObject) -> Json:
    attributes = [
        {"name": each.name, "value": each.value, "was": each.was} for each in thing.attributes
    ]
    return {
        "name": thing.name,
        "of": thing.of,
        "change": thing.change,
        "attributes": attributes,
        "parts": [_thing(each) for each in thing.parts],
    }


def _turn(turn: Turn) -> Json:
    pieces = [{"text": text, "typed": typed} for text, typed in turn.pieces]
    return {"pieces": pieces, "wrong": turn.wrong, "beside": turn.beside, "note": turn.note}


def diagnostic_to_json(diagnostic: Diagnostic) -> Json:
    """One diagnostic as a JSON object."""
    return {
        "code": diagnostic.code,
        "severity": diagnostic.severity,
        "message": diagnostic.message,
        "help": diagnostic.help,
        "primary": _label(diagnostic.primary) if diagnostic.primary else None,
        "secondary": [_label(each) for each in diagnostic.secondary],
    }


def _label(label: Label) -> Json:
    return {"text": label.text, "place": _position(label)}


def _position(label: Label) -> Json | None:
    source = label.span.source
    if source is NO_SPAN.source:
        return None
    line, column = source.position(label.span.start)
    end_line, end_column = source.position(label.span.end)
    return {
        "file": source.name,
        "line": line,
        "column": column,
        "end_line": end_line,
        "end_column": end_column,
    }
