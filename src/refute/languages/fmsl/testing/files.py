"""The file of a test plan, of which nothing is changed but what must be."""

from __future__ import annotations

from pathlib import Path

from refute.files import is_file, read_source, rewrite_text
from refute.languages.fmsl.testing.table import TestPlan, read_plan
from refute.record import record


@record
class PlanFile:
    """Where a test plan is kept, if it is, and the name of its specification.

    One that is not kept here may be `given` as a text.
    """

    path: Path | None
    specification: str
    given: str = ""

    @property
    def name(self) -> str:
        """What the file is called in messages."""
        return str(self.path or "the plan")

    def read(self) -> TestPlan | None:
        """The plan of the file, None where there is no file yet."""
        if self.given.strip():
            return read_plan(self.given, self.name)
        if self.path is None or not (is_file(self.path) or self.path.exists()):
            return None
        return read_plan(read_source(self.path).text, self.name)

    def write(self, text: str) -> bool:
        """Keep a plan, with the line ends that the file had; whether that changed anything."""
        return self.path is not None and rewrite_text(self.path, text)
