"""A file made ready to run."""

from __future__ import annotations

from contextlib import AbstractContextManager

from refute.frontend.nesting import nesting as nesting_of
from refute.frontend.symbols import Symbols
from refute.languages.workflow.parser import GRAMMAR, parse
from refute.languages.workflow.typecheck import Checked, examine, typecheck
from refute.source import Source


def load(source: Source) -> Checked:
    """Parse and check a source, or raise InputError."""
    with nesting(source):
        return typecheck(parse(source), source)


def symbols(source: Source) -> Symbols:
    """The symbols of a source, as far as it can be read."""
    with nesting(source):
        return examine(GRAMMAR.parse_what_fits(source.whole), source)[0]


def nesting(source: Source) -> AbstractContextManager[None]:
    """Work on a source that may be nested; TH004 when it is too deep."""
    return nesting_of("TH004", f"`{source.name}`")
