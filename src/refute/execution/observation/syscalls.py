"""The system calls that decide what was printed before which input, and their numbers."""

from __future__ import annotations

import platform
from collections.abc import Mapping
from dataclasses import field
from enum import Enum, auto
from typing import TypeAlias

from refute.record import record


class Form(Enum):
    """What a call does: wait for one descriptor or for any of a set, count the bytes that can be
    read, print to standard error, set a timer that will interrupt, start a thread or a process,
    or set what becomes of children that have ended."""

    READ = auto()
    POLL = auto()
    SELECT = auto()
    EPOLL = auto()
    COUNT = auto()
    PRINT_ERROR = auto()
    TIMER = auto()
    START = auto()
    CHILDREN = auto()


@record
class Milliseconds:
    """The call waits for this argument in milliseconds; forever if it is negative."""

    argument: int


@record
class Seconds:
    """The call acts after this argument in seconds."""

    argument: int


@record
class TimeAt:
    """The call waits for the time at an address, in seconds and `parts` of one; null means forever.

    `offset` is the position of the time in the record; a `narrow` record has 32-bit numbers.
    """

    argument: int
    parts: int = 1_000_000_000
    narrow: bool = False
    offset: int = 0


@record
class ClockTime:
    """The call sleeps for the time at its third argument; until then if its second one is odd."""


@record
class FutexTime:
    """The call of locks: its second argument determines the meaning of the fourth."""


TimeLimit: TypeAlias = Milliseconds | Seconds | TimeAt | ClockTime | FutexTime


@record
class Waiting:
    """How a call waits, and for how long; `descriptor` is the argument with the descriptor to read.

    For a call about children, it is the argument with the address of a record; None is in doubt.
    """

    form: Form
    descriptor: int = 0
    limit: TimeLimit | None = None


@record
class Numbering:
    """A numbering of system calls, and its mark in the kernel's records.

    `waiting` are the calls that are reported, `sleeping` others that end after a time.
    """

    mark: int
    waiting: Mapping[int, Waiting]
    sleeping: Mapping[int, TimeLimit] = field(default_factory=dict)

    def is_for_event(self, number: int) -> bool:
        """Whether a call ends after a time or earlier, when something happens."""
        return number in self.waiting or isinstance(self.sleeping.get(number), FutexTime)


@record
class Machine:
    """A processor: the number of the seccomp call, and the numberings that its programs use."""

    seccomp: int
    native: Numbering
    others: tuple[Numbering, ...] = ()

    @property
    def numberings(self) -> tuple[Numbering, ...]:
        """All numberings, beginning with that of our own programs."""
        return (self.native, *self.others)

    def waiting(self, mark: int, number: int) -> Waiting | None:
        """How a call waits, if it does."""
        found = (each.waiting.get(number) for each in self.numberings if each.mark == mark)
        return next(found, None)


_MICRO = 1_000_000
_READ = Waiting(Form.READ)
_SEND_FILE = Waiting(Form.READ, descriptor=1)
_POLL = Waiting(Form.POLL, limit=Milliseconds(2))
_PPOLL = Waiting(Form.POLL, limit=TimeAt(2))
_SELECT = Waiting(Form.SELECT, limit=TimeAt(4, _MICRO))
_PSELECT = Waiting(Form.SELECT, limit=TimeAt(4))
_EPOLL = Waiting(Form.EPOLL, limit=Milliseconds(3))
_EPOLL_2 = Waiting(Form.EPOLL, limit=TimeAt(3))
_COUNT = Waiting(Form.COUNT)
_PRINT_ERROR = Waiting(Form.PRINT_ERROR)
_START = Waiting(Form.START)
_CHILDREN = Waiting(Form.CHILDREN, descriptor=1)
_CHILDREN_IN_DOUBT = Waiting(Form.CHILDREN)
_ALARM = Waiting(Form.TIMER, limit=Seconds(0))
# The timers of `timer_settime` mostly belong to runtimes, such as Haskell's, and tick all the time.
_SET_TIMER = Waiting(Form.TIMER, limit=TimeAt(1, _MICRO, offset=16))

COUNT_UNREAD = 0x541B
"""The request of `ioctl` that counts the bytes that can be read."""

IO_URING_SETUP = 425
"""Refused, so that programs fall back to reads that can be seen; the same number everywhere."""

_X86_64 = Numbering(
    0xC000003E,
    {
        **dict.fromkeys((0, 19, 327, 275, 276), _READ),
        40: _SEND_FILE,
        7: _POLL,
        271: _PPOLL,
        23: _SELECT,
        270: _PSELECT,
        232: _EPOLL,
        281: _EPOLL,
        441: _EPOLL_2,
        16: _COUNT,
        **dict.fromkeys((1, 20), _PRINT_ERROR),
        **dict.fromkeys((56, 57, 58, 435), _START),
        37: _ALARM,
        38: _SET_TIMER,
        13: _CHILDREN,
    },
    {35: TimeAt(0), 230: ClockTime(), 202: FutexTime(), 128: TimeAt(2), 220: TimeAt(3)},
)
_I386 = Numbering(
    0x40000003,
    {
        **dict.fromkeys((3, 145, 378, 313, 315), _READ),
        **dict.fromkeys((187, 239), _SEND_FILE),
        168: _POLL,
        309: Waiting(Form.POLL, limit=TimeAt(2, narrow=True)),
        414: _PPOLL,
        142: Waiting(Form.SELECT, limit=TimeAt(4, _MICRO, narrow=True)),
        308: Waiting(Form.SELECT, limit=TimeAt(4, narrow=True)),
        413: _PSELECT,
        256: _EPOLL,
        319: _EPOLL,
        441: _EPOLL_2,
        54: _COUNT,
        **dict.fromkeys((4, 146), _PRINT_ERROR),
        **dict.fromkeys((2, 120, 190, 435), _START),
        **dict.fromkeys((48, 67, 174), _CHILDREN_IN_DOUBT),
        27: _ALARM,
        104: Waiting(Form.TIMER, limit=TimeAt(1, _MICRO, narrow=True, offset=8)),
    },
)
_AARCH64 = Numbering(
    0xC00000B7,
    {
        **dict.fromkeys((63, 65, 286, 76, 77), _READ),
        71: _SEND_FILE,
        73: _PPOLL,
        72: _PSELECT,
        22: _EPOLL,
        441: _EPOLL_2,
        29: _COUNT,
        **dict.fromkeys((64, 66), _PRINT_ERROR),
        **dict.fromkeys((220, 435), _START),
        103: _SET_TIMER,
        134: _CHILDREN,
    },
    {101: TimeAt(0), 115: ClockTime(), 98: FutexTime(), 137: TimeAt(2), 192: TimeAt(3)},
)
"""Each begins with read, readv, preadv2, splice, tee. Calls that sleep are nanosleep,
clock_nanosleep, futex, rt_sigtimedwait and semtimedop."""

MACHINES = {
    "x86_64": Machine(317, _X86_64, (_I386,)),
    "aarch64": Machine(277, _AARCH64),
}


def machine() -> Machine | None:
    """The processor of this machine, if its numbers are known."""
    return MACHINES.get(platform.machine())
