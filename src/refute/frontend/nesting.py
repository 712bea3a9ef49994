"""The limit on the nesting of source text, and the error for exceeding it.

Passes over what people write may recurse; what programs generate is handled by loops.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from refute.diagnostics import InputError, error
from refute.source import Span

FRAMES = 6_000
"""Enough for some thousand nested parentheses, and far from exhausting the machine's stack."""


DEEPEST = 300
"""Maximum depth of the tree of a source; long chains of one operator count as well."""


@contextmanager
def room_for_nesting(frames: int = FRAMES) -> Iterator[None]:
    """Allow deeper recursion temporarily."""
    before = sys.getrecursionlimit()
    sys.setrecursionlimit(max(before, frames))
    try:
        yield
    finally:
        sys.setrecursionlimit(min(before, sys.getrecursionlimit()))  # others may have ended first


@contextmanager
def nesting(code: str, where: str, span: Span | None = None) -> Iterator[None]:
    """Work on source that may be nested; InputError with this code if it is nested too deeply."""
    try:
        with room_for_nesting():
            yield
    except RecursionError:
        raise too_deep(code, where, span) from None


@contextmanager
def unless_too_deep() -> Iterator[None]:
    """Do work that can be left out; where it would recurse too deeply, its rest is."""
    with suppress(RecursionError), room_for_nesting():
        yield


_ADVICE = "name parts of it, or split it"


def too_deep(code: str, where: str, span: Span | None = None, advice: str = "") -> InputError:
    """The error for too deep nesting; `where` says what is nested."""
    return InputError(
        [error(code, f"{where} is nested too deeply", span, advice=advice or _ADVICE)]
    )
