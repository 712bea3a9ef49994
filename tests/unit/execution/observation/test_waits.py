"""Which descriptors are the input is a matter of the file behind them, not of their numbers."""

from __future__ import annotations

import ctypes
import os
import select
import struct
import threading
import time
from collections.abc import Iterator
from math import inf

import pytest

from refute.execution.observation.streams import Kind, Streams, open_streams
from refute.execution.observation.syscalls import (
    ClockTime,
    Form,
    FutexTime,
    Milliseconds,
    TimeAt,
    Waiting,
)
from refute.execution.observation.waits import Input, input_wait, time_limit

READ = Waiting(Form.READ)
POLL = Waiting(Form.POLL, limit=Milliseconds(2))
SELECT = Waiting(Form.SELECT, limit=TimeAt(4, 1_000_000))
EPOLL = Waiting(Form.EPOLL, limit=Milliseconds(3))
COUNT = Waiting(Form.COUNT)
ENDLESS = 0xFFFFFFFF


@pytest.fixture(params=[Kind.TERMINAL, Kind.PIPES])
def streams(request: pytest.FixtureRequest) -> Iterator[Streams]:
    """Both ends of an input; this process is the one that is looked at."""
    opened = open_streams(request.param)
    yield opened
    opened.close()


def waits(streams: Streams, waiting: Waiting | None, *words: int) -> bool:
    """Whether this thread would wait for the input in a call."""
    return seconds(streams, waiting, *words) is not None


def seconds(streams: Streams, waiting: Waiting | None, *words: int) -> float | None:
    """For how long it would."""
    return input_wait(Input.of(streams.child_input), threading.get_native_id(), waiting, words)


def test_a_read_is_known_by_its_file(streams: Streams) -> None:
    other = os.dup(streams.child_input)
    assert waits(streams, READ, streams.child_input)
    assert waits(streams, READ, other)
    assert not waits(streams, READ, streams.errors)
    os.close(other)
    assert not waits(streams, READ, other)
    assert not waits(streams, None, streams.child_input)


def test_a_set_to_poll_is_read_from_memory(streams: Streams) -> None:
    def address(*entries: tuple[int, int]) -> int:
        data = b"".join(struct.pack("ihh", *each, 0) for each in entries)
        kept.append(ctypes.create_string_buffer(data, len(data)))
        return ctypes.addressof(kept[-1])

    kept: list[ctypes.Array[ctypes.c_char]] = []
    here, other = streams.child_input, streams.errors
    assert waits(streams, POLL, address((-1, 1), (other, 1), (here, 1)), 3, ENDLESS)
    assert not waits(streams, POLL, address((-1, 1), (other, 1), (here, 1)), 2, ENDLESS)
    assert not waits(streams, POLL, address((here, select.POLLOUT)), 1, ENDLESS)
    assert seconds(streams, POLL, address((here, 1)), 1, ENDLESS) == inf
    assert seconds(streams, POLL, address((here, 1)), 1, 5000) == 5
    assert seconds(streams, POLL, address((here, 1)), 1, 0) == 0
    assert not waits(streams, POLL, 8, 1, ENDLESS)


def test_what_a_program_says_of_its_own_sets_is_bounded(streams: Streams) -> None:
    began = time.process_time()
    many = ctypes.create_string_buffer(struct.pack("ihh", streams.errors, 1, 0) * 100_000)
    closed = ctypes.create_string_buffer(bytes(64) + b"\xff" * (1 << 16))
    for count in (1 << 16, (1 << 64) - 1):
        assert not waits(streams, POLL, ctypes.addressof(many), count, ENDLESS)
        assert not waits(streams, SELECT, count, ctypes.addressof(closed), 0, 0, 0)
    assert not waits(streams, SELECT, 0xFFFFFFFF, (1 << 64) - 8, 0, 0, 0)
    assert not waits(streams, READ, 0xFFFFFFFF)
    assert time.process_time() - began < 1


def test_a_set_to_select_is_read_from_memory(streams: Streams) -> None:
    here = streams.child_input
    bits = ctypes.create_string_buffer((1 << here).to_bytes(128, "little"), 128)
    address = ctypes.addressof(bits)
    assert waits(streams, SELECT, here + 1, address, 0, 0, 0)
    assert not waits(streams, SELECT, here, address, 0, 0, 0)
    assert not waits(streams, SELECT, here + 1, 0, address, 0, 0)
    limit = ctypes.create_string_buffer(struct.pack("qq", 3, 500_000))
    assert seconds(streams, SELECT, here + 1, address, 0, 0, ctypes.addressof(limit)) == 3.5


def test_an_epoll_set_is_told_by_the_kernel(streams: Streams) -> None:
    with select.epoll() as poller:
        assert not waits(streams, EPOLL, poller.fileno(), 0, 0, ENDLESS)
        poller.register(streams.child_input, select.EPOLLPRI)
        assert not waits(streams, EPOLL, poller.fileno(), 0, 0, ENDLESS)
        poller.modify(streams.child_input, select.EPOLLIN)
        assert waits(streams, EPOLL, poller.fileno(), 0, 0, ENDLESS)
        assert seconds(streams, EPOLL, poller.fileno(), 0, 0, 10) == 0.01
    assert not waits(streams, EPOLL, 999, 0, 0, ENDLESS)


def test_counting_what_there_is_only_looks(streams: Streams) -> None:
    assert seconds(streams, COUNT, streams.child_input, 0x541B) == 0
    assert not waits(streams, COUNT, streams.errors, 0x541B)


@pytest.mark.parametrize("clock", [time.CLOCK_REALTIME, time.CLOCK_MONOTONIC])
def test_the_end_of_a_sleep_is_told_alike_however_it_is_said(clock: int) -> None:
    def record(seconds: float) -> int:
        kept.append(ctypes.create_string_buffer(struct.pack("qq", int(seconds), 0), 16))
        return ctypes.addressof(kept[-1])

    kept: list[ctypes.Array[ctypes.c_char]] = []
    here, now = threading.get_native_id(), time.clock_gettime(clock)
    flag = 256 if clock == time.CLOCK_REALTIME else 0
    later = now + 100
    said = [
        time_limit(here, ClockTime(), (clock, 0, record(100))),
        time_limit(here, ClockTime(), (clock, 1, record(later))),
        time_limit(here, FutexTime(), (0, 128, 0, record(100))),
        time_limit(here, FutexTime(), (0, 137 | flag, 0, record(later))),
    ]
    assert all(98 < each <= 100 for each in said)
    assert time_limit(here, FutexTime(), (0, 128, 0, 0)) == inf
    assert time_limit(here, FutexTime(), (0, 129, 1, 8)) == inf
