"""Python functions as programs under test, each run in a thread of its own."""

from __future__ import annotations

import builtins
import io
import os
import signal
import sys
import tempfile
import threading
import time
import traceback
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Any

from refute.execution.clock import Clock, ThreadUsage
from refute.execution.files import texts_of, write_files
from refute.execution.process_guard import guarded
from refute.execution.program import (
    DETAIL_LINES,
    Ending,
    Feed,
    Inputs,
    Limits,
    Run,
    RunStopped,
    events_of,
    inputs_of,
    never,
    run_of,
)
from refute.files import temporary_root
from refute.threads import raise_in, settle

_ONE_AT_A_TIME = threading.Lock()
_GRACE = 0.5
_MOST_ASKS_AFTER_END = 10
_MOST_STOPS = 100
"""How often the code under test may be stopped and go on, as a bare `except:` in a loop does."""
_EVERY = 0.05
_LONG = 3600.0


class FunctionProgram:
    """A function without arguments that uses `input`, `print` and the standard streams.

    Its runs end once `is_unneeded`.
    """

    def __init__(
        self,
        function: Callable[[], object],
        limits: Limits | None = None,
        is_unneeded: Callable[[], bool] = never,
    ) -> None:
        self._function = function
        self._limits = limits or Limits()
        self._is_unneeded = is_unneeded
        self._ended = threading.Event()

    def run(self, lines: Sequence[str]) -> Run:
        """Call the function once, with the standard streams of this process replaced."""
        inputs, ended = inputs_of(lines), self._ended
        observer = Observer(Feed(inputs), self._limits.characters)
        with (
            self._alone(ended),
            guarded(observer.leave, getattr(self._function, "__globals__", {})),
            observer.console(),
            _surroundings(inputs) as files,
        ):
            thread = threading.Thread(
                target=observer.run,
                args=(self._function, (__file__, threading.__file__)),
                daemon=True,
            )
            thread.start()
            self._watch(thread, observer, ended)
            after = files()
        return replace(_run_of(observer), files=after)

    @contextmanager
    def _alone(self, ended: threading.Event) -> Iterator[None]:
        """Wait until no other function is run; raises RunStopped if that is no longer needed."""
        while not _ONE_AT_A_TIME.acquire(timeout=_EVERY):
            self._check_need(ended)
        try:
            yield
        finally:
            _ONE_AT_A_TIME.release()

    def _watch(self, thread: threading.Thread, observer: Observer, ended: threading.Event) -> None:
        """Wait until the thread has ended; stop it if it must not or need not go on."""
        clock = Clock(ThreadUsage(thread.native_id), self._limits.seconds)
        ending: str | None = None
        try:
            while thread.is_alive() and not observer.parked and not ending:
                thread.join(min(clock.left(), _EVERY))
                if thread.is_alive():
                    self._check_need(ended)
                    ending = clock.verdict()
        finally:
            if thread.is_alive() and not observer.parked:
                observer.ending = observer.ending or ending or Ending.TOO_LONG
                _interrupt(thread)

    def _check_need(self, ended: threading.Event) -> None:
        if ended.is_set() or self._is_unneeded():
            raise RunStopped

    def close(self) -> None:
        """End the runs that other threads have begun."""
        self._ended.set()
        self._ended = threading.Event()


@contextmanager
def _surroundings(inputs: Inputs) -> Iterator[Callable[[], Mapping[str, str | None]]]:
    """Set up the arguments and the files of a run; if there are files, in a folder of its own."""
    before = sys.argv
    sys.argv = [*before[:1], *inputs.arguments]
    try:
        if not (inputs.files or inputs.wanted):
            yield dict
            return
        here = os.getcwd()
        with tempfile.TemporaryDirectory(dir=temporary_root()) as folder:
            write_files(inputs.files, folder)
            os.chdir(folder)
            try:
                yield lambda: texts_of(inputs.wanted, Path(folder))
            finally:
                os.chdir(here)
    finally:
        sys.argv = before


