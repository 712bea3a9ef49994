"""Places in which programs are started, and their runs."""

from __future__ import annotations

import contextlib
import json
import os
import secrets
import select
import socket
import subprocess
import sys
import tempfile
import threading
from contextlib import AbstractContextManager, ExitStack
from functools import cache
from pathlib import Path

from refute.execution.fence import Start
from refute.execution.observation import seccomp
from refute.execution.observation.processes import MARK, kill_marked
from refute.execution.observation.streams import Streams
from refute.execution.observation.syscalls import machine
from refute.execution.starting import starter

_PAUSE = 0.02
_MOST_ATTEMPTS = 100
_LONGEST_SILENCE = 60.0
_one_at_a_time = threading.Lock()


class Broken(OSError):
    """Who starts programs for us is not there any more, or cannot do it."""


@cache
def _starter_of(_process: int) -> tuple[socket.socket, str]:
    """The process that starts programs for this one, and the mark of our folders."""
    ours, theirs = starter.connect()
    mark = secrets.token_hex(16)
    null = (os.devnull, os.O_RDWR, 0)
    os.posix_spawn(
        sys.executable,
        [sys.executable, "-I", "-S", starter.__file__, mark, tempfile.gettempdir()],
        {},
        file_actions=[
            (os.POSIX_SPAWN_DUP2, theirs.fileno(), 0),
            (os.POSIX_SPAWN_OPEN, 1, *null),
            (os.POSIX_SPAWN_OPEN, 2, *null),
        ],
        setsid=True,
    )
    theirs.close()
    return ours, mark


def _order(content: dict[str, object], channel: socket.socket) -> None:
    """Have a keeper made; a starter that has died is replaced."""
    with _one_at_a_time:
        for last in (False, True):
            orders, _ = _starter_of(os.getpid())
            try:
                starter.send(orders, content, [channel.fileno()])
                return
            except OSError as failure:
                if last:
                    raise Broken(failure.errno, "no programs can be started") from failure
                _starter_of.cache_clear()


def marked_folder() -> Path:
    """A new temporary folder, which is removed when we are killed before we can do it."""
    with _one_at_a_time:
        _, mark = _starter_of(os.getpid())
    return Path(tempfile.mkdtemp(prefix=f"refute-{mark}-"))


class Place:
    """Where a command is started any number of times, one run after the other.

    Raises FileNotFoundError or PermissionError when there is no such program.
    """

    def __init__(self, enclosed: AbstractContextManager[Start]) -> None:
        self.mark = secrets.token_hex(16)
        self.broken = False
        with ExitStack() as stack:
            self.start = stack.enter_context(enclosed)
            walls = _Walls(self.start.walls) if self.start.walls else None
            if walls is not None:
                stack.callback(walls.close)
            self.channel, theirs = starter.connect()
            stack.callback(self.channel.close)
            self.channel.settimeout(_LONGEST_SILENCE)
            with theirs:
                _order(self._description(walls.process if walls else 0), theirs)
            (answer, number, text), _, sender = self.hear()
            if answer != "ready":
                raise Broken(number, text)
            self.keeper = sender or number
            self._open = stack.pop_all()

    def _description(self, walls: int) -> dict[str, object]:
        """All that a keeper must know."""
        start, here = self.start, machine()
        environment = dict(os.environ if start.environment is None else start.environment)
        environment["TERM"] = "dumb"
        if not walls:
            environment[MARK] = self.mark
        return {
            "walls": walls,
            "arguments": [os.fsencode(each) for each in start.arguments],
            "environment": {
                os.fsencode(name): os.fsencode(value) for name, value in environment.items()
            },
            "directory": os.fsencode(start.directory or os.getcwd()),
            "limits": list(start.limits),
            "user": start.user,
            "memory": [
                (os.fsencode(each.place), each.size, [os.fsencode(seen) for seen in each.seen])
                for each in start.memory
            ],
            "seccomp": here.seccomp if here else 0,
            "refused": start.refused,
            "reported": seccomp.program(here) if here else b"",
        }

    def hear(self) -> starter.Message:
        """What we are told next."""
        try:
            message = starter.receive(self.channel)
        except OSError as failure:
            self.broken = True
            raise Broken(failure.errno, "who starts programs does not answer") from failure
        if message is None:
            self.broken = True
            raise Broken(None, "who starts programs has died")
        return message

    def tidy_up(self) -> None:
        """Remove what a run left behind."""
        self.start.tidy()

    def close(self) -> None:
        """End all that is left of it."""
        self.broken = True
        self._open.close()


