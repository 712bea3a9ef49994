"""`refute tree`."""

from __future__ import annotations

from pathlib import Path

import click

from refute.cli.command import FileCommand, Invocation, out_option
from refute.cli.deliver import builds_on_others, deliver, open_all, options_among, worst, write_out


@click.command("tree", cls=FileCommand)
@click.argument(
    "files", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="FILE..."
)
@out_option("Write drawings as files here.")
def tree(files: tuple[Path, ...], out: Path | None, invocation: Invocation) -> int:
    """Show the search tree of each FILE, or the paths through it.

    With several .apl files the last one is used; it may build on those before it.

    \b
    Example:
      refute tree lists.fl --depth 6
    """
    documents = open_all(files)
    asked = [
        (each, options_among(documents, number, "tree", invocation.options))
        for number, each in enumerate(documents)
        if each is documents[-1] or not builds_on_others(each, "tree")
    ]
    made = deliver("tree", asked, invocation.presentation)
    if out is None:
        return made.exit_code
    return worst([write_out(made.reports, invocation.presentation, out), made.exit_code])
