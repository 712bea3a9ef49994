"""Running programs under test: what they read and print, in order, and how they end."""

from refute.execution.command import CommandProgram, LineTooLong, Tty
from refute.execution.fence import Fence, NoFence, Start
from refute.execution.function import FunctionProgram
from refute.execution.program import Ending, Limits, Program, Run, Took, Wrote
from refute.execution.script import ScriptProgram, is_python

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
    "ScriptProgram",
    "Start",
    "Took",
    "Tty",
    "Wrote",
    "is_python",
]
