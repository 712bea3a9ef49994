"""Python functions as programs under test, each run in a thread of its own."""

from __future__ import annotations

import ctypes
import threading
from collections.abc import Callable, Sequence

from refute.execution.clock import Clock
from refute.execution.observation.processes import ThreadUsage
from refute.execution.observer import Observer, Stopped
from refute.execution.program import Limits, Run, run_of

_ONE_AT_A_TIME = threading.Lock()
_GRACE = 0.5
_EVERY = 0.05


class FunctionProgram:
    """A function without arguments that uses `input`, `print` and the standard streams."""

    def __init__(self, function: Callable[[], object], limits: Limits | None = None) -> None:
        self._function = function
        self._limits = limits or Limits()

    def run(self, lines: Sequence[str]) -> Run:
        """Call the function once; the standard streams of this process are its own meanwhile."""
        observer = Observer(list(lines), self._limits.characters)
        with _ONE_AT_A_TIME:
            thread = threading.Thread(
                target=observer.run,
                args=(self._function, (__file__, threading.__file__)),
                daemon=True,
            )
            thread.start()
            clock = Clock(ThreadUsage(thread.native_id), self._limits.seconds)
            while thread.is_alive():
                thread.join(min(clock.left(), _EVERY))
                if thread.is_alive() and (ending := clock.verdict()):
                    observer.ending = observer.ending or ending
                    _interrupt(thread)
                    thread.join(_GRACE)
                    break
        return run_of(list(observer.events), observer.ending, observer.detail)

    def close(self) -> None:
        """A function leaves nothing behind."""


def _interrupt(thread: threading.Thread) -> None:
    """Make a thread raise `Stopped` at its next step."""
    if thread.ident is not None:
        exception = ctypes.py_object(Stopped)
        ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread.ident), exception)
