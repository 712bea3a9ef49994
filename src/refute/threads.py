"""Exceptions that one thread has another one raise.

CPython marks the whole interpreter when a thread is to raise something, and takes the mark off when
a thread does so. The mark of a thread that sleeps, has ended or was let off stays; until it is
gone, code that is traced (by a debugger, by coverage, by Hypothesis) never gets beyond its first
step. So whoever has a thread raise something settles that afterwards.
"""

from __future__ import annotations

import threading

_MOST_STEPS = 1_000


class _Settled(BaseException):
    """Raised by a thread in itself, which takes the mark off."""


def raise_in(thread: int, exception: type[BaseException]) -> None:
    """Have a thread raise an exception at its next step."""
    import ctypes  # noqa: PLC0415 - few commands need it

    raised = ctypes.py_object(exception)
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), raised)


def settle() -> None:
    """Take off the mark of whatever is still to be raised; nothing is, any more, in this thread."""
    try:
        raise_in(threading.get_ident(), _Settled)
        for _ in range(_MOST_STEPS):  # it is raised at the end of the first
            pass
    except _Settled:
        pass
