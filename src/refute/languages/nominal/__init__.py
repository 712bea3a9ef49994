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
    summary="nominal logic programs: languages with binders, queries, theorems",
    commands={
        "check": Command("check:check", CheckOptions),
        "run": Command("run:run", RunOptions),
        "repl": Command("repl:NominalConversation", RunOptions),
        "tree": Command("tree:tree", TreeOptions),
        "tests": Command("generation.command:tests", TestOptions),
        "doc": Command("document.page:doc", ProgramOptions),
    },
)
