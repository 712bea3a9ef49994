"""What holds without bubblewrap: limits, a short environment, and that nothing is left behind."""

from __future__ import annotations

import os
import signal
from pathlib import Path

import pytest

from refute.execution import CommandProgram, Ending, Limits, LineRead, TextWritten
from refute.execution.sandbox import ResourceLimits, SystemSandbox, run_to_completion

from .attempt import attempt, daemon, sandbox_of
from .conftest import running

MEGABYTE = 1 << 20


@pytest.fixture(params=["off", "missing"])
def bare(request: pytest.FixtureRequest) -> SystemSandbox:
    return sandbox_of(request.param)


def test_exit_codes_signals_and_output_are_told(bare: SystemSandbox) -> None:
    done = run_to_completion(bare, ["sh", "-c", "echo out; echo err >&2; exit 3"])
    assert (done.code, done.output) == (3, "out\nerr\n")
    assert run_to_completion(bare, ["sh", "-c", "kill -SEGV $$"]).code == -signal.SIGSEGV
    assert run_to_completion(bare, ["sleep", "9"], seconds=0.3).stop_reason == "too long"
    with pytest.raises(FileNotFoundError):
        run_to_completion(bare, ["no-such-program"])


def test_a_program_starts_in_an_empty_folder_that_is_gone_afterwards(
    bare: SystemSandbox, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SECRET_OF_THE_TEACHER", "1")
    code = "pwd; ls -A; echo x > file; env"
    folder, *environment = run_to_completion(bare, ["sh", "-c", code]).output.splitlines()
    assert not Path(folder).exists()
    assert f"HOME={folder}" in environment
    assert not [line for line in environment if "SECRET" in line]


def test_what_it_prints_and_reads_is_seen_in_order(bare: SystemSandbox) -> None:
    program = CommandProgram(["sh", "-c", "printf 'name? '; read n; echo hi $n"], sandbox=bare)
    run = program.run(["Ada"])
    assert run.events == (TextWritten("name? "), LineRead("Ada"), TextWritten("hi Ada\n"))
    assert (run.ending, run.approximate) == (Ending.FINISHED, False)


@pytest.mark.parametrize(
    ("code", "words"),
    [
        ("x = bytearray(b'x') * (200 << 20)", "MemoryError"),
        ("open('x', 'wb').write(bytes(30 << 20))", "File too large"),
    ],
)
def test_limits_hold(code: str, words: str) -> None:
    limits = {"memory": 80 * MEGABYTE, "file_size": 10 * MEGABYTE}
    done = attempt("us", code, sandbox="off", limits=limits)
    assert done.code == 1
    assert words in done.output


def test_a_fork_bomb_is_noticed_and_ended() -> None:
    done = attempt(
        "us",
        """
        import os, time
        for _ in range(150):
            if os.fork() == 0:
                time.sleep(20)
                os._exit(0)
        time.sleep(20)
        """,
        sandbox="missing",
        limits={"processes": 20},
        seconds=15,
    )
    assert done.stop_reason == "more than 20 processes"


@pytest.mark.parametrize("stopped", [False, True], ids=["ends", "is stopped"])
def test_a_daemon_that_hides_does_not_survive(stopped: bool) -> None:
    duration = f"30.{os.getpid()}{int(stopped)}"
    done = attempt(
        "us",
        f"{daemon(duration)}time.sleep(20 if {stopped} else 0.2)",
        sandbox="missing",
        seconds=1.0 if stopped else 10.0,
    )
    assert done.stop_reason == ("too long" if stopped else "")
    assert not running(duration)


def test_an_observed_program_that_uses_too_much_is_stopped_and_told_so(
    sandbox: SystemSandbox,
) -> None:
    code = "import mmap, time; x = mmap.mmap(-1, 99 << 20); x.write(bytes(99 << 20)); time.sleep(9)"
    for each in (sandbox, sandbox_of("off")):
        limited = SystemSandbox(ResourceLimits(memory=64 * MEGABYTE), each.bubblewrap)
        program = CommandProgram(["python3", "-c", code], Limits(seconds=30), sandbox=limited)
        run = program.run([])
        assert run.ending is Ending.CRASHED
        assert (
            "stopped by refute: more than 64 MB of memory" in run.detail
            or "MemoryError" in run.detail
        )
