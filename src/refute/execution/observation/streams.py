"""The ends of a program's input and output: a private terminal, pipes, or one of each."""

from __future__ import annotations

import fcntl
import os
import select
import struct
import termios
from dataclasses import dataclass, field
from enum import Enum
from functools import cache

LONGEST_TERMINAL_LINE = 4095
"""Maximum length of a line of a terminal, its end included."""

_END_OF_FILE = b"\x04"
_CHUNK = 1 << 16


class Kind(Enum):
    """Whether a program reads from and prints to a terminal; errors always have their own pipe."""

    TERMINAL = (True, True)
    INPUT_TERMINAL = (True, False)
    OUTPUT_TERMINAL = (False, True)
    PIPES = (False, False)


@dataclass(slots=True)
class Streams:
    """Both ends of all streams; ours never block.

    `lacks_terminal` means that a terminal was wanted, but this system provides none.
    """

    child_input: int
    child_output: int
    child_errors: int
    feed: int
    output: int
    errors: int
    is_terminal: bool
    lacks_terminal: bool = False
    _closed: set[int] = field(default_factory=set)

    def has_unread(self) -> bool:
        """Whether there is something that the program could read, or the end of the input."""
        poller = select.poll()
        poller.register(self.child_input, select.POLLIN)
        return bool(poller.poll(0))

    def unread(self) -> int:
        """The number of bytes that the program was given and has not read."""
        if not self.has_unread():
            return 0
        answer = fcntl.ioctl(self.child_input, termios.FIONREAD, bytes(4))
        return int(struct.unpack("i", answer)[0])

    def give(self, data: bytes) -> int:
        """Write as much of the data as fits; returns the number of bytes."""
        try:
            return os.write(self.feed, data)
        except BlockingIOError:
            return 0

    def end_input(self) -> bool:
        """Signal the end of the input; False if the terminal has no such signal."""
        if not self.is_terminal:
            self._close(self.feed)
            return True
        attributes = termios.tcgetattr(self.child_input)
        if not attributes[3] & termios.ICANON:
            return False
        attributes[6][termios.VEOF] = _END_OF_FILE
        termios.tcsetattr(self.child_input, termios.TCSANOW, attributes)
        self.give(_END_OF_FILE)
        return True

    def close(self) -> None:
        """Close every end."""
        for descriptor in {
            self.child_input,
            self.child_output,
            self.child_errors,
            self.feed,
            self.output,
            self.errors,
        }:
            self._close(descriptor)

    def _close(self, descriptor: int) -> None:
        if descriptor not in self._closed:
            self._closed.add(descriptor)
            os.close(descriptor)


def open_streams(kind: Kind) -> Streams:
    """Open the streams of a run, pipes if there are no terminals; the caller closes them."""
    input_terminal, output_terminal = kind.value if has_terminals() else Kind.PIPES.value
    child_errors, errors = _pipe()
    feed, child_input = _terminal() if input_terminal else _pipe()
    if input_terminal and output_terminal:
        child_output, output = child_input, feed
    elif output_terminal:
        output, child_output = _terminal()
    else:
        child_output, output = _pipe()
    for descriptor in {feed, output, errors}:
        os.set_blocking(descriptor, False)
    return Streams(
        child_input,
        child_output,
        child_errors,
        feed,
        output,
        errors,
        is_terminal=input_terminal,
        lacks_terminal=(input_terminal, output_terminal) != kind.value,
    )


@cache
def has_terminals() -> bool:
    """Whether this system provides terminals."""
    try:
        for descriptor in _terminal():
            os.close(descriptor)
    except OSError:
        return False
    return True


def _pipe() -> tuple[int, int]:
    """A pipe: its write end and its read end."""
    reader, writer = os.pipe()
    return writer, reader


def _terminal() -> tuple[int, int]:
    """A terminal that echoes, changes nothing and has no special keys: our end and theirs."""
    master, slave = os.openpty()
    attributes = termios.tcgetattr(slave)
    attributes[0] = 0
    attributes[1] = 0
    attributes[3] = termios.ICANON
    attributes[6] = [b"\0"] * len(attributes[6])
    attributes[6][termios.VMIN] = b"\1"
    termios.tcsetattr(slave, termios.TCSANOW, attributes)
    termios.tcsetwinsize(slave, (24, 80))
    return master, slave


def read_some(descriptor: int) -> bytes:
    """Whatever can be read now; empty if there is nothing."""
    try:
        return os.read(descriptor, _CHUNK)
    except BlockingIOError:
        return b""
