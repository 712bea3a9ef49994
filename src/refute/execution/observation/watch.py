"""Following one run: what the program prints, when it asks, how it ends."""

from __future__ import annotations

import codecs
import select
import time
from collections.abc import Callable, Sequence
from enum import Enum

from refute.execution.clock import Clock
from refute.execution.observation import seccomp
from refute.execution.observation.processes import FamilyUsage, can_look, standing
from refute.execution.observation.streams import Streams, read_some
from refute.execution.observation.waits import Input, waits_for
from refute.execution.program import Ending, Limits
from refute.execution.spawning.slots import Launch

_STILL = 0.05
_GRACE_AFTER_END = 0.5
_MOST_ASKS_AFTER_END = 10
_ERRORS_KEPT = 1 << 16


class Sight(Enum):
    """How waiting is noticed, and after how long without movement we look or conclude."""

    EXACT = _STILL
    PROC = 0.005
    QUIET = 0.2


def sight_without_filter() -> Sight:
    """The next best: looking at the threads of a process, or waiting until it is quiet."""
    return Sight.PROC if can_look() else Sight.QUIET


class Watch:
    """One run while it lasts."""

    def __init__(
        self, launch: Launch, streams: Streams, lines: Sequence[str], limits: Limits, sight: Sight
    ) -> None:
        self.events: list[tuple[str, str]] = []
        self.ending: Ending | None = None
        self.end_asked_at: int | None = None
        self.error_text = b""
        self._root = launch.root
        self._launch = launch
        self._streams = streams
        self._input = Input.of(streams.child_input)
        self._lines = iter(lines)
        self._pending = b""
        self._asks_after_end = 0
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self._limits = limits
        self._left = limits.characters
        self._clock = Clock(FamilyUsage(launch.root), limits.seconds)
        self.sight = sight
        self.stopped = False
        self._program_runs = True
        self._over = False
        self._next_look = time.monotonic() + _STILL
        self._poller = select.poll()
        self._actions: dict[int, Callable[[int], object]] = {}
        self._register(streams.output, lambda _: self._read_output())
        self._register(streams.errors, lambda _: self._keep_errors())
        self._register(launch.channel, lambda _: self._told())
        if launch.listener is not None:
            self._register(launch.listener, self._reported)

    def _register(self, descriptor: int, action: Callable[[int], object]) -> None:
        self._actions[descriptor] = action
        self._poller.register(descriptor, select.POLLIN)

    def follow(self) -> None:
        """Watch until the program and all that it started are gone, or must be stopped."""
        while not self._over:
            ready = self._poller.poll(1000 * min(self._clock.left(), self.sight.value))
            for descriptor, mask in ready:
                self._actions[descriptor](mask)
            if not ready:
                self._nothing_moves()
            self._look_at_limits()

    def finish(self) -> None:
        """Note the last of what was printed, when nobody is left to print."""
        self._drain()
        self._write(b"", final=True)
        self._forget_untaken()

    def _look_at_limits(self) -> None:
        """Now and then, stop a program that uses more time or anything else than it may."""
        now = time.monotonic()
        if self._over or (now < self._next_look and self._clock.left()):
            return
        self._next_look = now + _STILL
        if stop_reason := self._launch.invocation.exceeded(self._root):
            self.error_text += f"\nstopped by refute: {stop_reason}\n".encode()
            self._stop(Ending.CRASHED)
        elif ending := self._clock.verdict():
            if self._program_runs:
                self._stop(ending)
            self._over = True

    def _stop(self, ending: Ending) -> None:
        self.ending = self.ending or ending
        self._over = self.stopped = True

    def _told(self) -> None:
        self._launch.receive()
        if self._program_runs and self._launch.has_ended:
            self._program_runs = False
            self._clock.end_within(self._limits.seconds)
        self._over = self._launch.is_gone

    def _reported(self, mask: int) -> None:
        """A call is held, or nobody is left who could make one."""
        listener = self._launch.listener
        assert listener is not None
        if not mask & select.POLLIN:
            self._poller.unregister(listener)
            return
        call = seccomp.receive(listener)
        if call is None:
            return
        is_wait = waits_for(self._input, call.thread, call.waiting, call.arguments)
        if is_wait and seccomp.is_held(listener, call):
            self._asked()
        seccomp.let_go(listener, call)

    def _nothing_moves(self) -> None:
        """Look for waits that are not reported, or take the quiet for one."""
        looked = (waits_for(self._input, *each) for each in standing(self._root))
        if self.sight is Sight.QUIET or any(looked):
            self._asked()

    # Input

    def _asked(self) -> None:
        """The program stands still and waits: all that it printed is there to be read."""
        if self.end_asked_at is not None:
            self._asked_again()
        elif not self._streams.has_unread():
            self._drain()
            self._take_prompt()
            if not self._over:
                self._give()

    def _give(self) -> None:
        """Give the rest of a long line, the next line, or the end."""
        if not self._pending:
            line = next(self._lines, None)
            if line is None:
                self._end_input()
                return
            self.events.append(("took", line))
            self._pending = _encoded(line)
        self._pending = self._pending[self._streams.give(self._pending) :]

    def _end_input(self) -> None:
        """There are no more lines: say so, and see what the program makes of it."""
        if self.sight is not Sight.QUIET:
            self.ending = Ending.WANTED_MORE
            self._clock.end_within(_GRACE_AFTER_END)
        self.end_asked_at = len(self.events)
        if not self._streams.end_input():
            self._stop(Ending.WANTED_MORE)

    def _asked_again(self) -> None:
        """It has been told that there is no more; a terminal says so only once each time."""
        self._asks_after_end += 1
        if self._asks_after_end > _MOST_ASKS_AFTER_END:
            self._stop(Ending.WANTED_MORE)
        elif not self._streams.has_unread():
            self._streams.end_input()

    def _forget_untaken(self) -> None:
        """A line that was given and not even begun to be read was not taken."""
        if self.end_asked_at is not None:
            return
        unread = self._streams.unread() + len(self._pending)
        taken = [number for number, (kind, _) in enumerate(self.events) if kind == "took"]
        for number in reversed(taken):
            unread -= len(_encoded(self.events[number][1]))
            if unread < 0:
                break
            del self.events[number]

    # Output

    def _read_output(self) -> None:
        self._write(read_some(self._streams.output))

    def _drain(self) -> None:
        """Read all that is there."""
        while data := read_some(self._streams.output):
            self._write(data)
            if self._left < 0:
                break
        while self._keep_errors():
            pass

    def _write(self, data: bytes, *, final: bool = False) -> None:
        text = self._decoder.decode(data, final)
        if not text or self._left < 0:
            return
        kept = text[: self._left]
        self._left -= len(text)
        if kept:
            self.events.append(("wrote", kept))
        if self._left < 0:
            self._stop(Ending.TOO_MUCH)

    def _keep_errors(self) -> bool:
        data = read_some(self._streams.errors)
        self.error_text = (self.error_text + data)[-_ERRORS_KEPT:]
        return bool(data)

    def _take_prompt(self) -> None:
        """A line of standard error that stands unfinished in front of an input is a prompt."""
        finished, end, prompt = self.error_text.rpartition(b"\n")
        if prompt:
            self.error_text = finished + end
            self._write(prompt)


def _encoded(line: str) -> bytes:
    return line.encode("utf-8", "surrogateescape") + b"\n"
