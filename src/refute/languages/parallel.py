"""Answering the parts of commands in parallel, in worker processes, once the work is worth it."""

from __future__ import annotations

import threading
import time
from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import lru_cache, partial
from typing import TYPE_CHECKING

from refute import languages as registry
from refute.diagnostics import InputError
from refute.languages.answers import timed
from refute.languages.language import Cancellation, Event, Events, Part, Request, Stream
from refute.languages.options import Options
from refute.record import entity
from refute.source import Source

if TYPE_CHECKING:
    from concurrent.futures import Future

    from refute.workers import Pool

PATIENCE = 0.5
"""Seconds of work after which starting other processes pays."""

_EVERY = 0.1
"""Maximum delay in seconds before a cancellation is noticed."""


@dataclass(frozen=True, eq=False)
class Task:
    """What a worker needs to recreate the parts of a command; compared by identity."""

    language: str
    command: str
    source: Source
    options: Options


@entity
class _Prepared:
    """A command, the number of items of its stream that were taken, and the parts after those."""

    task: Task
    stream: Stream
    taken: int = 0
    known: list[int] = field(default_factory=list)
    futures: dict[int, Future[list[Event]]] = field(default_factory=dict)
    is_read: bool = False
    is_looked_at: bool = False

    def read_ahead(self) -> None:
        """Read the rest of the stream; its parts are then known by their numbers."""
        if self.is_read:
            return
        self.is_read = True
        rest: list[Event | Part] = []
        wrong: InputError | None = None
        try:
            rest.extend(self.stream)
        except InputError as failure:
            wrong = failure
        self.stream = _again(rest, wrong)
        if _can_travel(self.task):
            self.known = [self.taken + number for number in _parts_among(rest)]

    def is_unknown(self) -> bool:
        """Whether nobody has looked for the parts."""
        return not (self.is_read or self.is_looked_at) and _can_travel(self.task)

    def waiting(self) -> list[int]:
        """The numbers of the parts that nobody has begun to answer."""
        return [each for each in self.known if each >= self.taken and each not in self.futures]


class SideBySide:
    """Several commands, performed in order by `jobs` processes, or as many as there are cores.

    The answers are the same as those of one process, in the same order: parts do not depend on each
    other. This process answers parts until that takes long; then others answer those that follow.
    Once it has to wait for one of those, it only waits, and there is one more of the others. They
    also find out which parts the files have that this process has not reached.
    """

    def __init__(self, jobs: int | None = None, cancellation: Cancellation | None = None) -> None:
        self._jobs = jobs
        self._cancellation = cancellation or Cancellation()
        self._pool: Pool | None = None
        self._prepared: list[_Prepared] = []
        self._added: dict[Task, _Prepared] = {}
        self._started = time.monotonic()
        self._lock = threading.RLock()
        self._alarm: threading.Timer | None = None
        self._waits = False
        self._closed = False

    def __enter__(self) -> SideBySide:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """End the workers."""
        with self._lock:
            self._closed = True
        if self._alarm is not None:
            self._alarm.cancel()
        if self._pool is not None:
            self._pool.close()

    def add(self, task: Task, stream: Stream) -> Events:
        """Yield the events of another command; the workers end with the last one."""
        prepared = _Prepared(task, stream)
        self._added[task] = prepared
        self._prepared.append(prepared)
        return self._events(prepared)

    def answered(self, task: Task) -> Events:
        """The events of parts that were answered before the command was stopped, out of turn."""
        with self._lock:
            futures = sorted(self._added[task].futures.items())
        for _, part in futures:
            if part.done() and not part.cancelled() and part.exception() is None:
                yield from part.result()

    def _events(self, prepared: _Prepared) -> Events:
        try:
            while (item := next(prepared.stream, None)) is not None:
                with self._lock:
                    number, prepared.taken = prepared.taken, prepared.taken + 1
                    begun = prepared.futures.get(number)
                if not isinstance(item, Part):
                    yield item
                elif begun is None or (not self._waits and begun.cancel()):
                    self._watch(prepared)
                    yield from timed(item)
                elif self._is_answered(begun):
                    del prepared.futures[number]
                    yield from begun.result()
                else:
                    return
        finally:
            self._prepared.remove(prepared)
            if not self._prepared:
                self.close()

    def _is_answered(self, part: Future[list[Event]]) -> bool:
        """Wait for a worker; False if the command is cancelled first."""
        from concurrent.futures import wait  # noqa: PLC0415 - loaded with the workers

        if not self._waits and self._pool is not None:
            self._waits = True
            self._pool.release()
        while not wait([part], timeout=_EVERY).done:
            if self._cancellation.requested:
                return False
        return True

    def _watch(self, prepared: _Prepared) -> None:
        """See to it that others help in time, before this process answers a part."""
        prepared.read_ahead()
        if self._pool is not None and prepared.waiting():
            self._share()
        if self._alarm is None:
            left = max(0.0, self._started + PATIENCE - time.monotonic())
            self._alarm = threading.Timer(min(left, threading.TIMEOUT_MAX), self._share)
            self._alarm.daemon = True
            self._alarm.start()

    def _share(self) -> None:
        """Have the parts that wait answered by workers; called from any thread."""
        from refute.workers import Pool, Shared, available_cores  # noqa: PLC0415 - seldom needed

        with self._lock:
            jobs = self._jobs or available_cores()
            wanted = [each for each in self._prepared if each.waiting() or each.is_unknown()]
            if self._closed or jobs == 1 or not wanted:
                return
            self._pool = self._pool or Pool(jobs, reserved=1)
            for prepared in wanted:
                shared = Shared(prepared.task)
                for number in prepared.waiting():
                    function = f"{__name__}:answer_part"
                    prepared.futures[number] = self._pool.submit(function, shared, number)
                if prepared.is_unknown():
                    prepared.is_looked_at = True
                    parts = self._pool.submit(f"{__name__}:parts_of", shared)
                    parts.add_done_callback(partial(self._learn, prepared))

    def _learn(self, prepared: _Prepared, parts: Future[list[int]]) -> None:
        """Share the parts that a worker has found in a file; if it has errors, it has none."""
        if not parts.cancelled() and parts.exception() is None:
            prepared.known = parts.result()
            self._share()


def _again(rest: list[Event | Part], wrong: InputError | None) -> Stream:
    yield from rest
    if wrong is not None:
        raise wrong


def _can_travel(task: Task) -> bool:
    """Whether a task can be sent to another process; a Python function under test cannot."""
    import pickle  # noqa: PLC0415 - seldom needed

    if callable(getattr(task.options, "program", None)):
        return False  # the process would have to import the user's script
    try:
        pickle.dumps(task)
    except (pickle.PicklingError, AttributeError, TypeError):
        return False
    return True


def answer_part(task: Task, number: int) -> list[Event]:
    """In a worker: the events of one part."""
    part = items_of(task)[number]
    assert isinstance(part, Part)
    return list(timed(part))


def parts_of(task: Task) -> list[int]:
    """In a worker: the numbers of the parts of a command."""
    return _parts_among(items_of(task))


def _parts_among(items: Iterable[Event | Part]) -> list[int]:
    return [number for number, each in enumerate(items) if isinstance(each, Part)]


@lru_cache(maxsize=16)
def items_of(task: Task) -> list[Event | Part]:
    """In a worker: everything in the stream of a command; its parts are not answered yet."""
    perform = registry.language(task.language).load_command(task.command)
    return list(perform(Request(task.source, task.options)))
