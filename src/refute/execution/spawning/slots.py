"""Slots in which a program is run again and again, and the supervisors that start it there."""

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
import time
from collections import deque
from collections.abc import Sequence
from contextlib import AbstractContextManager, ExitStack
from enum import Enum, auto
from functools import cache, partial
from pathlib import Path

from refute.execution.clock import Usage
from refute.execution.files import texts_of
from refute.execution.invocation import Invocation, Limit, too_much_memory
from refute.execution.observation import seccomp
from refute.execution.observation.processes import MARK, FamilyUsage, kill_marked
from refute.execution.observation.streams import Streams
from refute.execution.observation.syscalls import machine
from refute.execution.program import Inputs
from refute.execution.spawning import cgroups, fork_server
from refute.files import temporary_root

_LONGEST_SILENCE = 60.0
_LONGEST_END = 5.0
_SAID_EVERY = fork_server.LONGEST_UNWATCHED / 10
_PAUSE = 0.02
_MOST_FILES = 20_000
_MOST_ATTEMPTS = 100
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
        self.channel.settimeout(_LONGEST_SILENCE)
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


class Use(Enum):
    """How a slot is used: once, many times, or many times and as fast as possible.

    In the last case two supervisors take turns: while a program runs, the other one prepares the
    next run. That helps only if there is a spare core.
    """

    ONCE = auto()
    MANY = auto()
    QUICK = auto()


class Slot:
    """A place where a command is started any number of times, one run after the other.

    If it is `watched`, calls of the program that may wait for input are reported to us. Raises
    FileNotFoundError or PermissionError if there is no such program.
    """

    def __init__(
        self, prepared: AbstractContextManager[Invocation], use: Use, *, watched: bool
    ) -> None:
        self._use = use
        self.mark = secrets.token_hex(16)
        self._supervisors: deque[Supervisor] = deque()
        self._used = False
        with ExitStack() as stack:
            self.invocation = stack.enter_context(prepared)
            namespaces = _Namespaces(self.invocation.wrapper) if self.invocation.wrapper else None
            if namespaces is not None:
                stack.callback(namespaces.close)
            self._description = {
                **_described(self.invocation, namespaces.process if namespaces else 0, self.mark),
                "notify": seccomp.program_here() if watched else b"",
                "once": use is Use.ONCE,
            }
            self._add_supervisor()
            self._open = stack.pop_all()

    def _add_supervisor(self) -> None:
        limits = self.invocation
        self._supervisors.append(Supervisor(self._description, limits.memory, limits.processes))

    def next_supervisor(self) -> Supervisor:
        """The supervisor that has a program ready."""
        if self._used and self._use is Use.QUICK and len(self._supervisors) == 1:
            self._add_supervisor()
        self._used = True
        self._supervisors.rotate()
        return self._supervisors[0]

    @property
    def is_broken(self) -> bool:
        """Whether nothing can be started here any more."""
        return any(each.broken for each in self._supervisors)

    def clean_up(self) -> None:
        """Remove what a run left behind."""
        self.invocation.clean_up()

    def close(self) -> None:
        """End all of its processes."""
        for supervisor in self._supervisors:
            supervisor.close()
        self._open.close()


def _described(invocation: Invocation, namespaces: int, mark: str) -> dict[str, object]:
    """All that a supervisor must know about a slot."""
    environment = dict(os.environ if invocation.environment is None else invocation.environment)
    environment["TERM"] = "dumb"
    if not namespaces:
        environment[MARK] = mark
    here = machine()
    return {
        "namespaces": namespaces,
        "arguments": [os.fsencode(each) for each in invocation.arguments],
        "environment": {
            os.fsencode(name): os.fsencode(value) for name, value in environment.items()
        },
        "directory": os.fsencode(invocation.directory or os.getcwd()),
        "limits": [_possible(limit) for limit in invocation.limits],
        "user": invocation.user,
        "tmpfs": [
            (os.fsencode(each.path), _room(each.size), [*map(os.fsencode, each.visible)])
            for each in invocation.tmpfs
        ],
        "seccomp": here.seccomp if here else 0,
        "denied calls": invocation.denied_calls,
    }


def _room(size: int) -> bytes:
    """The mount options of a folder in memory."""
    return b"mode=1777,size=%d,nr_inodes=%d" % (size, _MOST_FILES)


def _possible(limit: Limit) -> Limit:
    """A limit that can be set: no process gets more than we have."""
    name, soft, hard = limit
    most = resource.getrlimit(name)[1]
    if most == resource.RLIM_INFINITY:
        return limit
    return name, min(soft, most), min(hard, most)


def _opened(opened: list[int], word: str | Path) -> str:
    """A word of a command; for a file the number of a descriptor from which it can be read."""
    if isinstance(word, str):
        return word
    opened.append(os.open(word, os.O_RDONLY | os.O_CLOEXEC))
    return str(opened[-1])


class _Namespaces:
    """Bubblewrap around a process that does nothing but hold what was set up."""

    def __init__(self, command: Sequence[str | Path]) -> None:
        told, tell = os.pipe()
        opened: list[int] = []
        try:
            words = [*map(partial(_opened, opened), command)]
            self._holder = subprocess.Popen(
                [words[0], "--info-fd", str(tell), *words[1:], "--", "cat"],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.PIPE,
                env={"PATH": "/usr/bin:/bin"},
                cwd="/",
                pass_fds=[tell, told, *opened],  # if we are killed, it can still write, and end
                start_new_session=True,
            )
        except OSError:
            os.close(told)
            raise
        finally:
            for descriptor in (tell, *opened):
                os.close(descriptor)
        with open(told, encoding="ascii") as stream:
            self._wait_until_set_up()
            self.process: int = json.load(stream)["child-pid"]

    def _wait_until_set_up(self) -> None:
        """Wait until the process returns what we write, which it does when all is set up."""
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
        raise SupervisorLost(None, " ".join(said[-1:]) or "bubblewrap does not answer")

    def close(self) -> None:
        """Close the connection, which ends the process."""
        self._holder.communicate()


