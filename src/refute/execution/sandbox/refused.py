"""System calls that no program under test needs, and that are dangerous or hide memory from us."""

from __future__ import annotations

import errno
import os
import struct
from functools import cache

from refute.execution.observation.syscalls import MACHINES, machine

_LOAD, _EQUAL, _AT_LEAST, _ANY_BIT, _RETURN = 0x20, 0x15, 0x35, 0x45, 0x06
_NUMBER, _MARK, _FIRST_ARGUMENT = 0, 4, 16
_ALLOW, _FAIL = 0x7FFF0000, 0x00050000
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

_REFUSED = {
    "x86_64": {
        "shmget": 29,
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
    "aarch64": {
        "umount2": 39,
        "mount": 40,
        "pivot_root": 41,
        "chroot": 51,
        "unshare": 97,
        "kexec_load": 104,
        "init_module": 105,
        "delete_module": 106,
        "msgget": 186,
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
_CLONE = {"x86_64": 56, "aarch64": 220}


def program(name: str) -> bytes:
    """The filter for a processor: calls of another processor's numbering are refused as well."""
    refuse = (_RETURN, 0, 0, _FAIL | errno.ENOSYS)
    instructions = [
        (_LOAD, 0, 0, _MARK),
        (_EQUAL, 1, 0, MACHINES[name].native.mark),
        refuse,
        (_LOAD, 0, 0, _NUMBER),
        (_AT_LEAST, 0, 1, _OTHER_NUMBERING),
        refuse,
    ]
    for number in (_REFUSED[name] | _EVERYWHERE).values():
        instructions += [(_EQUAL, 0, 1, number), refuse]
    instructions += [
        (_EQUAL, 0, 3, _CLONE[name]),
        (_LOAD, 0, 0, _FIRST_ARGUMENT),
        (_ANY_BIT, 0, 1, _NEW_NAMESPACES),
        (_RETURN, 0, 0, _FAIL | errno.EPERM),
        (_RETURN, 0, 0, _ALLOW),
    ]
    return b"".join(struct.pack("HBBI", *each) for each in instructions)


@cache
def _program_here() -> bytes | None:
    here = machine()
    return next((program(name) for name, each in MACHINES.items() if each is here), None)


def open_filter() -> int | None:
    """A descriptor from which bubblewrap can read the filter, which the caller closes.

    None for a processor whose numbers are not known.
    """
    code = _program_here()
    if code is None:
        return None
    descriptor = os.memfd_create("refused")
    os.write(descriptor, code)
    os.lseek(descriptor, 0, os.SEEK_SET)
    return descriptor
