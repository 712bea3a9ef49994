"""The steps of the engine in words (`#trace`, `#break`)."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import partial

from refute.languages.nominal import core
from refute.languages.nominal.engine.terms import Term
from refute.languages.nominal.show import SIDE, Shower, call_text
from refute.languages.nominal.tokenstream import Fixity
from refute.record import record

MOST_LINES, MOST_PARTS = 10_000, 100
"""Maximum numbers of lines, and of parts of a term that are shown in one."""

DEEPEST_INDENT = 20
"""Maximum indentation of a line, as a number of surrounding calls."""


class Paused(Exception):
    """The search has paused before a call of a predicate with a breakpoint."""


@record
class Call:
    """A call of a predicate or function, and its depth in nested calls."""

    symbol: core.Symbol
    arguments: tuple[Term, ...]
    depth: int


class Tracer:
    """Writes a line for each event, depending on the level, and stops at breakpoints.

    Level 1 reports calls, their exits, failures and retries, level 2 also the other goals, level 3
    also each clause that is tried. Every line begins with the depth in nested calls.
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
        self._depth = 0

    def call(self, call: Call) -> None:
        """A predicate or function is called."""
        self._depth = call.depth
        self._write(1, call.depth, "call", partial(self.shown, call))
        if call.symbol in self.breakpoints:
            raise Paused(self.shown(call))

    def exit(self, call: Call) -> None:
        """A call has succeeded."""
        self._write(1, call.depth, "exit", partial(self.shown, call))

    def fail(self, call: Call) -> None:
        """A call has no more solutions."""
        self._write(1, call.depth, "fail", partial(self.shown, call))

    def retry(self, call: Call) -> None:
        """The search backtracks to a call that has another clause."""
        self._depth = call.depth
        self._write(1, call.depth, "retry", partial(self.shown, call))

    def goal(self, depth: int, relation: str, left: Term, right: Term) -> None:
        """Another goal is to be solved."""
        self._write(2, depth, "goal", partial(self._related, relation, left, right))

    def attempt(self, clause: core.Clause) -> None:
        """A clause is tried."""
        self._write(3, self._depth, "try", partial(_written, clause))

    def shown(self, call: Call) -> str:
        """The text of a call."""
        return call_text(self._shower, call.symbol, call.arguments, MOST_PARTS)

    def _related(self, relation: str, left: Term, right: Term) -> str:
        sides = (self._shower.show(each, SIDE, MOST_PARTS) for each in (left, right))
        return f" {relation} ".join(sides)

    def _write(self, level: int, depth: int, event: str, text: Callable[[], str]) -> None:
        if self.level >= level and len(self.lines) < MOST_LINES:
            indent = "  " * min(depth - 1, DEEPEST_INDENT)
            self.lines.append(f"{depth:>2} {indent}{event:<5} {text()}")


def _written(clause: core.Clause) -> str:
    return f"{' '.join(clause.span.text.split())}  ({clause.span})"
