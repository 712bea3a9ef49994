"""`refute repl`."""

from __future__ import annotations

from pathlib import Path

import click

from refute import api, languages as registry
from refute.cli.command import FileCommand, Invocation
from refute.cli.conversation import at_terminal, converse


class ReplCommand(FileCommand):
    """A conversation keeps no files."""

    keeps_files = False


@click.command("repl", cls=ReplCommand)
@click.argument("file", type=click.Path(path_type=Path), required=False)
@click.option("--language", metavar="NAME", help="The language to speak when there is no FILE.")
def repl(file: Path | None, language: str | None, invocation: Invocation) -> int:
    """Ask questions interactively, about FILE if there is one.

    \b
    Example:
      refute repl lists.fl
      refute repl --language nominal
      echo "append [1] [2]" | refute repl lists.fl
    """
    document = api.nothing(language or _asked()) if file is None else api.open(file)
    if language not in {None, document.language.name}:
        raise click.UsageError(
            f"`--language {language}` contradicts `{file}`, which is {document.language.name}."
        )
    options = document.options("repl", invocation.options)
    converse(document, "repl", options, invocation.presentation)
    return 0


def _asked() -> str:
    """The language that the user chooses."""
    known = [each.name for each in registry.languages() if "repl" in each.commands]
    if not at_terminal():
        raise click.UsageError(f"name a file, or `--language` with one of {', '.join(known)}.")
    choice: str = click.prompt("Which language?", type=click.Choice(known))
    return choice
