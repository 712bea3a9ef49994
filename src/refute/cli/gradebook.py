"""`refute gradebook`."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from refute.cli.deliver import WRONG_INPUT
from refute.diagnostics import InputError, render
from refute.files import write_text
from refute.grading.gradebook import read_grades, to_gradebook
from refute.grading.intake.roster import read_roster


@click.command("gradebook")
@click.argument("folders", nargs=-1, required=True, type=click.Path(path_type=Path))
@click.option(
    "--roster", type=click.Path(path_type=Path), metavar="FILE", help="Take people from this table."
)
@click.option(
    "--out", type=click.Path(path_type=Path), metavar="FILE", help="Write the table here."
)
def gradebook(folders: tuple[Path, ...], roster: Path | None, out: Path | None) -> None:
    """Collect the grades of several tasks in one table, with a column for each.

    FOLDERS are folders written by `refute grade`. Without --out the table is printed.

    \b
    Example:
      refute gradebook grades-1 grades-2 --roster course.csv --out gradebook.csv
    """
    try:
        people = read_roster(roster) if roster else None
        table = to_gradebook([read_grades(each) for each in folders], people)
        if out is not None:
            write_text(out, table)
        else:
            click.echo(table, nl=False)
    except InputError as failure:
        click.echo("\n".join(map(render, failure.diagnostics)), err=True)
        sys.exit(WRONG_INPUT)
