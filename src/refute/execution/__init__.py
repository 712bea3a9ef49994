"""Running programs under test: what they read and print, in order, and how they end."""

from refute.execution.function import FunctionProgram
from refute.execution.program import Ending, Limits, Program, Run, Took, Wrote
from refute.execution.script import ScriptProgram, is_python

__all__ = [
    "Ending",
    "FunctionProgram",
    "Limits",
    "Program",
    "Run",
    "ScriptProgram",
    "Took",
    "Wrote",
    "is_python",
]
