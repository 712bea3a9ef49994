"""`refute repl`."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import click

from refute import languages as registry
from refute.cli.command import FileCommand
from refute.cli.deliver import lacks, language_of, reject, show
from refute.cli.prompt import session
from refute.cli.request import Request
from refute.diagnostics import InputError, did_you_mean
from refute.files import read_source
from refute.languages.language import Conversation, ConversationEnded, Language
from refute.report.wording import one_line

HELP = """\
Type what a file of this language may hold, or a question, and press Enter.
  :help   this text
  :quit   leave; so does Ctrl-D
Ctrl-C clears the line, or stops the answer that is being looked for."""


class ReplCommand(FileCommand):
    """A conversation keeps no files."""

    keeps_files = False


@click.command("repl", cls=ReplCommand)
@click.argument("file", type=click.Path(path_type=Path), required=False)
@click.option("--language", metavar="NAME", help="The language to speak when there is no FILE.")
def repl(file: Path | None, language: str | None, request: Request) -> int:
    """Ask questions interactively, about FILE if there is one.

    \b
    Example:
      refute repl lists.fl
      echo "append [1] [2]" | refute repl lists.fl
    """
    hold(_begin(file, language, request), request)
    return 0


def at_terminal() -> bool:
    """Whether a person types and reads."""
    return sys.stdin.isatty() and sys.stdout.isatty()


def hold(speaker: Conversation, request: Request) -> None:
    """Hold a conversation to its end."""
    typed = at_terminal()
    for entry in _typed(speaker) if typed else _piped(speaker):
        if entry.strip() == ":quit":
            break
        try:
            _answer(speaker, entry, request, patient=typed)
        except ConversationEnded as ending:
            if ending.report.outcomes:
                show(ending.report, request)
            break


def _begin(file: Path | None, name: str | None, request: Request) -> Conversation:
    language = _named(name) if file is None else language_of(file)
    if file is not None and name not in {None, language.name}:
        raise click.UsageError(
            f"`--language {name}` contradicts `{file}`, which is {language.name}."
        )
    if language.converse is None:
        raise lacks(language, "repl")
    source = None if file is None else read_source(file)
    return language.converse(source, request.settings_for(language))


def _named(name: str | None) -> Language:
    for language in registry.LANGUAGES:
        if name in {None, language.name}:
            return language
    known = ", ".join(language.name for language in registry.LANGUAGES)
    raise click.UsageError(f"there is no language {name!r}; there are: {known}.")


def _answer(speaker: Conversation, entry: str, request: Request, *, patient: bool) -> None:
    """Answer one entry; what is wrong with it does not end the session."""
    word = entry.strip()
    if word == ":help":
        click.echo(_help(speaker))
        return
    if word.startswith(":") and word.split()[0] not in _commands(speaker):
        click.echo(_unknown(word, speaker), err=True)
        return
    try:
        if word:
            show(speaker.answer(entry), request)
    except InputError as failure:
        reject(failure, request)
    except KeyboardInterrupt:
        if not patient:
            raise
        click.echo("interrupted", err=True)


def _commands(speaker: Conversation) -> list[str]:
    return [usage.split()[0] for usage in speaker.commands]


def _help(speaker: Conversation) -> str:
    lines = [f"  {usage}   {text}" for usage, text in speaker.commands.items()]
    return "\n".join([HELP, *lines])


def _unknown(word: str, speaker: Conversation) -> str:
    known = (":help", ":quit", *_commands(speaker))
    return f"`{one_line(word)}` is no command; {did_you_mean(word, known) or 'try `:help`'}"


def _piped(speaker: Conversation) -> Iterator[str]:
    """The entries that come from a file or another program."""
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
    ask: Callable[[], str] = session(speaker)
    while True:
        try:
            yield ask()
        except KeyboardInterrupt:
            continue
        except EOFError:
            return
