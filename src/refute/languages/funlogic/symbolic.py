"""The meaning of a program as a search tree: where the machine stops to choose, the tree forks."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import TypeAlias

from refute.diagnostics import Diagnostic, error
from refute.frontend.nesting import room_for_nesting
from refute.languages.funlogic.answers import answer_of, value_of
from refute.languages.funlogic.compile import Compiled
from refute.languages.funlogic.equality import compare
from refute.languages.funlogic.machine import (
    CHOICE,
    FALSE,
    PAUSE,
    TRUE,
    VALUE,
    Fail,
    Frame,
    Goal,
    Machine,
    Option,
    Postponed,
    Stack,
    Stuck,
    Value,
    again,
    normalise,
    shorten,
)
from refute.languages.funlogic.show import show_value
from refute.languages.funlogic.values import Answer, Code, Type
from refute.search import (
    Assume,
    Done,
    Failed,
    Fork,
    Later,
    Segment,
    Stretch,
    Tree,
    Walkable,
)

SHORT, LONG = 100, 1_500
"""Calls up to the first pause of a run, and from then on: most runs are short, and only long ones
need more room on Python's stack."""

PAUSES = 4
"""Number of pauses after which other branches get their turn."""

FRAMES = 6_000
"""Maximum depth of Python's stack in a long run."""


class Found:
    """What a branch ends with: the values asked for, and the alternatives it went through.

    When the branch failed, `result` is missing; when it was stuck, `stuck` says why. The values
    are read when they are asked for, as they are in this branch.
    """

    __slots__ = ("_evaluation", "_inputs", "_result", "_segment", "covered", "stuck")

    def __init__(
        self, evaluation: Evaluation, value: Value, stuck: Diagnostic | None = None
    ) -> None:
        machine = evaluation.machine
        self._evaluation = evaluation
        self._segment = machine.current
        self._inputs = evaluation.arguments
        self._result = value
        self.covered = machine.covered
        self.stuck = stuck

    @property
    def inputs(self) -> tuple[Answer, ...]:
        """The inputs, as far as the branch has decided them."""
        return tuple(map(self._read, self._inputs))

    @property
    def result(self) -> Answer | None:
        """The value, if there is one."""
        return None if self._result is None else self._read(self._result)

    def _read(self, value: Value) -> Answer:
        return self._evaluation.read(value, self._segment)


@dataclass(slots=True, eq=False)
class Branch:
    """Where a branch goes on: the frames, and the state of the machine."""

    arguments: tuple[Value, ...]
    stack: Stack
    segment: Segment
    covered: int
    postponed: Postponed
    goals: tuple[Goal, ...]


