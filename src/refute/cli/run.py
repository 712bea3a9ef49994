"""`refute run`."""

from __future__ import annotations

from pathlib import Path

import click

from refute.cli.command import FileCommand
from refute.cli.deliver import answer, language_of
from refute.cli.repl import at_terminal, hold
from refute.cli.request import Request
from refute.files import read_source
from refute.languages.language import Conversation


@click.command("run", cls=FileCommand)
@click.argument("file", type=click.Path(path_type=Path))
def run(file: Path, request: Request) -> int:
    """Execute FILE and show the answers to what it asks; on a terminal, work on its task.

    \b
    Example:
      refute run lists.fl --limit 5
    """
    code = answer(file, request)
    speaker = None if request.json else _conversation(file, request)
    if speaker is not None:
        hold(speaker, request)
    return code


def _conversation(file: Path, request: Request) -> Conversation | None:
    """What the language goes on with on a terminal, if anything."""
    language = language_of(file)
    if language.sit is None or not at_terminal():
        return None
    return language.sit(read_source(file), request.settings_for(language))
