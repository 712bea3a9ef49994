"""A file made ready to run."""

from __future__ import annotations

from contextlib import AbstractContextManager

from refute.frontend.nesting import nesting as nesting_of
from refute.languages.workflow.parser import parse
from refute.languages.workflow.typecheck import Checked, typecheck
from refute.source import Source


def load(source: Source) -> Checked:
    """Parse and check a source, or raise InputError."""
    with nesting(source):
        return typecheck(parse(source), source)


def nesting(source: Source) -> AbstractContextManager[None]:
    """Work on a source that may be nested; TH004 when it is too deep."""
    return nesting_of("TH004", f"`{source.name}`")
