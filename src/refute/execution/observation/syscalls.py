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
class Numbering:
    """A set of numbers of calls, and its mark in the kernel's records."""

    mark: int
    waiting: Mapping[int, Waiting]


@dataclass(frozen=True, slots=True)
class Machine:
    """A processor: the number of the call that filters, and the numberings of its programs."""

    seccomp: int
    native: Numbering
    others: tuple[Numbering, ...] = ()

    @property
    def numberings(self) -> tuple[Numbering, ...]:
        """All of them, that of our own programs first."""
        return (self.native, *self.others)

    def waiting(self, mark: int, number: int) -> Waiting | None:
        """How a call waits, if it does."""
        found = (each.waiting.get(number) for each in self.numberings if each.mark == mark)
        return next(found, None)


_READ = Waiting(Form.READ)
_SEND_FILE = Waiting(Form.READ, descriptor=1)
_POLL = Waiting(Form.POLL, endless=Negative(2))
_PPOLL = Waiting(Form.POLL, endless=Null(2))
_SELECT = Waiting(Form.SELECT, endless=Null(4))
_EPOLL = Waiting(Form.EPOLL, endless=Negative(3))
_EPOLL_2 = Waiting(Form.EPOLL, endless=Null(3))

IO_URING_SETUP = 425
"""Refused, so that programs fall back to reads which can be seen; the same number everywhere."""

_X86_64 = Numbering(
    0xC000003E,
    {
        **dict.fromkeys((0, 19, 327, 275, 276), _READ),
        40: _SEND_FILE,
        7: _POLL,
        271: _PPOLL,
        23: _SELECT,
        270: _SELECT,
        232: _EPOLL,
        281: _EPOLL,
        441: _EPOLL_2,
    },
)
_I386 = Numbering(
    0x40000003,
    {
        **dict.fromkeys((3, 145, 378, 313, 315), _READ),
        **dict.fromkeys((187, 239), _SEND_FILE),
        168: _POLL,
        **dict.fromkeys((309, 414), _PPOLL),
        **dict.fromkeys((142, 308, 413), _SELECT),
        256: _EPOLL,
        319: _EPOLL,
        441: _EPOLL_2,
    },
)
_AARCH64 = Numbering(
    0xC00000B7,
    {
        **dict.fromkeys((63, 65, 286, 76, 77), _READ),
        71: _SEND_FILE,
        73: _PPOLL,
        72: _SELECT,
        22: _EPOLL,
        441: _EPOLL_2,
    },
)
"""Each begins with read, readv, preadv2, splice, tee."""

MACHINES = {
    "x86_64": Machine(317, _X86_64, (_I386,)),
    "aarch64": Machine(277, _AARCH64),
}


def machine() -> Machine | None:
    """The processor that we run on, if its numbers are known."""
    return MACHINES.get(platform.machine())
