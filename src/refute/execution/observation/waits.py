"""Whether a system call of a thread waits for the input that we give, and for how long.

All of this is read from the program, so nothing is trusted beyond a bound.
"""

from __future__ import annotations

import os
import re
import signal
import struct
import time
from collections.abc import Iterator, Sequence
from math import inf
from typing import assert_never

from refute.execution.clock import beginning
from refute.execution.observation.syscalls import (
    ClockTime,
    Form,
    FutexTime,
    Milliseconds,
    Seconds,
    TimeAt,
    TimeLimit,
    Waiting,
)
from refute.record import record

_READABLE = 0x41
"""The flags of poll and epoll for ready to be read: either of two bits."""

_CONTROLLING_TERMINAL = os.makedev(5, 0)
_MOST_DESCRIPTORS = 1024
_MOST_TOLD = 1 << 16
_IGNORE, _NO_WAIT = 1, 2
_FUTEX_WAIT, _FUTEX_LOCK = 0, 6
_FUTEX_UNTIL = (9, 11, 13)
_FUTEX_REAL_TIME, _FUTEX_OPERATION = 256, 127

_GLANCE = {Form.POLL: 0.25, Form.SELECT: 0.25, Form.EPOLL: 2.0, Form.COUNT: 0.25}
"""Nobody types within this many seconds: a shorter wait only checks whether there is input.

The descriptors of an epoll set were added before, often for good, so a short wait on it is more
often a timer of the program than a wait for input.
"""

_ABOUT_INPUT = {Form.READ, *_GLANCE}

File = tuple[int, int]
"""The identity of a file: device and number."""


@record
class Input:
    """The input of a program, by which its descriptors are recognised whatever their numbers."""

    file: File
    is_terminal: bool

    @classmethod
    def of(cls, descriptor: int) -> Input:
        """The input behind a descriptor of ours."""
        return cls(_identity(os.fstat(descriptor)), os.isatty(descriptor))

    def is_behind(self, thread: int, descriptor: int) -> bool:
        """Whether a descriptor of a thread is this input; if access is denied, the first one is."""
        try:
            found = os.stat(f"/proc/{thread}/fd/{descriptor}")
        except PermissionError:
            return descriptor == 0
        except OSError:
            return descriptor == 0 and not os.path.exists("/proc/self")
        own_terminal = self.is_terminal and found.st_rdev == _CONTROLLING_TERMINAL
        return own_terminal or _identity(found) == self.file


def _identity(status: os.stat_result) -> File:
    return (status.st_dev, status.st_ino)


def input_wait(
    wanted: Input, thread: int, waiting: Waiting | None, words: Sequence[int]
) -> float | None:
    """For how many seconds a call waits for the input: 0 is a poll, inf waits forever.

    None if the call, by its arguments, does not concern the input.
    """
    if waiting is None or waiting.form not in _ABOUT_INPUT:
        return None
    descriptors = _descriptors(waiting, thread, words)
    if not any(wanted.is_behind(thread, descriptor) for descriptor in descriptors):
        return None
    return 0.0 if waiting.form is Form.COUNT else time_limit(thread, waiting.limit, words)


def is_glance(waiting: Waiting, seconds: float) -> bool:
    """Whether a call that waits for the input only checks whether there is some."""
    return seconds < _GLANCE.get(waiting.form, 0.0)


def takes_turns(thread: int) -> bool:
    """Whether a runtime multiplexes its own threads on this one, as Haskell's does.

    It has SIGVTALRM sent to itself, which ends a turn.
    """
    told = beginning(f"/proc/{thread}/status", _MOST_TOLD)
    caught = re.search(r"^SigCgt:\s*([0-9a-f]+)", told, re.MULTILINE)
    return caught is not None and bool(int(caught[1], 16) >> (signal.SIGVTALRM - 1) & 1)


def _descriptors(waiting: Waiting, thread: int, arguments: Sequence[int]) -> set[int]:
    """The descriptors that are waited for."""
    match waiting.form:
        case Form.POLL:
            return {*_polled(thread, arguments[0], arguments[1])}
        case Form.SELECT:
            return {*_selected(thread, arguments[0] & 0xFFFFFFFF, arguments[1])}
        case Form.EPOLL:
            return {*_in_epoll_set(thread, arguments[0] & 0xFFFFFFFF)}
        case _:
            return {arguments[waiting.descriptor] & 0xFFFFFFFF}


