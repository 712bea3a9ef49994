"""Containment of programs under test, which are hostile by assumption."""

from refute.execution.sandbox.completion import Completed, run_to_completion
from refute.execution.sandbox.folders import take_back
from refute.execution.sandbox.limits import ResourceLimits
from refute.execution.sandbox.sandbox import (
    SandboxMode,
    SystemSandbox,
    make_sandbox,
    private_folder,
)
from refute.execution.sandbox.unavailable import unavailable

__all__ = [
    "Completed",
    "ResourceLimits",
    "SandboxMode",
    "SystemSandbox",
    "make_sandbox",
    "private_folder",
    "run_to_completion",
    "take_back",
    "unavailable",
]
