"""Worker processes that call functions in parallel.

A worker is a new interpreter with a pipe in each direction. It never imports the main module of the
process that started it, so a pool works from a script without a `__main__` guard, from a notebook
and from any thread, and it needs no socket in the file system, whose path could be too long. The
kernel closes the pipes when the process that holds the pool dies, however it dies; that ends the
workers.
"""

from __future__ import annotations

import contextlib
import gc
import os
import pickle
import select
import signal
import subprocess
import sys
import threading
import traceback
from collections.abc import Iterator, Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from functools import cache
from importlib import import_module
from itertools import count
from typing import IO, Any, TypeAlias

_Request: TypeAlias = tuple[str, bytes, dict[int, bytes]]
"""The function to call, its pickled arguments, and the shared values new to the worker."""

_Answer: TypeAlias = tuple[bool, bytes]
"""Whether the function returned, and its pickled result or exception."""

_KEYS = count()

_end_at_once = os._exit  # kept, since it is replaced while a function under test runs


class WorkerDied(RuntimeError):
    """A worker ended, or had to be ended, before it could answer."""


class Shared:
    """A value that is an argument of many calls; each worker receives it only once."""

    def __init__(self, value: object) -> None:
        self.key = next(_KEYS)
        self.content = pickle.dumps(value)

    def __reduce__(self) -> tuple[Any, ...]:
        return _received, (self.key,)


def available_cores() -> int:
    """The number of cores that this process may use."""
    if hasattr(os, "sched_getaffinity"):
        return len(os.sched_getaffinity(0))
    return os.cpu_count() or 1


class Pool:
    """Up to `processes` workers, each started when a call finds no other one free.

    At first `reserved` of them may not be used, until that many are released. Leaving the `with`
    block ends all workers and whatever they are doing.
    """

    def __init__(self, processes: int, reserved: int = 0) -> None:
        self._processes = processes
        self._usable = threading.Semaphore(processes - reserved)
        self._threads = ThreadPoolExecutor(processes, "refute worker")
        self._lock = threading.Lock()
        self._idle: list[_Worker] = []
        self._busy: set[_Worker] = set()
        self._closed = False

    def __enter__(self) -> Pool:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def submit(
        self, function: str, *arguments: object, seconds: float | None = None
    ) -> Future[Any]:
        """Call a function, named as `module:name`, in a worker.

        The future holds its result or the exception that it raised, with the worker's traceback as
        a note; or WorkerDied, when the worker died or was ended because the call took more than
        `seconds`. A worker that died is replaced. Arguments and result are pickled; an argument may
        be a `Shared` value.
        """
        return self._threads.submit(self._call, function, arguments, seconds)

    def warm_up(self, module: str) -> None:
        """Start all workers now and let them import a module that they will need."""
        for _ in range(self._processes):
            self.submit("importlib:import_module", module)

    def release(self, count: int = 1) -> None:
        """Let workers be used that were reserved."""
        self._usable.release(count)

    def close(self) -> None:
        """End all workers. Pending calls raise WorkerDied or are cancelled."""
        with self._lock:
            self._closed = True
            for worker in (*self._idle, *self._busy):
                worker.kill()
        self.release(self._processes)  # for calls that wait
        self._threads.shutdown(cancel_futures=True)
        while self._idle:
            self._idle.pop().close()

    def _call(self, function: str, arguments: Sequence[object], seconds: float | None) -> Any:
        packed = pickle.dumps(arguments)
        with self._usable:
            returned, body = self._asked(function, packed, arguments, seconds)
        result = pickle.loads(body)
        if returned:
            return result
        raise result

    def _asked(
        self, function: str, packed: bytes, arguments: Sequence[object], seconds: float | None
    ) -> _Answer:
        worker = self._take()
        try:
            shared = [each for each in arguments if isinstance(each, Shared)]
            answer = worker.ask(function, packed, shared, seconds)
        except BaseException:
            self._release(worker, reusable=False)
            raise
        self._release(worker, reusable=True)
        return answer

    def _take(self) -> _Worker:
        with self._lock:
            if self._closed:
                raise WorkerDied("the pool of workers is closed")
            worker = self._idle.pop() if self._idle else _Worker()
            self._busy.add(worker)
            return worker

    def _release(self, worker: _Worker, *, reusable: bool) -> None:
        with self._lock:
            self._busy.remove(worker)
            if reusable:
                self._idle.append(worker)
        if not reusable:
            worker.close()


