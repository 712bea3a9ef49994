"""Which limits of programs the kernel of this machine does not enforce."""

from __future__ import annotations

from refute.diagnostics import Diagnostic, Severity
from refute.execution.observation.seccomp import is_possible
from refute.execution.sandbox.denied_calls import program_here
from refute.execution.spawning import cgroups


def unavailable() -> tuple[Diagnostic, ...]:
    """A warning that lists them, if there are any."""
    missing = [what for what, is_there in _limits() if not is_there]
    if not missing:
        return ()
    message = f"on this machine the kernel does not limit {', '.join(missing)}"
    help_text = "refute checks it 20 times a second; see `refute explain X003`"
    return (Diagnostic("X003", message, help=help_text, severity=Severity.WARNING),)


def _limits() -> tuple[tuple[str, bool], ...]:
    return (
        ("the processor time of all processes of a run", cgroups.base() is not None),
        ("the memory of all processes of a run", "memory" in cgroups.controllers()),
        ("which system calls programs make", bool(program_here()) and is_possible()),
    )
