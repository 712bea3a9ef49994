"""Places in which programs are started, and who has them ready there."""

from __future__ import annotations

import contextlib
import json
import os
import resource
import secrets
import select
import signal
import socket
import subprocess
import sys
import tempfile
import threading
from collections import deque
from collections.abc import Sequence
from contextlib import AbstractContextManager, ExitStack
from enum import Enum, auto
from functools import cache
from pathlib import Path

from refute.execution.fence import Limit, Start
from refute.execution.observation import seccomp
from refute.execution.observation.processes import MARK
from refute.execution.observation.syscalls import machine
from refute.execution.starting import starter

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
        setsigmask=(),
        setsigdef=signal.valid_signals() - {signal.SIGKILL, signal.SIGSTOP},
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


class Keeper:
    """Who has a program ready in a place, over and over."""

    def __init__(self, place: dict[str, object]) -> None:
        self.broken = False
        self.channel, theirs = starter.connect()
        self.channel.settimeout(_LONGEST_SILENCE)
        try:
            with theirs:
                _order(place, theirs)
            (answer, number, text), _, sender = self.hear()
            if answer != "ready":
                raise Broken(number, text)
        except BaseException:
            self.close()
            raise
        self.process = sender or number

    def tell(self, content: object, descriptors: Sequence[int] = ()) -> None:
        """Say something."""
        try:
            starter.send(self.channel, content, descriptors)
        except OSError as failure:
            self.broken = True
            raise Broken(failure.errno, "who starts programs has died") from failure

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

    def close(self) -> None:
        """End all that it keeps."""
        self.broken = True
        self.channel.close()


class Use(Enum):
    """How a place is used: once, many times, or many times and as quickly as possible.

    For the last, two keepers take turns: while a program runs, the other one gets the next program
    ready. That helps only where there is a core to spare.
    """

    ONCE = auto()
    MANY = auto()
    QUICK = auto()


class Place:
    """Where a command is started any number of times, one run after the other.

    When it is `watched`, calls of the program that may wait for input are reported to us.
    Raises FileNotFoundError or PermissionError when there is no such program.
    """

    def __init__(self, enclosed: AbstractContextManager[Start], use: Use, *, watched: bool) -> None:
        self._use = use
        self.mark = secrets.token_hex(16)
        self._keepers: deque[Keeper] = deque()
        self._used = False
        with ExitStack() as stack:
            self.start = stack.enter_context(enclosed)
            walls = _Walls(self.start.walls) if self.start.walls else None
            if walls is not None:
                stack.callback(walls.close)
            self._description = {
                **_described(self.start, walls.process if walls else 0, self.mark),
                "reported": seccomp.program_here() if watched else b"",
                "once": use is Use.ONCE,
            }
            self._add_keeper()
            self._open = stack.pop_all()

    def _add_keeper(self) -> None:
        self._keepers.append(Keeper(self._description))

    def next_keeper(self) -> Keeper:
        """Who has a program ready."""
        if self._used and self._use is Use.QUICK and len(self._keepers) == 1:
            self._add_keeper()
        self._used = True
        self._keepers.rotate()
        return self._keepers[0]

    @property
    def is_broken(self) -> bool:
        """Whether nothing can be started here any more."""
        return any(each.broken for each in self._keepers)

    def tidy_up(self) -> None:
        """Remove what a run left behind."""
        self.start.tidy()

    def close(self) -> None:
        """End all that is left of it."""
        for keeper in self._keepers:
            keeper.close()
        self._open.close()


def _described(start: Start, walls: int, mark: str) -> dict[str, object]:
    """All that a keeper must know of a place."""
    environment = dict(os.environ if start.environment is None else start.environment)
    environment["TERM"] = "dumb"
    if not walls:
        environment[MARK] = mark
    here = machine()
    return {
        "walls": walls,
        "arguments": [os.fsencode(each) for each in start.arguments],
        "environment": {
            os.fsencode(name): os.fsencode(value) for name, value in environment.items()
        },
        "directory": os.fsencode(start.directory or os.getcwd()),
        "limits": [_possible(limit) for limit in start.limits],
        "user": start.user,
        "memory": [
            (os.fsencode(each.place), _room(each.size), [*map(os.fsencode, each.seen)])
            for each in start.memory
        ],
        "seccomp": here.seccomp if here else 0,
        "refused": start.refused,
    }


def _room(size: int) -> bytes:
    """What a folder in memory is told when it is made."""
    return b"mode=1777,size=%d" % size


def _possible(limit: Limit) -> Limit:
    """A limit that may be set: nobody gets more than we have."""
    name, soft, hard = limit
    most = resource.getrlimit(name)[1]
    if most == resource.RLIM_INFINITY:
        return limit
    return name, min(soft, most), min(hard, most)


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
