"""`refute doc`."""

from __future__ import annotations

from pathlib import Path

import click

from refute.cli.command import FileCommand
from refute.cli.deliver import keep, perform, show_made, write_out
from refute.cli.request import Request


@click.command("doc", cls=FileCommand)
@click.argument("spec", type=click.Path(path_type=Path))
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    metavar="DIR",
    help="Write the files here.  [default: the name of SPEC with -doc]",
)
def doc(spec: Path, out: Path | None, request: Request) -> int:
    """Write what SPEC defines as a web page, as Markdown and as a class diagram.

    \b
    Example:
      refute doc library.fmsl --out documentation
    """
    report = perform(spec, request)
    show_made(report, request)
    code = keep(report, request)
    return write_out(report, request, out or Path(f"{spec.stem}-doc")) or code
