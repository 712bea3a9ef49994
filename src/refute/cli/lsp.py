"""`refute lsp`: the language server, for editors."""

from __future__ import annotations

import logging
from importlib.util import find_spec

import click

from refute.cli.deliver import complain
from refute.diagnostics import Diagnostic


@click.command()
def lsp() -> int:
    """Run the language server on standard input and output.

    Editors start it themselves: see docs/editors.md.

    \b
    Example:
      refute lsp
    """
    if find_spec("pygls") is None:
        message = "the language server needs the package `pygls`"
        help_text = "in the checkout of refute: `pip install '.[editor]'`"
        return complain([Diagnostic("F012", message, help=help_text)])
    from refute.editor.handlers import make_server  # noqa: PLC0415 - may not be installed

    logging.disable(logging.ERROR)
    make_server().start_io()
    return 0
