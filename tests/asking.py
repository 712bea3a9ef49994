"""Asks documents as users of the public face do."""

from typing import Any

from refute import languages
from refute.api import Document
from refute.languages.answers import Answers
from refute.languages.language import Conversation
from refute.report.outcome import Report
from refute.source import Source


def report_on(command: str, source: Source, **options: Any) -> Report:
    """What a command makes of a source whose name says its language."""
    return Document(source, languages.language_for(source.name)).ask(command, **options).report


def talk_about(source: Source, **options: Any) -> Conversation:
    """A conversation about a source whose name says its language; its text may be empty."""
    return Document(source, languages.language_for(source.name)).converse(**options)


def entered(conversation: Conversation, text: str) -> Report:
    """What a conversation answers to an entry."""
    events = iter(conversation.answer(text))
    return Answers(events, command="repl", language="", file="entry").report
