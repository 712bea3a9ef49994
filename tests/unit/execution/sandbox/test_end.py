"""Everything that was started is gone at the end, however we end."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from itertools import count
from pathlib import Path

import pytest

from refute.execution.spawning.supervisors import marked_folder

from .conftest import running

NUMBERS = count(os.getpid() * 1000)

RUNS = """
from refute.execution import CommandProgram, Limits
from refute.execution.sandbox import SandboxMode, SystemSandbox, make_sandbox
sandbox = SystemSandbox() if "{sandbox}" == "missing" else make_sandbox(SandboxMode("{sandbox}"))
program = CommandProgram({command}, Limits(seconds=60), sandbox=sandbox)
print("go", flush=True)
program.run([])
"""
DAEMON = (
    "import os, sys; os.fork() and sys.exit(); os.setsid(); os.execvp('sleep', ['sleep', {!r}])"
)


def start(command: list[str], sandbox: str) -> subprocess.Popen[str]:
    """A process of ours that is about to run a command."""
    code = RUNS.format(command=command, sandbox=sandbox)
    process = subprocess.Popen([sys.executable, "-c", code], stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    assert process.stdout.readline() == "go\n"
    return process


def wait_until_gone(word: str) -> list[str]:
    """Who is left after a while."""
    until = time.monotonic() + 5
    while (left := running(word)) and time.monotonic() < until:
        time.sleep(0.02)
    return left


def wait_until_running(word: str) -> None:
    until = time.monotonic() + 10
    while not running(word):
        assert time.monotonic() < until
        time.sleep(0.005)


@pytest.mark.parametrize("delay", [0, 0.002, 0.004, 0.006, 0.008, 0.012, 0.02, 0.2])
@pytest.mark.usefixtures("sandbox")
def test_nothing_outlives_us_when_we_are_killed(delay: float) -> None:
    duration = f"30.{next(NUMBERS)}"
    process = start(["sleep", duration], "required")
    if delay:
        wait_until_running(duration)
        time.sleep(delay)
    process.kill()
    process.communicate()
    time.sleep(0.05)
    assert not wait_until_gone(duration)


@pytest.mark.parametrize("sandbox", ["required", "missing", "off"])
@pytest.mark.parametrize("number", [signal.SIGINT, signal.SIGTERM, signal.SIGKILL])
def test_nothing_outlives_us_whatever_ends_us(
    number: signal.Signals, sandbox: str, request: pytest.FixtureRequest
) -> None:
    if sandbox == "required":
        request.getfixturevalue("sandbox")
    duration = f"30.{next(NUMBERS)}"
    inner = f"(setsid sleep {duration} &) ; sleep {duration}"
    process = start(["bash", "-c", inner], sandbox)
    wait_until_running(duration)
    time.sleep(0.05)
    process.send_signal(number)
    process.communicate(timeout=10)
    assert not wait_until_gone(duration)


def test_no_folder_of_ours_is_left_when_we_are_killed() -> None:
    code = """
from refute.execution.spawning.supervisors import marked_folder
print(marked_folder(), flush=True)
input()
"""
    ours = [sys.executable, "-c", code]
    with subprocess.Popen(
        ours, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        folder = Path(process.stdout.readline().strip())
        assert folder.is_dir()
        process.kill()
    until = time.monotonic() + 20
    while folder.exists() and time.monotonic() < until:
        time.sleep(0.05)
    assert not folder.exists()


def test_who_starts_programs_leaves_when_we_end() -> None:
    folder = marked_folder()
    mark = folder.name.split("-")[1]
    folder.rmdir()
    assert running(mark)
    code = "from refute.execution.spawning.supervisors import marked_folder; print(marked_folder())"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    other = done.stdout.strip().split("-")[1]
    assert other != mark
    assert not wait_until_gone(other)
    assert not Path(done.stdout.strip()).exists()
