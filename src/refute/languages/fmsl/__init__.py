"""FMSL (`.fmsl`): objects, operations, pre- and postconditions, tested on values."""

from __future__ import annotations

from refute.languages.fmsl.options import CheckOptions, ConversationOptions, RunOptions, TestOptions
from refute.languages.language import Command, Language
from refute.languages.options import Options

LANGUAGE = Language(
    name="fmsl",
    package=__name__,
    summary="FMSL specifications: objects and operations, validated on values",
    commands={
        "check": Command("check:check", CheckOptions),
        "run": Command("run:run", RunOptions),
        "repl": Command("repl:SpecificationConversation", ConversationOptions),
        "tests": Command("testing:tests", TestOptions),
        "doc": Command("documents.document:doc", Options),
        "skeleton": Command("documents.skeleton:skeleton", Options),
    },
    names={"judge": "run:Judge", "plan": "plans:PLAN"},
)
