"""What the engine does, step by step, in words (`#trace`)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from refute.languages.nominal.core import Symbol
from refute.languages.nominal.engine import Frame
from refute.languages.nominal.show import Shower

if TYPE_CHECKING:
    from refute.languages.nominal.program import Program

MOST_LINES = 10_000


class Tracer:
    """Writes a line for each thing that happens, as the level says.

    Level 1 tells of calls and of going back.
    """

    def __init__(self, level: int, program: Program) -> None:
        self.level = level
        self.lines: list[str] = []
        self._shower = Shower(program.parser.operators)

    def watch(self, event: str, symbol: Symbol, frame: Frame) -> None:
        """Take note of something."""
        if len(self.lines) >= MOST_LINES:
            return
        arguments = frame[1 : 1 + symbol.arity + (symbol.role == "function")]
        shown = self._shower.show((symbol, *arguments)) if symbol.role != "function" else ""
        if symbol.role == "function":
            made = self._shower.show((symbol, *arguments[:-1]))
            shown = f"{made} = {self._shower.show(arguments[-1])}"
        self.lines.append(f"{event} {shown}")
