"""`refute skeleton`."""

from __future__ import annotations

from pathlib import Path

import click

from refute.cli.command import FileCommand
from refute.cli.deliver import keep, perform, show_made, write_out
from refute.cli.request import Request


@click.command("skeleton", cls=FileCommand)
@click.argument("diagram", type=click.Path(path_type=Path))
@click.option("--out", type=click.Path(path_type=Path), metavar="DIR", help="Write the file here.")
def skeleton(diagram: Path, out: Path | None, request: Request) -> int:
    """Begin a specification from a class DIAGRAM in the text form of PlantUML or Mermaid.

    Without --out the specification is printed.

    \b
    Example:
      refute skeleton library.puml > library.fmsl
    """
    report = perform(diagram, request)
    show_made(report, request)
    code = keep(report, request)
    if out is not None:
        return write_out(report, request, out) or code
    if not request.json:
        for artifact in report.artifacts:
            click.echo(artifact.text, nl=False)
    return code
