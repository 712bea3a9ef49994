"""A file made ready to run."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from refute.diagnostics import InputError, error
from refute.languages.workflow.parser import parse
from refute.languages.workflow.typecheck import Checked, typecheck
from refute.source import Source


def load(source: Source) -> Checked:
    """Parse and check a source, or raise InputError."""
    with nesting(source):
        return typecheck(parse(source), source)


@contextmanager
def nesting(source: Source) -> Iterator[None]:
    """Calls a source that is too deep for us what it is (TH004)."""
    try:
        yield
    except RecursionError:
        raise InputError([error("TH004", f"`{source.name}` is nested too deeply")]) from None
