"""The filter of system calls, run by a small machine, and by the kernel."""

from __future__ import annotations

import errno
import struct

import pytest

from refute.execution.observation.syscalls import MACHINES
from refute.execution.sandbox import SystemSandbox, run_to_completion
from refute.execution.sandbox.denied_calls import (
    _CLONE,
    _EVERYWHERE,
    _KNOWN,
    _LIMIT_ANOTHER,
    _REFUSED,
    program,
    program_here,
)

ALLOW, FAIL = 0x7FFF0000, 0x00050000
X86_64, I386 = 0xC000003E, 0x40000003


def decide(code: bytes, mark: int, number: int, argument: int = 0) -> int:
    """What a filter answers to a call; only what a filter of ours uses is understood."""
    record = struct.pack("iIQ6Q", number, mark, 0, argument, 0, 0, 0, 0, 0)
    instructions = list(struct.iter_unpack("HBBI", code))
    place, value = 0, 0
    while True:
        operation, then, otherwise, operand = instructions[place]
        match operation:
            case 0x20:
                value = struct.unpack_from("I", record, operand)[0]
                place += 1
                continue
            case 0x06:
                return int(operand)
            case 0x15:
                holds = value == operand
            case 0x35:
                holds = value >= operand
            case 0x45:
                holds = bool(value & operand)
        place += 1 + (then if holds else otherwise)


@pytest.mark.parametrize("name", MACHINES)
def test_every_call_that_is_refused_or_not_known_is_refused_and_no_other(name: str) -> None:
    machine = MACHINES[name]
    code = program(machine)
    for numbering in machine.numberings:
        answers = {number: decide(code, numbering.mark, number) for number in range(1000)}
        known = {number for each in _KNOWN[numbering.mark] for number in each}
        refused = {*_REFUSED[numbering.mark].values(), *_EVERYWHERE.values()} | ({*answers} - known)
        assert {
            number for number, each in answers.items() if each == FAIL | errno.ENOSYS
        } == refused
        assert {answers[number] for number in answers if number not in refused} == {ALLOW}


@pytest.mark.parametrize("flag", [0x00020000, 0x10000000, 0x20000000, 0x40000000])
def test_processes_may_be_made_but_no_namespaces(flag: int) -> None:
    code = program(MACHINES["x86_64"])
    for mark in (X86_64, I386):
        assert decide(code, mark, _CLONE[mark], 0x11) == ALLOW
        assert decide(code, mark, _CLONE[mark], 0x3D0F00) == ALLOW
        assert decide(code, mark, _CLONE[mark], 0x11 | flag) == FAIL | errno.EPERM


def test_a_process_may_limit_itself_but_no_other() -> None:
    for machine in MACHINES.values():
        code = program(machine)
        for mark in (numbering.mark for numbering in machine.numberings):
            assert decide(code, mark, _LIMIT_ANOTHER[mark], 0) == ALLOW
            assert decide(code, mark, _LIMIT_ANOTHER[mark], 1) == FAIL | errno.EPERM


def test_other_numberings_are_refused() -> None:
    code = program(MACHINES["x86_64"])
    assert decide(code, X86_64, 0x40000000 | 39) == FAIL | errno.ENOSYS
    assert decide(program(MACHINES["aarch64"]), X86_64, 39) == FAIL | errno.ENOSYS


def test_programs_run_under_it(sandbox: SystemSandbox) -> None:
    assert program_here()
    done = run_to_completion(sandbox, ["grep", "Seccomp:", "/proc/self/status"])
    assert done.output.split() == ["Seccomp:", "2"]
