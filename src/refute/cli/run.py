"""`refute run`."""

from __future__ import annotations

from pathlib import Path

import click

from refute.cli.command import FileCommand
from refute.cli.deliver import answer
from refute.cli.request import Request


@click.command("run", cls=FileCommand)
@click.argument("file", type=click.Path(path_type=Path))
def run(file: Path, request: Request) -> int:
    """Execute FILE and show the answers to what it asks.

    \b
    Example:
      refute run lists.fl --limit 5
    """
    return answer(file, request)
