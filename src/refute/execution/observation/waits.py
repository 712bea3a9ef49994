"""Whether a system call of a thread waits for the input that we give."""

from __future__ import annotations

import os
import re
import struct
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

from refute.execution.observation.syscalls import Form, Negative, Null, Waiting

_READABLE = 0x41
"""What poll and epoll call ready to be read: either of two bits."""

_CONTROLLING_TERMINAL = os.makedev(5, 0)
_MOST_POLLED = 4096

File = tuple[int, int]
"""A file's identity: device and number."""


@dataclass(frozen=True, slots=True)
class Input:
    """The input of a program, by which its descriptors are known whatever their numbers."""

    file: File
    is_terminal: bool

    @classmethod
    def of(cls, descriptor: int) -> Input:
        """The input that a descriptor of ours stands for."""
        return cls(_identity(os.fstat(descriptor)), os.isatty(descriptor))

    def is_behind(self, thread: int, descriptor: int) -> bool:
        """Whether a descriptor of a thread is this input; the first one is if we may not look."""
        try:
            found = os.stat(f"/proc/{thread}/fd/{descriptor}")
        except PermissionError:
            return descriptor == 0
        except OSError:
            return False
        own_terminal = self.is_terminal and found.st_rdev == _CONTROLLING_TERMINAL
        return own_terminal or _identity(found) == self.file


def _identity(status: os.stat_result) -> File:
    return (status.st_dev, status.st_ino)


def waits_for(wanted: Input, thread: int, waiting: Waiting | None, words: Sequence[int]) -> bool:
    """Whether a call, by its arguments, can end only when there is more input (or for others)."""
    if waiting is None or not _is_endless(waiting, words):
        return False
    return any(
        wanted.is_behind(thread, descriptor) for descriptor in _descriptors(waiting, thread, words)
    )


def _is_endless(waiting: Waiting, arguments: Sequence[int]) -> bool:
    match waiting.endless:
        case None:
            return True
        case Null(argument):
            return arguments[argument] == 0
        case Negative(argument):
            return bool(arguments[argument] >> 31 & 1)


def _descriptors(waiting: Waiting, thread: int, arguments: Sequence[int]) -> Iterator[int]:
    """What is waited for."""
    match waiting.form:
        case Form.READ:
            yield arguments[waiting.descriptor] & 0xFFFFFFFF
        case Form.POLL:
            yield from _polled(thread, arguments[0], arguments[1])
        case Form.SELECT:
            yield from _selected(thread, arguments[0] & 0xFFFFFFFF, arguments[1])
        case Form.EPOLL:
            yield from _in_epoll_set(thread, arguments[0] & 0xFFFFFFFF)


def _polled(thread: int, address: int, count: int) -> Iterator[int]:
    record = struct.Struct("ihh")
    data = _memory(thread, address, record.size * min(count, _MOST_POLLED))
    for descriptor, events, _ in record.iter_unpack(data):
        if events & _READABLE and descriptor >= 0:
            yield descriptor


def _selected(thread: int, count: int, address: int) -> Iterator[int]:
    if address:
        count = min(count, _MOST_POLLED)
        data = _memory(thread, address, (count + 63) // 64 * 8)
        bits = int.from_bytes(data, "little")
        yield from (each for each in range(count) if bits >> each & 1)


def _in_epoll_set(thread: int, descriptor: int) -> Iterator[int]:
    try:
        text = Path(f"/proc/{thread}/fdinfo/{descriptor}").read_text("ascii")
    except OSError:
        return
    for found, events in re.findall(r"^tfd:\s*(\d+)\s+events:\s*([0-9a-f]+)", text, re.MULTILINE):
        if int(events, 16) & _READABLE:
            yield int(found)


def _memory(thread: int, address: int, size: int) -> bytes:
    """A piece of the memory of a thread, or nothing where it cannot be read."""
    try:
        with open(f"/proc/{thread}/mem", "rb", buffering=0) as memory:
            memory.seek(address)
            data = memory.read(size)
    except (OSError, OverflowError):
        return b""
    return data if len(data) == size else b""
