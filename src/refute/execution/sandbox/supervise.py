"""Runs a command and ends all that it started when it ends, when we die, or when told to.

Stands in for bubblewrap's namespace of processes where there is none: whatever loses its parent
below this process becomes its child, whoever tries to leave. This file is a program of its own
that imports nothing of ours: `python supervise.py PARENT COMMAND ARGUMENT…`.
"""

from __future__ import annotations

import contextlib
import ctypes
import os
import resource
import signal
import sys

_PR_SET_PDEATHSIG = 1
_PR_SET_CHILD_SUBREAPER = 36
_HEARD = {signal.SIGCHLD, signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGQUIT}


def _supervise(parent: int, command: list[str]) -> None:
    control = ctypes.CDLL(None).prctl
    before = signal.pthread_sigmask(signal.SIG_BLOCK, _HEARD)
    control(_PR_SET_PDEATHSIG, int(signal.SIGTERM), 0, 0, 0)
    if os.getppid() != parent:
        return
    control(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)
    child = os.fork()
    if child == 0:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
        _become(command)
    os.closerange(0, resource.getrlimit(resource.RLIMIT_NOFILE)[0])
    status: int | None = None
    while status is None and signal.sigwait(_HEARD) == signal.SIGCHLD:
        status = _reap().get(child)
    _leave_as(_sweep(child, status))


def _become(command: list[str]) -> None:
    """Execute the command, or leave as a shell does when it cannot."""
    for number in (signal.SIGPIPE, signal.SIGXFSZ):
        signal.signal(number, signal.SIG_DFL)
    try:
        os.execvp(command[0], command)
    except OSError as failure:
        os.write(2, f"{command[0]}: {failure.strerror}\n".encode())
        os._exit(127 if isinstance(failure, FileNotFoundError) else 126)


def _reap() -> dict[int, int]:
    """The children that have ended, with their statuses."""
    ended: dict[int, int] = {}
    with contextlib.suppress(ChildProcessError):
        while True:
            pid, status = os.waitpid(-1, os.WNOHANG)
            if not pid:
                break
            ended[pid] = status
    return ended


def _sweep(child: int, status: int | None) -> int:
    """Kill until there is nobody left; the status of the child, when it was not yet known."""
    while True:
        below = _below(os.getpid())
        for how in (signal.SIGSTOP, signal.SIGKILL):
            for pid in below:
                with contextlib.suppress(ProcessLookupError, PermissionError):
                    os.kill(pid, how)
        try:
            pid, ended = os.waitpid(-1, 0)
        except ChildProcessError:
            return int(signal.SIGKILL) if status is None else status
        if pid == child:
            status = ended


def _below(pid: int) -> list[int]:
    """Every process below a process."""
    found: list[int] = []
    waiting = [pid]
    while waiting:
        place = f"/proc/{waiting.pop()}/task"
        with contextlib.suppress(OSError):
            for task in os.listdir(place):
                with open(f"{place}/{task}/children", "rb") as stream:
                    children = [*map(int, stream.read().split())]
                found += children
                waiting += children
    return found


def _leave_as(status: int) -> None:
    """End as the child did."""
    if os.WIFSIGNALED(status):
        number = os.WTERMSIG(status)
        if number not in {signal.SIGKILL, signal.SIGSTOP}:
            signal.signal(number, signal.SIG_DFL)
        signal.pthread_sigmask(signal.SIG_UNBLOCK, [number])
        os.kill(os.getpid(), number)
    os._exit(os.WEXITSTATUS(status))


if __name__ == "__main__":
    _supervise(int(sys.argv[1]), sys.argv[2:])
