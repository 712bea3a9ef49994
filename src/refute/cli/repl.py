"""`refute repl`."""

from __future__ import annotations

from pathlib import Path

import click

from refute import api, languages as registry
from refute.cli.command import FileCommand, Invocation
from refute.cli.conversation import at_terminal, converse
from refute.cli.deliver import last_of


class ReplCommand(FileCommand):
    """The command `repl`, which writes no files."""

    keeps_files = False


@click.command("repl", cls=ReplCommand)
@click.argument("files", nargs=-1, type=click.Path(path_type=Path), metavar="[FILE...]")
@click.option("--language", metavar="NAME", help="The language to use when there is no FILE.")
def repl(files: tuple[Path, ...], language: str | None, invocation: Invocation) -> int:
    """Ask questions interactively, about FILE if there is one.

    With several .apl files the last one is used; it may build on those before it.

    \b
    Example:
      refute repl lists.fl
      refute repl --language nominal
      echo "append [1] [2]" | refute repl lists.fl
    """
    document, others = last_of(files, "repl") if files else (api.nothing(language or _asked()), {})
    if language not in {None, document.language.name}:
        raise click.UsageError(
            f"`--language {language}` contradicts `{files[-1]}`, which is {document.language.name}."
        )
    options = document.options("repl", {**invocation.options, **others})
    converse(document, "repl", options, invocation.presentation)
    return 0


def _asked() -> str:
    """Ask the user for a language."""
    known = [each.name for each in registry.languages() if "repl" in each.commands]
    if not at_terminal():
        raise click.UsageError(f"name a file, or `--language` with one of {', '.join(known)}.")
    choice: str = click.prompt("Which language?", type=click.Choice(known))
    return choice
