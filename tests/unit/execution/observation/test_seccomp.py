"""The filter reports exactly the calls that may wait for input, for every processor we know."""

from __future__ import annotations

import struct

import pytest

from refute.execution.observation.seccomp import program
from refute.execution.observation.syscalls import (
    IO_URING_SETUP,
    MACHINES,
    Form,
    Milliseconds,
    Numbering,
    Waiting,
)

ALLOW, REPORT, REFUSE = 0x7FFF0000, 0x7FC00000, 0x00050026
MINUS_ONE = 0xFFFFFFFF


def decision(code: bytes, mark: int, number: int, arguments: dict[int, int]) -> int:
    """What the filter says to a call: the kernel's small machine, as far as the filter uses it."""
    words = [arguments.get(each, 0x1234_5678_9ABC) for each in range(6)]
    data = struct.pack("<iIQ6Q", number, mark, 0, *words)
    accumulator, place = 0, 0
    instructions = list(struct.iter_unpack("HBBI", code))
    while True:
        operation, if_true, if_false, operand = instructions[place]
        place += 1
        match operation:
            case 0x20:
                (accumulator,) = struct.unpack_from("<I", data, operand)
            case 0x15:
                place += if_true if accumulator == operand else if_false
            case 0x45:
                place += if_true if accumulator & operand else if_false
            case 0x06:
                return int(operand)
            case _:
                raise AssertionError(operation)


def calls(waiting: Waiting) -> list[tuple[dict[int, int], int]]:
    """Arguments of a call, and what must be decided."""
    match waiting.form:
        case Form.READ:
            return [({waiting.descriptor: each}, REPORT if each == 0 else ALLOW) for each in (0, 1)]
        case Form.PRINT_ERROR:
            return [({0: each}, REPORT if each == 2 else ALLOW) for each in (0, 1, 2, 3)]
        case Form.COUNT:
            return [({0: 5, 1: 0x541B}, REPORT), ({0: 5, 1: 0x5401}, ALLOW)]
        case Form.CHILDREN:
            return [({0: each}, REPORT if each == 17 else ALLOW) for each in (16, 17, 18)]
        case Form.EPOLL if isinstance(waiting.limit, Milliseconds):
            argument = waiting.limit.argument
            return [
                ({argument: MINUS_ONE}, REPORT),
                ({argument: (1 << 64) - 1}, REPORT),
                ({argument: 0}, ALLOW),
                ({argument: 5000}, REPORT),
            ]
        case _:
            return [({}, REPORT)]


NUMBERINGS = [
    pytest.param(program(machine), numbering, id=f"{name} {numbering.mark:x}")
    for name, machine in MACHINES.items()
    for numbering in machine.numberings
]


@pytest.mark.parametrize(("code", "numbering"), NUMBERINGS)
def test_every_call_gets_its_decision(code: bytes, numbering: Numbering) -> None:
    for number, waiting in numbering.waiting.items():
        for arguments, expected in calls(waiting):
            assert decision(code, numbering.mark, number, arguments) == expected
            assert decision(code, numbering.mark ^ 1 << 20, number, arguments) == ALLOW
    assert decision(code, numbering.mark, IO_URING_SETUP, {}) == REFUSE
    for number in set(range(500)) - set(numbering.waiting) - {IO_URING_SETUP}:
        assert decision(code, numbering.mark, number, {0: 0}) == ALLOW


@pytest.mark.parametrize(("code", "numbering"), NUMBERINGS)
def test_every_form_of_waiting_is_known_everywhere(code: bytes, numbering: Numbering) -> None:
    assert {each.form for each in numbering.waiting.values()} == {*Form}
    assert len(code) // 8 <= 4096
