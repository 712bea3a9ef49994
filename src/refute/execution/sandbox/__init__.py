"""Containment of programs under test, which are hostile by assumption."""

from refute.execution.sandbox.bounds import Bounds
from refute.execution.sandbox.contained import Completed, run_contained
from refute.execution.sandbox.fence import Sandbox, SandboxFence, make_fence, private_folder
from refute.execution.sandbox.folders import take_back

__all__ = [
    "Bounds",
    "Completed",
    "Sandbox",
    "SandboxFence",
    "make_fence",
    "private_folder",
    "run_contained",
    "take_back",
]