def _polled(thread: int, address: int, count: int) -> Iterator[int]:
    record = struct.Struct("ihh")
    data = _memory(thread, address, record.size * min(count, _MOST_DESCRIPTORS))
    for descriptor, events, _ in record.iter_unpack(data):
        if events & _READABLE and descriptor >= 0:
            yield descriptor


def _selected(thread: int, count: int, address: int) -> Iterator[int]:
    if address:
        count = min(count, _MOST_DESCRIPTORS)
        data = _memory(thread, address, (count + 63) // 64 * 8)
        bits = int.from_bytes(data, "little")
        yield from (each for each in range(count) if bits >> each & 1)


def _in_epoll_set(thread: int, descriptor: int) -> Iterator[int]:
    told = beginning(f"/proc/{thread}/fdinfo/{descriptor}", _MOST_TOLD)
    for found, events in re.findall(r"^tfd:\s*(\d+)\s+events:\s*([0-9a-f]+)", told, re.MULTILINE):
        if int(events, 16) & _READABLE:
            yield int(found)


def is_timer(thread: int, descriptor: int) -> bool:
    """Whether a descriptor of a thread is a timer."""
    try:
        return os.readlink(f"/proc/{thread}/fd/{descriptor}") == "anon_inode:[timerfd]"
    except OSError:
        return False


def forgets_children(waiting: Waiting, thread: int, words: Sequence[int]) -> bool:
    """Whether a thread may be setting, in a record, that child exits are to be ignored."""
    address = words[waiting.descriptor]
    if waiting.form is not Form.CHILDREN or not address:
        return False
    data = _memory(thread, address, 16)
    handler, flags = struct.unpack("QQ", data) if data else (_IGNORE, 0)
    return handler == _IGNORE or bool(flags & _NO_WAIT) or not _is_single(thread)


def _is_single(thread: int) -> bool:
    """Whether no other thread can write to the memory of this one meanwhile."""
    try:
        return len(os.listdir(f"/proc/{thread}/task")) == 1
    except OSError:
        return False


# Time limits


def time_limit(thread: int, limit: TimeLimit | None, words: Sequence[int]) -> float:
    """Seconds after which a call that begins now ends by itself; inf if it does not."""
    match limit:
        case None:
            return inf
        case Milliseconds(argument):
            milliseconds = words[argument] & 0xFFFFFFFF
            return inf if milliseconds >> 31 else milliseconds / 1000
        case Seconds(argument):
            return (words[argument] & 0xFFFFFFFF) or inf
        case TimeAt():
            return _time_at(thread, limit, words[limit.argument])
        case ClockTime():
            said = _time_at(thread, TimeAt(2), words[2])
            return _until(said, words[0] & 0xFFFFFFFF) if words[1] & 1 else said
        case FutexTime():
            return _futex_time(thread, words)
        case _:
            assert_never(limit)


def _time_at(thread: int, limit: TimeAt, address: int) -> float:
    """A time in a record of the program; what cannot be read is no limit."""
    record = struct.Struct("ii" if limit.narrow else "qq")
    data = _memory(thread, address + limit.offset, record.size) if address else b""
    if not data:
        return inf
    seconds, parts = record.unpack(data)
    said: float = seconds + parts / limit.parts
    return max(0.0, said)


def _futex_time(thread: int, words: Sequence[int]) -> float:
    operation = words[1] & _FUTEX_OPERATION
    said = _time_at(thread, TimeAt(3), words[3])
    if operation == _FUTEX_WAIT or said == inf:
        return said
    if operation not in {_FUTEX_LOCK, *_FUTEX_UNTIL}:
        return inf
    real = operation == _FUTEX_LOCK or words[1] & _FUTEX_REAL_TIME
    return _until(said, time.CLOCK_REALTIME if real else time.CLOCK_MONOTONIC)


def _until(moment: float, clock: int) -> float:
    """The seconds until a moment of a clock; unknown clocks count as monotonic."""
    known = time.CLOCK_REALTIME if clock == time.CLOCK_REALTIME else time.CLOCK_MONOTONIC
    return max(0.0, moment - time.clock_gettime(known))


def _memory(thread: int, address: int, size: int) -> bytes:
    """A piece of the memory of a thread; empty if it cannot be read."""
    try:
        with open(f"/proc/{thread}/mem", "rb", buffering=0) as memory:
            memory.seek(address)
            data = memory.read(size)
    except (OSError, OverflowError, ValueError):
        return b""
    return data if len(data) == size else b""
