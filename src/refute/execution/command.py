"""Any command as a program under test, each run in a process of its own."""

from __future__ import annotations

import errno
import os
import re
import shutil
import signal
import subprocess
import time
from collections.abc import Callable, Sequence
from contextlib import ExitStack
from dataclasses import replace
from enum import StrEnum
from functools import cache, partial
from pathlib import Path, PurePath
from threading import Event
from weakref import finalize

from refute.execution.clock import COST
from refute.execution.invocation import NoSandbox, Sandbox
from refute.execution.observation.patience import IMPATIENTLY, PATIENTLY, WaitingLimits
from refute.execution.observation.streams import LONGEST_TERMINAL_LINE, Kind, open_streams
from refute.execution.observation.watch import (
    WaitDetection,
    Watch,
    best_sight,
    sight_without_filter,
)
from refute.execution.program import (
    DETAIL_LINES,
    Ending,
    Feed,
    Inputs,
    Limits,
    LineTooLong,
    Run,
    events_of,
    inputs_of,
    never,
)
from refute.execution.spawning.slots import Launch, Slot, Use
from refute.execution.spawning.supervisors import SupervisorLost
from refute.record import record

_PROMPTS_ON_ERRORS = re.compile(r"(python|pypy)[\d.]*(\.exe)?|.*\.py")
_TAKES_TERMINAL_OVER = re.compile(r"node|nodejs|deno|bun|ts-node|tsx|.*\.[cm]?[jt]s")
_OUT_OF_TIME = {Ending.TOO_LONG, Ending.STALLED}
_EXPLAINED = {Ending.CRASHED, Ending.NOT_STARTED}


class Tty(StrEnum):
    """Whether a program gets a terminal."""

    AUTO = "auto"
    ALWAYS = "always"
    NEVER = "never"


@record
class _Tried:
    """A run, its cost in seconds of processor time, and whether it ended with a line kept back.

    A line is kept back while another process is computing.
    """

    run: Run
    cost: float = 0.0
    kept_back: bool = False
    was_unwatched: bool = False


class CommandProgram:
    """A command, watched exactly if the system allows it; its runs end once `is_unneeded`."""

    def __init__(
        self,
        command: Sequence[str],
        limits: Limits | None = None,
        tty: Tty = Tty.AUTO,
        sandbox: Sandbox | None = None,
        sight: WaitDetection | None = None,
        use: Use = Use.QUICK,
        is_unneeded: Callable[[], bool] = never,
    ) -> None:
        self.command = tuple(command)
        self._limits = limits or Limits()
        self._tty = tty
        self._sandbox = sandbox or NoSandbox()
        self._use = use
        self._idle: list[Slot] = []
        self._is_unneeded = is_unneeded
        self._ended = Event()
        finalize(self, _close, self._idle)
        self._sight = sight or best_sight()

    def run(self, lines: Sequence[str]) -> Run:
        """Run the command from the beginning; a second time if timing decided what happened.

        Processes that compute are waited for until the time is up. If others wanted input then, the
        run is repeated and they are given it. All runs together cost no more than one may.
        """
        ended, left, manner = self._ended, COST * self._limits.seconds, PATIENTLY
        inputs = inputs_of(lines)
        tried = self._try(inputs, left, manner, ended)
        if tried.run.ending in _OUT_OF_TIME and tried.kept_back:
            left, manner = left - tried.cost, IMPATIENTLY
            tried = self._try(inputs, left, manner, ended)
        run = tried.run
        if not run.depends_on_time or run.ending in _OUT_OF_TIME:
            return run
        other = self._try(inputs, left - tried.cost, manner.otherwise(), ended).run
        differs = (run.events, run.ending) != (other.events, other.ending)
        return replace(run, differs=differs)

    def _try(self, inputs: Inputs, most: float, manner: WaitingLimits, ended: Event) -> _Tried:
        """One run, repeated once if it was ended because we ourselves stood still."""
        tried = self._try_once(inputs, most, manner, ended)
        return self._try_once(inputs, most, manner, ended) if tried.was_unwatched else tried

    def _try_once(self, inputs: Inputs, most: float, manner: WaitingLimits, ended: Event) -> _Tried:
        began = time.monotonic()
        with ExitStack() as stack:
            streams = open_streams(self._kind(inputs))
            stack.callback(streams.close)
            try:
                slot = self._take()
            except (FileNotFoundError, PermissionError) as failure:
                return _Tried(_not_started(failure))
            stack.callback(self._leave, slot)
            launch = Launch(slot, streams, inputs)
            stack.callback(launch.close)
            blind = self._sight is WaitDetection.EXACT and launch.listener is None
            sight = sight_without_filter() if blind else self._sight
            feed, limits = Feed(inputs), self._limits
            is_unneeded = partial(_is_over, ended, self._is_unneeded)
            watch = Watch(launch, streams, feed, limits, sight, most, manner, is_unneeded)
            run = _followed(launch, watch, began)
            return _Tried(run, watch.cost, watch.kept_back, launch.was_unwatched)

    def _take(self) -> Slot:
        """An idle slot, a new one if needed."""
        try:
            return self._idle.pop()
        except IndexError:
            watched = self._sight is WaitDetection.EXACT
            return Slot(self._sandbox.prepare(self.command), self._use, watched=watched)

    def _leave(self, slot: Slot) -> None:
        """Clean up for the next run."""
        if slot.is_broken:
            slot.close()
        else:
            slot.clean_up()
            self._idle.append(slot)

    def _kind(self, lines: Sequence[str]) -> Kind:
        """What the program reads from and prints to."""
        long = any(
            len(line.encode("utf-8", "surrogateescape")) >= LONGEST_TERMINAL_LINE for line in lines
        )
        match self._tty:
            case Tty.ALWAYS if long:
                raise LineTooLong(f"a line of a terminal has at most {LONGEST_TERMINAL_LINE} bytes")
            case Tty.ALWAYS:
                return Kind.TERMINAL
            case Tty.NEVER:
                return Kind.PIPES
            case Tty.AUTO:
                kind = kind_for(self.command)
                return Kind((False, kind.value[1])) if long else kind

    def close(self) -> None:
        """End all runs and clean up; another run would set everything up again."""
        self._ended.set()
        self._ended = Event()
        _close(self._idle)


