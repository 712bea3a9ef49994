"""`refute tests`."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from refute.cli import streams
from refute.cli.command import Invocation, ProgramCommand, with_program
from refute.cli.deliver import deliver, last_of, worst, write_out


@click.command("tests", cls=ProgramCommand)
@click.argument(
    "specs", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="SPEC..."
)
@click.option(
    "--out", type=click.Path(path_type=Path), metavar="DIR", help="Write the tests as files here."
)
def tests(
    specs: tuple[Path, ...], out: Path | None, program: tuple[str, ...], invocation: Invocation
) -> int:
    """Make a test suite from SPEC: inputs and expected results.

    Without --out the tests are shown. If a program follows `--`, the tests are run on it. With
    several .apl files the last one is used; it may build on those before it.

    \b
    Example:
      refute tests lists.fl --out tests
    """
    document, others = last_of(specs, "tests")
    given = {**with_program(document, program, invocation), **others}
    options = document.options("tests", given)
    made = deliver("tests", [(document, options)], invocation.presentation)
    if out is not None:
        return worst([write_out(made.reports, invocation.presentation, out), made.exit_code])
    if not invocation.presentation.json:
        for report in made.reports:
            streams.pen(sys.stdout).artifacts(report)
    return made.exit_code