def _run_of(observer: Observer) -> Run:
    """The run that was observed, also if it asked for more input than there was."""
    events, cut = list(observer.events), observer.end_asked_at
    run = run_of(events, observer.ending, observer.detail)
    known = replace(run, exit_code=observer.exit_code, errors=tuple(observer.errors))
    if cut is None or run.ending is Ending.TOO_MUCH:
        return known
    finished = run.ending is Ending.FINISHED and not observer.exit_code
    return replace(
        known,
        events=events_of(events[:cut]),
        ending=Ending.WANTED_MORE,
        detail=(),
        errors=run.detail if run.ending is Ending.CRASHED else known.errors,
        exit_code=1 if run.ending is Ending.CRASHED else known.exit_code,
        after_end=events_of(events[cut:]) if finished else None,
    )


def _interrupt(thread: threading.Thread) -> None:
    """Make a thread raise `Stopped` at its next step, and wait briefly for that.

    If it goes on, it may have caught that; it is then stopped again, perhaps at another step.
    """
    until = time.monotonic() + _GRACE
    while thread.is_alive() and thread.ident is not None and time.monotonic() < until:
        raise_in(thread.ident, Stopped)
        thread.join(_GRACE / 10)
    settle()


# The console of the code under test


class Stopped(BaseException):
    """Stops the code under test; its argument is the reason."""


class Observer:
    """The console of the code under test: hands out lines and records everything in order."""

    def __init__(self, feed: Feed, characters: int) -> None:
        self.events: list[tuple[str, str]] = []
        self.ending = ""
        self.detail: list[str] = []
        self.errors: list[str] = []
        self.exit_code: int | None = None
        self.end_asked_at: int | None = None
        self.asks_after_end = 0
        self.parked = False
        self._stops = 0
        self._feed = feed
        self._left = characters

    def take(self) -> str:
        """The next line of input, with its end; empty if there is none left."""
        self._end_again()
        line = self._feed.next(self.events)
        if line is not None:
            self.events.append(("took", line))
            return line + "\n"
        self.asks_after_end += 1
        if self.end_asked_at is None:
            self.end_asked_at = len(self.events)
        elif self.asks_after_end > _MOST_ASKS_AFTER_END:
            self.stop("wanted more")
        return ""

    def write(self, text: str) -> None:
        """Record printed text."""
        self._end_again()
        if not text:
            return
        self._left -= len(text)
        if self._left < 0:
            self.events.append(("wrote", text[: max(0, self._left + len(text))]))
            self.stop("too much")
        self.events.append(("wrote", text))

    def stop(self, ending: str) -> None:
        """End the run; whatever the code under test does afterwards, this is how it ended.

        Code that catches everything and goes on is let go on no more after some time: its thread
        sleeps for ever, so that it neither computes nor reads from the real console.
        """
        self.ending = self.ending or ending
        self._stops += 1
        while self._stops > _MOST_STOPS:
            self.parked = True
            time.sleep(_LONG)
        raise Stopped(ending)

    def _end_again(self) -> None:
        """End the run once more if it has ended, but the code under test goes on."""
        if self.ending:
            self.stop(self.ending)

    def leave(self, code: int) -> None:
        """End the run as `os._exit` ends a process or, if the code is negative, a signal."""
        self.exit_code = code
        if code < 0:
            self.detail = [f"{signal.strsignal(-code)} (signal {signal.Signals(-code).name})"]
        self.stop("crashed" if code < 0 else "finished")

    @contextmanager
    def console(self) -> Iterator[None]:
        """While entered, the standard streams of this process are those of the code under test.

        They are restored even if the code does not end.
        """
        before = sys.stdin, sys.stdout, sys.stderr, builtins.input, builtins.open
        errors = io.StringIO()
        sys.stdin, sys.stdout, sys.stderr = _Input(self), _Output(self), errors
        builtins.input, builtins.open = _input, partial(_open, builtins.open)
        try:
            yield
        finally:
            sys.stdin, sys.stdout, sys.stderr, builtins.input, builtins.open = before
            self.errors += errors.getvalue().splitlines()[-DETAIL_LINES:]

    def run(self, action: Callable[[], object], own_files: tuple[str, ...] = ()) -> None:
        """Run an action and record how it ends."""
        ending = "finished"
        try:
            action()
        except Stopped as reason:
            ending = str(reason)
        except SystemExit as leaving:
            self._leave(leaving.code)
        except BaseException as failure:
            ending = "crashed"
            self.detail = _last_words(failure, (*own_files, __file__))
        self.ending = self.ending or ending

    def _leave(self, code: object) -> None:
        """End the program with an exit code; a text as the code is printed to standard error."""
        self.exit_code = code if isinstance(code, int) else int(code is not None)
        if isinstance(code, str):
            self.ending = self.ending or "crashed"
            self.detail, self.errors = [code], [code]


