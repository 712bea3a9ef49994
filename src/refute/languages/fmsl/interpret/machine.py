"""The state of an evaluation: names, the value universe, the effort, and the faults so far.

Unbounded quantifiers range over the value universe (section 4.3 of the thesis).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TypeAlias

from refute.diagnostics import Diagnostic, Label, Severity
from refute.languages.fmsl.typecheck import Checked
from refute.languages.fmsl.types import ListOf, Named, Objects, Primitive, Type
from refute.languages.fmsl.values import Value, same, show_value
from refute.solver import SECOND, Effort
from refute.source import Span

Environment: TypeAlias = dict[str, Value]
"""The local names with their values; that of a variable is in a box, a list of one."""

Code: TypeAlias = Callable[[Environment], Value]
"""An expression made ready to be evaluated."""

Recorder: TypeAlias = Callable[[Value], None]
"""Adds a new value to the universe."""

LONGEST = 1_000_000
"""Maximum number of elements of a list, and of characters of a string."""

LARGEST = 10**4_000
"""Integers are smaller than this."""

MOST_FAULTS = 100
"""Maximum number of faults that one run reports."""

_BETWEEN_LOOKS = 1_000
"""Number of steps between two looks at what is left of the effort."""

_STEP_UNITS = SECOND // 1_000_000
"""What a step costs."""


class Universe:
    """The values seen so far by the name of their type, in the order in which they came.

    A value is kept once for each name, unless `duplicates` are wanted; nil is no value. Adding
    takes constant time for each value: one look into a hash table.
    """

    def __init__(self, *, duplicates: bool = False) -> None:
        self._duplicates = duplicates
        self._values: dict[str, list[Value]] = {}
        self._seen: dict[str, dict[Value, list[Value]]] = {}

    def add(self, name: str, value: Value) -> None:
        """Take in a value of a type."""
        if value is None:
            return
        if not self._duplicates:
            alike = self._seen.setdefault(name, {}).setdefault(value, [])
            # Only values of a union can be alike for Python and different for us: 1 and true.
            if alike and any(same(each, value) for each in alike):
                return
            alike.append(value)
        self._values.setdefault(name, []).append(value)

    def values(self, name: str) -> Sequence[Value]:
        """The values of a type so far; later ones do not change this sequence."""
        return tuple(self._values.get(name, ()))

    def names(self) -> Sequence[str]:
        """The types that have values, in the order in which they came."""
        return tuple(self._values)

    def dump(self) -> list[str]:
        """The lines that Figure 4.6 shows."""
        rows = [f"{name}: {show_value(tuple(each))}" for name, each in self._values.items()]
        return ["Value Universe contains: <", *rows, ">"]


class Recorders:
    """What is to be done with a new value of each type: it is added under the type's name,
    and if it is a list, its elements under theirs. Components of tuples are not added.
    """

    def __init__(self, universe: Universe, objects: Objects) -> None:
        self._universe = universe
        self._objects = objects
        self._made: dict[Type, Recorder] = {}

    def of(self, of: Type) -> Recorder:
        """The recorder for a type; the same for the same type."""
        if of not in self._made:
            self._made[of] = self._make(of)
        return self._made[of]

    def _make(self, of: Type) -> Recorder:
        structure, add = self._objects.structure(of), self._universe.add

        def record(value: Value) -> None:
            if isinstance(of, Named | Primitive):
                add(of.name, value)
            if isinstance(structure, ListOf) and isinstance(value, tuple):
                element = self.of(structure.element)
                for each in value:
                    element(each)

        return record


class OutOfEffort(Exception):
    """The evaluation took more work than it may, or has to stop for another reason."""


class TooDeep(OutOfEffort):
    """Calls inside calls, or values inside values, go deeper than there is room for."""


class Machine:
    """The state of an evaluation. Faults are warnings, each span and message once."""

    def __init__(self, checked: Checked, universe: Universe) -> None:
        self.universe = universe
        self.globals: Environment = {}
        self.faults: list[Diagnostic] = []
        self.printed: list[str] = []
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
