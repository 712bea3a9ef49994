"""Running programs under test: what they read and print, in order, and how they end."""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from refute.execution.command import CommandProgram, Tty, not_started, resolve
    from refute.execution.function import FunctionProgram
    from refute.execution.invocation import Invocation, NoSandbox, Sandbox
    from refute.execution.program import (
        Ending,
        Limits,
        LineRead,
        LineTooLong,
        Program,
        Run,
        TextWritten,
    )
    from refute.execution.spawning.slots import Use

__all__ = [
    "CommandProgram",
    "Ending",
    "FunctionProgram",
    "Invocation",
    "Limits",
    "LineRead",
    "LineTooLong",
    "NoSandbox",
    "Program",
    "Run",
    "Sandbox",
    "TextWritten",
    "Tty",
    "Use",
    "not_started",
    "resolve",
]

_HOMES = {
    "command": ("CommandProgram", "Tty", "not_started", "resolve"),
    "function": ("FunctionProgram",),
    "invocation": ("Invocation", "NoSandbox", "Sandbox"),
    "program": ("Ending", "Limits", "LineTooLong", "Program", "Run", "LineRead", "TextWritten"),
    "spawning.slots": ("Use",),
}


def __getattr__(name: str) -> Any:
    """Import a name on first access: judging runs needs nothing that starts programs."""
    for module, names in _HOMES.items():
        if name in names:
            return getattr(import_module(f"{__name__}.{module}"), name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
