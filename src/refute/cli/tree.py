"""`refute tree`."""

from __future__ import annotations

from pathlib import Path

import click

from refute.cli.command import FileCommand
from refute.cli.deliver import answer
from refute.cli.request import Request


@click.command("tree", cls=FileCommand)
@click.argument("file", type=click.Path(path_type=Path))
def tree(file: Path, request: Request) -> int:
    """Show the search tree of FILE, or the paths through it.

    \b
    Example:
      refute tree lists.fl --depth 6
    """
    return answer(file, request)
