"""Which system calls a program under test may make: those that are known and not refused.

Refused are calls that no such program needs and that are dangerous or hide memory from us. Calls of
the kernel that are newer than this list are refused as well.
"""

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
    "pidfd_getfd": 438,
    "process_madvise": 440,
    "mount_setattr": 442,
    "quotactl_fd": 443,
    "memfd_secret": 447,
    "process_mrelease": 448,
}
"""Calls that are newer than the common numbering. Without `clone3`, `clone` is used instead."""

_X86_64, _I386, _AARCH64 = 0xC000003E, 0x40000003, 0xC00000B7

_REFUSED = {
    _X86_64: {
        "shmget": 29,
        "semget": 64,
        "msgget": 68,
        "syslog": 103,
        "uselib": 134,
        "ustat": 136,
        "sysfs": 139,
        "vhangup": 153,
        "modify_ldt": 154,
        "pivot_root": 155,
        "_sysctl": 156,
        "chroot": 161,
        "acct": 163,
        "settimeofday": 164,
        "mount": 165,
        "umount2": 166,
        "swapon": 167,
        "swapoff": 168,
        "reboot": 169,
        "sethostname": 170,
        "setdomainname": 171,
        "iopl": 172,
        "ioperm": 173,
        "create_module": 174,
        "init_module": 175,
        "delete_module": 176,
        "get_kernel_syms": 177,
        "query_module": 178,
        "quotactl": 179,
        "nfsservctl": 180,
        "lookup_dcookie": 212,
        "clock_settime": 227,
        "vserver": 236,
        "kexec_load": 246,
        "add_key": 248,
        "request_key": 249,
        "keyctl": 250,
        "migrate_pages": 256,
        "unshare": 272,
        "move_pages": 279,
        "perf_event_open": 298,
        "fanotify_init": 300,
        "name_to_handle_at": 303,
        "open_by_handle_at": 304,
        "clock_adjtime": 305,
        "setns": 308,
        "process_vm_readv": 310,
        "process_vm_writev": 311,
        "kcmp": 312,
        "finit_module": 313,
        "memfd_create": 319,
        "kexec_file_load": 320,
        "bpf": 321,
        "userfaultfd": 323,
    },
    _I386: {
        "mount": 21,
        "umount": 22,
        "acct": 51,
        "umount2": 52,
        "chroot": 61,
        "ustat": 62,
        "sethostname": 74,
        "settimeofday": 79,
        "uselib": 86,
        "swapon": 87,
        "reboot": 88,
        "ioperm": 101,
        "syslog": 103,
        "iopl": 110,
        "vhangup": 111,
        "vm86old": 113,
        "swapoff": 115,
        "ipc": 117,
        "setdomainname": 121,
        "modify_ldt": 123,
        "create_module": 127,
        "init_module": 128,
        "delete_module": 129,
        "get_kernel_syms": 130,
        "quotactl": 131,
        "sysfs": 135,
        "_sysctl": 149,
        "vm86": 166,
        "query_module": 167,
        "nfsservctl": 169,
        "pivot_root": 217,
        "lookup_dcookie": 253,
        "clock_settime": 264,
        "vserver": 273,
        "kexec_load": 283,
        "add_key": 286,
        "request_key": 287,
        "keyctl": 288,
        "migrate_pages": 294,
        "unshare": 310,
        "move_pages": 317,
        "perf_event_open": 336,
        "fanotify_init": 338,
        "name_to_handle_at": 341,
        "open_by_handle_at": 342,
        "clock_adjtime": 343,
        "setns": 346,
        "process_vm_readv": 347,
        "process_vm_writev": 348,
        "kcmp": 349,
        "finit_module": 350,
        "memfd_create": 356,
        "bpf": 357,
        "userfaultfd": 374,
        "semget": 393,
        "shmget": 395,
        "msgget": 399,
        "clock_settime64": 404,
        "clock_adjtime64": 405,
    },
    _AARCH64: {
        "lookup_dcookie": 18,
        "umount2": 39,
        "mount": 40,
        "pivot_root": 41,
        "nfsservctl": 42,
        "chroot": 51,
        "vhangup": 58,
        "quotactl": 60,
        "acct": 89,
        "unshare": 97,
        "kexec_load": 104,
        "init_module": 105,
        "delete_module": 106,
        "clock_settime": 112,
        "syslog": 116,
        "reboot": 142,
        "sethostname": 161,
        "setdomainname": 162,
        "settimeofday": 170,
        "msgget": 186,
        "semget": 190,
        "shmget": 194,
        "add_key": 217,
        "request_key": 218,
        "keyctl": 219,
        "swapon": 224,
        "swapoff": 225,
        "migrate_pages": 238,
        "move_pages": 239,
        "perf_event_open": 241,
        "fanotify_init": 262,
        "name_to_handle_at": 264,
        "open_by_handle_at": 265,
        "clock_adjtime": 266,
        "setns": 268,
        "process_vm_readv": 270,
        "process_vm_writev": 271,
        "kcmp": 272,
        "finit_module": 273,
        "memfd_create": 279,
        "bpf": 280,
        "userfaultfd": 282,
        "kexec_file_load": 294,
    },
}
"""By the mark of a numbering of calls in the kernel's records."""

_YOUNG = (range(424, 453), range(454, 457), range(462, 463))
"""Calls with the same number everywhere, up to `fchmodat2`, `futex_requeue` and `mseal`.

Those in between show where mounts are from.
"""

_KNOWN = {
    _X86_64: (range(335), *_YOUNG),
    _I386: (range(424), *_YOUNG),
    _AARCH64: (range(294), *_YOUNG),
}
"""The known calls of each numbering; those that are not refused are allowed."""

_CLONE = {_X86_64: 56, _I386: 120, _AARCH64: 220}
_LIMIT_ANOTHER = {_X86_64: 302, _I386: 340, _AARCH64: 261}
"""The call that sets limits of a process, which must be the caller."""


def program(machine: Machine) -> bytes:
    """The filter for a processor; calls of unknown numberings are refused as well."""
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
    yield (LOAD, 0, 0, NUMBER)
    for known in _KNOWN[mark]:
        yield (AT_LEAST, 0, 2, known.start)
        yield (AT_LEAST, 1, 0, known.stop)
        yield (RETURN, 0, 0, ALLOW)
    yield REFUSE


@cache
def program_here() -> bytes:
    """The filter for this machine; empty for a processor whose numbers are unknown."""
    here = machine()
    return b"" if here is None else program(here)
