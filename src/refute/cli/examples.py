"""`refute examples`."""

from __future__ import annotations

import sys
from itertools import groupby
from pathlib import Path

import click

from refute import gallery
from refute.cli import streams
from refute.cli.command import out_option
from refute.cli.deliver import complain, write_all
from refute.diagnostics import InputError
from refute.files import read_source, write_text


def _names(_context: click.Context, _parameter: click.Parameter, begun: str) -> list[str]:
    """Complete the name of an example, without its language unless that was typed."""
    known = gallery.examples()
    names = (each.name if "/" in begun else each.path.name for each in known)
    return [each for each in names if each.startswith(begun)]


@click.command("examples")
@click.argument("name", required=False, shell_complete=_names)
@out_option("Write into this folder instead: the example, or all of them with their programs.")
def examples(name: str | None, out: Path | None) -> None:
    """List the examples, or show the one with this NAME.

    \b
    Example:
      refute examples
      refute examples sum_until_zero
      refute examples funlogic/sorting --out .
      refute examples --out examples
    """
    if name is None and out is None:
        _list()
        return
    try:
        if name is None and out is not None:
            _write_all(out)
        else:
            _show(name or "", out)
    except InputError as failure:
        raise click.exceptions.Exit(complain(failure.diagnostics)) from None


def _list() -> None:
    for number, (language, found) in enumerate(groupby(gallery.examples(), lambda e: e.language)):
        streams.heading(language, first=not number)
        for each in found:
            streams.pen(sys.stdout).hang((f"{each.path.name:<28} ", ""), (each.summary, ""))


def _write_all(out: Path) -> None:
    if out.exists() and (not out.is_dir() or any(out.iterdir())):
        raise click.UsageError(f"`{out}` exists already; name another folder.")
    write_all(out, gallery.files_below(gallery.folder()))
    click.echo(f"written: {out}")


def _show(name: str, out: Path | None) -> None:
    chosen = gallery.example(name)
    text = read_source(chosen.path).text
    if out is None:
        click.echo(text, nl=False)
        return
    target = out / chosen.path.name
    if target.exists():
        raise click.UsageError(f"`{target}` exists already; it is left as it is.")
    write_text(target, text)
    click.echo(f"written: {target}")
