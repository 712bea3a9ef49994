"""`refute grade`."""

from __future__ import annotations

from pathlib import Path

import click

from refute import api
from refute.cli.command import FileCommand, Invocation, one_specification, out_option
from refute.cli.deliver import deliver


@click.command("grade", cls=FileCommand)
@one_specification
@click.argument("submissions", nargs=-1, type=click.Path())
@out_option("Write pages, tables and feedback here (grades).")
def grade(
    spec: Path, submissions: tuple[str, ...], out: Path | None, invocation: Invocation
) -> int:
    """Check many programs against SPEC, and write a report about all of them.

    SUBMISSIONS is a folder in which each file and each folder is a submission, or the submissions
    themselves. If interrupted and started again, it continues where it stopped.

    The exit code is 0 if all submissions were graded, whatever the grades, and 3 if some could not
    be graded; with --fail-on-wrong it is 1 if one of them is wrong.

    \b
    Example:
      refute grade sum.ios submissions --out grades
    """
    document = api.open(spec)
    given = {**invocation.options, "submissions": submissions, "out": out}
    asked = [(document, document.options("grade", given))]
    return deliver("grade", asked, invocation.presentation).exit_code
