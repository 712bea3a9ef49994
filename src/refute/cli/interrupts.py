"""Interrupts: Ctrl-C and termination signals keep what was found, without further noise.

An interrupt is an exception that is raised wherever Python happens to be. If that is in the
constructor of an object of a library, the half-made object complains when it is destroyed; if it is
in a destructor, or in a function called by a library, Python drops the exception. After the first
interrupt such complaints are suppressed, and an interrupt that was dropped is raised again.
"""

from __future__ import annotations

import _thread
import signal
import sys
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import FrameType

_NAMES = ("SIGINT", "SIGTERM", "SIGHUP")
"""Signals that count as an interrupt; Windows has no `SIGHUP`."""

_AGAIN = 0.01
"""Seconds after which a dropped interrupt is raised again."""

_interrupted = threading.Event()
_stops: list[Callable[[], None]] = []


def install() -> None:
    """Turn each of the signals into an interrupt, except those that the caller ignores."""
    for number in (getattr(signal, name) for name in _NAMES if hasattr(signal, name)):
        if signal.getsignal(number) in (signal.SIG_DFL, signal.default_int_handler):
            signal.signal(number, _stop)
    sys.unraisablehook = _dropped


@contextmanager
def calling(stop: Callable[[], None]) -> Iterator[None]:
    """While entered, also call `stop` on an interrupt, so that no further questions are asked."""
    _stops.append(stop)
    try:
        yield
    finally:
        _stops.remove(stop)


def _stop(_number: int, _frame: FrameType | None) -> None:
    _interrupted.set()
    for stop in _stops:
        stop()
    raise KeyboardInterrupt


def _dropped(event: sys.UnraisableHookArgs) -> None:
    if not _interrupted.is_set():
        sys.__unraisablehook__(event)
    elif event.exc_type is KeyboardInterrupt:
        again = threading.Timer(_AGAIN, _again)
        again.daemon = True
        again.start()


def _again() -> None:
    main = threading.main_thread().ident
    if not _stops or main is None:
        return
    if hasattr(signal, "pthread_kill"):
        signal.pthread_kill(main, signal.SIGINT)
    else:
        _thread.interrupt_main()
