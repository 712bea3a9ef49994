"""FMSL (`.fmsl`): objects, operations, pre- and postconditions, tried on values."""

from __future__ import annotations

from refute.languages.language import Conversation, Language, Option, Settings
from refute.report.outcome import Report
from refute.source import Source

# The commands import late, so that naming the language loads neither its grammar nor the solver.
# ruff: noqa: PLC0415


def _run(source: Source, settings: Settings) -> Report:
    from refute.languages.fmsl.run import run

    return run(source, settings)


def _doc(source: Source, settings: Settings) -> Report:
    from refute.languages.fmsl.documents.document import doc

    return doc(source, settings)


def _skeleton(source: Source, settings: Settings) -> Report:
    from refute.languages.fmsl.documents.skeleton import skeleton

    return skeleton(source, settings)


def _converse(source: Source | None, settings: Settings) -> Conversation:
    from refute.languages.fmsl.repl import SpecificationConversation

    return SpecificationConversation(source, settings)


LANGUAGE = Language(
    name="fmsl",
    endings=(".fmsl",),
    summary="FMSL specifications: objects and operations, validated on values",
    run=_run,
    doc=_doc,
    skeleton=_skeleton,
    converse=_converse,
    sketches=(".puml", ".plantuml", ".mmd", ".mermaid"),
    unused={
        "doc": ("strategy", "limit", "depth", "nodes"),
        "skeleton": ("strategy", "limit", "depth", "nodes"),
        "run": ("strategy", "limit", "depth", "nodes"),
        "repl": ("strategy", "limit", "depth", "nodes"),
    },
    options=(
        Option(
            "dump-universe",
            "show at the end which values quantifiers range over",
            ("run",),
            kind=bool,
        ),
        Option(
            "universe-duplicates",
            "keep a value in the universe as often as it comes up",
            ("run", "repl"),
            kind=bool,
        ),
    ),
)
