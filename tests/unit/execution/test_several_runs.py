"""Runs side by side, inside a sandbox, and cut short by the user."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from pathlib import Path

import pytest

from refute.execution import (
    CommandProgram,
    Ending,
    FunctionProgram,
    Invocation,
    Limits,
    Run,
    Tty,
)
from refute.execution.sandbox import SystemSandbox, run_to_completion

from .conftest import GENEROUS, dialogue, needs


class Bubblewrap:
    """Namespaces of its own around a program, and nothing else."""

    @contextmanager
    def prepare(self, command: Sequence[str]) -> Iterator[Invocation]:
        namespaces = ["--unshare-all", "--die-with-parent"]
        folders = ["--ro-bind", "/", "/", "--proc", "/proc", "--dev", "/dev"]
        yield Invocation((needs("bwrap"), *namespaces, *folders, "--", *command))


WAYS = [
    ("sum", ["3", "4"], "a? <3>b? <4>7\n"),
    ("duplicate", ["x"], "dup? <x>[x]\n"),
    ("terminal", ["x"], "tty? <x>[x]\n"),
    ("select", ["x", "y"], "select? <x>[x]\npselect? <y>[y]\n"),
    ("epoll", ["x"], "epoll? <x>[x]\n"),
    ("fork", ["1", "2"], "child? <1>[1]\nparent? <2>[2]\n"),
]


@pytest.mark.parametrize(("way", "lines", "expected"), WAYS)
def test_nothing_is_hidden_by_namespaces(
    behaviour: str, way: str, lines: list[str], expected: str
) -> None:
    sandbox = Bubblewrap()
    run = CommandProgram([behaviour, way], GENEROUS, Tty.ALWAYS, sandbox).run(lines)
    assert (dialogue(run), run.ending, run.approximate) == (expected, Ending.FINISHED, False)


def test_a_signal_is_told_through_a_fence(behaviour: str) -> None:
    command = [behaviour, "crash", str(int(signal.SIGSEGV))]
    run = CommandProgram(command, GENEROUS, sandbox=Bubblewrap()).run([])
    assert run.ending is Ending.CRASHED
    assert "SIGSEGV" in run.detail[-1]


@pytest.mark.parametrize("tty", [Tty.ALWAYS, Tty.NEVER])
def test_runs_side_by_side_do_not_disturb_each_other(behaviour: str, tty: Tty) -> None:
    program = CommandProgram([behaviour, "by characters"], GENEROUS, tty)

    def run(number: int) -> Run:
        return program.run([str(number), f"{number}."])

    with ThreadPoolExecutor(4) as threads:
        runs = list(threads.map(run, range(60)))
    for number, each in enumerate(runs):
        assert dialogue(each) == f"? <{number}>{number}|<{number}.>{number}"


@contextmanager
def on_one_core(burners: int) -> Iterator[list[str]]:
    """What makes a command share a core with this process and with others that do nothing.

    Each is in a session of its own: some kernels share a core between sessions, not processes.
    """
    before = os.sched_getaffinity(0)
    os.sched_setaffinity(0, {min(before)})
    command = [sys.executable, "-c", "while True: pass"]
    started = [subprocess.Popen(command, start_new_session=True) for _ in range(burners)]
    try:
        yield [needs("taskset"), "-c", str(min(before))]
    finally:
        for each in started:
            each.kill()
            each.wait()
        os.sched_setaffinity(0, before)


def test_the_time_for_which_others_had_the_core_is_not_charged(behaviour: str) -> None:
    limits = Limits(seconds=0.4)
    with on_one_core(burners=3) as there:
        run = CommandProgram([*there, behaviour, "work", "250"], limits, Tty.NEVER).run([])
        assert (dialogue(run), run.ending) == ("done\n", Ending.FINISHED)
        assert run.seconds > limits.seconds
        run = CommandProgram([*there, behaviour, "work", "900"], limits, Tty.NEVER).run([])
        assert run.ending is Ending.TOO_LONG
        run = CommandProgram([*there, behaviour, "sleep"], limits, Tty.NEVER).run([])
        assert run.ending is Ending.STALLED
        done = run_to_completion(SystemSandbox(), [*there, behaviour, "work", "250"], seconds=0.4)
        assert (done.output, done.succeeded) == ("done\n", True)


def test_a_function_is_charged_for_its_own_time_only() -> None:
    def work() -> None:
        began = time.thread_time()
        while time.thread_time() < began + 0.2:
            pass
        print("done")

    with on_one_core(burners=3):
        run = FunctionProgram(work, Limits(seconds=0.4)).run([])
    assert (dialogue(run), run.ending) == ("done\n", Ending.FINISHED)


@pytest.mark.parametrize("loop", ["{}", "({} &)"], ids=["children", "orphans"])
def test_the_time_of_processes_that_have_ended_counts(loop: str) -> None:
    spin = f"{sys.executable} -c 'import time\nwhile time.process_time() < 0.2: pass'"
    command = f"for i in 1 2 3 4 5 6 7; do {loop.format(spin)}; done; sleep 60"
    run = CommandProgram(["bash", "-c", command], Limits(seconds=1.0), Tty.NEVER).run([])
    assert run.ending is Ending.TOO_LONG


def test_what_we_ignore_a_program_does_not(behaviour: str) -> None:
    code = """
import signal, sys
from refute.execution import CommandProgram
signal.signal(signal.SIGINT, signal.SIG_IGN)
signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGTERM})
for number in (signal.SIGINT, signal.SIGTERM):
    print(CommandProgram([*sys.argv[1:], "crash", str(int(number))]).run([]).detail[-1])
"""
    done = subprocess.run(
        [sys.executable, "-c", code, behaviour], capture_output=True, text=True, check=True
    )
    assert [line[-8:] for line in done.stdout.splitlines()] == [" SIGINT)", "SIGTERM)"]


class Interruption(Exception):
    """The user has had enough."""


def test_an_interrupted_run_leaves_nothing_behind(tmp_path: Path) -> None:
    note = tmp_path / "pid"
    code = f"import os, time\nopen({str(note)!r}, 'w').write(str(os.getpid()))\ntime.sleep(30)\n"

    def interrupt(_number: int, _frame: object) -> None:
        if note.exists() and note.read_text("utf-8"):
            raise Interruption

    before = signal.signal(signal.SIGALRM, interrupt)
    signal.setitimer(signal.ITIMER_REAL, 0.1, 0.1)
    try:
        with pytest.raises(Interruption):
            CommandProgram([sys.executable, "-c", code], GENEROUS).run([])
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)
    assert not Path(f"/proc/{note.read_text('utf-8')}").exists()
