"""Questions in a document: lenses to click on, and the verdicts."""

from __future__ import annotations

from lsprotocol import types

from refute.editor.documents import Document
from refute.report.drawing import plain
from refute.report.outcome import Outcome
from refute.report.wording import VERDICT_SYMBOLS, one_line

ASK = "refute.ask"
LONGEST_HINT = 100
"""Maximum length of the text shown beside a question."""


def lenses(document: Document, *, hints: bool) -> list[types.CodeLens]:
    """A lens for each question, and one for all of them if there are several.

    If the editor shows hints, verdicts are shown there; otherwise in the lenses.
    """
    found = []
    questions = document.snapshot.questions
    commands = [each.command for each in questions]
    for command in dict.fromkeys(commands):
        if commands.count(command) > 1:
            title = f"{command} all {commands.count(command)}"
            found.append(_lens(document, 0, title, command, None))
    for each in questions:
        outcome = None if hints else document.verdict_of(each)
        answered = document.verdict_of(each) is not None
        title = f"{each.command} again" if answered else each.command
        if _is_asked(document, each.command, each.stretch[0]):
            title = f"{each.command}ing …" if each.command == "check" else "running …"
        elif outcome is not None:
            title = f"{verdict(outcome)} · {title}"
        line = document.lines.line_of(each.stretch[0])
        found.append(_lens(document, line, title, each.command, line))
    return found


def _lens(
    document: Document, line: int, title: str, command: str, asked: int | None
) -> types.CodeLens:
    arguments = {"uri": document.uri, "command": command}
    if asked is not None:
        arguments |= {"line": asked}  # type: ignore[dict-item]
    return types.CodeLens(
        document.lines.range((document.lines.stretch_of(line)[0],) * 2),
        command=types.Command(title, ASK, arguments=[arguments]),
    )


def _is_asked(document: Document, command: str, offset: int) -> bool:
    return any(
        command == each and (wanted is None or wanted[0] <= offset < max(wanted))
        for each, wanted in document.asked.values()
    )


def hints(document: Document) -> list[types.InlayHint]:
    """The verdict of each answered question, at the end of its line."""
    found = []
    for each in document.snapshot.questions:
        outcome = document.verdict_of(each)
        if outcome is not None:
            line = document.lines.line_of(each.stretch[0])
            end = document.lines.position(document.lines.stretch_of(line)[1])
            text = _shortened(f"{verdict(outcome)}: {outcome.summary}")
            found.append(types.InlayHint(end, text, padding_left=True, tooltip=plain(outcome)))
    return found


def verdict(outcome: Outcome) -> str:
    """The verdict of an outcome, with its symbol."""
    return f"{VERDICT_SYMBOLS[outcome.verdict]} {outcome.called}"


def _shortened(text: str) -> str:
    text = one_line(text)
    return text if len(text) <= LONGEST_HINT else f"{text[: LONGEST_HINT - 1]}…"
