"""Asks documents questions through the public interface."""

from typing import Any

from refute import languages
from refute.api import Document
from refute.languages.answers import Answers
from refute.languages.language import Conversation
from refute.report.outcome import Report
from refute.source import Source


def report_on(command: str, source: Source, **options: Any) -> Report:
    """The report of a command on a source whose language is known from its name."""
    return Document(source, languages.language_for(source.name)).ask(command, **options).report


def talk_about(source: Source, **options: Any) -> Conversation:
    """A conversation about a source, which may be empty; its name tells the language."""
    return Document(source, languages.language_for(source.name)).converse(**options)


def entered(conversation: Conversation, text: str) -> Report:
    """The report on an entry in a conversation."""
    events = iter(conversation.answer(text))
    return Answers(events, command="repl", language="", file="entry").report
