"""Whether all threads and processes of a run are blocked at the same moment, and in what.

A line of input may be handed over only when no thread is left that could still print something.
That takes two passes over all threads. The first checks that each of them is blocked, after reading
how often it has had a core; the second checks that it is blocked again, and that this number is the
same. So each has been blocked from its first check to its second one, hence all of them at the
moment between the passes; a blocked thread starts no other one. The arguments of their calls in
memory are read between the passes, too: a thread that has run since overwrites them.
"""

from __future__ import annotations

import os
import re
from collections.abc import Collection, Iterator, Mapping
from dataclasses import field
from enum import Enum, auto
from math import inf
from typing import NamedTuple

from refute.execution.clock import beginning
from refute.execution.observation.syscalls import Form, Numbering, Waiting, machine
from refute.execution.observation.waits import (
    Input,
    input_wait,
    is_glance,
    is_timer,
    time_limit,
)
from refute.record import record

MOST_THREADS = 4096
"""Maximum number of threads that are examined."""

_HERE = machine()
_NUMBERING = _HERE.native if _HERE else Numbering(0, {})
_MOST_TOLD = 4096
_UNKNOWN = -1
_STANDS, _GONE = {"S", "T", "t"}, {"Z", "X", ""}
_HOUSEKEEPING = re.compile(
    r"C[12] CompilerThre|VM Thread|VM Periodic Tas|G1 .*|GC Thread#\d*|Common-Cleaner"
    r"|Service Thread|Monitor Deflati|Signal Dispatch|process reaper|Sweeper thread"
    r"|ghc_ticker|SGen worker"
)
"""Threads of Java, Haskell and Mono that wake by themselves and never run the program's code."""

_ENDS_JAVA, _SHORT = "VM Thread", 0.012
"""This thread of Java idles for a second each time, and for less when it ends a program.

Then it checks thirty times whether the readers have returned, and does not wait any longer.
"""


@record
class Sleeper:
    """A thread that continues after some seconds, or earlier if it waits for an event.

    `runs` is how often it has had a core.
    """

    runs: int
    seconds: float
    for_event: bool


@record
class Stillness:
    """The state of all threads: how long one of them waits for the input, and which ones sleep.

    `asks` is None if only threads whose calls are held wait for the input; a thread that `reads`
    waits for nothing else. The program `is_ending` if a thread is about to end all others, though
    it waits for them briefly.
    """

    asks: float | None = None
    reads: bool = False
    sleepers: Mapping[int, Sleeper] = field(default_factory=dict)
    is_ending: bool = False


@record
class _Call:
    """The system call in which a thread is blocked."""

    number: int
    words: tuple[int, ...]


class _State(Enum):
    """The other states of a thread."""

    RUNS = auto()
    GONE = auto()


class _Thread(NamedTuple):
    """A thread and its process."""

    process: int
    number: int

    @property
    def folder(self) -> str:
        """Its folder in `/proc`."""
        return f"/proc/{self.process}/task/{self.number}"


