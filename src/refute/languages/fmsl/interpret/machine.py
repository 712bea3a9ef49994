"""What an evaluation has at hand: names, the universe, the effort, and the faults so far."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TypeAlias

from refute.diagnostics import Diagnostic, Label, Severity
from refute.languages.fmsl.typecheck import Checked
from refute.languages.fmsl.universe import Recorders, Universe
from refute.languages.fmsl.values import Value
from refute.solver import SECOND, Effort
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
"""Number of steps between two looks at what is left of the effort."""

_STEP_UNITS = SECOND // 1_000_000
"""What a step costs."""


class OutOfEffort(Exception):
    """The evaluation took more work than it may, or has to stop for another reason."""


class Machine:
    """The state of an evaluation. Faults are warnings, each place and message once."""

    def __init__(self, checked: Checked, universe: Universe) -> None:
        self.universe = universe
        self.globals: Environment = {}
        self.faults: list[Diagnostic] = []
        self.effort: Effort | None = None
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
        """Count a step; raises OutOfEffort when none is left."""
        self._steps += 1
        if self._steps % _BETWEEN_LOOKS == 0:
            self.look()

    def look(self) -> None:
        """Count the work since the last look, and see whether it may go on."""
        if self.effort is not None:
            self.effort.spend(_BETWEEN_LOOKS * _STEP_UNITS)
            if self.effort.exhausted:
                raise OutOfEffort

    def timed(self, values: Iterable[Value]) -> Iterator[Value]:
        """The values, with a look at the effort now and then."""
        for number, value in enumerate(values):
            if number % _BETWEEN_LOOKS == 0:
                self.look()
            yield value
