"""The file of a test plan, changed only where necessary."""

from __future__ import annotations

from pathlib import Path

from refute.files import is_file, read_source, rewrite_text
from refute.languages.fmsl.testing.table import TestPlan, read_plan
from refute.record import record


@record
class PlanFile:
    """The file of a test plan, if there is one, and the name of its specification.

    A plan without a file may be `given` as a text.
    """

    path: Path | None
    specification: str
    given: str = ""

    @property
    def name(self) -> str:
        """The name of the file in messages."""
        return str(self.path or "the plan")

    def read(self) -> TestPlan | None:
        """The plan; None if there is no file yet."""
        if self.given.strip():
            return read_plan(self.given, self.name)
        if self.path is None or not (is_file(self.path) or self.path.exists()):
            return None
        return read_plan(read_source(self.path).text, self.name)

    def write(self, text: str) -> bool:
        """Write a plan, keeping the line ends of the file; return whether that changed anything."""
        return self.path is not None and rewrite_text(self.path, text)