class Evaluation:
    """Evaluates a function for unknown inputs.

    With `wanted` the function is a condition that must come out so. With `keep_stuck` a branch
    that gets stuck is a result of its own, and with `keep_failed` one that fails is, too.
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
        self.machine = Machine(compiled.checked.datatypes, compiled.generated.ground)
        self._root = self.machine.current
        self._ground = compiled.generated.ground
        self._code = code
        self._inputs = inputs
        self._values = values
        self._mode = VALUE if wanted is None else TRUE if wanted else FALSE
        self._keep_stuck = keep_stuck
        self._keep_failed = keep_failed
        self._is_explained = False
        self.arguments: tuple[Value, ...] = ()

    def tree(self) -> Tree[Found]:
        """The search tree; finished with the inputs and the result in normal form."""
        return Later(self._start)

    def _start(self) -> Tree[Found]:
        machine = self.machine
        machine.branch_from(self._root)
        machine.covered, machine.postponed, machine.goals = 0, None, ()
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
        return self.fork(self.go(True, (first, ((_finish, None), None))))

    def read(self, value: Value, segment: Segment) -> Answer:
        """A value as it was at the end of a segment."""
        if self.machine.current is not segment:
            self.machine.jump(segment)
        return answer_of(value, self._ground)

    def enter(self, branch: Branch, option: Option) -> None:
        """Make a branch the current one, with one of its options."""
        machine = self.machine
        self.arguments = branch.arguments
        machine.branch_from(branch.segment)
        machine.covered, machine.postponed = branch.covered, branch.postponed
        machine.goals = branch.goals
        if option.binding is not None:
            machine.set(*option.binding)

    def resume(self, branch: Branch, option: Option) -> Halted:
        """Run a branch with one of its options."""
        self.enter(branch, option)
        if branch.goals and not self.look_ahead():
            return Failed()
        return self.go(option.value, branch.stack)

    def go(self, value: Value, stack: Stack) -> Halted:
        """Run the current branch up to its next choice, its end, or the end of its turn."""
        machine = self.machine
        machine.fuel = SHORT
        while value is not None:
            if stack is None:
                return Done(Found(self, value))
            frame, stack = stack
            value = frame[0](machine, value, frame)
        return self.halted(stack)

    def halted(self, stack: Stack) -> Halted:
        """What the current branch has come to when it is interrupted; after a pause it goes on."""
        stop = self.machine.stop
        if stop is CHOICE:
            return Choices(self.branch(self._captured(stack)), self.machine.options)
        if stop is PAUSE:
            with room_for_nesting(FRAMES), _no_collection():
                return self._go_on(stack)
        return self._end()

    def _go_on(self, stack: Stack) -> Halted:
        """The same after a pause, in longer runs."""
        machine = self.machine
        for _ in range(PAUSES):
            stack = self._captured(stack)
            machine.fuel = LONG
            value: Value = True
            while value is not None:
                if stack is None:
                    return Done(Found(self, value))
                frame, stack = stack
                value = frame[0](machine, value, frame)
            if machine.stop is not PAUSE:
                return self.halted(stack)
        return self._later(self.branch(self._captured(stack)), Option(True))

    def look_ahead(self) -> bool:
        """Evaluate the goals as far as they go without a choice; whether none of them fails."""
        machine = self.machine
        tried: set[Goal] = set()
        while True:
            goal = next((g for g in machine.goals if g.is_ready and g not in tried), None)
            if goal is None:
                return True
            machine.goals = tuple(each for each in machine.goals if each is not goal)
            later = self._evaluated(goal)
            if later is not None:
                machine.goals = (*machine.goals, later)
                tried.add(later)
            elif machine.stop.__class__ is Fail:
                return False

    def _evaluated(self, goal: Goal) -> Goal | None:
        """A goal after it went on; nothing if that has ended it, and then `stop` says how.

        One that is stuck is forgotten: it comes to that in its turn, if nothing fails before.
        """
        machine = self.machine
        value = goal.value if goal.unknown is None else shorten(goal.unknown)
        stack, machine.fuel = goal.stack, SHORT
        while value is not None:
            if stack is None:
                return Goal(goal.number, None)
            frame, stack = stack
            value = frame[0](machine, value, frame)
        stop, stack = machine.stop, self._captured(stack)
        if stop is PAUSE:
            return Goal(goal.number, stack)
        if stop is CHOICE:
            bound = machine.options[0].binding
            unknown = None if bound is None else bound[0]
            return Goal(goal.number, stack, True, machine.options, unknown)
        return None

    def _captured(self, stack: Stack) -> Stack:
        """The frames of an evaluation that was interrupted, on top of those below."""
        frames = self.machine.frames
        for frame in reversed(frames):
            stack = (frame, stack)
        frames.clear()
        return stack

    def _end(self) -> Halted:
        """This branch has no value."""
        machine = self.machine
        machine.frames.clear()
        match machine.stop:
            case Fail():
                return self._without_value(None) if self._keep_failed else Failed()
            case Stuck() as stuck:
                if self._keep_stuck:
                    return self._without_value(explain(stuck))
                return self._failed(stuck)
            case other:
                return Failed(other)

    def _failed(self, stuck: Stuck) -> Failed:
        """Only of the first branch that gets stuck it is said why."""
        if self._is_explained:
            return Failed()
        self._is_explained = True
        return Failed(explain(stuck))

    def _without_value(self, stuck: Diagnostic | None) -> Halted:
        return Done(Found(self, None, stuck))

    def branch(self, stack: Stack) -> Branch:
        """The current branch with what is to be done in it."""
        machine = self.machine
        return Branch(
            self.arguments,
            stack,
            machine.current,
            machine.covered,
            machine.postponed,
            machine.goals,
        )

    def option(self, branch: Branch, option: Option) -> Tree[Found]:
        """A branch that goes on with an option, as a tree."""
        later = self._later(branch, option)
        if option.condition is None:
            return later
        return Assume(option.condition).then(lambda _: later)

    def _later(self, branch: Branch, option: Option) -> Onwards:
        return Onwards(self, branch, option)

    def fork(self, halted: Halted) -> Tree[Found]:
        """What a branch has come to, as a tree."""
        if not isinstance(halted, Choices):
            return halted
        trees = [self.option(halted.branch, each) for each in halted.options]
        return trees[0] if len(trees) == 1 else Fork(lambda: trees)


@dataclass(slots=True)
class Choices:
    """A branch that has come to a choice."""

    branch: Branch
    options: Sequence[Option]


Halted: TypeAlias = "Choices | Done[Found] | Failed | Onwards"
"""Where the run of a branch stops: at a choice, with a value, without one, or after its turn."""


class Onwards(Walkable[Found]):
    """An option of a branch."""

    __slots__ = ("_branch", "_evaluation", "_option")

    def __init__(self, evaluation: Evaluation, branch: Branch, option: Option) -> None:
        self._evaluation = evaluation
        self._branch = branch
        self._option = option
        self.cost = option.cost

    brief = False

    @property
    def label(self) -> str | Callable[[], str]:  # type: ignore[override]
        """Its name in drawings."""
        return self._option.label

    def resume(self) -> Tree[Found]:
        """Make the branch the current one, and run it with this option."""
        evaluation = self._evaluation
        return evaluation.fork(evaluation.resume(self._branch, self._option))

    def walk(self, limit: int) -> Walk:
        """Go on from here depth first."""
        return Walk(self._evaluation, self._branch, self._option, limit)


class Walk(Stretch[Found]):
    """A stretch of the search, with a stack of the choices whose options are not all walked.

    It does what `Evaluation.resume` and `go` do, but without a call for each step.
    """

    def __init__(self, evaluation: Evaluation, branch: Branch, option: Option, limit: int) -> None:
        self.nodes = self.failures = self.deepest = self.turns = 0
        self.reasons: list[object] = []
        self._evaluation = evaluation
        self._limit = limit
        self._open: list[tuple[Branch, Option, int, int]] = [(branch, option, 0, 0)]
        self._paused: list[tuple[Tree[Found], int, int]] = []

    def __iter__(self) -> Iterator[tuple[Found, int, int]]:
        evaluation, waiting = self._evaluation, self._open
        machine = evaluation.machine
        frames = machine.frames
        while waiting and self.nodes < self._limit:
            branch, option, depth, cost = waiting[-1]
            if option.condition is not None and self.nodes:
                return
            waiting.pop()
            self.nodes += 1
            cost += option.cost
            evaluation.enter(branch, option)
            if branch.goals and not evaluation.look_ahead():
                self.failures += 1
                continue
            value, stack = option.value, branch.stack
            machine.fuel = SHORT
            while value is not None:
                if stack is None:
                    yield Found(evaluation, value), depth, cost
                    break
                frame, stack = stack
                value = frame[0](machine, value, frame)
            else:
                if machine.stop is CHOICE:
                    for frame in reversed(frames):
                        stack = (frame, stack)
                    frames.clear()
                    halted: Halted = Choices(evaluation.branch(stack), machine.options)
                else:
                    halted = evaluation.halted(stack)
                match halted:
                    case Choices(branch, options):
                        if len(options) > 1:
                            depth += 1
                            self.deepest = max(self.deepest, depth)
                        for option in reversed(options):
                            waiting.append((branch, option, depth, cost))
                    case Failed(reason):
                        self.failures += 1
                        if reason is not None:
                            self.reasons.append(reason)
                    case Done(found):
                        yield found, depth, cost
                    case Onwards():
                        self.turns = 1
                        self._paused.append((halted, depth, cost))
                        return

    def rest(self) -> list[tuple[Tree[Found], int, int]]:
        """What is open, the newest first."""
        option = self._evaluation.option
        left = [(option(branch, each), depth, cost) for branch, each, depth, cost in self._open]
        return [*self._paused, *reversed(left)]


@contextmanager
def _no_collection() -> Iterator[None]:
    """Put off the search for cyclic garbage: a turn is short, and much of what it makes stays."""
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()


def _finish(machine: Machine, value: Value, frame: Frame) -> Value:
    """End with a result: what had to turn out false must have, and all of it is evaluated.

    The inputs are: an unknown is only bound to what is.
    """
    result = value if frame[1] is None else frame[1]
    while machine.postponed is not None:
        pairs, machine.postponed = machine.postponed
        if compare(machine, pairs, FALSE) is None:
            machine.frames.append((_finish, result))
            return None
    if normalise(machine, (result, None)) is None:
        machine.frames.append((_give, result))
        return None
    return result


def _give(machine: Machine, _: Value, frame: Frame) -> Value:
    return frame[1]


def explain(stuck: Stuck) -> Diagnostic:
    """Why the current branch got stuck."""
    values = " ".join(show_value(answer_of(value), tight=True) for value in stuck.values)
    message = f"{stuck.end.message} `{values}`" if values else stuck.end.message
    return error("FL030", message, stuck.end.span)
