"""Processes are found by descent, and by their mark where that is lost."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from pathlib import Path

from refute.execution.observation.processes import MARK, family, kill_marked

READ = "import sys; print(1, flush=True); sys.stdin.read()"


def start(code: str, **environment: str) -> subprocess.Popen[bytes]:
    """A Python process that has begun to work when this returns."""
    process = subprocess.Popen(
        [sys.executable, "-c", code],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        env={**os.environ, **environment},
    )
    assert process.stdout is not None
    process.stdout.readline()
    return process


def test_a_family_has_all_generations() -> None:
    code = (
        "import os, sys\nif os.fork() == 0:\n    if os.fork() == 0:\n"
        "        print(1, flush=True)\n    sys.stdin.read()\nelse:\n    sys.stdin.read()\n"
    )
    with start(code) as process:
        members = list(family(process.pid))
        assert members[0] == process.pid
        assert len(set(members)) == 3
        for each in members:
            os.kill(each, signal.SIGKILL)
    assert list(family(process.pid)) == [process.pid]


def test_only_the_marked_are_killed() -> None:
    with start(READ, **{MARK: "mine"}) as marked, start(READ, **{MARK: "mine too"}) as other:
        kill_marked("mine")
        assert marked.wait() == -signal.SIGKILL
        assert other.poll() is None
        assert Path(f"/proc/{other.pid}").exists()
        other.kill()
