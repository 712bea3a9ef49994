"""The meaning of a program as a search tree: where the machine stops to choose, the tree forks."""

from __future__ import annotations

from collections.abc import Sequence

from refute.languages.funlogic.answers import value_of
from refute.languages.funlogic.branches import Found
from refute.languages.funlogic.compile import Compiled
from refute.languages.funlogic.equality import settle
from refute.languages.funlogic.machine import FALSE, NORMAL, TRUE, VALUE, Machine, again
from refute.languages.funlogic.running import Running, finish
from refute.languages.funlogic.unknowns import Value
from refute.languages.funlogic.values import Answer, Code, Type
from refute.search import Later, Tree


class Evaluation(Running):
    """Evaluates a function for unknown inputs.

    With `wanted`, the function is a condition that must have that value. With `keep_stuck`, a
    branch that gets stuck is a result, and with `keep_failed`, so is one that fails.
    """

    def __init__(
        self,
        compiled: Compiled,
        code: Code,
        inputs: Sequence[tuple[str, Type | None]] = (),
        *,
        wanted: bool | None = None,
        values: Sequence[Answer] | None = None,
        keep_stuck: bool = False,
        keep_failed: bool = False,
    ) -> None:
        machine = Machine(
            compiled.checked.datatypes,
            compiled.generated.ground,
            compiled.functions.of,
            compiled.generated.told,
            compiled.generated.steady,
        )
        machine.gathers = compiled.generated.parallel
        super().__init__(machine, keep_stuck=keep_stuck, keep_failed=keep_failed)
        self._root = machine.current
        self._code = code
        self._inputs = inputs
        self._values = values
        self._mode = VALUE if wanted is None else TRUE if wanted else FALSE
        if wanted is None and not inputs and not keep_stuck and not keep_failed:
            generated = compiled.generated
            self._mode = NORMAL if generated.parallel and generated.demand.pays(code) else VALUE

    def tree(self) -> Tree[Found]:
        """The search tree; finished with the inputs and the result in normal form."""
        return Later(self._start)

    def _start(self) -> Tree[Found]:
        machine = self.machine
        machine.branch_from(self._root)
        machine.covered, machine.postponed, machine.goals = 0, None, ()
        machine.assumed, machine.spent = (), 0
        self._is_explained = False
        if self._values is None:
            arguments: tuple[Value, ...] = tuple(
                machine.unknown(shape, "" if name.startswith("_") else name)
                for name, shape in self._inputs
            )
        else:
            arguments = tuple(map(value_of, self._values))
        self.arguments = arguments
        first = (again, self._code.entries[self._mode], *arguments)
        last = (finish if self._mode == VALUE else settle, None)
        return self.fork(self.go(True, (first, (last, None))))
