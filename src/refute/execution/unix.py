"""Programs under test are started and watched by means of Unix; elsewhere this is reported."""

from __future__ import annotations

from importlib.util import find_spec

from refute.diagnostics import Diagnostic, InputError


def require_unix() -> None:
    """Raise InputError X004 if commands cannot be programs under test on this system."""
    try:
        missing = find_spec("fcntl") is None
    except ValueError:  # a test simulates other systems in this way
        missing = True
    if missing:
        message = "on this system commands cannot be run as programs under test"
        advice = "use Linux, macOS or WSL; Python functions can be tested here (`refute.open`)"
        raise InputError([Diagnostic("X004", message, help=advice)])
