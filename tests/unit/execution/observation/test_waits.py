"""Which descriptors are the input is a matter of the file behind them, not of their numbers."""

from __future__ import annotations

import ctypes
import os
import select
import struct
import threading
from collections.abc import Iterator

import pytest

from refute.execution.observation.streams import Kind, Streams, open_streams
from refute.execution.observation.syscalls import Form, Negative, Null, Waiting
from refute.execution.observation.waits import Input, waits_for

READ = Waiting(Form.READ)
POLL = Waiting(Form.POLL, endless=Negative(2))
SELECT = Waiting(Form.SELECT, endless=Null(4))
EPOLL = Waiting(Form.EPOLL, endless=Negative(3))
ENDLESS = 0xFFFFFFFF


@pytest.fixture(params=[Kind.TERMINAL, Kind.PIPES])
def streams(request: pytest.FixtureRequest) -> Iterator[Streams]:
    """Both ends of an input; this process is the one that is looked at."""
    opened = open_streams(request.param)
    yield opened
    opened.close()


def waits(streams: Streams, waiting: Waiting | None, *words: int) -> bool:
    """Whether this thread would wait for the input in a call."""
    return waits_for(Input.of(streams.child_input), threading.get_native_id(), waiting, words)


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
    assert not waits(streams, POLL, address((here, 1)), 1, 5000)
    assert not waits(streams, POLL, 8, 1, ENDLESS)


def test_a_set_to_select_is_read_from_memory(streams: Streams) -> None:
    here = streams.child_input
    bits = ctypes.create_string_buffer((1 << here).to_bytes(128, "little"), 128)
    address = ctypes.addressof(bits)
    assert waits(streams, SELECT, here + 1, address, 0, 0, 0)
    assert not waits(streams, SELECT, here, address, 0, 0, 0)
    assert not waits(streams, SELECT, here + 1, 0, address, 0, 0)
    assert not waits(streams, SELECT, here + 1, address, 0, 0, address)


def test_an_epoll_set_is_told_by_the_kernel(streams: Streams) -> None:
    with select.epoll() as poller:
        assert not waits(streams, EPOLL, poller.fileno(), 0, 0, ENDLESS)
        poller.register(streams.child_input, select.EPOLLPRI)
        assert not waits(streams, EPOLL, poller.fileno(), 0, 0, ENDLESS)
        poller.modify(streams.child_input, select.EPOLLIN)
        assert waits(streams, EPOLL, poller.fileno(), 0, 0, ENDLESS)
        assert not waits(streams, EPOLL, poller.fileno(), 0, 0, 10)
    assert not waits(streams, EPOLL, 999, 0, 0, ENDLESS)
