"""The state of an evaluation: names, the value universe, effort, and faults.

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
"""The local names with their values; that of a variable is in a box, a list with one item."""

Code: TypeAlias = Callable[[Environment], Value]
"""A compiled expression."""

Recorder: TypeAlias = Callable[[Value], None]
"""Adds a new value to the universe."""

LONGEST = 1_000_000
"""Maximum number of elements of a list, and of characters of a string."""

LARGEST = 10**4_000
"""Integers are smaller than this."""

MOST_FAULTS = 100
"""Maximum number of faults reported in one run."""

_BETWEEN_LOOKS = 1_000
"""Number of steps between two checks of the remaining effort."""

_STEP_UNITS = SECOND // 1_000_000
"""Cost of a step."""


class Universe:
    """The values seen so far by the name of their type, in order of appearance.

    A value is kept once for each name, unless `duplicates` are wanted; nil is not a value. Adding a
    value takes constant time: one lookup in a hash table.
    """

    def __init__(self, *, duplicates: bool = False) -> None:
        self._duplicates = duplicates
        self._values: dict[str, list[Value]] = {}
        self._seen: dict[str, dict[Value, list[Value]]] = {}

    def add(self, name: str, value: Value) -> None:
        """Add a value of a type."""
        if value is None:
            return
        if not self._duplicates:
            alike = self._seen.setdefault(name, {}).setdefault(value, [])
            # Only values of a union can be equal for Python but different in FMSL: 1 and true.
            if alike and any(same(each, value) for each in alike):
                return
            alike.append(value)
        self._values.setdefault(name, []).append(value)

    def values(self, name: str) -> Sequence[Value]:
        """The values of a type so far; later ones do not change this sequence."""
        return tuple(self._values.get(name, ()))

    def names(self) -> Sequence[str]:
        """The types that have values, in order of appearance."""
        return tuple(self._values)

    def dump(self) -> list[str]:
        """The lines of the dump in Figure 4.6."""
        rows = [f"{name}: {show_value(tuple(each))}" for name, each in self._values.items()]
        return ["Value Universe contains: <", *rows, ">"]


class Recorders:
    """The recorders for new values of each type.

    A value is added under the name of its type and, if it is a list, its elements under theirs.
    Components of tuples are not added.
    """

    def __init__(self, universe: Universe, objects: Objects) -> None:
        self._universe = universe
        self._objects = objects
        self._made: dict[Type, Recorder] = {}

    def of(self, of: Type) -> Recorder:
        """The recorder for a type; the same one for the same type."""
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
    """The evaluation exceeded its effort, or has to stop for another reason."""


class TooDeep(OutOfEffort):
    """Nested calls or values are too deep."""


class Machine:
    """The state of an evaluation. Faults are warnings, recorded once for each span and message."""

    def __init__(self, checked: Checked, universe: Universe) -> None:
        self.universe = universe
        self.globals: Environment = {}
        self.faults: list[Diagnostic] = []
        self.printed: list[str] = []
        self.effort: Effort | None = None
        self._steps = 0
        self.use(checked)

    def use(self, checked: Checked) -> None:
        """Continue with another specification, keeping values and the universe."""
        self.checked = checked
        self.recorders = Recorders(self.universe, checked.objects)

    def fault(self, code: str, message: str, span: Span, advice: str = "") -> None:
        """Record a fault; the value is nil."""
        label = Label(span, "nil")
        found = Diagnostic(code, message, label, help=advice, severity=Severity.WARNING)
        if len(self.faults) < MOST_FAULTS and found not in self.faults:
            self.faults.append(found)

    def step(self) -> None:
        """Count a step; raises OutOfEffort if none is left."""
        self._steps += 1
        if self._steps % _BETWEEN_LOOKS == 0:
            self.look()

    def look(self) -> None:
        """Count the work since the last check, and check whether evaluation may continue."""
        if self.effort is not None:
            self.effort.spend(_BETWEEN_LOOKS * _STEP_UNITS)
            if self.effort.exhausted:
                raise OutOfEffort

    def timed(self, values: Iterable[Value]) -> Iterator[Value]:
        """The values, with a check of the effort now and then."""
        for number, value in enumerate(values):
            if number % _BETWEEN_LOOKS == 0:
                self.look()
            yield value
