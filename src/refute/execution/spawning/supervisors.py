"""The supervisors that start programs in slots, and the fork server that starts supervisors."""

from __future__ import annotations

import contextlib
import os
import secrets
import signal
import socket
import sys
import tempfile
import threading
from collections.abc import Sequence
from functools import cache
from pathlib import Path

from refute.execution.spawning import cgroups, fork_server
from refute.files import temporary_root

LONGEST_SILENCE = 60.0
"""Time in seconds after which a supervisor that does not answer is taken for dead."""

_one_at_a_time = threading.Lock()


class SupervisorLost(OSError):
    """A supervisor or the fork server has died, or cannot start programs."""


@cache
def _server_of(_process: int) -> tuple[socket.socket, str]:
    """The connection to the fork server of this process, and the mark of our folders."""
    temporary = temporary_root()
    ours, theirs = fork_server.connect()
    mark = secrets.token_hex(16)
    null = (os.devnull, os.O_RDWR, 0)
    os.posix_spawn(
        sys.executable,
        [
            *(sys.executable, "-I", "-S", fork_server.__file__),
            *(mark, temporary, str(cgroups.base() or "")),
        ],
        {},
        file_actions=[
            (os.POSIX_SPAWN_DUP2, theirs.fileno(), 0),
            (os.POSIX_SPAWN_OPEN, 1, *null),
            (os.POSIX_SPAWN_OPEN, 2, *null),
        ],
        setsid=True,
        setsigmask=(),
        setsigdef=signal.valid_signals() - {signal.SIGKILL, signal.SIGSTOP},
    )
    theirs.close()
    return ours, mark


def _request_supervisor(content: dict[str, object], channel: socket.socket) -> None:
    """Have the fork server create a supervisor; a server that has died is replaced."""
    with _one_at_a_time:
        for last in (False, True):
            orders, _ = _server_of(os.getpid())
            try:
                fork_server.send(orders, content, [channel.fileno()])
                return
            except OSError as failure:
                if last:
                    raise SupervisorLost(failure.errno, "no programs can be started") from failure
                _server_of.cache_clear()


def marked_folder() -> Path:
    """A new temporary folder, which is removed even if we are killed before we can do it."""
    return Path(tempfile.mkdtemp(prefix=_marked_name(""), dir=temporary_root()))


def _marked_name(end: str | None = None) -> str:
    """A name by which the fork server recognises what is to be removed."""
    with _one_at_a_time:
        _, mark = _server_of(os.getpid())
    return f"refute-{mark}-{secrets.token_hex(8) if end is None else end}"


class Supervisor:
    """A process that keeps a run of the slot's command prepared, one after the other."""

    def __init__(self, slot: dict[str, object], memory: int | None, processes: int | None) -> None:
        self.broken = False
        self.group = cgroups.make_group(_marked_name(), memory, processes)
        slot = {**slot, "group": os.fsencode(self.group.members) if self.group else b""}
        self._handle: int | None = None
        self.channel, theirs = fork_server.connect()
        self.channel.settimeout(LONGEST_SILENCE)
        try:
            with theirs:
                _request_supervisor(slot, theirs)
            (answer, number, text), _, sender = self.receive()
            if answer != "ready":
                raise SupervisorLost(number, text)
        except BaseException:
            self.close()
            raise
        self.process = sender or number
        with contextlib.suppress(OSError, AttributeError):
            self._handle = os.pidfd_open(self.process)

    def send(self, content: object, descriptors: Sequence[int] = ()) -> None:
        """Send a message."""
        try:
            fork_server.send(self.channel, content, descriptors)
        except OSError as failure:
            self.broken = True
            raise SupervisorLost(
                failure.errno, "the supervisor of the program has died"
            ) from failure

    def receive(self) -> fork_server.Message:
        """Receive the next message."""
        try:
            message = fork_server.receive(self.channel)
        except OSError as failure:
            self.broken = True
            raise SupervisorLost(
                failure.errno, "the supervisor of the program does not answer"
            ) from failure
        if message is None:
            self.broken = True
            raise SupervisorLost(None, "the supervisor of the program has died")
        return message

    def resume(self) -> None:
        """Continue it if a program has stopped it, which is possible without namespaces."""
        self._signal(signal.SIGCONT)

    def kill(self) -> None:
        """Kill it, even if it does not answer."""
        self.broken = True
        self._signal(signal.SIGKILL)

    def _signal(self, number: signal.Signals) -> None:
        if self._handle is not None:
            with contextlib.suppress(OSError):
                signal.pidfd_send_signal(self._handle, number)

    def close(self) -> None:
        """End it and all processes below it."""
        self.broken = True
        self.channel.close()
        if self.group is not None:
            self.group.close()
            self.group = None
        if self._handle is not None:
            os.close(self._handle)
            self._handle = None
