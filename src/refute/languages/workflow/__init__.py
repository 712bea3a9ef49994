"""Workflows (`.top`): TopHat tasks, executed and verified, after Naus and others."""

from __future__ import annotations

from refute.languages.language import Command, Language
from refute.languages.options import DrawOptions, Options
from refute.languages.workflow.options import CheckOptions, RunOptions

LANGUAGE = Language(
    name="workflow",
    package=__name__,
    summary="workflows (TopHat): who does which task when, run and proved",
    commands={
        "check": Command("check:check", CheckOptions),
        "run": Command("run:run", RunOptions),
        "play": Command("repl:TaskConversation", RunOptions),
        "repl": Command("repl:TaskConversation", Options),
        "tree": Command("run:tree", DrawOptions),
        "tests": Command("scripts:tests", DrawOptions),
        "doc": Command("document:doc", Options),
    },
    reads_input=True,
)
