"""Following one run: what the program prints, when it asks for input, how it ends."""

from __future__ import annotations

import codecs
import select
import time
from collections.abc import Callable
from enum import Enum
from math import inf

from refute.execution.clock import Clock
from refute.execution.observation import seccomp
from refute.execution.observation.patience import PATIENTLY, HandOverPolicy, WaitingLimits
from refute.execution.observation.polls import RecentPolls
from refute.execution.observation.processes import can_look
from refute.execution.observation.stillness import Threads
from refute.execution.observation.streams import Streams, read_some
from refute.execution.observation.syscalls import Form, Waiting
from refute.execution.observation.waits import (
    Input,
    forgets_children,
    input_wait,
    is_glance,
    time_limit,
)
from refute.execution.program import Ending, Feed, Limits, RunStopped, never
from refute.execution.spawning.slots import Launch

_STILL = 0.05
_STILL_BEFORE_END = 0.1
_GRACE_AFTER_END = 5.0
_MOST_ASKS_AFTER_END = 10
_ERRORS_KEPT = 1 << 16
_MOST_CHUNKS = 32
"""Maximum number of chunks of errors read in a row: more than a pipe holds."""

_SHORTEST_PAUSE, _LONGEST_PAUSE = 0.001, 0.016


class WaitDetection(Enum):
    """How waiting is detected, and after how long without movement we look or conclude."""

    EXACT = _STILL
    PROC = 0.005
    QUIET = 0.2


def best_sight() -> WaitDetection:
    """The best that this system allows: reports of calls mean little if threads are hidden."""
    exact = seccomp.is_possible() and can_look()
    return WaitDetection.EXACT if exact else sight_without_filter()


def sight_without_filter() -> WaitDetection:
    """The next best: looking at the threads of a process, or waiting until it is quiet."""
    return WaitDetection.PROC if can_look() else WaitDetection.QUIET


