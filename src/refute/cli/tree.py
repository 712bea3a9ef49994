"""`refute tree`."""

from __future__ import annotations

from pathlib import Path

import click

from refute import api
from refute.cli.command import FileCommand, Invocation
from refute.cli.deliver import deliver, worst, write_out


@click.command("tree", cls=FileCommand)
@click.argument("file", type=click.Path(path_type=Path))
@click.option(
    "--out", type=click.Path(path_type=Path), metavar="DIR", help="Write drawings as files here."
)
def tree(file: Path, out: Path | None, invocation: Invocation) -> int:
    """Show the search tree of FILE, or the paths through it.

    \b
    Example:
      refute tree lists.fl --depth 6
    """
    document = api.open(file)
    asked = [(document, document.options("tree", invocation.options))]
    made = deliver("tree", asked, invocation.presentation)
    if out is None:
        return made.exit_code
    return worst([write_out(made.reports, invocation.presentation, out), made.exit_code])
