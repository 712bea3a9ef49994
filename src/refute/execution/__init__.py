"""Running programs under test: what they read and print, in order, and how they end."""

from refute.execution.command import CommandProgram, Tty
from refute.execution.fence import Fence, NoFence, Start
from refute.execution.function import FunctionProgram
from refute.execution.program import Ending, Limits, LineTooLong, Program, Run, Took, Wrote
from refute.execution.resolve import resolve
from refute.execution.starting.places import Use

__all__ = [
    "CommandProgram",
    "Ending",
    "Fence",
    "FunctionProgram",
    "Limits",
    "LineTooLong",
    "NoFence",
    "Program",
    "Run",
    "Start",
    "Took",
    "Tty",
    "Use",
    "Wrote",
    "resolve",
]
