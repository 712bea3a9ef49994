"""`refute init`."""

from __future__ import annotations

import shlex
from pathlib import Path

import click

from refute import gallery
from refute.cli.deliver import complain, write_all
from refute.diagnostics import InputError


def _kinds(_context: click.Context, _parameter: click.Parameter, begun: str) -> list[str]:
    return [each for each in gallery.starts() if each.startswith(begun)]


@click.command("init")
@click.argument("kind", metavar="KIND", required=False, shell_complete=_kinds)
@click.argument("folder", required=False, type=click.Path(path_type=Path))
def init(kind: str | None, folder: Path | None) -> None:
    """Create a FOLDER with a commented specification that works.

    KIND is a language, as `refute languages` lists them, or `class` for a task with submissions to
    grade. Without a FOLDER, one of that name is created here. Existing files are left as they are.

    \b
    Example:
      refute init console
      refute init class exercise-1
    """
    starts = gallery.starts()
    if kind is None:
        raise click.UsageError(f"name the kind of folder: {', '.join(starts)}.")
    if kind not in starts:
        raise click.UsageError(f"`{kind}` is none of {', '.join(starts)}.")
    target = folder or Path(kind)
    if target.exists() and (not target.is_dir() or any(target.iterdir())):
        raise click.UsageError(f"`{target}` exists already; name another folder.")
    try:
        write_all(target, gallery.files_below(starts[kind]))
    except InputError as failure:
        raise click.exceptions.Exit(complain(failure.diagnostics)) from None
    click.echo(f"A folder to begin with: {target}")
    click.echo(f"Next: cd {shlex.quote(str(target))}, and read README.md")
