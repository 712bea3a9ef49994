"""Functional logic programs (`.fl`): queries, properties, test data. After Mensing."""

from __future__ import annotations

from refute.languages.funlogic.options import (
    CheckOptions,
    ConversationOptions,
    RunOptions,
    TestOptions,
)
from refute.languages.language import Command, Language
from refute.languages.options import DrawOptions

LANGUAGE = Language(
    name="funlogic",
    package=__name__,
    summary="functional logic programs: queries, properties, test data",
    commands={
        "check": Command("check:check", CheckOptions),
        "run": Command("run:run", RunOptions),
        "repl": Command("repl:FunctionalLogicConversation", ConversationOptions),
        "tests": Command("tests:tests", TestOptions),
        "tree": Command("run:tree", DrawOptions),
    },
    names={"hypothesis": "testing.strategies:hypothesis"},
)
