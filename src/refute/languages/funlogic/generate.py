"""Python code for the functions of a program, generated when they are first called.

Values that are certain to be needed are computed in place, by calls; all others become thunks.
After every call that may be interrupted, the code checks whether it was, and then adds a frame: the
name of a function with the rest of the code, and the variables that it needs. So every function is
written once as a whole, and once more from each such point on.

Names in the code: `x3` is variable 3 as it was passed, `w3` the same evaluated, `v3` an
intermediate value. `m` is the machine.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from fractions import Fraction
from typing import Any

from refute.frontend.nesting import room_for_nesting
from refute.frontend.node import Node, walk
from refute.languages.funlogic import (
    arithmetic,
    choices,
    core,
    encapsulate,
    equality,
    forcing,
    machine,
    ordering,
    series,
)
from refute.languages.funlogic.answers import add_known
from refute.languages.funlogic.bounds import is_deterministic
from refute.languages.funlogic.expected import Expectations
from refute.languages.funlogic.machine import AHEAD, DELAYED, VALUE
from refute.languages.funlogic.normal import Demand
from refute.languages.funlogic.unknowns import Kind
from refute.languages.funlogic.values import Closure, Code, Constructor, Data
from refute.languages.funlogic.writing.ahead import made_by_loop
from refute.languages.funlogic.writing.kinds import spoken_of
from refute.languages.funlogic.writing.names import SUFFIXES, WANTED, entry_name
from refute.languages.funlogic.writing.tails import Writer

FRAMES = 20_000
"""Maximum depth of Python's stack while code is generated."""

DOWN_FROM = tuple(range(fuel, 0, -1) for fuel in range(machine.LONG + 1))
"""The ranges down to one, by their first number; made in advance, because that often takes longer
than a loop over data."""

_RUNTIME: Mapping[str, Any] = {
    "CHOICE": machine.CHOICE,
    "DOWN_FROM": DOWN_FROM,
    "FAIL": machine.FAIL,
    "Closure": Closure,
    "Fraction": Fraction,
    "Kind": Kind,
    "again": machine.again,
    "all_values": encapsulate.all_values,
    "apply": forcing.apply,
    "bound": choices.bound,
    "calculate": arithmetic.calculate,
    "compare": equality.compare,
    "decide": choices.decide,
    "divide": arithmetic.divide,
    "in_order": ordering.in_order,
    "invert": choices.invert,
    "is_open": series.is_open,
    "is_ready": machine.is_ready,
    "is_result": series.is_result,
    "leave_step": series.leave_step,
    "narrowed": choices.narrowed,
    "narrowed_towards": choices.narrowed_towards,
    "normal": forcing.normal,
    "note_result": series.note_result,
    "note_results": series.note_results,
    "note_steps": series.note_steps,
    "number_choice": choices.number_choice,
    "pair_of": series.pair_of,
    "require": choices.require,
    "shorten": machine.shorten,
    "tell": equality.tell,
    "unify": equality.unify,
    "whnf": forcing.whnf,
}


class Generated:
    """The functions of a program, with the names that generated code uses.

    `ground` maps the identities of the constant data in them to their answers. `told` maps the code
    of the thunk for a call to the function that is told the value, and `steady` contains the codes
    of thunks for calls that neither choose nor make unknowns. If `parallel`, both sides of an `and`
    that must hold are evaluated side by side.
    """

    def __init__(self, *, parallel: bool = True) -> None:
        self.parallel = parallel
        self.names: dict[str, Any] = dict(_RUNTIME)
        self.ground: dict[int, Data] = {}
        self._codes = 0
        self._constants: dict[int, str] = {}
        self._captured: dict[Code, tuple[int, ...]] = {}
        self._loops: dict[Code, Constructor | None] = {}
        self.told: dict[Callable[..., Any], Code] = {}
        self.steady: set[Callable[..., Any]] = set()
        self._functions = 0
        self.demand = Demand()
        self._expectations = Expectations(self)

    def condition(self, node: Node, mode: int) -> Node:
        """A condition in the best form for evaluation in a mode."""
        if mode not in WANTED or not self.parallel:
            return node
        return self._expectations.condition(node, WANTED[mode])

    def merged(self, code: Code, called: Code, arguments: Sequence[Node]) -> Node | None:
        """The body that replaces a last call of another function in a function, if there is one."""
        return self._expectations.merged(code, called, arguments) if self.parallel else None

    def code(self, name: str, arity: int, first: int = 0) -> Code:
        """A new function, whose body is set later."""
        code = Code(name, arity, first, self._codes)
        self._codes += 1
        code.entries = [self._first_call(code, mode) for mode in SUFFIXES]
        return code

    def _first_call(self, code: Code, mode: int) -> Callable[..., Any]:
        def call(*arguments: Any) -> Any:
            if code.entries[mode] is call:
                self._generate(code, mode)
            return code.entries[mode](*arguments)

        return call

    def _generate(self, code: Code, mode: int) -> None:
        modes = (VALUE, DELAYED, AHEAD) if mode in {VALUE, DELAYED, AHEAD} else (mode,)
        before = code.entries[DELAYED]
        with room_for_nesting(FRAMES):
            text = Writer(self, code, modes[0]).text()
        exec(compile(text, f"<{code.name}>", "exec"), self.names)
        for each in modes:
            if each != AHEAD or self.loop(code) is not None:
                code.entries[each] = self.names[entry_name(code, each)]
        if DELAYED in modes:
            self._may_be_told(code)
            if is_deterministic(code):
                self.steady.update((before, code.entries[DELAYED]))

    def entry(self, code: Code, mode: int) -> str:
        """The name by which a function is called in a mode."""
        name = entry_name(code, mode)
        if name not in self.names:
            self.names[name] = code.entries[mode]
            if mode == DELAYED:
                self._may_be_told(code)
        return name

    def _may_be_told(self, code: Code) -> None:
        """Record the function by which a thunk for a call can be told its value."""
        told = self._expectations.told(code) if self.parallel else None
        if told is not None:
            self.told[code.entries[DELAYED]] = told

    def constant(self, value: Any) -> str:
        """The text of a value in generated code."""
        if value.__class__ is int or value.__class__ is bool:
            return f"({value})" if value < 0 else str(value)
        if id(value) not in self._constants:
            name = f"K{len(self._constants)}"
            self._constants[id(value)] = name
            self.names[name] = value
            if value.__class__ is tuple and value[0].__class__ is Constructor:
                add_known(value, self.ground)
        return self._constants[id(value)]

    def closure(self, code: Code) -> str:
        """A function that captures nothing, as a value."""
        name = f"c{code.number}"
        if name not in self.names:
            self.names[name] = Closure(code)
        return name

    def function_name(self, kind: str) -> str:
        """A new name for a function."""
        self._functions += 1
        return f"{kind}{self._functions}"

    def loop(self, code: Code) -> Constructor | None:
        """The constructor that a function makes in a loop, if it does."""
        if code not in self._loops:
            self._loops[code] = made_by_loop(code)
        return self._loops[code]

    def captured(self, code: Code) -> tuple[int, ...]:
        """The variables of enclosing functions that a function needs, also for those it calls."""
        if code not in self._captured:
            found: set[int] = set()
            seen, pending = {code}, [code]
            while pending:
                current = pending.pop()
                for node in walk(current.body):
                    if isinstance(node, core.Call | core.Lambda) and node.code not in seen:
                        seen.add(node.code)
                        if node.code.first:
                            pending.append(node.code)
                    found.update(each for each in spoken_of(node) if each < current.first)
            self._captured[code] = tuple(sorted(each for each in found if each < code.first))
        return self._captured[code]
