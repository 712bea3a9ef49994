"""Answering the parts of commands in parallel, in worker processes, once the work is worth it."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from functools import lru_cache
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
    """A command, how much of its stream was read, and the answers to parts in progress."""

    task: Task
    stream: Stream
    told: int = 0
    futures: dict[int, Future[list[Event]]] = field(default_factory=dict)

    def read_ahead(self) -> list[int]:
        """Read the rest of the stream; returns the numbers of the parts in it."""
        rest: list[Event | Part] = []
        wrong: InputError | None = None
        try:
            rest.extend(self.stream)
        except InputError as failure:
            wrong = failure
        self.stream = _again(rest, wrong)
        return [self.told + number for number, each in enumerate(rest) if isinstance(each, Part)]


class SideBySide:
    """Several commands, performed in order by `jobs` processes, or as many as there are cores.

    The answers are the same as those of one process, in the same order: parts do not depend on each
    other. The first parts are answered in this process, since small files are done before another
    process has started.
    """

    def __init__(self, jobs: int | None = None, cancellation: Cancellation | None = None) -> None:
        self._jobs = jobs
        self._cancellation = cancellation or Cancellation()
        self._pool: Pool | None = None
        self._prepared: list[_Prepared] = []
        self._started = time.monotonic()

    def __enter__(self) -> SideBySide:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """End the workers."""
        if self._pool is not None:
            self._pool.close()

    def add(self, task: Task, stream: Stream) -> Events:
        """Yield the events of another command; the workers end with the last one."""
        prepared = _Prepared(task, stream)
        self._prepared.append(prepared)
        return self._events(prepared)

    def _events(self, prepared: _Prepared) -> Events:
        try:
            while (item := next(prepared.stream, None)) is not None:
                number, prepared.told = prepared.told, prepared.told + 1
                if not isinstance(item, Part):
                    yield item
                elif number in prepared.futures:
                    if not self._is_answered(prepared.futures[number]):
                        return
                    yield from prepared.futures[number].result()
                else:
                    yield from timed(item)
                    self._spread()
        finally:
            self._prepared.remove(prepared)
            if not self._prepared:
                self.close()

    def _is_answered(self, part: Future[list[Event]]) -> bool:
        """Wait for a worker; False if the command is cancelled first."""
        from concurrent.futures import wait  # noqa: PLC0415 - loaded with the workers

        while not wait([part], timeout=_EVERY).done:
            if self._cancellation.requested:
                return False
        return True

    def _spread(self) -> None:
        """Have the rest answered by workers, if there is enough of it."""
        if self._pool is not None or time.monotonic() - self._started < PATIENCE:
            return
        from refute.workers import Pool, Shared, available_cores  # noqa: PLC0415 - seldom needed

        jobs = self._jobs or available_cores()
        rest = [
            (prepared, number)
            for prepared in self._prepared
            if _can_travel(prepared.task)
            for number in prepared.read_ahead()
        ]
        if min(jobs, len(rest)) < 2:
            return
        self._pool = Pool(min(jobs, len(rest)))
        shared = {id(each): Shared(each.task) for each, _ in rest}
        for prepared, number in rest:
            function = f"{__name__}:answer_part"
            prepared.futures[number] = self._pool.submit(function, shared[id(prepared)], number)


def _again(rest: list[Event | Part], wrong: InputError | None) -> Stream:
    yield from rest
    if wrong is not None:
        raise wrong


def _can_travel(task: Task) -> bool:
    """Whether a task can be sent to another process; a Python function under test cannot."""
    import pickle  # noqa: PLC0415 - seldom needed

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


@lru_cache(maxsize=16)
def items_of(task: Task) -> list[Event | Part]:
    """In a worker: everything in the stream of a command; its parts are not answered yet."""
    perform = registry.language(task.language).load_command(task.command)
    return list(perform(Request(task.source, task.options)))
