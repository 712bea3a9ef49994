"""The meaning of a program as a search tree: where the machine branches, the tree forks."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from funlogic_machine.compile import Compiled
from funlogic_machine.machine import (
    BOTTOM,
    NORMALISE,
    REQUIRE,
    RETURN,
    Alternative,
    Branch,
    Conditions,
    Fail,
    Finished,
    Floundered,
    Machine,
    Next,
    Node,
    Stack,
    State,
    Stuck,
)
from funlogic_machine.trail import Segment
from funlogic_machine.values import Unknown, rebuild
from refute.languages.funlogic.values import Answer, Constructor, Data, DataType, Hole, Type
from refute.record import record
from refute.search import (
    Assume,
    Done,
    Failed,
    Fork,
    Later,
    Tree,
)

SLICE = 4096
"""Number of steps after which other branches get their turn."""


@dataclass(slots=True)
class Found:
    """What a branch ends with: the values asked for, and the alternatives it went through.

    When the branch failed, `result` is missing; when it was stuck, `stuck` says why.
    """

    inputs: tuple[Answer, ...]
    result: Answer | None
    covered: int
    stuck: Stuck | None = None


@record
class BranchState:
    """Where a branch goes on, beside the state of the machine."""

    segment: Segment
    covered: int
    refuted: Conditions


class Evaluation:
    """Evaluates an expression over unknown inputs.

    With `wanted` the expression is a condition that must come out so. With `keep_stuck` a branch
    that gets stuck is a result of its own, and with `keep_failed` one that fails is, too.
    """

    def __init__(
        self,
        compiled: Compiled,
        expression: Node,
        inputs: Sequence[tuple[str, Type | None]] = (),
        *,
        wanted: bool | None = None,
        values: Sequence[Answer] | None = None,
        keep_stuck: bool = False,
        keep_failed: bool = False,
    ) -> None:
        self._machine = Machine(compiled.checked.datatypes)
        self._root = self._machine.current
        self._expression = expression
        self._inputs = inputs
        self._values = values
        self._wanted = wanted
        self._keep_stuck = keep_stuck
        self._keep_failed = keep_failed

    def tree(self) -> Tree[Found]:
        """The search tree; finished with the inputs and the result in normal form."""
        return Later(self._start)

    def _start(self) -> Tree[Found]:
        machine = self._machine
        machine.branch_from(self._root)
        machine.covered, machine.refuted = 0, None
        if self._values is None:
            environment: tuple[Any, ...] = tuple(
                machine.unknown(shape, "" if name.startswith("_") else name)
                for name, shape in self._inputs
            )
        else:
            environment = tuple(self._values)
        stack: Stack = (Collect(environment), BOTTOM)
        if self._wanted is not None:
            stack = (REQUIRE[self._wanted], stack)
        return self._go((self._expression, environment, stack), environment)

    def _go(self, state: State, inputs: tuple[Any, ...]) -> Tree[Found]:
        """Run the current branch up to its next choice, its end, or the end of its turn."""
        machine = self._machine
        try:
            state = machine.run(state, SLICE)
        except Branch as branch:
            return self._fork(branch.alternatives, inputs)
        except Finished as finished:
            *values, result = finished.value.fields
            return Done(Found(tuple(map(_reify, values)), _reify(result), machine.covered))
        except Fail:
            return self._without_value(inputs, None) if self._keep_failed else Failed()
        except Stuck as stuck:
            return self._without_value(inputs, stuck) if self._keep_stuck else Failed(stuck)
        except Floundered as floundered:
            return Failed(floundered)
        return self._later(Alternative(*state), self._branch(), inputs)

    def _without_value(self, inputs: tuple[Any, ...], stuck: Stuck | None) -> Tree[Found]:
        return Done(Found(tuple(map(_reify, inputs)), None, self._machine.covered, stuck))

    def _fork(self, alternatives: Sequence[Alternative], inputs: tuple[Any, ...]) -> Tree[Found]:
        branch = self._branch()
        trees = [self._later(each, branch, inputs) for each in alternatives]
        return trees[0] if len(trees) == 1 else Fork(lambda: trees)

    def _branch(self) -> BranchState:
        machine = self._machine
        return BranchState(machine.current, machine.covered, machine.refuted)

    def _later(
        self, alternative: Alternative, branch: BranchState, inputs: tuple[Any, ...]
    ) -> Tree[Found]:
        def resume() -> Tree[Found]:
            machine = self._machine
            machine.branch_from(branch.segment)
            machine.covered, machine.refuted = branch.covered, branch.refuted
            if alternative.binding is not None:
                machine.bind(*alternative.binding)
            return self._go((alternative.node, alternative.environment, alternative.stack), inputs)

        later = Later(resume, alternative.cost, alternative.label)
        if alternative.condition is None:
            return later
        return Assume(alternative.condition).then(lambda _: later)


@dataclass(slots=True)
class Collect:
    """Takes the result and ends with the normal forms of the inputs and of the result."""

    inputs: tuple[Any, ...]

    def resume(self, machine: Machine, value: Any, stack: Stack) -> State:
        """Normalise them all, once what had to turn out false has."""
        if machine.refuted is not None:
            condition, environment, machine.refuted = machine.refuted
            again = Next(RETURN, value)
            return condition, environment, (REQUIRE[False], (again, (self, stack)))
        return NORMALISE, Data(_TOGETHER, (*self.inputs, value)), stack


_TOGETHER = Constructor("inputs and result", DataType("everything"), ())


def _reify(value: Any) -> Answer:
    """A value as it is now, whatever other branches bind later; unknowns become holes."""
    return rebuild(
        value, lambda part: Hole(part.name, part.type) if isinstance(part, Unknown) else part
    )
