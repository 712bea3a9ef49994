"""`refute solution`."""

from __future__ import annotations

from pathlib import Path

import click

from refute import api
from refute.cli.command import FileCommand, Invocation, one_specification, out_option


@click.command("solution", cls=FileCommand)
@one_specification
@out_option("Write the file here.")
def solution(spec: Path, out: Path | None, invocation: Invocation) -> int:
    """Write a program that does what SPEC says, after checking that it does.

    Without --out the program is printed.

    \b
    Example:
      refute solution sum.ios --language c --out solutions
    """
    return invocation.write(api.open(spec), out)
