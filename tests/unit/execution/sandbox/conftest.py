"""Who runs hostile programs, and where the tests of the sandbox can run at all."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Callable
from pathlib import Path

import pytest

from refute.execution.sandbox import Completed, SystemSandbox, bubblewrap, make_sandbox

from .attempt import SYSTEM_PYTHON, attempt

Break = Callable[..., Completed]


@pytest.fixture
def sandbox() -> SystemSandbox:
    """The sandbox with bubblewrap."""
    found = bubblewrap.find()
    if isinstance(found, str):
        pytest.skip(found)
    return make_sandbox()


def can_change_user() -> bool:
    """Whether we can run the sandbox as an ordinary user with the system's Python."""
    if os.geteuid() != 0 or not shutil.which("setpriv"):
        return False
    question = "import sys; sys.exit(sys.version_info < (3, 11))"
    try:
        return subprocess.run([SYSTEM_PYTHON, "-c", question], check=False).returncode == 0
    except OSError:
        return False


@pytest.fixture(params=["us", "ordinary user"])
def who(request: pytest.FixtureRequest, sandbox: SystemSandbox) -> str:
    """Who runs programs inside the sandbox."""
    if not os.access(SYSTEM_PYTHON, os.X_OK):
        pytest.skip(f"no {SYSTEM_PYTHON}")
    if request.param != "us" and not can_change_user():
        pytest.skip("needs root and a system Python 3.11 to become an ordinary user")
    return str(request.param)


@pytest.fixture
def break_out(who: str) -> Break:
    """Runs hostile code inside the sandbox, for root and for an ordinary user."""
    return lambda code, **settings: attempt(who, code, **settings)


def running(word: str) -> list[str]:
    """The processes of this machine with a word in their command."""
    found = []
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            words = path.read_bytes().split(b"\0")
        except OSError:
            continue
        if word.encode() in words:
            found.append(str(path))
    return found
