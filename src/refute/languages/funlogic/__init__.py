"""Functional logic programs (`.fl`): queries, properties, test data. After paper 004."""

from __future__ import annotations

from refute.languages.language import Conversation, Language, Option, Settings
from refute.report.outcome import Report
from refute.source import Source

# The commands import late, so that naming the language loads neither its grammar nor the solver.
# ruff: noqa: PLC0415


def _check(source: Source, settings: Settings) -> Report:
    from refute.languages.funlogic.check import check

    return check(source, settings)


def _run(source: Source, settings: Settings) -> Report:
    from refute.languages.funlogic.run import run

    return run(source, settings)


def _tests(source: Source, settings: Settings) -> Report:
    from refute.languages.funlogic.tests import tests

    return tests(source, settings)


def _tree(source: Source, settings: Settings) -> Report:
    from refute.languages.funlogic.run import tree

    return tree(source, settings)


def _converse(source: Source | None, settings: Settings) -> Conversation:
    from refute.languages.funlogic.repl import FunctionalLogicConversation

    return FunctionalLogicConversation(source, settings)


LANGUAGE = Language(
    name="funlogic",
    endings=(".fl",),
    summary="functional logic programs: queries, properties, test data",
    check=_check,
    run=_run,
    tests=_tests,
    tree=_tree,
    converse=_converse,
    unused={"check": ("limit",), "tests": ("limit",), "tree": ("strategy", "limit")},
    options=(
        Option("function", "the function to make test data for", ("tests",), metavar="NAME"),
        Option(
            "module",
            "the Python module the pytest file imports the function from",
            ("tests",),
            metavar="NAME",
        ),
        Option(
            "size",
            "the largest input, as the number of constructors chosen for it",
            ("check", "tests"),
            kind=int,
            metavar="N",
        ),
    ),
)
