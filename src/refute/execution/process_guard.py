"""Protects this process from a Python function under test that runs in it.

Whatever would end the process ends only the run, and changes to process-wide state are undone
afterwards. This guards against mistakes; it is not containment: a malicious function can get around
it, so programs of strangers are run as commands, in a sandbox.
"""

from __future__ import annotations

import builtins
import os
import signal
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial


@contextmanager
def guarded(leave: Callable[[int], None]) -> Iterator[None]:
    """While entered, `leave` is called with the exit code instead of ending this process.

    The code is negative for a signal. Processes that the function forks end as they are told to.
    """
    here, exit_now, kill, abort = os.getpid(), os._exit, os.kill, os.abort

    def end(code: int, way: Callable[[], object]) -> None:
        leave(code) if os.getpid() == here else way()

    def send(process: int, number: int) -> None:
        way = partial(kill, process, number)
        end(-number, way) if process == here and number else way()

    folder, depth, known = os.getcwd(), sys.getrecursionlimit(), dict(vars(builtins))
    os._exit = lambda status: end(status, partial(exit_now, status))  # type: ignore[assignment,return-value]
    os.abort = lambda: end(-signal.SIGABRT, abort)  # type: ignore[assignment,return-value]
    os.kill = send
    try:
        yield
    finally:
        os._exit, os.kill, os.abort = exit_now, kill, abort
        vars(builtins).update(known)
        sys.setrecursionlimit(depth)
        os.chdir(folder)
