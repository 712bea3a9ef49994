"""What the engine does, step by step, in words (`#trace`, `#break`)."""

from __future__ import annotations

from collections.abc import Mapping

from refute.languages.nominal import core
from refute.languages.nominal.engine.terms import Term
from refute.languages.nominal.show import ITEM, Shower
from refute.languages.nominal.tokenstream import Fixity

MOST_LINES = 10_000


class Paused(Exception):
    """The search stands still before a call of a predicate with a breakpoint."""


class Tracer:
    """Writes a line for each thing that happens, as the level says, and stops at breakpoints.

    Level 1 tells of calls and of going back to them, level 2 also of the other goals, level 3 also
    of each clause that is tried.
    """

    def __init__(
        self,
        level: int,
        operators: Mapping[str, Fixity],
        breakpoints: frozenset[core.Symbol] = frozenset(),
    ) -> None:
        self.level = level
        self.lines: list[str] = []
        self.breakpoints = breakpoints
        self._shower = Shower(operators)

    def call(self, symbol: core.Symbol, arguments: tuple[Term, ...]) -> None:
        """A predicate or function is called."""
        if self.level >= 1:
            self._write(f"call {self.atom(symbol, arguments)}")
        if symbol in self.breakpoints:
            raise Paused(self.atom(symbol, arguments))

    def back(self, symbol: core.Symbol, arguments: tuple[Term, ...]) -> None:
        """The search goes back to a call."""
        if self.level >= 1:
            self._write(f"back {self.atom(symbol, arguments)}")

    def goal(self, relation: str, left: Term, right: Term) -> None:
        """Another goal is to be solved."""
        if self.level >= 2:
            shown = (self._shower.show(each, ITEM) for each in (left, right))
            self._write(f"goal {f' {relation} '.join(shown)}")

    def attempt(self, clause: core.Clause) -> None:
        """A clause is tried."""
        if self.level >= 3:
            text = " ".join(clause.span.text.split())
            self._write(f"try  {text}  ({clause.span})")

    def atom(self, symbol: core.Symbol, arguments: tuple[Term, ...]) -> str:
        """A call as one would write it."""
        if symbol.role != "function":
            return self._shower.show((symbol, *arguments))
        made = self._shower.show((symbol, *arguments[:-1]))
        return f"{made} = {self._shower.show(arguments[-1], ITEM)}"

    def _write(self, line: str) -> None:
        if len(self.lines) < MOST_LINES:
            self.lines.append(line)
