"""Workflows (`.top`): TopHat tasks, run and proved. After paper 001."""

from __future__ import annotations

from refute.diagnostics import Diagnostic, InputError
from refute.languages.language import Conversation, Language, Option, Settings
from refute.report.outcome import Report
from refute.source import Source

# The commands import late, so that naming the language loads neither its grammar nor the solver.
# ruff: noqa: PLC0415


def _check(source: Source, settings: Settings) -> Report:
    from refute.languages.workflow.check import check
    from refute.languages.workflow.program import nesting

    with nesting(source):
        return check(source, settings)


def _run(source: Source, settings: Settings) -> Report:
    from refute.languages.workflow.program import nesting
    from refute.languages.workflow.run import run

    with nesting(source):
        return run(source, settings)


def _tree(source: Source, settings: Settings) -> Report:
    from refute.languages.workflow.program import nesting
    from refute.languages.workflow.run import tree

    with nesting(source):
        return tree(source, settings)


def _converse(source: Source | None, settings: Settings) -> Conversation:
    from refute.languages.workflow.repl import Sitting

    if source is None:
        raise InputError([Diagnostic("TH019", "there is no task to work on", help="name a file")])
    return Sitting(source, settings)


def _sit(source: Source, settings: Settings) -> Conversation | None:
    return None if settings.options.get("inputs") else _converse(source, settings)


LANGUAGE = Language(
    name="workflow",
    endings=(".top",),
    summary="workflows (TopHat): who does which task when, run and proved",
    check=_check,
    run=_run,
    tree=_tree,
    converse=_converse,
    sit=_sit,
    unused={
        "run": ("strategy", "limit", "depth", "nodes"),
        "repl": ("strategy", "limit", "depth", "nodes"),
        "tree": ("strategy", "limit"),
    },
    options=(
        Option(
            "all-paths",
            "enumerate every path with a look-ahead, as the paper does, not every state once",
            ("check",),
            kind=bool,
        ),
        Option(
            "inputs",
            "play these inputs, with `;` between them, such as `F 400; S L`",
            ("run",),
            metavar="INPUTS",
        ),
    ),
)
