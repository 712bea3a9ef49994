"""Any command as a program under test, each run in a process of its own."""

from __future__ import annotations

import re
import signal
import time
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import replace
from enum import StrEnum
from pathlib import PurePath

from refute.execution.fence import Fence, NoFence
from refute.execution.observation import seccomp
from refute.execution.observation.processes import Launch
from refute.execution.observation.streams import LONGEST_TERMINAL_LINE, Kind, Streams, open_streams
from refute.execution.observation.watch import Sight, Watch, sight_without_filter
from refute.execution.program import Ending, Limits, LineTooLong, Run, events_of

DETAIL_LINES = 8

_PROMPTS_ON_ERRORS = re.compile(r"(python|pypy)[\d.]*(\.exe)?|.*\.py")
_TAKES_TERMINAL_OVER = re.compile(r"node|nodejs|deno|bun|ts-node|tsx|.*\.[cm]?[jt]s")
_EXPLAINED = {Ending.CRASHED, Ending.NOT_STARTED}
_CANNOT_EXECUTE = {126, 127}
_SAYS_SO = re.compile(r"(prlimit|setpriv|setsid): failed to execute ")
"""How those who start a program for us say that they cannot."""


class Tty(StrEnum):
    """Whether a program gets a terminal."""

    AUTO = "auto"
    ALWAYS = "always"
    NEVER = "never"


class CommandProgram:
    """A command, watched exactly where the system allows it."""

    def __init__(
        self,
        command: Sequence[str],
        limits: Limits | None = None,
        tty: Tty = Tty.AUTO,
        fence: Fence | None = None,
        sight: Sight | None = None,
    ) -> None:
        self.command = tuple(command)
        self._limits = limits or Limits()
        self._tty = tty
        self._fence = fence or NoFence()
        self._sight = sight or (Sight.EXACT if seccomp.is_possible() else sight_without_filter())

    def run(self, lines: Sequence[str]) -> Run:
        """Run the command once, from the beginning."""
        began = time.monotonic()
        with ExitStack() as stack:
            streams = open_streams(self._kind(lines))
            stack.callback(streams.close)
            try:
                start = stack.enter_context(self._fence.enclose(self.command))
            except (FileNotFoundError, PermissionError) as failure:
                return _not_started(failure)
            launch = Launch(start, streams, filtered=self._sight is Sight.EXACT)
            stack.callback(launch.close)
            launch.begin()
            return self._follow(launch, streams, lines, began)

    def _follow(self, launch: Launch, streams: Streams, lines: Sequence[str], began: float) -> Run:
        if launch.process is None:
            return _not_started(launch.failure)
        blind = self._sight is Sight.EXACT and launch.listener is None
        sight = sight_without_filter() if blind else self._sight
        watch = Watch(launch, streams, lines, self._limits, sight)
        watch.follow()
        launch.end()
        watch.finish()
        code = launch.process.returncode
        run = _run_of(watch, -signal.SIGKILL if code is None else code, time.monotonic() - began)
        return replace(run, detail=tuple(map(launch.begun.as_named, run.detail)))

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
        """Nothing is left behind."""


def kind_for(command: Sequence[str]) -> Kind:
    """What suits a command best.

    Python prints its prompts to standard error if it both reads from and prints to a terminal;
    Node then draws on it and echoes by itself, and does not stop reading from a pipe.
    """
    names = [PurePath(word).name for word in command]
    if any(_TAKES_TERMINAL_OVER.fullmatch(name) for name in names):
        return Kind.INPUT_TERMINAL
    if any(_PROMPTS_ON_ERRORS.fullmatch(name) for name in names):
        return Kind.OUTPUT_TERMINAL
    return Kind.TERMINAL


def _not_started(failure: Exception | None) -> Run:
    told = failure.strerror if isinstance(failure, OSError) else None
    return Run((), Ending.NOT_STARTED, (told or str(failure),))


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
        approximate=watch.sight is not Sight.EXACT,
        seconds=seconds,
        exit_code=None if watch.stopped else code,
        after_end=events_of(watch.events[cut:]) if cut is not None and by_itself else None,
    )


def _signal_of(code: int) -> signal.Signals | None:
    """The signal that ended a process, directly or told by a shell or a fence around it."""
    number = -code if code < 0 else code - 128
    try:
        return signal.Signals(number)
    except ValueError:
        return None


def _ending(code: int, signal_number: signal.Signals | None, errors: str) -> Ending:
    """An exit code alone is an end like any other; with a complaint it is a crash."""
    if signal_number is signal.SIGXCPU:
        return Ending.TOO_LONG
    if code in _CANNOT_EXECUTE and _SAYS_SO.match(errors):
        return Ending.NOT_STARTED
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
