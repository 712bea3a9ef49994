"""What negation elimination cannot do."""

from __future__ import annotations

from refute.source import Span


class Uncovered(Exception):
    """A clause or goal is outside what negation elimination can do, for this reason."""

    def __init__(self, reason: str, span: Span) -> None:
        super().__init__(reason)
        self.reason = reason
        self.span = span
