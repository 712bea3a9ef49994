"""The system calls in which a program can wait for its input, and how they are numbered."""

from __future__ import annotations

import platform
from collections.abc import Mapping
from dataclasses import dataclass
from enum import Enum, auto


class Form(Enum):
    """What a call waits for: a descriptor itself, or any of a set of them."""

    READ = auto()
    POLL = auto()
    SELECT = auto()
    EPOLL = auto()


@dataclass(frozen=True, slots=True)
class Negative:
    """The call waits without end if this argument is negative."""

    argument: int


@dataclass(frozen=True, slots=True)
class Null:
    """The call waits without end if this argument, an address, is null."""

    argument: int


@dataclass(frozen=True, slots=True)
class Waiting:
    """How a call waits; for `READ`, `descriptor` says which argument is read from."""

    form: Form
    descriptor: int = 0
    endless: Negative | Null | None = None


@dataclass(frozen=True, slots=True)
class Machine:
    """A processor: its mark in the kernel's records, and its numbers of calls."""

    mark: int
    waiting: Mapping[int, Waiting]
    refused: int
    seccomp: int


_READ = Waiting(Form.READ)
_SEND_FILE = Waiting(Form.READ, descriptor=1)
_POLL = Waiting(Form.POLL, endless=Negative(2))
_PPOLL = Waiting(Form.POLL, endless=Null(2))
_SELECT = Waiting(Form.SELECT, endless=Null(4))
_EPOLL = Waiting(Form.EPOLL, endless=Negative(3))
_EPOLL_2 = Waiting(Form.EPOLL, endless=Null(3))

IO_URING_SETUP = 425
"""Refused, so that programs fall back to reads which can be seen; the same number everywhere."""

MACHINES = {
    "x86_64": Machine(
        0xC000003E,
        {
            0: _READ,
            19: _READ,
            327: _READ,
            275: _READ,
            276: _READ,
            40: _SEND_FILE,
            7: _POLL,
            271: _PPOLL,
            23: _SELECT,
            270: _SELECT,
            232: _EPOLL,
            281: _EPOLL,
            441: _EPOLL_2,
        },
        IO_URING_SETUP,
        317,
    ),
    "aarch64": Machine(
        0xC00000B7,
        {
            63: _READ,
            65: _READ,
            286: _READ,
            76: _READ,
            77: _READ,
            71: _SEND_FILE,
            73: _PPOLL,
            72: _SELECT,
            22: _EPOLL,
            441: _EPOLL_2,
        },
        IO_URING_SETUP,
        277,
    ),
}
"""In this order: read, readv, preadv2, splice, tee, sendfile; poll and its kin."""


def machine() -> Machine | None:
    """The processor that we run on, if its numbers are known."""
    return MACHINES.get(platform.machine())
