"""The hostile programs, built once, and who runs them."""

from __future__ import annotations

import contextlib
import secrets
import shutil
import subprocess
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from execution.sandbox.conftest import sandbox, who

from refute.execution.spawning.cgroups import base

__all__ = ["group", "hostile", "sandbox", "who"]


@pytest.fixture
def group() -> Iterator[str | None]:
    """A control group that tells what all processes in it use, where one can be made."""
    folder = base()
    if folder is None:
        yield None
        return
    made = folder / f"refute-test-{secrets.token_hex(8)}"
    made.mkdir()
    yield str(made)
    while made.exists():
        with contextlib.suppress(OSError):
            remove_group(made)
        time.sleep(0.01)


def remove_group(folder: Path) -> None:
    """Remove a control group with those in it; fails while somebody is still ending there."""
    for below in (each for each in folder.iterdir() if each.is_dir()):
        below.rmdir()
    folder.rmdir()


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
