"""Containment of programs under test, which are hostile by assumption."""

from refute.execution.sandbox.bounds import Bounds
from refute.execution.sandbox.contained import Completed, run_contained
from refute.execution.sandbox.fence import Fence, Sandbox, make_fence
from refute.execution.sandbox.start import Start
from refute.execution.sandbox.watch import Watch

__all__ = [
    "Bounds",
    "Completed",
    "Fence",
    "Sandbox",
    "Start",
    "Watch",
    "make_fence",
    "run_contained",
]
