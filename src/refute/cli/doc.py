"""`refute doc`."""

from __future__ import annotations

from pathlib import Path

import click

from refute import api
from refute.cli.command import FileCommand, Invocation
from refute.cli.deliver import deliver, worst, write_out


@click.command("doc", cls=FileCommand)
@click.argument("spec", type=click.Path(path_type=Path))
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    metavar="DIR",
    help="Write the files here.  [default: the name of SPEC with -doc]",
)
def doc(spec: Path, out: Path | None, invocation: Invocation) -> int:
    """Write what SPEC defines as a web page, as Markdown and as a class diagram.

    \b
    Example:
      refute doc library.fmsl --out documentation
    """
    document = api.open(spec)
    asked = [(document, document.options("doc", invocation.options))]
    made = deliver("doc", asked, invocation.presentation, show_outcomes=False)
    if not made.reports:
        return made.exit_code
    folder = out or Path(f"{spec.stem}-doc")
    return worst([write_out(made.reports, invocation.presentation, folder), made.exit_code])
