"""Nominal logic programs (`.apl`, αProlog): syntax with binders, run in any direction."""

from __future__ import annotations

from refute.languages.language import Conversation, Language, Option, Settings
from refute.report.outcome import Report
from refute.source import Source

# The commands import late, so that naming the language loads neither its parser nor its engine.
# ruff: noqa: PLC0415


def _check(source: Source, settings: Settings) -> Report:
    from refute.languages.nominal.check import check

    return check(source, settings)


def _run(source: Source, settings: Settings) -> Report:
    from refute.languages.nominal.run import run

    return run(source, settings)


def _tree(source: Source, settings: Settings) -> Report:
    from refute.languages.nominal.tree import tree

    return tree(source, settings)


def _converse(source: Source | None, settings: Settings) -> Conversation:
    from refute.languages.nominal.repl import NominalConversation

    return NominalConversation(source, settings)


LANGUAGE = Language(
    name="nominal",
    endings=(".apl",),
    summary="nominal logic programs: languages with binders, queries, theorems",
    check=_check,
    run=_run,
    tree=_tree,
    converse=_converse,
    options=(
        Option(
            "bound",
            "attack every theorem up to this bound, not the one in the file",
            ("check",),
            kind=int,
            metavar="N",
        ),
        Option(
            "negation",
            "how the conclusion is shown to fail: by failure, or by negation eliminated (nf)",
            ("check", "tree"),
            choices=("nf", "ne", "nes"),
        ),
        Option(
            "negative",
            "show when this predicate does not hold, as clauses without negation",
            ("tree",),
            metavar="PRED",
        ),
        Option(
            "mutate",
            "also attack theorems that claim more, to see what of each theorem is exercised",
            ("check",),
            kind=bool,
        ),
    ),
    unused={
        "check": ("limit", "depth", "nodes"),
        "tree": ("strategy", "limit", "depth", "nodes"),
    },
)
