"""Loading of files that are to be run."""

from __future__ import annotations

from contextlib import AbstractContextManager

from refute.frontend.nesting import nesting as nesting_of
from refute.languages.workflow.parser import parse
from refute.languages.workflow.typecheck import Checked, typecheck
from refute.source import Source


def load(source: Source) -> Checked:
    """Parse and check a source; raises InputError."""
    with nesting(source):
        return typecheck(parse(source), source)


def nesting(source: Source) -> AbstractContextManager[None]:
    """Work on a source that may be nested; raises TH004 if it is too deep."""
    return nesting_of("TH004", f"`{source.name}`")
