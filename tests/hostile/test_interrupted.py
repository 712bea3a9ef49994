"""Whatever a program does, a signal ends us, and who is left alone with it ends it."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

RUNS = """
import sys
from pathlib import Path
from refute.execution import CommandProgram, Limits
from refute.execution.program import run_concurrently
from refute.execution.sandbox import SandboxMode, make_sandbox
from refute.execution.spawning import fork_server

folder, *command = sys.argv[1:]
impatient = Path(folder, "fork_server.py")
text = Path(fork_server.__file__).read_text("utf-8")
impatient.write_text(text.replace("LONGEST_UNWATCHED = 20.0", "LONGEST_UNWATCHED = 1.0"), "utf-8")
fork_server.__file__ = str(impatient)
sandbox = make_sandbox(SandboxMode.REQUIRED)
program = CommandProgram(command, Limits(seconds=60), sandbox=sandbox)
cases = run_concurrently(program, range(4), lambda _: ["1", "2"], lambda _: True, 2)
print("go", flush=True)
for _, run in cases:
    print(run.ending)
"""
WAYS = ("sleep", "many polled", "threads", "forks", "unseen errors", "all stopped", "calls")
PATIENCE = 60.0
"""The programs would go on for five minutes and more."""


def start(folder: Path, hostile: str, way: str) -> tuple[subprocess.Popen[str], str]:
    """A process of ours in which a hostile program runs, and a word by which that is known."""
    own = folder / f"{way.replace(' ', '-')}-{os.getpid()}"
    own.write_bytes(Path(hostile).read_bytes())
    own.chmod(0o755)
    command = [sys.executable, "-c", RUNS, str(folder), str(own), way]
    process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    assert process.stdout is not None
    assert process.stdout.readline() == "go\n"
    return process, own.name


def left(word: str, but: int) -> list[int]:
    """The processes whose program is called like this."""
    found = []
    for each in filter(str.isdigit, os.listdir("/proc")):
        try:
            words = Path(f"/proc/{each}/cmdline").read_bytes().split(b"\0")
        except OSError:
            continue
        if int(each) != but and words[0].endswith(word.encode()):
            found.append(int(each))
    return found


def wait_until_running(word: str, ours: int) -> None:
    until = time.monotonic() + PATIENCE
    while not left(word, ours):
        assert time.monotonic() < until
        time.sleep(0.01)


def gone(word: str, ours: int) -> bool:
    until = time.monotonic() + PATIENCE
    while left(word, ours) and time.monotonic() < until:
        time.sleep(0.05)
    return not left(word, ours)


@pytest.mark.usefixtures("sandbox")
@pytest.mark.parametrize(
    ("way", "number"),
    [*((way, signal.SIGINT) for way in WAYS), ("forks", signal.SIGTERM)],
)
def test_a_signal_ends_us_and_the_program(
    hostile: str, way: str, number: signal.Signals, tmp_path: Path
) -> None:
    process, word = start(tmp_path, hostile, way)
    with process:
        wait_until_running(word, process.pid)
        time.sleep(0.2)
        process.send_signal(number)
        process.communicate(timeout=PATIENCE)
        assert process.returncode == -number or number is signal.SIGINT
        assert gone(word, process.pid)


@pytest.mark.usefixtures("sandbox")
@pytest.mark.parametrize("way", ["threads", "forks", "all stopped"])
def test_a_program_ends_though_we_are_stopped(hostile: str, way: str, tmp_path: Path) -> None:
    process, word = start(tmp_path, hostile, way)
    with process:
        try:
            wait_until_running(word, process.pid)
            process.send_signal(signal.SIGSTOP)
            assert gone(word, process.pid)
        finally:
            process.kill()
        process.communicate(timeout=PATIENCE)
        assert gone(word, process.pid)
