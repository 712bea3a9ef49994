"""`refute sheet`."""

from __future__ import annotations

from pathlib import Path

import click

from refute import api
from refute.cli.command import FileCommand, Invocation
from refute.cli.deliver import deliver, worst, write_out


@click.command("sheet", cls=FileCommand)
@click.argument("spec", type=click.Path(path_type=Path))
@click.option("--out", type=click.Path(path_type=Path), metavar="DIR", help="Write the file here.")
def sheet(spec: Path, out: Path | None, invocation: Invocation) -> int:
    """Write the exercise that SPEC describes: what to do, and dialogues that show it.

    Without --out the sheet is printed.

    \b
    Example:
      refute sheet sum.ios --format html --locale de --out sheets
    """
    document = api.open(spec)
    asked = [(document, document.options("sheet", invocation.options))]
    made = deliver("sheet", asked, invocation.presentation, show_outcomes=out is not None)
    if out is not None and made.reports:
        return worst([write_out(made.reports, invocation.presentation, out), made.exit_code])
    if not invocation.presentation.json:
        for artifact in (each for report in made.reports for each in report.artifacts):
            click.echo(artifact.text, nl=False)
    return made.exit_code
