"""`refute sheet`."""

from __future__ import annotations

from pathlib import Path

import click

from refute import api
from refute.cli.command import FileCommand, Invocation
from refute.cli.deliver import deliver, write_or_print


@click.command("sheet", cls=FileCommand)
@click.argument("spec", type=click.Path(path_type=Path))
@click.option("--out", type=click.Path(path_type=Path), metavar="DIR", help="Write the file here.")
def sheet(spec: Path, out: Path | None, invocation: Invocation) -> int:
    """Write the exercise that SPEC describes: what to do, and dialogues that show it.

    Without --out the sheet is printed.

    \b
    Example:
      refute sheet sum.ios --format html --locale de --out sheets
    """
    document = api.open(spec)
    asked = [(document, document.options("sheet", invocation.options))]
    made = deliver("sheet", asked, invocation.presentation, show_outcomes=out is not None)
    return write_or_print(made, invocation.presentation, out)
