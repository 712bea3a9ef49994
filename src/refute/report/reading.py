"""Outcomes from JSON; the inverse of the functions in `as_json`."""

from __future__ import annotations

from typing import Any, TypeAlias

from refute.report.outcome import (
    Attribute,
    Bindings,
    Block,
    Change,
    Dialogue,
    DrawnObject,
    Lines,
    ObjectDiagram,
    Outcome,
    Picture,
    Table,
    Turn,
    Verdict,
)

Json: TypeAlias = dict[str, Any]


def outcome_of(record: Json) -> Outcome:
    """The outcome in a JSON object; KeyError, TypeError or ValueError if it is malformed."""
    return Outcome(
        question=record["question"],
        kind=record["kind"],
        verdict=Verdict(record["verdict"]),
        summary=record["summary"],
        bound=record["bound"],
        reason=record["reason"],
        blocks=tuple(_block(each) for each in record["blocks"]),
        statistics=record["statistics"],
        place=record["place"],
        seconds=record["seconds"],
        word=record["word"],
    )


def _block(record: Json) -> Block:
    match record["kind"]:
        case "bindings":
            rows = tuple((row["name"], row["value"]) for row in record["rows"])
            return Bindings(record["title"], rows)
        case "lines":
            return Lines(record["title"], tuple(record["lines"]))
        case "table":
            rows = tuple(map(tuple, record["rows"]))
            return Table(record["title"], tuple(record["header"]), rows)
        case "dialogue":
            return Dialogue(record["title"], tuple(_turn(each) for each in record["turns"]))
        case "diagram":
            pictures = tuple(
                Picture(each["title"], tuple(map(_thing, each["things"])))
                for each in record["pictures"]
            )
            return ObjectDiagram(record["title"], pictures)
    raise ValueError(f"{record['kind']!r} cannot be read back")


def _turn(record: Json) -> Turn:
    pieces = tuple((piece["text"], piece["typed"]) for piece in record["pieces"])
    return Turn(pieces, record["wrong"], record["beside"], record["note"])


def _thing(record: Json) -> DrawnObject:
    attributes = tuple(
        Attribute(each["name"], each["value"], each["was"]) for each in record["attributes"]
    )
    parts = tuple(map(_thing, record["parts"]))
    return DrawnObject(record["name"], record["of"], attributes, parts, Change(record["change"]))
