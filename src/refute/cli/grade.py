"""`refute grade`."""

from __future__ import annotations

from pathlib import Path

import click

from refute.cli.command import FileCommand
from refute.cli.deliver import answer
from refute.cli.request import Request


@click.command("grade", cls=FileCommand)
@click.argument("spec", type=click.Path(path_type=Path))
@click.argument("submissions", nargs=-1, type=click.Path())
@click.option(
    "--out",
    type=click.Path(path_type=Path),
    metavar="DIR",
    help="Write pages, tables and feedback here (grades).",
)
def grade(spec: Path, submissions: tuple[str, ...], out: Path | None, request: Request) -> int:
    """Check many programs against SPEC, and write a report about all of them.

    SUBMISSIONS is a folder in which each file and each folder is a submission, or the
    submissions themselves. Interrupted and started again, it goes on where it was.

    The exit code is 0 when all submissions were graded, whatever the grades, and 3 when some
    could not be; with --fail-on-wrong it is 1 when one of them is wrong.

    \b
    Example:
      refute grade sum.ios submissions --out grades
    """
    return answer(spec, request.with_submissions(submissions, out))
