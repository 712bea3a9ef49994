"""The hostile programs, built once, and who runs them."""

from __future__ import annotations

import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from execution.sandbox.conftest import sandbox, who

__all__ = ["hostile", "sandbox", "who"]


@pytest.fixture(scope="session")
def hostile() -> Iterator[str]:
    """The program; everybody can read it."""
    compiler = shutil.which("gcc")
    if compiler is None:
        pytest.skip("gcc is not installed")
    with tempfile.TemporaryDirectory(prefix="refute-test-") as folder:
        Path(folder).chmod(0o755)
        target = Path(folder) / "hostile"
        source = Path(__file__).with_name("hostile.c")
        subprocess.run([compiler, "-O1", "-w", "-pthread", "-o", target, source], check=True)
        yield str(target)