class Watch:
    """One run while it lasts.

    `most` is the processor time that it may cost, ours included, and `cost` what it did cost. When
    it `is_unneeded`, following it raises RunStopped.
    """

    def __init__(
        self,
        launch: Launch,
        streams: Streams,
        feed: Feed,
        limits: Limits,
        sight: WaitDetection,
        most: float | None = None,
        manner: WaitingLimits = PATIENTLY,
        is_unneeded: Callable[[], bool] = never,
    ) -> None:
        self.events: list[tuple[str, str]] = []
        self.ending: Ending | None = None
        self.end_asked_at: int | None = None
        self.error_text = b""
        self.cost = 0.0
        self._root = launch.root
        self._launch = launch
        self._is_unneeded = is_unneeded
        self._streams = streams
        self._input = Input.of(streams.child_input)
        self._lines = feed
        self._pending = b""
        self._asks_after_end = 0
        self._decoder = codecs.getincrementaldecoder("utf-8")("replace")
        self._limits = limits
        self._left = limits.characters
        usage = launch.usage()
        self._clock = Clock(usage, limits.seconds, most)
        self._threads = Threads(launch.root, self._input, alone=sight is WaitDetection.EXACT)
        self._patience = HandOverPolicy(self._threads, self._clock, usage, limits.seconds, manner)
        self._held: list[tuple[seccomp.Call, float]] = []
        self._glances = RecentPolls(self._clock, self._patience, manner.glances)
        self._end_taken = sight is not WaitDetection.EXACT
        self._waits = False
        self._pause = _SHORTEST_PAUSE
        self._prompt_at = 0
        self._still_since: float | None = None
        self.sight = sight
        self.depends_on_time = False
        self.kept_back = False
        self.stopped = False
        self._program_runs = True
        self._has_left_some = False
        self._over = False
        self._next_look = time.monotonic() + _STILL
        self._poller = select.poll()
        self._actions: dict[int, Callable[[int], object]] = {}
        self._register(streams.errors, lambda _: self._keep_errors())
        self._register(streams.output, lambda _: self._read_output())
        self._register(launch.channel, lambda _: self._receive())
        self._reports = select.poll()
        if launch.listener is not None:
            self._register(launch.listener, self._reported)
            self._reports.register(launch.listener, select.POLLIN)

    def _register(self, descriptor: int, action: Callable[[int], object]) -> None:
        self._actions[descriptor] = action
        self._poller.register(descriptor, select.POLLIN)

    def follow(self) -> None:
        """Watch until the program and all its descendants are gone, or must be stopped."""
        while not self._over:
            unhurried = self._program_runs and not self._held and not self._waits
            pause = self.sight.value if unhurried else self._pause
            ready = self._poller.poll(1000 * min(self._clock.left(), pause))
            for descriptor, mask in ready:
                self._actions[descriptor](mask)
            if not ready:
                self._nothing_moves()
            self._look_at_limits()
        self.depends_on_time = self._patience.depends_on_time
        self.kept_back = self._patience.keeps_back
        self.cost = self._clock.cost()

    def finish(self) -> None:
        """Record the last output, when no process is left to print."""
        self._drain()
        self._write(b"", final=True)
        if not self.stopped and (stop_reason := self._launch.lacked_memory()):
            self.stop_since(stop_reason)
        if not (self._end_taken or self.stopped):
            self._forget_end()
        self._forget_untaken()

    @property
    def is_approximate(self) -> bool:
        """Whether the recorded order of reading and printing may be wrong."""
        guessed = self.sight is not WaitDetection.EXACT or self._streams.lacks_terminal
        return guessed or self.depends_on_time

    def _look_at_limits(self) -> None:
        """Now and then, stop a program that uses more time or anything else than it may."""
        now = time.monotonic()
        if self._over or (now < self._next_look and self._clock.left()):
            return
        if self._is_unneeded():
            raise RunStopped
        self._clock.looked(now - self._next_look)
        self._next_look = now + _STILL
        self._launch.still_watched()
        if not (self._program_runs or self._has_left_some):
            self._has_left_some = True
            self._clock.end_within(self._limits.seconds)
        if stop_reason := self._launch.exceeded():
            self.stop_since(stop_reason)
        elif ending := self._clock.verdict():
            if self._program_runs:
                self._stop(ending)
            self._over = True

    def stop_since(self, reason: str) -> None:
        """Stop a program for something that it did; the run is a crash with this reason."""
        self.error_text += f"\nstopped by refute: {reason}\n".encode()
        self._stop(Ending.CRASHED)

    def _stop(self, ending: Ending) -> None:
        self.ending = self.ending or ending
        self._over = self.stopped = True

    def _receive(self) -> None:
        self._launch.receive()
        if self._program_runs and self._launch.has_ended:
            self._program_runs = False
        self._over = self._launch.is_gone

    def _reported(self, mask: int) -> None:
        """A call is held, or no process is left that could make one."""
        listener = self._listener
        if not mask & select.POLLIN:
            self._poller.unregister(listener)
            return
        call = seccomp.receive(listener)
        if call is None:
            return
        seconds = input_wait(self._input, call.thread, call.waiting, call.arguments)
        if seconds is not None and seccomp.is_held(listener, call):
            self._wanted(call, seconds)
            return
        if call.waiting is not None:
            self._prepare_for(call.waiting, call)
        seccomp.let_go(listener, call)

    @property
    def _listener(self) -> int:
        assert self._launch.listener is not None
        return self._launch.listener

    def _prepare_for(self, waiting: Waiting, call: seccomp.Call) -> None:
        """Record what is needed before a call continues that does not concern the input."""
        if waiting.form is Form.PRINT_ERROR:
            self._drain()
        elif waiting.form is Form.TIMER:
            seconds = time_limit(call.thread, waiting.limit, call.arguments)
            self._patience.set_timer(seconds or inf)
        elif waiting.form is Form.START:
            self._threads.alone = False
        elif forgets_children(waiting, call.thread, call.arguments):
            self._clock.distrust()

    def _wanted(self, call: seccomp.Call, seconds: float) -> None:
        """A thread wants input; hold it until there is some and no other thread moves."""
        assert call.waiting is not None
        self._waits = False
        glances = is_glance(call.waiting, seconds) or (seconds < inf and not self._lines)
        in_vain = glances and self._glances.is_in_vain(call, seconds)
        if in_vain or (not self._held and self._streams.has_unread()):
            self._let_go(call)
            return
        if glances:
            self._patience.give_up()
        self._held.append((call, seconds))
        self._nothing_moves()

    def _nothing_moves(self) -> None:
        """Hand a line over if a thread wants one and all others are blocked."""
        if self.sight is WaitDetection.QUIET:
            self._clock.extend(self.sight.value)
            self._asked()
            return
        if not self._program_runs and self._patience.is_over():
            self._over = True
            return
        if len(self._held) > 1 or not self._threads.alone:
            self._held = [each for each in self._held if seccomp.is_held(self._listener, each[0])]
        found = self._patience.wanted({call.thread: seconds for call, seconds in self._held})
        wait = self._held[0][1] if self._held else found.asks if found else None
        if found is None or wait is None or self._has_reports() or self._may_just_be_ending(wait):
            self._pause = min(2 * self._pause, _LONGEST_PAUSE)
            self._still_since = None if found is None else self._still_since
            return
        self._pause = _SHORTEST_PAUSE
        if self._lets_wait():
            return
        self._patience.set_timer(wait)
        self._asked()
        if self._held:
            self._let_go(self._held.pop(0)[0])
        else:
            self._waits = False
            self._end_taken |= found.reads and self.end_asked_at is not None

    def _lets_wait(self) -> bool:
        """Let a thread that also waits for something else begin to wait, before there is input.

        While it was held, others may have produced what it then finds immediately: the answer of a
        thread that computes for it.
        """
        if self._threads.alone or not self._held:
            return False
        call, seconds = self._held[0]
        if _is_read(call) or (call.waiting and is_glance(call.waiting, seconds)):
            return False
        self._waits = True
        del self._held[0]
        self._let_go(call)
        return True

    def _may_just_be_ending(self, wait: float) -> bool:
        """Whether all threads may be blocked only because the program is about to end.

        Its threads are ended one after the other, and the one that reads ahead is not the first.
        """
        if self._lines or self._pending or self._threads.alone or self.end_asked_at is not None:
            return False
        now = time.monotonic()
        self._still_since = self._still_since or now
        return now - self._still_since < min(_STILL_BEFORE_END, wait)

    def _let_go(self, call: seccomp.Call) -> None:
        """Let a call about the input continue."""
        self._end_taken |= _is_read(call) and self.end_asked_at is not None
        seccomp.let_go(self._listener, call)

    def _has_reports(self) -> bool:
        """Whether calls are held that we have not received yet: their threads are not blocked."""
        return any(mask & select.POLLIN for _, mask in self._reports.poll(0))

    # Input

    def _asked(self) -> None:
        """The program is blocked and waits: everything that it printed can be read."""
        if self.end_asked_at is not None:
            self._asked_again()
        elif not self._streams.has_unread():
            self._drain()
            self._take_prompt()
            if not self._over:
                self._give()

    def _give(self) -> None:
        """Give the rest of a long line, the next line, or the end."""
        self._patience.handed_over()
        self._glances.begin_again()
        if not self._pending:
            line = self._lines.next(self.events)
            if line is None:
                self._end_input()
                return
            self.events.append(("took", line))
            self._pending = _encoded(line)
        self._pending = self._pending[self._streams.give(self._pending) :]

    def _end_input(self) -> None:
        """Signal that there are no more lines, and see how the program reacts."""
        if self.sight is not WaitDetection.QUIET:
            self.ending = Ending.WANTED_MORE
            self._clock.end_within(_GRACE_AFTER_END)
        self.end_asked_at = len(self.events)
        if not self._streams.end_input():
            self._stop(Ending.WANTED_MORE)

    def _asked_again(self) -> None:
        """The program was told that there is no more input; a terminal says so once per read."""
        self._asks_after_end += 1
        if self._asks_after_end > _MOST_ASKS_AFTER_END:
            self._stop(Ending.WANTED_MORE)
        elif not self._streams.has_unread():
            self._streams.end_input()

    def _forget_end(self) -> None:
        """Nobody has read the end of the input: watching the input does not mean wanting any."""
        if self.end_asked_at is not None:
            self.end_asked_at = self.ending = None

    def _forget_untaken(self) -> None:
        """Forget lines that were given, if the program has not even begun to read them."""
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
        """Read output after the errors before it, which are read before more is printed."""
        self._keep_errors()
        self._write(read_some(self._streams.output))

    def _drain(self) -> None:
        """Read all that is there; of errors, which may be endless, at most what a pipe can hold."""
        for _ in range(_MOST_CHUNKS):
            if not self._keep_errors():
                break
        while data := read_some(self._streams.output):
            self._write(data)
            if self._left < 0:
                break

    def _write(self, data: bytes, *, final: bool = False) -> None:
        text = self._decoder.decode(data, final)
        if not text or self._left < 0:
            return
        self._note(text, len(self.events))

    def _note(self, text: str, position: int) -> None:
        """Record printed text at a position among the events."""
        self._patience.begin_again()
        kept = text[: self._left]
        self._left -= len(text)
        if kept:
            self.events.insert(position, ("wrote", kept))
        if self._left < 0:
            self._stop(Ending.TOO_MUCH)

    def _keep_errors(self) -> bool:
        data = read_some(self._streams.errors)
        if b"\n" in data or self.error_text[-1:] in {b"", b"\n"}:
            self._prompt_at = len(self.events)
        self.error_text = (self.error_text + data)[-_ERRORS_KEPT:]
        return bool(data)

    def _take_prompt(self) -> None:
        """Treat an unfinished line of standard error before an input as a prompt."""
        finished, end, prompt = self.error_text.rpartition(b"\n")
        if prompt:
            self.error_text = finished + end
            self._note(prompt.decode("utf-8", "replace"), self._prompt_at)


def _is_read(call: seccomp.Call) -> bool:
    """Whether a call waits for the input and nothing else."""
    return call.waiting is not None and call.waiting.form is Form.READ


def _encoded(line: str) -> bytes:
    return line.encode("utf-8", "surrogateescape") + b"\n"
