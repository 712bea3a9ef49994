"""The file of a test plan, of which nothing is changed but what must be."""

from __future__ import annotations

from codecs import BOM_UTF8
from pathlib import Path

from refute.files import is_file, read_source, write_bytes
from refute.languages.fmsl.testing.table import TestPlan, read_plan
from refute.record import record


@record
class PlanFile:
    """Where a test plan is kept, if it is, and the name of its specification."""

    path: Path | None
    specification: str

    @property
    def name(self) -> str:
        """What the file is called in messages."""
        return str(self.path or "the plan")

    def read(self) -> TestPlan | None:
        """The plan of the file, None where there is no file yet."""
        if self.path is None or not (is_file(self.path) or self.path.exists()):
            return None
        return read_plan(read_source(self.path).text, self.name)

    def write(self, text: str) -> bool:
        """Keep a plan, with the line ends that the file had; whether that changed anything."""
        if self.path is None:
            return False
        old = self.path.read_bytes() if is_file(self.path) else b""
        new = text.replace("\n", "\r\n") if b"\r\n" in old else text
        content = (BOM_UTF8 if old.startswith(BOM_UTF8) else b"") + new.encode()
        if content != old:
            write_bytes(self.path, content)
        return content != old
