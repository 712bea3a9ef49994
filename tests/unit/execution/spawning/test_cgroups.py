"""Control groups count all that is used, also by those who end unnoticed."""

from __future__ import annotations

import errno
import os
import secrets
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from refute.execution import CommandProgram, Ending, Limits
from refute.execution.sandbox import unavailable
from refute.execution.spawning import cgroups
from refute.execution.spawning.cgroups import Group, base, make_group

LIMITS = ("memory.max", "memory.swap.max", "pids.max")
UNSEEN = """
import os, signal
signal.signal(signal.SIGCHLD, signal.SIG_IGN)
for _ in range(1000):
    if os.fork() == 0:
        sum(range(3_000_000))
        os._exit(0)
    try:
        os.wait()
    except ChildProcessError:
        pass
"""


@pytest.fixture
def group() -> Group:
    """A new group."""
    made = make_group(f"refute-test-{secrets.token_hex(8)}", 1 << 30, 64)
    if made is None:
        pytest.skip("no control groups can be made here")
    return made


def test_the_time_of_who_has_ended_is_counted(group: Group) -> None:
    before = group.cpu()
    code = f"open({str(group.members)!r}, 'w').write('0'); sum(range(3_000_000))"
    subprocess.run([sys.executable, "-c", code], check=True)
    assert group.cpu() > before + 0.01
    folder = group.members.parent
    group.close()
    assert not folder.exists()


def test_children_that_nobody_waits_for_use_the_time_of_the_run(group: Group) -> None:
    group.close()
    program = CommandProgram([sys.executable, "-c", UNSEEN], Limits(seconds=0.5))
    run = program.run([])
    program.close()
    assert run.ending is Ending.TOO_LONG


def test_there_is_a_base_only_where_we_can_write() -> None:
    folder = base()
    assert folder is None or os.access(folder, os.W_OK)


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder that looks like a control group with all controllers; the kernel makes its files."""
    (tmp_path / "cgroup.subtree_control").write_text("cpu memory pids\n", "ascii")
    make = Path.mkdir

    def make_group_folder(path: Path) -> None:
        make(path)
        (path / "cpu.stat").write_text("usage_usec 1500000\nuser_usec 1000000\n", "ascii")
        pressure = "some avg10=0.00 avg60=0.00 avg300=0.00 total=2500000\n"
        (path / "cpu.pressure").write_text(pressure + pressure.replace("some", "full"), "ascii")
        for name in ("cgroup.procs", "memory.max", "memory.swap.max", "pids.max"):
            (path / name).write_text("max\n", "ascii")

    monkeypatch.setattr(Path, "mkdir", make_group_folder)
    monkeypatch.setattr(cgroups, "base", lambda: tmp_path)
    return tmp_path


def test_limits_are_written_where_the_kernel_has_controllers(folder: Path) -> None:
    made = make_group("run", 1 << 30, 64)
    assert made is not None
    limits = {each: (folder / "run" / each).read_text("ascii") for each in LIMITS}
    assert limits == {"memory.max": f"{1 << 30}", "memory.swap.max": "0", "pids.max": "64"}
    assert (made.cpu(), made.waited()) == (1.5, 2.5)
    assert cgroups.controllers() == {"cpu", "memory", "pids"}


def test_a_group_in_which_somebody_is_left_is_removed_later(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    first = make_group("first", None, None)
    assert first is not None
    first.close()  # a folder that is not empty cannot be removed, as a group with processes
    assert (folder / "first").exists()
    for each in (folder / "first").iterdir():
        each.unlink()
    assert make_group("second", None, None) is not None
    assert not (folder / "first").exists()


def test_what_the_kernel_kills_for_its_memory_is_counted(folder: Path) -> None:
    made = make_group("run", 1 << 30, 64)
    assert made is not None
    assert made.killed() == 0
    events = "low 0\nhigh 0\nmax 31\noom 2\noom_kill 2\noom_group_kill 0\n"
    (folder / "run" / "memory.events").write_text(events, "ascii")
    assert made.killed() == 2


@pytest.fixture
def scope(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """A folder that looks like a group of ours that limits nobody while it has members."""
    (tmp_path / "cgroup.procs").write_text(f"{os.getpid()}\n", "ascii")
    (tmp_path / "cgroup.subtree_control").touch()
    told = {"mountinfo": f"1 2 0:3 / {tmp_path} rw - cgroup2 none rw\n", "cgroup": "0::/\n"}
    read, write = Path.read_text, Path.write_text

    def read_text(path: Path, *arguments: str) -> str:
        ours = path.parent == Path("/proc/self")
        return told[path.name] if ours else read(path, *arguments)

    def write_text(path: Path, text: str, *arguments: str) -> int:
        if path.name == "cgroup.subtree_control":
            if read(tmp_path / "cgroup.procs").strip():
                raise OSError(errno.EBUSY, "Device or resource busy")
            text = text.replace("+", "")
        elif path.name == "cgroup.procs":
            left = set(read(tmp_path / "cgroup.procs").split()) - {text}
            write(tmp_path / "cgroup.procs", " ".join(left))
            told["cgroup"] = f"0::/{path.parent.name}\n"
        return write(path, text, *arguments)

    monkeypatch.setattr(Path, "read_text", read_text)
    monkeypatch.setattr(Path, "write_text", write_text)
    base.cache_clear()
    yield tmp_path
    base.cache_clear()


def test_we_leave_a_group_that_is_ours_alone_so_that_it_limits_runs(scope: Path) -> None:
    assert base() == scope
    assert cgroups.controllers() == {"memory", "pids"}
    leaf = scope / "refute-itself"
    assert (leaf / "cgroup.procs").read_text("ascii") == str(os.getpid())
    base.cache_clear()
    assert base() == scope  # as it is for whoever we start


def test_we_leave_no_group_that_others_are_in(scope: Path) -> None:
    (scope / "cgroup.procs").unlink()
    (scope / "cgroup.procs").write_bytes(f"{os.getpid()}\n{os.getppid()}\n".encode())
    assert base() == scope
    assert cgroups.controllers() == frozenset()
    assert not (scope / "refute-itself").exists()


def test_what_the_kernel_does_not_see_to_is_said_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cgroups, "base", lambda: None)
    (warning,) = unavailable()
    assert warning.code == "X003"
    assert "the memory of all processes" in warning.message
    assert "the processor time of all processes" in warning.message


def test_nothing_is_said_where_the_kernel_sees_to_all(folder: Path) -> None:
    assert folder
    assert unavailable() == ()