class _Worker:
    """A worker as its parent sees it; used by one thread at a time."""

    def __init__(self) -> None:
        self._known: set[int] = set()
        program = (
            f"import sys; sys.path[:] = {sys.path!r}; from refute.workers import serve; serve()"
        )
        self._process = subprocess.Popen(
            [sys.executable, "-c", program],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            start_new_session=True,  # Ctrl-C is for us; we end the workers
        )
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._requests, self._answers = self._process.stdin, self._process.stdout

    def ask(
        self, function: str, arguments: bytes, shared: Sequence[Shared], seconds: float | None
    ) -> _Answer:
        """Call a function in the worker; WorkerDied if it does not answer in time."""
        new = {each.key: each.content for each in shared if each.key not in self._known}
        request: _Request = (function, arguments, new)
        self._known |= set(new)
        with self._killed_after(seconds) as late:
            try:
                _send(request, self._requests)
                answer: _Answer = pickle.load(self._answers)
            except (EOFError, OSError, pickle.UnpicklingError):
                if late.is_set():
                    raise WorkerDied(f"there was no answer within {seconds:g} seconds") from None
                raise WorkerDied(f"the worker process died ({self._ending()})") from None
        return answer

    @contextlib.contextmanager
    def _killed_after(self, seconds: float | None) -> Iterator[threading.Event]:
        late = threading.Event()

        def kill() -> None:
            late.set()
            self.kill()

        timer = None if seconds is None else threading.Timer(seconds, kill)
        if timer is not None:
            timer.daemon = True
            timer.start()
        try:
            yield late
        finally:
            if timer is not None:
                timer.cancel()

    def _ending(self) -> str:
        self._process.kill()
        code = self._process.wait()
        return f"exit code {code}" if code >= 0 else f"{signal.Signals(-code).name}"

    def kill(self) -> None:
        """Kill the process."""
        self._process.kill()

    def close(self) -> None:
        """End the process and close its pipes."""
        self.kill()
        with contextlib.suppress(OSError), self._process:
            pass


def _send(content: object, stream: IO[bytes]) -> None:
    pickle.dump(content, stream)
    stream.flush()


# In the worker


def serve() -> None:
    """Answer requests until there are none left: the main loop of a worker."""
    requests, answers = take_streams()
    with contextlib.suppress(EOFError):
        while True:
            _send(_answer(pickle.load(requests)), answers)


def take_streams() -> tuple[IO[bytes], IO[bytes]]:
    """The pipes from and to the parent; from now on this process ends when they are closed.

    Other readers of standard input find it empty, and output goes to standard error.
    """
    requests, answers = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    nowhere = os.open(os.devnull, os.O_RDONLY)
    os.dup2(nowhere, 0)
    os.close(nowhere)
    os.dup2(2, 1)  # what functions print must not mix with the answers
    threading.Thread(target=_end_with_parent, args=[requests.fileno()], daemon=True).start()
    return requests, answers


def _end_with_parent(requests: int) -> None:
    """Exit as soon as the parent is gone; without `poll`, at the next request."""
    if not hasattr(select, "poll"):
        return
    poller = select.poll()
    poller.register(requests, 0)
    poller.poll()
    _end_at_once(1)


def _answer(request: _Request) -> _Answer:
    name, arguments, new = request
    _CONTENTS.update(new)
    try:
        module, _, function = name.partition(":")
        result = getattr(import_module(module), function)(*pickle.loads(arguments))
        return True, pickle.dumps(result)
    except BaseException as failure:
        told = traceback.format_exc()
        failure.add_note(f"in a worker process:\n{told}")
        return False, _packed(failure, told)


def _packed(failure: BaseException, told: str) -> bytes:
    """Pickle an exception; one that cannot be restored from its pickle becomes a plain one."""
    try:
        packed = pickle.dumps(failure)
        pickle.loads(packed)
    except Exception:
        return pickle.dumps(RuntimeError(told))
    return packed


_CONTENTS: dict[int, bytes] = {}


@cache
def _received(key: int) -> object:
    """A shared value, in the worker."""
    value = pickle.loads(_CONTENTS.pop(key))
    gc.freeze()  # it is kept to the end, so the collector need not look at it again
    return value
