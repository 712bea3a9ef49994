"""Starting a process so that it can be watched, and ending it with all that it started."""

from __future__ import annotations

import contextlib
import os
import secrets
import select
import shutil
import signal
import subprocess
import threading
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path

from refute.execution.fence import Start
from refute.execution.observation import seccomp
from refute.execution.observation.streams import Streams
from refute.execution.observation.syscalls import Waiting, machine

MARK = "REFUTE_RUN"
"""A variable in the environment by which strays are found that left the family."""

_PAUSE = 0.02
_PATIENCE = 2.0
_MOST_ATTEMPTS = 100


class Launch(threading.Thread):
    """A thread that starts a process and waits for it.

    The filter is put on this thread and inherited by the process, so that nothing of ours runs
    between fork and exec. The thread lives as long as the process, which may be set to die with
    it. `ended` is a descriptor that is hung up when the process is gone.
    """

    def __init__(self, start: Start, streams: Streams, *, filtered: bool) -> None:
        super().__init__(name="refute launch", daemon=True)
        self.listener: int | None = None
        self.process: subprocess.Popen[bytes] | None = None
        self.failure: Exception | None = None
        self.ended, self._running = os.pipe()
        self.begun = start
        self._streams = streams
        self._filtered = filtered
        self._settled = threading.Event()
        self._mark = secrets.token_hex(16)

    def begin(self) -> None:
        """Start, and return when the process runs or has failed to."""
        try:
            self.start()
        except RuntimeError:
            os.close(self._running)
            self._settled.set()
            raise
        self._settled.wait()

    def run(self) -> None:
        """The life of the thread."""
        try:
            if self._filtered:
                self.listener = _install()
            self.process = self._start()
        except (OSError, ValueError) as failure:
            self.failure = failure
        finally:
            self._settled.set()
        if self.process is not None:
            self.process.wait()
        os.close(self._running)

    def _start(self) -> subprocess.Popen[bytes]:
        start, streams = self.begun, self._streams
        arguments = list(start.arguments)
        leader = _session_leader(arguments, start) if streams.is_terminal else None
        return subprocess.Popen(
            [*(leader or ()), *arguments],
            stdin=streams.child_input,
            stdout=streams.child_output,
            stderr=streams.child_errors,
            env={**_environment(start), "TERM": "dumb", MARK: self._mark},
            cwd=start.directory,
            pass_fds=start.descriptors,
            start_new_session=leader is None,
        )

    def end(self) -> None:
        """Kill the process and all that it started; give up on what cannot be killed."""
        self._settled.wait()
        if self.process is None or self._supervisor_ends_all(self.process.pid):
            return
        for attempt in range(_MOST_ATTEMPTS):
            if self._all_gone(_PAUSE if attempt else 0.0):
                break
            if self.is_alive():
                kill_all(self.process.pid)
            else:
                kill_marked(self._mark)
        if self.listener is None:
            kill_marked(self._mark)

    def close(self) -> None:
        """Leave nothing open and nothing running."""
        self.end()
        if self.ident is not None:
            self.join(_PAUSE)
        os.close(self.ended)
        if self.listener is not None:
            seccomp.close(self.listener)

    def _supervisor_ends_all(self, supervisor: int) -> bool:
        """Whether the process that we started ended all others, if it is there to do that."""
        if not self.begun.supervised or not self.is_alive():
            return False
        _send(supervisor, signal.SIGTERM)
        return self._all_gone(_PATIENCE)

    def _all_gone(self, patience: float) -> bool:
        """Whether the process has ended and, where that can be known, nobody else is left."""
        self.join(patience)
        if self.is_alive() or self.listener is None:
            return not self.is_alive()
        poller = select.poll()
        poller.register(self.listener, select.POLLIN)
        return any(mask & select.POLLHUP for _, mask in poller.poll(1000 * patience))


def _install() -> int | None:
    """The filter's descriptor, or None where the system does not let us have one."""
    try:
        return seccomp.install()
    except OSError:
        return None


def _environment(start: Start) -> Mapping[str, str]:
    return os.environ if start.environment is None else start.environment


@cache
def _setsid() -> str | None:
    return shutil.which("setsid")


def _session_leader(arguments: list[str], start: Start) -> list[str] | None:
    """The command that makes the terminal the controlling one, where there is one."""
    setsid = _setsid()
    path = _environment(start).get("PATH")
    directory = start.directory if os.sep in arguments[0] else None
    name = os.path.join(directory, arguments[0]) if directory else arguments[0]
    if shutil.which(name, path=path) is None:
        return None
    return [setsid, "-c"] if setsid else None


def family(root: int) -> Iterator[int]:
    """A process and all that descend from it, as far as they still know it."""
    left = [root]
    while left:
        process = left.pop()
        yield process
        for _, children in _told_by_threads(process, "children"):
            left.extend(map(int, children.split()))


def _told_by_threads(process: int, name: str) -> Iterator[tuple[int, str]]:
    """What a file in /proc says of each thread of a process; threads may go away at any time."""
    for thread in _listed(f"/proc/{process}/task"):
        with contextlib.suppress(OSError):
            yield int(thread), Path(f"/proc/{process}/task/{thread}/{name}").read_text("ascii")


def _listed(folder: str) -> list[str]:
    try:
        return os.listdir(folder)
    except OSError:
        return []


def kill_all(root: int) -> None:
    """Kill a process, its group and all that descend from it, those that started others last."""
    for process in reversed([*family(root)]):
        _kill(process)
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.killpg(root, signal.SIGKILL)


def kill_marked(mark: str) -> None:
    """Kill every process that was started with a mark."""
    wanted = f"{MARK}={mark}".encode()
    for process in filter(str.isdigit, _listed("/proc")):
        with contextlib.suppress(OSError):
            if wanted in Path(f"/proc/{process}/environ").read_bytes().split(b"\0"):
                _kill(int(process))


def _kill(process: int) -> None:
    _send(process, signal.SIGKILL)


def _send(process: int, number: int) -> None:
    with contextlib.suppress(ProcessLookupError, PermissionError):
        os.kill(process, number)


def standing(root: int) -> Iterator[tuple[int, Waiting, tuple[int, ...]]]:
    """Every thread of a family that stands in a call in which one waits, with its arguments."""
    here = machine()
    if here is None:
        return
    for process in family(root):
        for thread, told in _told_by_threads(process, "syscall"):
            number, *arguments = told.split()
            waiting = here.native.waiting.get(int(number)) if number.isdigit() else None
            if waiting is not None:
                yield thread, waiting, tuple(int(each, 16) for each in arguments)


def waited_for_core(root: int) -> float:
    """The seconds for which a thread of a family was ready and had no core; the most of all."""
    waited = [
        int(told.split()[1])
        for process in family(root)
        for _, told in _told_by_threads(process, "schedstat")
    ]
    return max(waited, default=0) / 1e9


def can_look() -> bool:
    """Whether this system shows in which system calls threads stand."""
    try:
        return machine() is not None and bool(Path("/proc/self/syscall").read_text("ascii"))
    except OSError:
        return False
