"""Watches Python code read and print; also a program of its own that runs scripts so.

This file is run by the interpreter of the program under test, so it imports nothing of ours.
As a program it reads requests, one JSON object in a line, runs each in a fork of itself, and
answers each with one JSON object in a line.
"""

from __future__ import annotations

import io
import json
import os
import signal
import sys
import traceback
import types
from collections.abc import Callable, Iterator
from typing import Any

DETAIL_LINES = 8


class Stopped(BaseException):
    """Stops the code under test; its argument says why."""


class Observer:
    """The console of the code under test: hands out lines and notes everything in order."""

    def __init__(self, lines: list[str], characters: int) -> None:
        self.events: list[tuple[str, str]] = []
        self.ending = ""
        self.detail: list[str] = []
        self._lines = iter(lines)
        self._left = characters

    def take(self) -> str:
        """The next line of input, with its end."""
        for line in self._lines:
            self.events.append(("took", line))
            return line + "\n"
        self.stop("wanted more")
        raise AssertionError

    def write(self, text: str) -> None:
        """Something is printed."""
        if not text:
            return
        self._left -= len(text)
        if self._left < 0:
            self.events.append(("wrote", text[: max(0, self._left + len(text))]))
            self.stop("too much")
        self.events.append(("wrote", text))

    def stop(self, ending: str) -> None:
        """End the run; whatever the code under test does next, this is how it ended."""
        self.ending = self.ending or ending
        raise Stopped(ending)

    def run(self, action: Callable[[], object], own_files: tuple[str, ...] = ()) -> None:
        """Run an action with this console and note how it ends."""
        before = sys.stdin, sys.stdout, sys.stderr
        sys.stdin, sys.stdout = _Input(self), _Output(self)
        sys.stderr = io.StringIO()
        ending = "finished"
        try:
            action()
        except Stopped as reason:
            ending = str(reason)
        except SystemExit:
            pass
        except BaseException as failure:
            ending = "crashed"
            self.detail = _last_words(failure, (*own_files, __file__))
        finally:
            sys.stdin, sys.stdout, sys.stderr = before
        self.ending = self.ending or ending


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
        while True:
            self.readline()

    def readlines(self, hint: int = -1) -> list[str]:  # type: ignore[override]
        return [*iter(self.readline, "")]

    def __iter__(self) -> Iterator[str]:  # type: ignore[override]
        return iter(self.readline, "")

    def __next__(self) -> str:  # type: ignore[override]
        return self.readline()


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
    """The last lines of a traceback, without the frames that are not of the code under test."""
    told = traceback.TracebackException.from_exception(failure)
    told.stack = traceback.StackSummary.from_list(
        [frame for frame in told.stack if frame.filename not in own_files]
    )
    told.__context__ = told.__cause__ = None
    lines = "".join(told.format()).rstrip().split("\n")
    return [line for line in lines if not line.startswith("Traceback (")][-DETAIL_LINES:]


# Running scripts


def _run_script(request: dict[str, Any], code: Any) -> Observer:
    observer = Observer(request["lines"], request["characters"])
    script = request["script"]
    module = types.ModuleType("__main__")
    module.__dict__["__file__"] = script
    sys.modules["__main__"] = module
    sys.argv = [script, *request["arguments"]]
    sys.path[0] = os.path.dirname(os.path.abspath(script))

    def action() -> None:
        if isinstance(code, BaseException):
            raise code
        exec(code, module.__dict__)

    def alarm(_number: int, _frame: object) -> None:
        observer.stop("too long")

    signal.signal(signal.SIGALRM, alarm)
    signal.setitimer(signal.ITIMER_REAL, request["seconds"], 0.1)
    try:
        observer.run(action)
        signal.setitimer(signal.ITIMER_REAL, 0)
    except Stopped:
        observer.ending = "too long"
    return observer


def _compiled(script: str) -> Any:
    try:
        with open(script, "rb") as stream:
            return compile(stream.read(), script, "exec")
    except (OSError, SyntaxError, ValueError) as failure:
        return failure


def _serve() -> None:
    requests = os.fdopen(os.dup(0), encoding="utf-8")
    answers = os.dup(1)
    null = os.open(os.devnull, os.O_RDWR)
    for descriptor in (0, 1, 2):
        os.dup2(null, descriptor)
    codes: dict[str, Any] = {}
    for line in requests:
        request = json.loads(line)
        script = request["script"]
        if script not in codes:
            codes[script] = _compiled(script)
        child = os.fork()
        if child == 0:
            observer = _run_script(request, codes[script])
            answer = [observer.events, observer.ending, observer.detail]
            _send(answers, answer)
            os._exit(0)
        status = os.waitpid(child, 0)[1]
        if status:
            _send(answers, [[], "crashed", [_death(status)]])


def _death(status: int) -> str:
    if os.WIFSIGNALED(status):
        return f"the program was killed by signal {os.WTERMSIG(status)}"
    return f"the program left with exit code {os.WEXITSTATUS(status)}"


def _send(descriptor: int, answer: object) -> None:
    data = json.dumps(answer).encode() + b"\n"
    while data:
        data = data[os.write(descriptor, data) :]


if __name__ == "__main__":
    _serve()
