"""Programs under test are started and watched with what Unix offers; elsewhere that is said."""

from __future__ import annotations

from importlib.util import find_spec

from refute.diagnostics import Diagnostic, InputError


def require_unix() -> None:
    """Raise InputError X004 where commands cannot be programs under test."""
    try:
        missing = find_spec("fcntl") is None
    except ValueError:  # so it is when a test says that there is none
        missing = True
    if missing:
        message = "on this system commands cannot be run as programs under test"
        advice = "use Linux, macOS or WSL; Python functions can be tested here (`refute.open`)"
        raise InputError([Diagnostic("X004", message, help=advice)])
