"""`refute run`."""

from __future__ import annotations

from pathlib import Path

import click

from refute import api
from refute.cli.command import FileCommand, Invocation
from refute.cli.conversation import at_terminal, converse
from refute.cli.deliver import deliver


@click.command("run", cls=FileCommand)
@click.argument("file", type=click.Path(path_type=Path))
def run(file: Path, invocation: Invocation) -> int:
    """Execute FILE and show the answers to what it asks; on a terminal, work on its task.

    \b
    Example:
      refute run lists.fl --limit 5
    """
    document = api.open(file)
    options = document.options("run", invocation.options)
    language, given = document.language, {"input", "inputs"} & invocation.options.keys()
    talks = language.reads_input or (at_terminal() and not invocation.presentation.json)
    if "play" in language.commands and talks and not given:
        return converse(document, "play", options, invocation.presentation)
    return deliver("run", [(document, options)], invocation.presentation).exit_code
