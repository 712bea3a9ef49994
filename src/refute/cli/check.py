"""`refute check`."""

from __future__ import annotations

from pathlib import Path

import click

from refute.cli.command import FileCommand
from refute.cli.deliver import answer
from refute.cli.request import Request


@click.command("check", cls=FileCommand)
@click.argument("spec", type=click.Path(path_type=Path))
@click.argument("program", nargs=-1, type=click.UNPROCESSED, metavar="[-- PROGRAM ARG...]")
def check(spec: Path, program: tuple[str, ...], request: Request) -> int:
    """Look for a counterexample to what SPEC claims.

    The exit code is 0 when nothing was refuted, 1 when something was, 2 when the input is
    wrong, and 3 when the answer was not found within the limits.

    \b
    Example:
      refute check lists.fl
      refute check sum.ios -- python3 sum.py
    """
    return answer(spec, request.with_program(program))
