"""`refute variants`."""

from __future__ import annotations

from pathlib import Path

import click

from refute import api, gallery
from refute.cli.command import FileCommand, Invocation, one_specification, out_option
from refute.cli.deliver import deliver, write_or_print


@click.command("variants", cls=FileCommand)
@one_specification
@out_option("Write the files here.")
def variants(spec: Path, out: Path | None, invocation: Invocation) -> int:
    """Make variants of SPEC: exercises of the same difficulty, each with sheet and solution.

    SPEC is a file or the name of an example, such as `sum`. Without --out they are only shown.

    \b
    Example:
      refute variants sum.ios --count 30 --seed 1 --out homework
    """
    is_name = not spec.suffix and not spec.exists()
    document = api.open(gallery.example(str(spec)).path if is_name else spec)
    asked = [(document, document.options("variants", invocation.options))]
    made = deliver("variants", asked, invocation.presentation)
    return made.exit_code if out is None else write_or_print(made, invocation.presentation, out)
