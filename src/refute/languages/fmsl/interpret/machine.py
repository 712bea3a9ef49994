"""What an evaluation has at hand: names, the universe, the clock, and the faults so far."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable, Iterator
from typing import TypeAlias

from refute.diagnostics import Diagnostic, Label, Severity
from refute.languages.fmsl.typecheck import Checked
from refute.languages.fmsl.universe import Recorders, Universe
from refute.languages.fmsl.values import Value
from refute.source import Span

Environment: TypeAlias = dict[str, Value]
"""The local names with their values; that of a variable is in a box, a list of one."""

Code: TypeAlias = Callable[[Environment], Value]
"""An expression made ready to be evaluated."""

LONGEST = 1_000_000
"""So many elements may a list have, so many characters a string."""

LARGEST = 10**4_000
"""Integers are smaller than this."""

MOST_FAULTS = 100
"""So many faults of one run are told."""

_BETWEEN_LOOKS = 1_000
"""So many steps are taken between two looks at the clock."""


class TimeOver(Exception):
    """The evaluation took longer than it may."""


class Machine:
    """The state of an evaluation. Faults are warnings, each place and message once."""

    def __init__(self, checked: Checked, universe: Universe) -> None:
        self.universe = universe
        self.globals: Environment = {}
        self.faults: list[Diagnostic] = []
        self.deadline = float("inf")
        self._steps = 0
        self.use(checked)

    def use(self, checked: Checked) -> None:
        """Go on with another specification; values and the universe are kept."""
        self.checked = checked
        self.recorders = Recorders(self.universe, checked.objects)

    def fault(self, code: str, message: str, span: Span, advice: str = "") -> None:
        """Note what went wrong; the value is nil."""
        label = Label(span, "nil")
        found = Diagnostic(code, message, label, help=advice, severity=Severity.WARNING)
        if len(self.faults) < MOST_FAULTS and found not in self.faults:
            self.faults.append(found)

    def step(self) -> None:
        """Count a step; raises TimeOver when the time is up."""
        self._steps += 1
        if self._steps % _BETWEEN_LOOKS == 0:
            self.look()

    def look(self) -> None:
        """Look at the clock."""
        if time.monotonic() > self.deadline:
            raise TimeOver

    def timed(self, values: Iterable[Value]) -> Iterator[Value]:
        """The values, with a look at the clock now and then."""
        for number, value in enumerate(values):
            if number % _BETWEEN_LOOKS == 0:
                self.look()
            yield value
