"""`refute init`."""

from __future__ import annotations

import shlex
from pathlib import Path

import click

from refute import gallery
from refute.cli.deliver import complain, write_all
from refute.diagnostics import InputError
from refute.report.outcome import Artifact


@click.command("init")
@click.argument("kind")
@click.argument("folder", required=False, type=click.Path(path_type=Path))
def init(kind: str, folder: Path | None) -> None:
    """Begin a FOLDER with a commented specification that works.

    KIND is a language, or `class` for a task with submissions to grade. Without a FOLDER, one of
    that name is made here. What exists is left as it is.

    \b
    Example:
      refute init console
      refute init class exercise-1
    """
    starts = gallery.starts()
    if kind not in starts:
        raise click.UsageError(f"`{kind}` is none of {', '.join(starts)}.")
    target = folder or Path(kind)
    if target.exists() and (not target.is_dir() or any(target.iterdir())):
        raise click.UsageError(f"`{target}` exists already; name another folder.")
    try:
        write_all(target, _files(starts[kind]))
    except InputError as failure:
        raise click.exceptions.Exit(complain(failure.diagnostics)) from None
    click.echo(f"A folder to begin with: {target}")
    click.echo(f"Next: cd {shlex.quote(str(target))}, and read README.md")


def _files(start: Path) -> list[Artifact]:
    """The files of a start, with their paths inside it."""
    return [
        Artifact(str(path.relative_to(start)), path.read_text("utf-8"))
        for path in sorted(start.rglob("*"))
        if path.is_file() and "__pycache__" not in path.parts
    ]
