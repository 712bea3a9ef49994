"""The lines of a Python function that is being written."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from refute.languages.funlogic.writing.names import NAME


class Body:
    """The lines of a Python function that is being written.

    `is_last` means that only frames wait for the function.
    """

    def __init__(self, *, is_last: bool = False) -> None:
        self.is_last = is_last
        self.lines: list[str] = []
        self.depth = 1
        self.assigned: set[str] = set()
        self.loops = False
        self.points = 0

    def line(self, text: str) -> None:
        """Add a line."""
        self.lines.append("    " * self.depth + text)

    def assign(self, name: str, text: str) -> None:
        """Set a variable."""
        self.assigned.add(name)
        self.line(f"{name} = {text}")

    @contextmanager
    def block(self, head: str) -> Iterator[None]:
        """Indent lines below a header."""
        self.line(head)
        self.depth += 1
        yield
        self.depth -= 1

    def used_since(self, mark: int) -> set[str]:
        """The variables in the lines since a mark."""
        return set(NAME.findall("\n".join(self.lines[mark:])))

    def free(self) -> list[str]:
        """The variables that are used but not assigned."""
        return sorted(self.used_since(0) - self.assigned)