class Launch:
    """One run of the command of a slot.

    `root` is the common ancestor of all processes of the run, `code` the program's exit code when
    it has ended, and `failure` the reason why it could not be executed. The run `is_gone` when
    nothing that the program started is left; `was_unwatched` means that it was ended because nobody
    watched. The arguments and the files of the `inputs` are in place when it starts.
    """

    def __init__(self, slot: Slot, streams: Streams, inputs: Inputs | None = None) -> None:
        inputs = Inputs() if inputs is None else inputs
        self.invocation = slot.invocation
        self.code: int | None = None
        self.failure: OSError | None = None
        self.listener: int | None = None
        self._prepared = False
        self.is_gone = False
        self.was_unwatched = False
        self._next_word = time.monotonic() + _SAID_EVERY
        self._mark = slot.mark
        self._supervisor = slot.next_supervisor()
        self._supervisor.resume()
        self.root = self._supervisor.process
        self._killed_before = self._killed()
        given = [streams.child_input, streams.child_output, streams.child_errors]
        if self.invocation.user is not None:
            for each in given:  # so that it may open `/dev/stdin`
                os.fchown(each, self.invocation.user, -1)
        self._folder: int | None = None
        self._wanted = inputs.wanted
        order = {
            "terminal": streams.is_terminal,
            "arguments": [os.fsencode(each) for each in inputs.arguments],
            "files": {os.fsencode(name): text.encode() for name, text in inputs.files.items()},
            "looks": bool(inputs.wanted),
        }
        self._supervisor.send(order, given)
        while not self._prepared:
            self.receive()
            if self.failure is not None:
                raise SupervisorLost(*self.failure.args)

    def usage(self) -> Usage:
        """The time that the run uses from now on."""
        return FamilyUsage(self.root, self._supervisor.group)

    def exceeded(self) -> str:
        """The limit that the run exceeds, in words; empty if there is none."""
        return self.lacked_memory() or self.invocation.exceeded(self.root)

    def lacked_memory(self) -> str:
        """The memory limit in words, if the kernel has killed a process of the run for it."""
        if self._killed() == self._killed_before:
            return ""
        return too_much_memory(self.invocation.memory or 0)

    def _killed(self) -> int:
        group = self._supervisor.group
        return 0 if group is None else group.killed()

    @property
    def channel(self) -> int:
        """The descriptor to wait for: when it is readable there is something to receive."""
        return self._supervisor.channel.fileno()

    def still_watched(self) -> None:
        """Tell the supervisor, now and then, that the run is watched."""
        now = time.monotonic()
        if now > self._next_word:
            self._next_word = now + _SAID_EVERY
            self._supervisor.send(True)

    def receive(self) -> None:
        """Process the next message."""
        (kind, number, text), descriptors, _ = self._supervisor.receive()
        match kind:
            case "prepared":
                self._prepared = True
                self._listen(descriptors)
            case "folder":
                (self._folder,) = descriptors
            case "failed":
                self.failure = OSError(number, text)
            case "ended":
                self.code = number
            case "unwatched":
                self.was_unwatched = True
            case "gone":
                self.is_gone = True

    def _listen(self, descriptors: list[int]) -> None:
        for descriptor in descriptors:
            self.listener = descriptor
            seccomp.wake_quickly(descriptor)

    def wait(self) -> None:
        """Wait for the end of the program."""
        while not self.has_ended:
            self.receive()

    @property
    def has_ended(self) -> bool:
        """Whether the program has ended."""
        return self.code is not None or self.is_gone

    def end(self) -> None:
        """Kill the program and all that it started."""
        if not self.is_gone:
            self._supervisor.resume()
            with contextlib.suppress(SupervisorLost):
                self._supervisor.send(None)
        try:
            self._supervisor.channel.settimeout(_LONGEST_END)
            while not self.is_gone:
                self.receive()
            self._supervisor.channel.settimeout(_LONGEST_SILENCE)
        except SupervisorLost:
            self.is_gone = True
            self._supervisor.kill()
        if not self.invocation.wrapper:
            self._end_strays()

    def _end_strays(self) -> None:
        """Kill processes that got away: without namespaces a program can kill its supervisor."""
        for _ in range(_MOST_ATTEMPTS):
            if self.listener is None or self._is_left(self.listener):
                kill_marked(self._mark)
            if self.listener is None or not self._is_left(self.listener, _PAUSE):
                return

    @staticmethod
    def _is_left(listener: int, patience: float = 0.0) -> bool:
        """Whether a process is left whose calls are reported."""
        poller = select.poll()
        poller.register(listener, select.POLLIN)
        return not any(mask & select.POLLHUP for _, mask in poller.poll(1000 * patience))

    def files(self) -> dict[str, str | None]:
        """The texts of the wanted files, as they are now."""
        return {} if self._folder is None else texts_of(self._wanted, self._folder)

    def close(self) -> None:
        """Close everything and kill what is still running."""
        self.end()
        if self._folder is not None:
            os.close(self._folder)
            self._folder = None
        if self.listener is not None:
            seccomp.close(self.listener)
            self.listener = None
