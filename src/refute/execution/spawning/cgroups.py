"""Control groups (version 2): resources that all processes of a run use together, exactly.

A process that may create groups below its own gets the processor time of all processes of a run,
including those that ended unnoticed. If the kernel lets us use its controllers, memory (including
that of the kernel) and the number of processes are limited as well.
"""

from __future__ import annotations

import contextlib
import errno
import os
from functools import cache
from pathlib import Path

from refute.execution.observation.processes import family

_CONTROLLERS = "+memory +pids"
"""Requested together: below a group with members, the one for processes alone is of no use."""

_LEAF = "refute-itself"
"""The group below our own that we move to, so that groups for runs can be created beside it."""


@cache
def base() -> Path | None:
    """The folder in which we can create groups, if there is one."""
    try:
        mounts = Path("/proc/self/mountinfo").read_text("utf-8", "replace").splitlines()
        own = Path("/proc/self/cgroup").read_text("utf-8", "replace").splitlines()
    except OSError:
        return None
    points = [line.split()[4] for line in mounts if " - cgroup2 " in line]
    paths = [line.removeprefix("0::/") for line in own if line.startswith("0::/")]
    if not points or not paths:
        return None
    folder = Path(points[0]) / paths[0]
    if folder.name == _LEAF:  # whoever started us has moved there
        folder = folder.parent
    with contextlib.suppress(OSError):
        _hand_down(folder)
    return folder if os.access(folder, os.W_OK) else None


def _hand_down(folder: Path) -> None:
    """Have the kernel limit the groups below a group of ours.

    It does so only below groups without members, so we may have to leave this one. Other members
    are not moved: a terminal with a shell in it is not ours.
    """
    control = folder / "cgroup.subtree_control"
    try:
        control.write_text(_CONTROLLERS, "ascii")
    except OSError as failure:
        members = (folder / "cgroup.procs").read_text("ascii").split()
        if failure.errno != errno.EBUSY or not set(map(int, members)) <= set(family(os.getpid())):
            raise
        leaf = folder / _LEAF
        leaf.mkdir(exist_ok=True)
        for each in members:
            with contextlib.suppress(ProcessLookupError):  # it has ended meanwhile
                (leaf / "cgroup.procs").write_text(each, "ascii")
        control.write_text(_CONTROLLERS, "ascii")


def controllers() -> frozenset[str]:
    """The controllers available in our groups; processor time is counted in any group."""
    folder = base()
    try:
        told = "" if folder is None else (folder / "cgroup.subtree_control").read_text("ascii")
    except OSError:
        told = ""
    return frozenset(told.split())


class Group:
    """A group of processes, removed when it is closed and empty."""

    def __init__(self, folder: Path, memory: int | None, processes: int | None) -> None:
        folder.mkdir()
        self._folder = folder
        self._statistics = os.open(folder / "cpu.stat", os.O_RDONLY | os.O_CLOEXEC)
        self._pressure: int | None = None
        with contextlib.suppress(OSError):
            self._pressure = os.open(folder / "cpu.pressure", os.O_RDONLY | os.O_CLOEXEC)
        self._set("memory.max", memory)
        self._set("memory.swap.max", 0 if memory else None)
        self._set("pids.max", processes)

    def _set(self, name: str, value: int | None) -> None:
        path = self._folder / name
        if value is not None and path.exists():
            with contextlib.suppress(OSError):
                path.write_text(str(value), "ascii")

    @property
    def members(self) -> Path:
        """The file that a process writes to in order to join."""
        return self._folder / "cgroup.procs"

    def cpu(self) -> float:
        """Seconds of processor time of all members, including those that ended."""
        told = os.pread(self._statistics, 4096, 0).split()
        return int(told[1]) / 1e6

    def waited(self) -> float:
        """Seconds during which a member was ready and had no core, as far as the kernel tells.

        The kernel updates it every other second.
        """
        if self._pressure is None:
            return 0.0
        told = os.pread(self._pressure, 4096, 0).split()
        return int(told[4].removeprefix(b"total=")) / 1e6

    def killed(self) -> int:
        """How many members the kernel has killed because all together used too much memory."""
        try:
            told = (self._folder / "memory.events").read_text("ascii").split()
        except OSError:
            return 0
        return int(dict(zip(told[::2], told[1::2], strict=True)).get("oom_kill", 0))

    def close(self) -> None:
        """Remove it as soon as it is empty: now, with the next group, or when we exit."""
        os.close(self._statistics)
        if self._pressure is not None:
            os.close(self._pressure)
        _left.add(self._folder)
        _remove_left()


_left: set[Path] = set()
"""Groups that are no longer needed, in which processes may still be ending."""


def _remove_left() -> None:
    for folder in tuple(_left):
        with contextlib.suppress(OSError):
            folder.rmdir()
        if not folder.exists():
            _left.discard(folder)


def make_group(name: str, memory: int | None, processes: int | None) -> Group | None:
    """A new group; None if that is impossible."""
    folder = base()
    if folder is None:
        return None
    _remove_left()
    try:
        return Group(folder / name, memory, processes)
    except OSError:
        return None
