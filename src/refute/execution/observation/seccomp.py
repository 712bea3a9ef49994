"""A seccomp filter that reports to us, and holds, every system call that decides the order."""

from __future__ import annotations

import contextlib
import errno
import fcntl
import os
import platform
import re
import signal
import struct
from collections.abc import Callable, Iterable, Iterator
from functools import cache

from refute.execution.observation.syscalls import (
    COUNT_UNREAD,
    IO_URING_SETUP,
    Form,
    Machine,
    Milliseconds,
    Numbering,
    Waiting,
    machine,
)
from refute.record import record

LOAD, EQUAL, AT_LEAST, ANY_BIT, RETURN = 0x20, 0x15, 0x35, 0x45, 0x06
ALLOW, _NOTIFY, FAIL = 0x7FFF0000, 0x7FC00000, 0x00050000
REFUSE = (RETURN, 0, 0, FAIL | errno.ENOSYS)
NUMBER, _MARK, ARGUMENTS = 0, 4, 16

_RECEIVE, _SEND, _IS_VALID, _SET_FLAGS = 0xC0502100, 0xC0182101, 0x40082102, 0x40082104
_CONTINUE, _WAKE_ON_THIS_CORE = 1, 1
_OLDEST_KERNEL = (5, 9)

Instruction = tuple[int, int, int, int]
"""Operation, steps to skip if true, steps to skip if false, operand."""


@record
class Call:
    """A system call that is held until it is allowed to continue."""

    identity: int
    thread: int
    waiting: Waiting | None
    arguments: tuple[int, ...]


@cache
def program_here() -> bytes:
    """The filter for this machine; empty if there is none."""
    here = machine()
    return program(here) if here else b""


def program(machine: Machine) -> bytes:
    """The filter: it decides on the number of a call and its immediate arguments."""
    return assemble(machine, _numbered, (RETURN, 0, 0, ALLOW))


def assemble(
    machine: Machine, numbered: Callable[[Numbering], Iterable[Instruction]], other: Instruction
) -> bytes:
    """A filter from the instructions for each numbering of calls, and one for any other call."""
    instructions: list[Instruction] = []
    for numbering in machine.numberings:
        body = list(numbered(numbering))
        instructions += [(LOAD, 0, 0, _MARK), (EQUAL, 0, len(body), numbering.mark), *body]
    return b"".join(struct.pack("HBBI", *each) for each in (*instructions, other))


def _numbered(numbering: Numbering) -> Iterator[Instruction]:
    yield (LOAD, 0, 0, NUMBER)
    yield (EQUAL, 0, 1, IO_URING_SETUP)
    yield REFUSE
    for number, waiting in numbering.waiting.items():
        body = list(_decide(waiting))
        yield (EQUAL, 0, len(body), number)
        yield from body
    yield (RETURN, 0, 0, ALLOW)


def _decide(waiting: Waiting) -> Iterator[Instruction]:
    """Report a call depending on its immediate arguments; data at addresses is examined later."""
    match waiting.form:
        case Form.READ:
            yield (LOAD, 0, 0, ARGUMENTS + 8 * waiting.descriptor)
            yield (EQUAL, 0, 1, 0)
        case Form.PRINT_ERROR:
            yield (LOAD, 0, 0, ARGUMENTS)
            yield (EQUAL, 0, 1, 2)
        case Form.COUNT:
            yield (LOAD, 0, 0, ARGUMENTS + 8)
            yield (EQUAL, 0, 1, COUNT_UNREAD)
        case Form.CHILDREN:
            yield (LOAD, 0, 0, ARGUMENTS)
            yield (EQUAL, 0, 1, signal.SIGCHLD)
        case Form.EPOLL if isinstance(waiting.limit, Milliseconds):
            yield (LOAD, 0, 0, ARGUMENTS + 8 * waiting.limit.argument)
            yield (EQUAL, 1, 0, 0)
        case _:
            pass
    yield (RETURN, 0, 0, _NOTIFY)
    yield (RETURN, 0, 0, ALLOW)


@cache
def is_possible() -> bool:
    """Whether the kernel supports what is needed: holding calls, and telling when all are gone."""
    numbers = re.findall(r"\d+", platform.release())
    new_enough = tuple(map(int, numbers[:2])) >= _OLDEST_KERNEL
    return platform.system() == "Linux" and machine() is not None and new_enough


def wake_quickly(listener: int) -> None:
    """If the kernel can (6.6), switch to the held thread without moving to another core."""
    with contextlib.suppress(OSError):
        fcntl.ioctl(listener, _SET_FLAGS, _WAKE_ON_THIS_CORE)


def receive(listener: int) -> Call | None:
    """The next call that is held; None if it disappeared meanwhile."""
    record = bytearray(80)
    try:
        fcntl.ioctl(listener, _RECEIVE, record, True)
    except OSError as failure:
        if failure.errno in {errno.ENOENT, errno.EINTR}:
            return None
        raise
    identity, thread, _, number, mark, _, *arguments = struct.unpack("QIIiIQ6Q", record)
    here = machine()
    waiting = here.waiting(mark, number) if here else None
    return Call(identity, thread, waiting, tuple(arguments))


def is_held(listener: int, call: Call) -> bool:
    """Whether the thread is still in this call, so that what was read of it was its own."""
    try:
        fcntl.ioctl(listener, _IS_VALID, struct.pack("Q", call.identity))
    except OSError:
        return False
    return True


def let_go(listener: int, call: Call) -> None:
    """Let the call continue, if it is still held."""
    try:
        fcntl.ioctl(listener, _SEND, struct.pack("QqiI", call.identity, 0, 0, _CONTINUE))
    except OSError as failure:
        if failure.errno != errno.ENOENT:
            raise


def close(listener: int) -> None:
    """Close the listener; calls that are still held fail."""
    os.close(listener)
