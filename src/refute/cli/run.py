"""`refute run`."""

from __future__ import annotations

from pathlib import Path

import click

from refute import api
from refute.cli.command import FileCommand, Invocation
from refute.cli.conversation import at_terminal, converse
from refute.cli.deliver import deliver, open_all, options_among


@click.command("run", cls=FileCommand)
@click.argument(
    "files", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="FILE..."
)
def run(files: tuple[Path, ...], invocation: Invocation) -> int:
    """Execute each FILE and show the answers to its questions; on a terminal, work on its task.

    \b
    Example:
      refute run lists.fl --limit 5
    """
    documents = open_all(files)
    if len(documents) == 1 and _is_conversation(documents[0], invocation):
        options = documents[0].options("run", invocation.options)
        return converse(documents[0], "play", options, invocation.presentation)
    asked = [
        (each, options_among(documents, number, "run", invocation.options))
        for number, each in enumerate(documents)
    ]
    return deliver("run", asked, invocation.presentation).exit_code


def _is_conversation(document: api.Document, invocation: Invocation) -> bool:
    """Whether the file is run as a conversation."""
    language, given = document.language, {"input", "inputs"} & invocation.options.keys()
    converses = language.reads_input or (at_terminal() and not invocation.presentation.json)
    return "play" in language.commands and converses and not given