def _close(slots: list[Slot]) -> None:
    while slots:
        slots.pop().close()


def _is_over(ended: Event, is_unneeded: Callable[[], bool]) -> bool:
    return ended.is_set() or is_unneeded()


def kind_for(command: Sequence[str]) -> Kind:
    """The kind of streams that suits a command best.

    Python prints its prompts to standard error if it both reads from and prints to a terminal; Node
    then draws on it and echoes by itself, and does not stop reading from a pipe.
    """
    names = [PurePath(word).name for word in command]
    if any(_TAKES_TERMINAL_OVER.fullmatch(name) for name in names):
        return Kind.INPUT_TERMINAL
    if any(_PROMPTS_ON_ERRORS.fullmatch(name) for name in names):
        return Kind.OUTPUT_TERMINAL
    return Kind.TERMINAL


def _not_started(failure: OSError) -> Run:
    return Run((), Ending.NOT_STARTED, (failure.strerror or str(failure),))


def _followed(launch: Launch, watch: Watch, began: float) -> Run:
    try:
        watch.follow()
    except SupervisorLost as failure:
        watch.stop_since(str(failure.strerror))
    if launch.was_unwatched:
        watch.stop_since("it could not be watched")
    launch.end()
    watch.finish()
    if launch.failure is not None:
        return _not_started(launch.failure)
    code = -signal.SIGKILL if launch.code is None else launch.code
    run = _run_of(watch, code, time.monotonic() - began)
    named = launch.invocation.as_named
    return replace(
        run,
        detail=tuple(map(named, run.detail)),
        errors=tuple(map(named, run.errors)),
        hidden=launch.invocation.hidden("\n".join(run.errors)),
        files=launch.files(),
    )


def _run_of(watch: Watch, code: int, seconds: float) -> Run:
    signal_number = _signal_of(code)
    errors = watch.error_text.decode("utf-8", "replace")
    ending = watch.ending or _ending(code, signal_number, errors)
    cut = watch.end_asked_at if ending is Ending.WANTED_MORE else None
    by_itself = not watch.stopped and _ending(code, signal_number, errors) is Ending.FINISHED
    return Run(
        events_of(watch.events[:cut]),
        ending,
        _last_words(None if watch.stopped else signal_number, errors)
        if ending in _EXPLAINED
        else (),
        approximate=watch.is_approximate,
        depends_on_time=watch.depends_on_time,
        seconds=seconds,
        errors=_last_words(None, errors),
        exit_code=None if watch.stopped else code,
        after_end=events_of(watch.events[cut:]) if cut is not None and by_itself else None,
    )


