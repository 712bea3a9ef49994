"""A small process between us and a program: when either ends, it ends all that was started."""

from __future__ import annotations

import ctypes
import os
import resource
import signal

from refute.execution.sandbox.processes import descendants

_PR_SET_PDEATHSIG = 1
_PR_SET_CHILD_SUBREAPER = 36
_LIBRARY = ctypes.CDLL(None, use_errno=True)
_HEARD = {signal.SIGCHLD, signal.SIGTERM, signal.SIGINT, signal.SIGHUP, signal.SIGQUIT}


def supervise(parent: int) -> None:
    """Fork, and return in the child; this process becomes its supervisor and never returns.

    Whatever loses its parent below the supervisor becomes the supervisor's child. It ends all
    of them when its own child ends, when it is sent SIGTERM, or when `parent` dies.
    """
    before = signal.pthread_sigmask(signal.SIG_BLOCK, _HEARD)
    die_with(parent, signal.SIGTERM)
    adopt_orphans()
    supervisor = os.getpid()
    child = os.fork()
    if child == 0:
        die_with(supervisor, signal.SIGKILL)
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
        return
    try:
        _leave_as(_watch(child))
    finally:
        os._exit(1)


def adopt_orphans() -> None:
    """Have every process below this one that loses its parent become a child of this one."""
    _LIBRARY.prctl(_PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0)


def die_with(parent: int, how: int) -> None:
    """Have the kernel send this process a signal when the one that started it dies."""
    _LIBRARY.prctl(_PR_SET_PDEATHSIG, int(how), 0, 0, 0)
    if os.getppid() != parent:
        os._exit(1)


def _watch(child: int) -> int:
    """Wait for the child or a reason to end it; its status, with nothing left behind."""
    os.closerange(0, resource.getrlimit(resource.RLIMIT_NOFILE)[0])
    status: int | None = None
    while status is None and signal.sigwait(_HEARD) == signal.SIGCHLD:
        status = _reap().get(child)
    return _sweep(child, status)


def _reap() -> dict[int, int]:
    """The children that have ended, with their statuses."""
    ended = {}
    while True:
        try:
            pid, status = os.waitpid(-1, os.WNOHANG)
        except ChildProcessError:
            return ended
        if not pid:
            return ended
        ended[pid] = status


def _sweep(child: int, status: int | None) -> int:
    """Kill until there is nobody left; the status of the child, when it was not yet known."""
    while True:
        below = descendants(os.getpid())
        for how in (signal.SIGSTOP, signal.SIGKILL) if len(below) > 2 else (signal.SIGKILL,):
            for pid in below:
                _send(pid, how)
        try:
            pid, ended = os.waitpid(-1, 0)
        except ChildProcessError:
            return signal.SIGKILL if status is None else status
        if pid == child:
            status = ended


def _send(pid: int, how: int) -> None:
    try:
        os.kill(pid, how)
    except ProcessLookupError:
        pass


def _leave_as(status: int) -> None:
    """End as the child did."""
    if os.WIFSIGNALED(status):
        number = os.WTERMSIG(status)
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        if number not in {signal.SIGKILL, signal.SIGSTOP}:
            signal.signal(number, signal.SIG_DFL)
        signal.pthread_sigmask(signal.SIG_UNBLOCK, [number])
        os.kill(os.getpid(), number)
    os._exit(os.WEXITSTATUS(status))
