"""`refute doc`."""

from __future__ import annotations

from pathlib import Path

import click

from refute.cli.command import FileCommand, Invocation, out_option
from refute.cli.deliver import deliver, last_of, worst, write_out


@click.command("doc", cls=FileCommand)
@click.argument(
    "specs", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="SPEC..."
)
@out_option("Write the files here.  [default: the name of SPEC with -doc]")
def doc(specs: tuple[Path, ...], out: Path | None, invocation: Invocation) -> int:
    """Write what SPEC defines as documents.

    Judgements (.apl) become inference rules, as a web page and in LaTeX; objects and operations
    (.fmsl) a web page, Markdown and a class diagram; tasks (.top) a web page with a diagram.

    With several .apl files the last one is used; it may build on those before it.

    \b
    Example:
      refute doc library.fmsl --out documentation
    """
    document, others = last_of(specs, "doc")
    asked = [(document, document.options("doc", {**invocation.options, **others}))]
    made = deliver("doc", asked, invocation.presentation, show_outcomes=False)
    if not made.reports:
        return made.exit_code
    folder = out or Path(f"{specs[-1].stem}-doc")
    return worst([write_out(made.reports, invocation.presentation, folder), made.exit_code])
