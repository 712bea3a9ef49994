"""Conversations: entries come from a person or a pipe, answers are shown as they are found."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from textwrap import fill

import click

from refute import api
from refute.cli import streams
from refute.cli.deliver import Presentation, complain, draw_events, reject
from refute.diagnostics import InputError, did_you_mean
from refute.languages.answers import Answers
from refute.languages.language import Conversation, Event, Request
from refute.languages.options import Options
from refute.report.as_json import to_json
from refute.report.outcome import Report
from refute.report.wording import one_line

LEAVING = {":quit", ":q", ":exit"}
"""Entries that end a conversation; the last two are habits from other systems."""

HELP = """\
Type anything that a file of this language may contain, or a question, and press Enter.
  :help   this text
  :quit   leave; so does Ctrl-D
Ctrl-C clears the line, or stops the search for an answer."""


def at_terminal() -> bool:
    """Whether a person types and reads."""
    return sys.stdin.isatty() and sys.stdout.isatty()


def converse(
    document: api.Document, command: str, options: Options, presentation: Presentation
) -> int:
    """Hold a conversation to its end; returns the exit code of its last answer."""
    conversation = document.language.load_command(command)(Request(document.source, options))
    return _Talk(conversation, document, command, options, presentation).hold()


class _Talk:
    """A conversation with a user: `repl` reports on each entry, `play` on the whole."""

    def __init__(
        self,
        conversation: Conversation,
        document: api.Document,
        command: str,
        options: Options,
        presentation: Presentation,
    ) -> None:
        self._conversation = conversation
        self._language = document.language.name
        self._file = "entry" if command == "repl" else document.source.name
        self._whole = command == "play"
        self._options = options
        self._how = presentation
        self._code = self._refused = 0
        self._unsaid: Report | None = None
        """The last answer of a conversation that is reported on as a whole, until it is shown."""

    def hold(self) -> int:
        """Take entries until there are no more."""
        speaker, typed = self._conversation, at_terminal()
        self._show(speaker.opening(), partial=True)
        entries = _piped(speaker)
        if typed:
            entries = _lines() if speaker.verbatim else _typed(speaker)
        for entry in () if speaker.finished else entries:
            if not speaker.verbatim and entry.strip() in LEAVING:
                break
            self._answer(entry, patient=typed)
            if speaker.finished:
                break
        self._show(speaker.closing())
        if self._unsaid is not None:
            print(to_json(self._unsaid))
        return (self._refused or self._code) if self._whole else 0

    def _answer(self, entry: str, *, patient: bool) -> None:
        """Answer one entry; errors in it do not end the conversation."""
        speaker, word = self._conversation, entry.strip()
        if not speaker.verbatim and word == ":help":
            click.echo(_help(speaker))
            return
        if not speaker.verbatim and word[:1] == ":" and word.split()[0] not in _commands(speaker):
            click.echo(_unknown(word, speaker), err=True)
            self._refused = self._refused if patient else 2
            return
        try:
            if word or speaker.verbatim:
                self._show(speaker.answer(entry), partial=True)
        except InputError as failure:
            code = reject(failure, self._how)
            self._refused = self._refused if patient else code
        except KeyboardInterrupt:
            if not patient:
                raise
            click.echo("interrupted", err=True)

    def _show(self, events: Iterable[Event], *, partial: bool = False) -> None:
        """Show the events of one entry, with a report if they are an answer."""
        answers = Answers(
            iter(events),
            command="run" if self._whole else "repl",
            language=self._language,
            file=self._file,
            seed=self._options.seed,
        )
        drawn = None if self._how.json else streams.Drawing(self._how.quiet, streams.Progress())
        draw_events(answers.events(), drawn)
        self._conclude(answers.so_far, partial=partial)

    def _conclude(self, report: Report, *, partial: bool) -> None:
        if not (report.outcomes or report.diagnostics):
            return
        self._unsaid = report if self._how.json and self._whole and partial else None
        if self._how.json and self._unsaid is None:
            print(to_json(report))
        if not self._how.quiet:
            complain(report.diagnostics)
        self._code = report.exit_code


def _commands(speaker: Conversation) -> list[str]:
    return [usage.split()[0] for usage in speaker.commands]


def _help(speaker: Conversation) -> str:
    lines = [
        fill(f"  {usage}   {text}", 79, subsequent_indent=" " * 6, break_on_hyphens=False)
        for usage, text in speaker.commands.items()
    ]
    return "\n".join([HELP, *lines])


def _unknown(word: str, speaker: Conversation) -> str:
    known = (":help", ":quit", *_commands(speaker))
    return f"`{one_line(word)}` is not a command; {did_you_mean(word, known) or 'try `:help`'}"


def _lines() -> Iterator[str]:
    """The lines that come from a person, a file or another program, unchanged."""
    while line := sys.stdin.readline():
        yield line.rstrip("\r\n")


def _piped(speaker: Conversation) -> Iterator[str]:
    """The entries that come from a file or another program."""
    if speaker.verbatim:
        yield from _lines()
        return
    entry = ""
    for line in sys.stdin:
        entry += line
        if entry.startswith(":") or not speaker.wants_more(entry.removesuffix("\n")):
            yield entry
            entry = ""
    if entry:
        yield entry


def _typed(speaker: Conversation) -> Iterator[str]:
    """The entries that a person types, with history and completion."""
    from refute.cli.prompt import session  # noqa: PLC0415 - slow to load

    ask: Callable[[], str] = session(speaker)
    while True:
        try:
            yield ask()
        except KeyboardInterrupt:
            continue
        except EOFError:
            return
