"""FMSL (`.fmsl`): objects, operations, pre- and postconditions, tried on values."""

from __future__ import annotations

from refute.languages.language import Conversation, Language, Option, Settings
from refute.report.outcome import Report
from refute.source import Source

# The commands import late, so that naming the language loads neither its grammar nor the solver.
# ruff: noqa: PLC0415


def _check(source: Source, settings: Settings) -> Report:
    from refute.languages.fmsl.check import check

    return check(source, settings)


def _run(source: Source, settings: Settings) -> Report:
    from refute.languages.fmsl.run import run

    return run(source, settings)


def _tests(source: Source, settings: Settings) -> Report:
    from refute.languages.fmsl.tests import tests

    return tests(source, settings)


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
    check=_check,
    run=_run,
    tests=_tests,
    doc=_doc,
    skeleton=_skeleton,
    converse=_converse,
    sketches=(".puml", ".plantuml", ".mmd", ".mermaid"),
    unused=dict.fromkeys(
        ("check", "run", "repl", "tests", "doc", "skeleton"),
        ("strategy", "limit", "depth", "nodes"),
    ),
    options=(
        Option(
            "size",
            "the most items that lists of inputs have",
            ("check", "tests"),
            kind=int,
            metavar="N",
        ),
        Option("operation", "the operation to make tests for", ("tests",), metavar="NAME"),
        Option(
            "module",
            "the Python module the pytest file imports the function from, as `module:function`",
            ("tests",),
            metavar="NAME",
        ),
        Option(
            "strict",
            "refute also what is only worth a note, such as an order that is left open",
            ("check",),
            kind=bool,
        ),
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
