"""Nominal logic programs (`.apl`, αProlog): syntax with binders, run in any direction."""

from __future__ import annotations

from refute.languages.language import Command, Language
from refute.languages.nominal.options import (
    CheckOptions,
    ProgramOptions,
    RunOptions,
    TestOptions,
    TreeOptions,
)

LANGUAGE = Language(
    name="nominal",
    package=__name__,
    summary="nominal logic programs with binders: queries and theorems",
    commands={
        "check": Command("check:check", CheckOptions),
        "run": Command("run:run", RunOptions),
        "repl": Command("repl:NominalConversation", RunOptions),
        "tree": Command("tree:tree", TreeOptions),
        "tests": Command("generation.command:tests", TestOptions),
        "doc": Command("document.page:doc", ProgramOptions),
    },
    foreign_options={  # of αProlog 0.4
        "-check-nf": "leave it out, or write `--negation nf`",
        "-check-ne": "write `--negation ne`",
        "-check-ne-minus": "write `--negation nes`",
        "-l": "leave it out: clauses are made linear where that is needed",
        "-cc": "leave it out: theorems may have any predicates",
    },
)
