"""System calls that no program under test needs, and that are dangerous or hide memory from us."""

from __future__ import annotations

import errno
from collections.abc import Iterator
from functools import cache

from refute.execution.observation.seccomp import (
    ALLOW,
    ANY_BIT,
    ARGUMENTS,
    AT_LEAST,
    EQUAL,
    FAIL,
    LOAD,
    NUMBER,
    REFUSE,
    RETURN,
    Instruction,
    assemble,
)
from refute.execution.observation.syscalls import Machine, Numbering, machine

_OTHER_NUMBERING = 0x40000000
_NEW_NAMESPACES = 0x7E020000

_EVERYWHERE = {
    "io_uring_setup": 425,
    "io_uring_enter": 426,
    "io_uring_register": 427,
    "open_tree": 428,
    "move_mount": 429,
    "fsopen": 430,
    "fsconfig": 431,
    "fsmount": 432,
    "fspick": 433,
    "clone3": 435,
    "mount_setattr": 442,
    "memfd_secret": 447,
}
"""Calls that are younger than the common numbering. Without `clone3`, `clone` is used instead."""

_X86_64, _I386, _AARCH64 = 0xC000003E, 0x40000003, 0xC00000B7

_REFUSED = {
    _X86_64: {
        "shmget": 29,
        "semget": 64,
        "msgget": 68,
        "pivot_root": 155,
        "chroot": 161,
        "mount": 165,
        "umount2": 166,
        "init_module": 175,
        "delete_module": 176,
        "kexec_load": 246,
        "add_key": 248,
        "request_key": 249,
        "keyctl": 250,
        "unshare": 272,
        "perf_event_open": 298,
        "setns": 308,
        "finit_module": 313,
        "memfd_create": 319,
        "kexec_file_load": 320,
        "bpf": 321,
        "userfaultfd": 323,
    },
    _I386: {
        "mount": 21,
        "umount": 22,
        "umount2": 52,
        "chroot": 61,
        "ipc": 117,
        "init_module": 128,
        "delete_module": 129,
        "pivot_root": 217,
        "kexec_load": 283,
        "add_key": 286,
        "request_key": 287,
        "keyctl": 288,
        "unshare": 310,
        "perf_event_open": 336,
        "setns": 346,
        "finit_module": 350,
        "memfd_create": 356,
        "bpf": 357,
        "userfaultfd": 374,
        "semget": 393,
        "shmget": 395,
        "msgget": 399,
    },
    _AARCH64: {
        "umount2": 39,
        "mount": 40,
        "pivot_root": 41,
        "chroot": 51,
        "unshare": 97,
        "kexec_load": 104,
        "init_module": 105,
        "delete_module": 106,
        "msgget": 186,
        "semget": 190,
        "shmget": 194,
        "add_key": 217,
        "request_key": 218,
        "keyctl": 219,
        "perf_event_open": 241,
        "setns": 268,
        "finit_module": 273,
        "memfd_create": 279,
        "bpf": 280,
        "userfaultfd": 282,
        "kexec_file_load": 294,
    },
}
"""By the mark of a numbering of calls in the kernel's records."""

_CLONE = {_X86_64: 56, _I386: 120, _AARCH64: 220}
_LIMIT_ANOTHER = {_X86_64: 302, _I386: 340, _AARCH64: 261}
"""The call that limits a process, which may only be the caller."""


def program(machine: Machine) -> bytes:
    """The filter for a processor; calls of a numbering that is not known are refused as well."""
    return assemble(machine, _numbered, REFUSE)


def _numbered(numbering: Numbering) -> Iterator[Instruction]:
    mark = numbering.mark
    yield (LOAD, 0, 0, NUMBER)
    yield (AT_LEAST, 0, 1, _OTHER_NUMBERING)
    yield REFUSE
    for number in (_REFUSED[mark] | _EVERYWHERE).values():
        yield (EQUAL, 0, 1, number)
        yield REFUSE
    yield (EQUAL, 0, 3, _LIMIT_ANOTHER[mark])
    yield (LOAD, 0, 0, ARGUMENTS)
    yield (EQUAL, 1, 0, 0)
    yield (RETURN, 0, 0, FAIL | errno.EPERM)
    yield (LOAD, 0, 0, NUMBER)
    yield (EQUAL, 0, 3, _CLONE[mark])
    yield (LOAD, 0, 0, ARGUMENTS)
    yield (ANY_BIT, 0, 1, _NEW_NAMESPACES)
    yield (RETURN, 0, 0, FAIL | errno.EPERM)
    yield (RETURN, 0, 0, ALLOW)


@cache
def program_here() -> bytes:
    """The filter for this machine; empty for a processor whose numbers are not known."""
    here = machine()
    return b"" if here is None else program(here)
