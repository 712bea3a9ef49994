"""`refute tree`."""

from __future__ import annotations

from pathlib import Path

import click

from refute import api
from refute.cli.command import FileCommand, Invocation
from refute.cli.deliver import deliver


@click.command("tree", cls=FileCommand)
@click.argument("file", type=click.Path(path_type=Path))
def tree(file: Path, invocation: Invocation) -> int:
    """Show the search tree of FILE, or the paths through it.

    \b
    Example:
      refute tree lists.fl --depth 6
    """
    document = api.open(file)
    asked = [(document, document.options("tree", invocation.options))]
    return deliver("tree", asked, invocation.presentation).exit_code