def _signal_of(code: int) -> signal.Signals | None:
    """The signal that ended a process, reported directly or by a shell or a sandbox around it."""
    number = -code if code < 0 else code - 128
    try:
        return signal.Signals(number)
    except ValueError:
        return None


def _ending(code: int, signal_number: signal.Signals | None, errors: str) -> Ending:
    """The ending for an exit code: normal, unless there is a complaint; then it is a crash."""
    if signal_number is signal.SIGXCPU:
        return Ending.TOO_LONG
    if signal_number is not None or (code != 0 and errors.strip()):
        return Ending.CRASHED
    return Ending.FINISHED


def _last_words(signal_number: signal.Signals | None, errors: str) -> tuple[str, ...]:
    lines = [
        line for line in errors.rstrip().split("\n") if line and not line.startswith("Traceback (")
    ]
    if signal_number is not None:
        lines.append(f"{signal.strsignal(signal_number)} (signal {signal_number.name})")
    return tuple(lines[-DETAIL_LINES:])


# From the words of a command line to a program that can be started


_PYTHON = re.compile(r"(python|pypy)[\d.]*")
_ASKING_TAKES_AT_MOST = 10.0


def resolve(command: Sequence[str]) -> tuple[str, ...]:
    """The command with its program located; a Python script needs no interpreter in front.

    Raises FileNotFoundError or PermissionError if it cannot be started.
    """
    if command[0].endswith(".py"):
        command = ("python3", *command)
    found = _found(command[0])
    if _PYTHON.fullmatch(Path(command[0]).name):
        found = _interpreter(found)
        _must_exist(command[1:])
    return (found, *command[1:])


_RUN_BY = {
    ".java": "java",
    ".jar": "java -jar",
    ".js": "node",
    ".hs": "runghc",
    ".sh": "sh",
    ".rb": "ruby",
    ".pl": "perl",
    ".php": "php",
    ".lua": "lua",
}
_COMPILED_BY = {".c": "gcc", ".cpp": "g++", ".cc": "g++"}


def not_started(command: Sequence[str], failure: OSError) -> tuple[str, str]:
    """Why `resolve` failed, and what to write instead, which may be empty."""
    advice = _how_to_start(command[0])
    reason = f"{failure.filename}: {failure.strerror}"
    if advice:
        reason = f"`{command[0]}` is no command"
    return f"cannot start `{' '.join(command)}`: {reason}", advice


def _how_to_start(name: str) -> str:
    """What to write instead of the name of a file; empty if there is no such file."""
    path = Path(name)
    if name.endswith(".py") or not path.is_file():
        return ""
    if path.suffix in _RUN_BY:
        return f"write `{_RUN_BY[path.suffix]} {name}`"
    if path.suffix in _COMPILED_BY:
        made = path.with_suffix("")
        compiler = _COMPILED_BY[path.suffix]
        return f"compile it, `{compiler} {name} -o {made}`, and write `{os.path.join('.', made)}`"
    if os.access(path, os.X_OK):
        return f"write `./{name}`"
    return f"name what runs it, or make it executable: `chmod +x {name}`"


def _found(name: str) -> str:
    found = shutil.which(name)
    if found is not None:
        return found
    code = errno.EACCES if os.path.exists(name) and os.sep in name else errno.ENOENT
    raise OSError(code, os.strerror(code), name)


def _must_exist(arguments: Sequence[str]) -> None:
    """Raise an error if the first argument, unless it is an option, is no existing file."""
    if arguments and arguments[0].endswith(".py"):
        Path(arguments[0]).open("rb").close()


@cache
def _interpreter(path: str) -> str:
    """The interpreter behind a launcher, which would cost more than the program in every run."""
    with open(path, "rb") as stream:
        if stream.read(2) != b"#!":
            return path
    question = [path, "-c", "import sys; print(sys.executable)"]
    try:
        answer = subprocess.run(
            question,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            check=True,
            timeout=_ASKING_TAKES_AT_MOST,
        )
    except (OSError, subprocess.SubprocessError):
        return path
    told = os.fsdecode(answer.stdout.rstrip(b"\n"))
    return told if os.access(told, os.X_OK) else path
