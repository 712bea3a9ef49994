"""`refute kit`."""

from __future__ import annotations

from pathlib import Path

import click

from refute import api
from refute.cli.command import FileCommand, Invocation, one_specification, out_option
from refute.cli.deliver import deliver, worst, write_out
from refute.source import stem_of


@click.command("kit", cls=FileCommand)
@one_specification
@out_option("Write the files here.  [default: the name of SPEC with -kit]")
def kit(spec: Path, out: Path | None, invocation: Invocation) -> int:
    """Make a folder with which students can check their programs before handing them in.

    It contains the tests of SPEC that students may see, and a program that needs only Python.

    \b
    Example:
      refute kit sum.ios --out sum-kit
    """
    document = api.open(spec)
    asked = [(document, document.options("kit", invocation.options))]
    made = deliver("kit", asked, invocation.presentation)
    if not made.reports:
        return made.exit_code
    folder = out or Path(f"{stem_of(spec.name)}-kit")
    return worst([write_out(made.reports, invocation.presentation, folder), made.exit_code])
