"""Running programs under test: what they read and print, in order, and how they end."""

from refute.execution.command import CommandProgram, Tty, resolve
from refute.execution.function import FunctionProgram
from refute.execution.invocation import Invocation, NoSandbox, Sandbox
from refute.execution.program import Ending, Limits, LineTooLong, Program, Run, Took, Wrote
from refute.execution.spawning.slots import Use

__all__ = [
    "CommandProgram",
    "Ending",
    "FunctionProgram",
    "Invocation",
    "Limits",
    "LineTooLong",
    "NoSandbox",
    "Program",
    "Run",
    "Sandbox",
    "Took",
    "Tty",
    "Use",
    "Wrote",
    "resolve",
]
