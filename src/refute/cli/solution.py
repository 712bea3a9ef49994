"""`refute solution`."""

from __future__ import annotations

from pathlib import Path

import click

from refute import api
from refute.cli.command import FileCommand, Invocation
from refute.cli.deliver import deliver, write_or_print


@click.command("solution", cls=FileCommand)
@click.argument("spec", type=click.Path(path_type=Path))
@click.option("--out", type=click.Path(path_type=Path), metavar="DIR", help="Write the file here.")
def solution(spec: Path, out: Path | None, invocation: Invocation) -> int:
    """Write a program that does what SPEC says, after checking that it does.

    Without --out the program is printed.

    \b
    Example:
      refute solution sum.ios --language c --out solutions
    """
    document = api.open(spec)
    asked = [(document, document.options("solution", invocation.options))]
    made = deliver("solution", asked, invocation.presentation, show_outcomes=out is not None)
    return write_or_print(made, invocation.presentation, out)