def _input(prompt: object = "", /) -> str:
    """The built-in `input`, which a notebook replaces by its own."""
    print(prompt, end="", flush=True)
    if not (line := sys.stdin.readline()):
        raise EOFError("EOF when reading a line")
    return line.removesuffix("\n")


def _open(opened: Callable[..., Any], file: Any, mode: str = "r", *more: Any, **named: Any) -> Any:
    """The built-in `open`; the descriptors 0 and 1 are those of the code under test."""
    if type(file) is not int or file not in {0, 1}:
        return opened(file, mode, *more, **named)
    stream = sys.stdout if file else sys.stdin
    return stream.buffer if "b" in mode else stream


class _Input(io.TextIOBase):
    """`sys.stdin` of the code under test."""

    encoding = "utf-8"
    errors = "strict"

    def __init__(self, observer: Observer) -> None:
        self._observer = observer
        self.buffer = _InputBytes(self)

    def readable(self) -> bool:
        return True

    def readline(self, size: int = -1) -> str:  # type: ignore[override]
        return self._observer.take() if size else ""

    def read(self, size: int | None = -1) -> str:
        if size is not None and size >= 0:
            return self.readline() if size else ""
        return "".join(iter(self.readline, ""))

    def readlines(self, hint: int = -1) -> list[str]:  # type: ignore[override]
        return [*iter(self.readline, "")]

    def __iter__(self) -> Iterator[str]:  # type: ignore[override]
        return iter(self.readline, "")

    def __next__(self) -> str:  # type: ignore[override]
        if line := self.readline():
            return line
        raise StopIteration


class _InputBytes(io.RawIOBase):
    """`sys.stdin.buffer`."""

    def __init__(self, text: _Input) -> None:
        self._text = text

    def readline(self, size: int | None = -1) -> bytes:
        return self._text.readline().encode()

    def read(self, size: int = -1) -> bytes:
        return self._text.read(size).encode()


class _Output(io.TextIOBase):
    """`sys.stdout` of the code under test."""

    encoding = "utf-8"
    errors = "strict"

    def __init__(self, observer: Observer) -> None:
        self._observer = observer
        self.buffer = _OutputBytes(observer)

    def writable(self) -> bool:
        return True

    def write(self, text: str) -> int:
        if not isinstance(text, str):
            raise TypeError(f"write() argument must be str, not {type(text).__name__}")
        self._observer.write(text)
        return len(text)


class _OutputBytes(io.RawIOBase):
    """`sys.stdout.buffer`."""

    def __init__(self, observer: Observer) -> None:
        self._observer = observer

    def write(self, data: Any) -> int:
        self._observer.write(bytes(data).decode("utf-8", "replace"))
        return len(data)


def _last_words(failure: BaseException, own_files: tuple[str, ...]) -> list[str]:
    """The last lines of a traceback, with only the frames of the code under test."""
    told = traceback.TracebackException.from_exception(failure)
    told.stack = traceback.StackSummary.from_list(
        [frame for frame in told.stack if frame.filename not in own_files]
    )
    told.__context__ = told.__cause__ = None
    lines = "".join(told.format()).rstrip().split("\n")
    return [line for line in lines if not line.startswith("Traceback (")][-DETAIL_LINES:]
