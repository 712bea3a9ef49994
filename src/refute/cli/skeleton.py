"""`refute skeleton`."""

from __future__ import annotations

from pathlib import Path

import click

from refute import api, languages as registry
from refute.cli.command import FileCommand, Invocation, out_option
from refute.cli.deliver import deliver, write_or_print
from refute.files import read_source


@click.command("skeleton", cls=FileCommand)
@click.argument("diagram", type=click.Path(path_type=Path))
@out_option("Write the file here.")
def skeleton(diagram: Path, out: Path | None, invocation: Invocation) -> int:
    """Start a specification from a class DIAGRAM in PlantUML or Mermaid.

    Without --out the specification is printed.

    \b
    Example:
      refute skeleton library.puml > library.fmsl
    """
    source = read_source(diagram)
    document = api.Document(source, registry.language_for_sketch(diagram.name))
    asked = [(document, document.options("skeleton", invocation.options))]
    made = deliver("skeleton", asked, invocation.presentation, show_outcomes=False)
    return write_or_print(made, invocation.presentation, out)
