"""Raising an exception in another thread.

To raise an exception in another thread, CPython marks the whole interpreter, and clears the mark
when a thread raises it. If the thread sleeps, has ended or no longer needs to be stopped, the mark
stays; until it is cleared, code that is traced (by a debugger, by coverage, by Hypothesis) never
gets beyond its first step. So callers of `raise_in` must call `settle` afterwards.
"""

from __future__ import annotations

import threading

_MOST_STEPS = 1_000


class _Settled(BaseException):
    """Raised by a thread in itself to clear the mark."""


def raise_in(thread: int, exception: type[BaseException]) -> None:
    """Raise an exception in a thread at its next step."""
    import ctypes  # noqa: PLC0415 - few commands need it

    raised = ctypes.py_object(exception)
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), raised)


def settle() -> None:
    """Clear the mark of any exception still pending; afterwards none is, in this thread."""
    try:
        raise_in(threading.get_ident(), _Settled)
        for _ in range(_MOST_STEPS):  # it is raised at the end of the first
            pass
    except _Settled:
        pass
