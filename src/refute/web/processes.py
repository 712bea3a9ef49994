"""Worker processes as the server sees them: borrowed, interrupted, killed."""

from __future__ import annotations

import asyncio
import contextlib
import json
import signal
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any, TypeAlias

from refute.web.settings import Settings

Json: TypeAlias = dict[str, Any]

LARGEST_ANSWER = 64 << 20
GRACE = 3.0
"""Seconds in which a worker that is told to stop may return what it has found."""

MOST_JOBS = 100
"""Maximum number of commands before a worker is replaced, so that its memory does not grow."""

_PROGRAM = """
import sys
sys.path[:] = {path!r}
from pathlib import Path, PosixPath
from refute.web.settings import Settings
from refute.web.worker import serve
serve({settings!r})
"""


class Process:
    """A worker process."""

    def __init__(self, process: asyncio.subprocess.Process, silence: float) -> None:
        assert process.stdin is not None
        assert process.stdout is not None
        self._process = process
        self._requests, self._answers = process.stdin, process.stdout
        self._silence = silence
        self._stopping: asyncio.TimerHandle | None = None
        self._interrupted = False
        self.usable = True
        self.jobs = 0

    @classmethod
    async def start(cls, settings: Settings) -> Process:
        """Start a worker."""
        program = _PROGRAM.format(path=sys.path, settings=settings)
        process = await asyncio.create_subprocess_exec(
            sys.executable,
            "-c",
            program,
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            limit=LARGEST_ANSWER,
            env=settings.environment,
            start_new_session=True,  # Ctrl-C is for the server, which ends its workers
        )
        return cls(process, settings.silence)

    @property
    def pid(self) -> int:
        """The process ID."""
        return self._process.pid

    async def ask(self, job: Json) -> AsyncIterator[Json]:
        """Send a job; yields the worker's messages, up to the one with `end`."""
        self.jobs += 1
        self._requests.write(json.dumps(job).encode() + b"\n")
        while True:
            message = await self._next()
            if message["kind"] == "end":
                self._calm_down()
                self._interrupted = False
                yield message
                return
            yield message

    async def _next(self) -> Json:
        """The next message; an `end` if the worker died, or says nothing or too much."""
        reason = "the worker ended"
        try:
            async with asyncio.timeout(self._silence):
                line = await self._answers.readline()
            if line.endswith(b"\n"):
                message: Json = json.loads(line)
                return message
        except TimeoutError:
            reason = f"it was stopped after {self._silence:g} seconds without a result"
        except ValueError:
            reason = "the answer is too large to be shown"
        self.kill()
        if self._interrupted:
            return {"kind": "end", "code": 130, "interrupted": True}
        return {"kind": "end", "code": 3, "failure": reason, "interrupted": True}

    def interrupt(self) -> None:
        """Interrupt the worker; kill it if it does not stop."""
        if self._stopping is None and self.usable:
            self._interrupted = True
            with contextlib.suppress(ProcessLookupError):
                self._process.send_signal(signal.SIGINT)
            self._stopping = asyncio.get_running_loop().call_later(GRACE, self.kill)

    def _calm_down(self) -> None:
        if self._stopping is not None:
            self._stopping.cancel()
            self._stopping = None

    def kill(self) -> None:
        """Kill the worker."""
        self.usable = False
        self._calm_down()
        with contextlib.suppress(ProcessLookupError):
            self._process.kill()

    async def close(self) -> None:
        """Kill the worker and wait until it is gone."""
        self.kill()
        self._requests.close()
        await self._process.wait()


class Processes:
    """Workers for commands, a limited number at a time, and for conversations."""

    def __init__(self, settings: Settings) -> None:
        self._settings = settings
        self._free = asyncio.Semaphore(settings.processes)
        self._conversing = 0
        self._idle: list[Process] = []
        self._all: set[Process] = set()

    @asynccontextmanager
    async def borrow(self) -> AsyncIterator[Process]:
        """A worker for one command, when it is this command's turn."""
        async with self._free:
            process = self._idle.pop() if self._idle else await self._start()
            finished = False
            try:
                yield process
                finished = process.usable and process.jobs < MOST_JOBS
            finally:
                if finished:
                    self._idle.append(process)
                else:
                    await self._end(process)

    @asynccontextmanager
    async def keep(self) -> AsyncIterator[Process | None]:
        """A worker for one conversation; None if there are too many."""
        if self._conversing >= self._settings.conversations:
            yield None
            return
        self._conversing += 1
        try:
            process = await self._start()
            try:
                yield process
            finally:
                await self._end(process)
        finally:
            self._conversing -= 1

    async def _start(self) -> Process:
        process = await Process.start(self._settings)
        self._all.add(process)
        return process

    async def _end(self, process: Process) -> None:
        self._all.discard(process)
        await process.close()

    async def close(self) -> None:
        """End all workers."""
        for each in tuple(self._all):
            await self._end(each)
        self._idle.clear()
