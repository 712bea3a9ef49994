"""`refute sheet`."""

from __future__ import annotations

from pathlib import Path

import click

from refute import api
from refute.cli.command import FileCommand, Invocation, one_specification, out_option


@click.command("sheet", cls=FileCommand)
@one_specification
@out_option("Write the file here.")
def sheet(spec: Path, out: Path | None, invocation: Invocation) -> int:
    """Write the exercise that SPEC describes: the task, and sample dialogues.

    Without --out the sheet is printed.

    \b
    Example:
      refute sheet sum.ios --format html --locale de --out sheets
    """
    return invocation.write(api.open(spec), out)
