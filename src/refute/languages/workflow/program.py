"""A file made ready to run."""

from __future__ import annotations

from refute.diagnostics import InputError, error
from refute.languages.workflow.parser import parse
from refute.languages.workflow.typecheck import Checked, typecheck
from refute.source import Source


def load(source: Source) -> Checked:
    """Parse and check a source, or raise InputError."""
    try:
        return typecheck(parse(source), source)
    except RecursionError:
        raise InputError([error("TH004", f"`{source.name}` is nested too deeply")]) from None