class Threads:
    """All threads below the first process of a run; `alone` while there is known to be only one."""

    def __init__(self, root: int, wanted: Input, *, alone: bool) -> None:
        self.alone = alone
        self._root = root
        self._wanted = wanted

    def stillness(self, held: Collection[int], *, though_running: bool = False) -> Stillness | None:
        """The state of all threads except those that are held; None while one of them runs.

        With `though_running` those that run are left out.
        """
        if self.alone and held:
            return Stillness()
        found: dict[_Thread, tuple[int, _Call]] = {}
        members = self._members(held)
        for each in members:
            runs, call = _times_run(each), _call_of(each)
            if isinstance(call, _Call):
                found[each] = runs, call
            elif call is _State.RUNS and not though_running:
                return None
        summary = self._summary(found)
        if not though_running and not self._is_unchanged(members, held, found):
            return None
        if members and any(_call_of(_Thread(each, each)) is _State.RUNS for each in held):
            return None  # another thread is about to end it
        return None if summary.is_ending and not though_running else summary

    def _members(self, held: Collection[int]) -> list[_Thread]:
        return [each for each in _below(self._root) if each.number not in held]

    def _is_unchanged(
        self,
        members: list[_Thread],
        held: Collection[int],
        found: Mapping[_Thread, tuple[int, _Call]],
    ) -> bool:
        """Whether all threads are still as they were found, and none has run meanwhile."""
        return not found or (
            members == self._members(held)
            and all(
                _call_of(each) == call and _times_run(each) == runs and _state(each) in _STANDS
                for each, (runs, call) in found.items()
            )
        )

    def _summary(self, found: Mapping[_Thread, tuple[int, _Call]]) -> Stillness:
        asks: list[float] = []
        sleepers: dict[int, Sleeper] = {}
        reads = is_ending = False
        for thread, (runs, call) in found.items():
            waiting = _NUMBERING.waiting.get(call.number)
            seconds = input_wait(self._wanted, thread.number, waiting, call.words)
            if waiting is not None and seconds is not None and not is_glance(waiting, seconds):
                asks.append(seconds)
                reads |= waiting.form is Form.READ
                continue
            limit = _limit(thread.number, waiting, call)
            name = _name(thread) if limit < inf else ""
            is_ending |= name == _ENDS_JAVA and limit < _SHORT
            if limit < inf and not _HOUSEKEEPING.fullmatch(name):
                for_event = _NUMBERING.is_for_event(call.number)
                sleepers[thread.number] = Sleeper(runs, limit, for_event)
        return Stillness(max(asks, default=None), reads, sleepers, is_ending)


def _name(thread: _Thread) -> str:
    return beginning(f"{thread.folder}/comm", 64).rstrip("\n")


def _limit(thread: int, waiting: Waiting | None, call: _Call) -> float:
    """The seconds after which a call ends by itself."""
    if waiting is None:
        return time_limit(thread, _NUMBERING.sleeping.get(call.number), call.words)
    if waiting.form is Form.READ and is_timer(thread, call.words[waiting.descriptor]):
        return 0.0
    is_wait = waiting.form in {Form.POLL, Form.SELECT, Form.EPOLL}
    return time_limit(thread, waiting.limit if is_wait else None, call.words)


def _below(root: int) -> Iterator[_Thread]:
    """Every thread of every process below a process, up to a number that keeps this fast."""
    waiting = _children(_Thread(root, root))
    left = MOST_THREADS
    while waiting and left > 0:
        process = waiting.pop()
        for number in _listed(process)[:left]:
            left -= 1
            thread = _Thread(process, number)
            yield thread
            waiting += _children(thread)


def _listed(process: int) -> list[int]:
    try:
        return [*map(int, os.listdir(f"/proc/{process}/task"))]
    except OSError:
        return []


def _children(thread: _Thread) -> list[int]:
    return [*map(int, beginning(f"{thread.folder}/children", 1 << 16).split())]


def _times_run(thread: _Thread) -> int:
    """How often a thread has had a core or, if only that is known, has lost one."""
    content = beginning(f"{thread.folder}/schedstat", 128).split()
    if len(content) == 3:
        return int(content[2])
    status = beginning(f"{thread.folder}/status", _MOST_TOLD)
    return sum(map(int, re.findall(r"ctxt_switches:\s*(\d+)", status)))


def _call_of(thread: _Thread) -> _Call | _State:
    """The call in which a thread is blocked, or its other state.

    The kernel names a call only if the thread has no core and waits for something.
    """
    content = beginning(f"{thread.folder}/syscall", 256)
    number, *words = content.split() or [""]
    if number.isdigit():
        return _Call(int(number), tuple(int(each, 16) for each in words))
    if number == "running":
        return _State.RUNS
    state = _state(thread)
    if state in _GONE:
        return _State.GONE
    return _Call(_UNKNOWN, ()) if state in _STANDS else _State.RUNS


def _state(thread: _Thread) -> str:
    """The kernel's name for the state of a thread; `D` is also the state of one that is exiting."""
    content = beginning(f"{thread.folder}/stat", 512).rpartition(")")[2].split()
    return content[0] if content else ""
