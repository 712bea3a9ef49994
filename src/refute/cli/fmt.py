"""`refute fmt`."""

from __future__ import annotations

from pathlib import Path

import click

from refute import api, languages as registry
from refute.cli.deliver import complain
from refute.diagnostics import Diagnostic, InputError
from refute.files import rewrite_text


@click.command("fmt")
@click.argument(
    "specs", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="SPEC..."
)
@click.option(
    "--check", is_flag=True, help="Change nothing; exit with 1 if a file is not formatted."
)
def fmt(specs: tuple[Path, ...], check: bool) -> None:
    """Format each SPEC in the standard layout. Comments and meaning are preserved.

    \b
    Example:
      refute fmt lists.fl
      refute fmt --check *.top
    """
    code = 0
    for path in specs:
        try:
            changed = _format(path, write=not check)
        except InputError as failure:
            code = complain(failure.diagnostics)
            continue
        if changed:
            click.echo(f"{path}: {'would be changed' if check else 'changed'}")
            code = code or int(check)
    raise click.exceptions.Exit(code)


def _format(path: Path, *, write: bool) -> bool:
    """Whether a file is not in the standard layout; it is then formatted, if `write` is set."""
    if registry.file_name(str(path)).endswith(".py"):
        advice = "use a formatter for Python, such as `ruff format`"
        raise InputError([Diagnostic("F009", f"`{path}` is a Python file", help=advice)])
    document = api.open(path)
    text: str = document.language.load("editing").formatted(document.source)
    if write:
        return rewrite_text(path, text)
    return text != document.source.text
