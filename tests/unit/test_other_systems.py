"""Where the system is no Unix: what runs no commands works, the rest says so.

The modules, functions and signals that Windows lacks are taken away. What other libraries do on
Windows is not tried here.
"""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
AS_IF_ON_WINDOWS = """
import asyncio, multiprocessing, os, select, signal, socket, subprocess, sys, tempfile
for name in ("fcntl", "termios", "resource", "pty", "tty", "pwd", "grp", "curses", "readline"):
    sys.modules[name] = None
for module, names in {
    os: "fork forkpty getuid geteuid getgid setsid killpg openpty waitid mkfifo pipe2 uname "
        "sched_getaffinity getloadavg statvfs sysconf",
    signal: "SIGHUP SIGALRM SIGSTOP SIGCONT SIGUSR1 SIGPIPE setitimer alarm pthread_kill "
        "pthread_sigmask",
    select: "poll epoll",
}.items():
    for name in names.split():
        delattr(module, name)
for name in ("O_CLOEXEC", "O_NONBLOCK", "O_NOFOLLOW", "O_DIRECTORY"):
    delattr(os, name)
"""
COMMAND_LINE = "from refute.cli.main import main; main(sys.argv[1:])"
FUNCTION = """
import refute
def careless():
    print(int(input()) + abs(int(input())))
specification = refute.open("read a : int\\nread b : int\\nprint a + b", language="console")
print(specification.check(program=careless).verdict)
"""


def refute(*arguments: str, script: str = COMMAND_LINE) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-c", AS_IF_ON_WINDOWS + script, *arguments]
    return subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)


@pytest.mark.parametrize(
    ("words", "answer"),
    [
        ("check examples/funlogic/append.fl --time-limit 60", "2 passed"),
        ("check examples/nominal/lists.apl --time-limit 60", "passed"),
        ("check examples/workflow/positive.top", "confirmed"),
        ("check examples/fmsl/stack.fmsl --jobs 2 --size 1", "confirmed"),
        ("check examples/console/age.ios", "agrees with itself"),
    ],
)
def test_all_languages_are_checked(words: str, answer: str) -> None:
    done = refute(*words.split())
    assert answer in done.stdout, done.stderr
    assert done.returncode in {0, 1}


def test_a_command_cannot_be_tested_and_that_is_said(tmp_path: Path) -> None:
    specification = "examples/console/age.ios"
    tested = refute("check", specification, "--", sys.executable, "age.py")
    graded = refute("grade", specification, "examples/console/class", "--out", str(tmp_path))
    for done in (tested, graded):
        assert done.stderr.startswith("error[X004]"), done.stderr
        assert done.returncode == 2


def test_a_python_function_is_tested() -> None:
    done = refute(script=FUNCTION)
    assert done.stdout == "refuted\n", done.stderr
