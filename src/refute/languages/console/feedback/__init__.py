"""How a failure is shown: inputs, dialogues, error output, hints, and how to reproduce it."""

from __future__ import annotations

import shlex
from collections.abc import Iterable

from refute.execution.program import Ending
from refute.languages.console.feedback.dialogue import actual, expected, shown_general
from refute.languages.console.feedback.hints import hints
from refute.languages.console.testing.judging import Failure
from refute.report.outcome import Block, Lines
from refute.report.texts import translate


def evidence(failure: Failure, *, full: bool = False) -> Iterable[Block]:
    """The inputs, the expected run, the actual run, and hints."""
    around = failure.case.surroundings
    if around is not None and around.arguments:
        yield Lines(translate("arguments"), (shlex.join(around.arguments),))
    for name, text in around.files if around else ():
        yield Lines(
            translate("file", name=name), tuple(text.splitlines()) or (translate("empty_file"),)
        )
    yield Lines(translate("input"), tuple(failure.case.lines) or (translate("nothing_typed"),))
    if full:
        yield Lines("every right run", shown_general(failure.case.expected))
    else:
        yield expected(failure.case.expected)
    yield actual(failure)
    if failure.run.ending is Ending.CRASHED and failure.run.detail:
        yield Lines(translate("last_words"), failure.run.detail)
    elif failure.run.errors and failure.run.ending is not Ending.WANTED_MORE:
        yield Lines(translate("error_stream"), failure.run.errors)
    if found := tuple(hints(failure)):
        yield Lines(translate("hints"), found)
