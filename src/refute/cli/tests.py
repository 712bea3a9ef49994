"""`refute tests`."""

from __future__ import annotations

from pathlib import Path

import click

from refute.cli import streams
from refute.cli.command import FileCommand
from refute.cli.deliver import keep, perform, show, write_out
from refute.cli.request import Request
from refute.report.terminal import draw_artifacts


@click.command("tests", cls=FileCommand)
@click.argument("spec", type=click.Path(path_type=Path))
@click.option(
    "--out", type=click.Path(path_type=Path), metavar="DIR", help="Write the tests as files here."
)
def tests(spec: Path, out: Path | None, request: Request) -> int:
    """Make a test suite from SPEC: inputs and what is expected.

    Without --out the tests are shown.

    \b
    Example:
      refute tests lists.fl --out tests
    """
    report = perform(spec, request)
    show(report, request)
    if out is None and not request.json:
        draw_artifacts(report.artifacts, streams.output())
    code = keep(report, request)
    return code if out is None else write_out(report, request, out) or code