class _Walls:
    """Bubblewrap around a process that does nothing but hold what was set up."""

    def __init__(self, command: tuple[str, ...]) -> None:
        told, tell = os.pipe()
        try:
            self._holder = subprocess.Popen(
                [command[0], "--info-fd", str(tell), *command[1:], "--", "cat"],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                env={"PATH": "/usr/bin:/bin"},
                cwd="/",
                pass_fds=[tell],
                start_new_session=True,
            )
        except OSError:
            os.close(told)
            raise
        finally:
            os.close(tell)
        with open(told, encoding="ascii") as stream:
            self._wait_until_set_up()
            self.process: int = json.load(stream)["child-pid"]

    def _wait_until_set_up(self) -> None:
        """It is when what we write comes back."""
        assert self._holder.stdin is not None
        assert self._holder.stdout is not None
        assert self._holder.stderr is not None
        with contextlib.suppress(BrokenPipeError):
            self._holder.stdin.write(b"\n")
            self._holder.stdin.flush()
        poller = select.poll()
        poller.register(self._holder.stdout, select.POLLIN)
        if poller.poll(1000 * _LONGEST_SILENCE) and self._holder.stdout.read(1):
            return
        self._holder.kill()
        said = self._holder.stderr.read().decode("utf-8", "replace").strip().splitlines()
        self.close()
        raise Broken(None, " ".join(said[-1:]) or "bubblewrap does not answer")

    def close(self) -> None:
        """What holds them ends when there is nothing more to be read."""
        self._holder.communicate()


class Launch:
    """One run of the command of a place.

    `root` is the process from which all of the run descend, `code` the program's exit code when
    it has ended, and `failure` the reason why it could not be executed. The run `is_gone` when
    nothing that the program started is left.
    """

    def __init__(self, place: Place, streams: Streams, *, watched: bool) -> None:
        self.start = place.start
        self.root = place.keeper
        self.code: int | None = None
        self.failure: OSError | None = None
        self.listener: int | None = None
        self._runs = False
        self.is_gone = False
        self._place = place
        given = [streams.child_input, streams.child_output, streams.child_errors]
        order = {"terminal": streams.is_terminal, "watched": watched}
        try:
            starter.send(place.channel, order, given)
        except OSError as failure:
            place.broken = True
            raise Broken(failure.errno, "who starts programs has died") from failure
        while not self._runs:
            self.hear()
            if self.failure is not None and not self._runs:
                raise Broken(*self.failure.args)

    @property
    def channel(self) -> int:
        """The descriptor to be waited for: when it can be read there is something to hear."""
        return self._place.channel.fileno()

    def hear(self) -> None:
        """Note what we are told next."""
        (kind, number, text), descriptors, _ = self._place.hear()
        match kind:
            case "runs":
                self._runs = True
                self._listen(descriptors)
            case "failed":
                self.failure = OSError(number, text)
            case "ended":
                self.code = number
            case "gone":
                self.is_gone = True

    def _listen(self, descriptors: list[int]) -> None:
        for descriptor in descriptors:
            self.listener = descriptor
            seccomp.wake_quickly(descriptor)

    def wait(self) -> None:
        """Wait for the end of the program."""
        while not self.has_ended:
            self.hear()

    @property
    def has_ended(self) -> bool:
        """Whether the program is not there any more."""
        return self.code is not None or self.is_gone

    def end(self) -> None:
        """End the program and all that it started."""
        if not self.is_gone:
            with contextlib.suppress(OSError):
                starter.send(self._place.channel, None)
        try:
            while not self.is_gone:
                self.hear()
        except Broken:
            self.is_gone = True
        if not self.start.walls:
            self._end_strays()

    def _end_strays(self) -> None:
        """Without walls a program can get rid of who would end it."""
        for _ in range(_MOST_ATTEMPTS):
            if self.listener is None or self._is_left(self.listener):
                kill_marked(self._place.mark)
            if self.listener is None or not self._is_left(self.listener, _PAUSE):
                return

    @staticmethod
    def _is_left(listener: int, patience: float = 0.0) -> bool:
        """Whether somebody is left who can be reported."""
        poller = select.poll()
        poller.register(listener, select.POLLIN)
        return not any(mask & select.POLLHUP for _, mask in poller.poll(1000 * patience))

    def close(self) -> None:
        """Leave nothing open and nothing running."""
        self.end()
        if self.listener is not None:
            seccomp.close(self.listener)
            self.listener = None
