"""The meaning of a program as a search tree: where the machine stops to choose, the tree forks."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

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
    Floundered,
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
from refute.languages.language import Request, SearchOptions
from refute.search import (
    Assume,
    Budget,
    Done,
    Failed,
    Fork,
    Later,
    Search,
    Segment,
    Tree,
)
from refute.solver import Answer as Possible, Path

SHORT, LONG = 100, 1_500
"""Calls up to the first pause of a run, and from then on: most runs are short, and only long ones
need more room on Python's stack."""

PAUSES = 4
"""Number of pauses after which other branches get their turn."""

FRAMES = 6_000
"""Maximum depth of Python's stack in a long run."""


@dataclass(slots=True)
class Found:
    """What a branch ends with: the values asked for, and the alternatives it went through.

    When the branch failed, `result` is missing; when it was stuck, `stuck` says why.
    """

    inputs: tuple[Answer, ...]
    result: Answer | None
    covered: int
    stuck: Diagnostic | None = None


@dataclass(slots=True, eq=False)
class BranchState:
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
        self.arguments: tuple[Value, ...] = ()

    def tree(self) -> Tree[Found]:
        """The search tree; finished with the inputs and the result in normal form."""
        return Later(self._start)

    def _start(self) -> Tree[Found]:
        machine = self.machine
        machine.branch_from(self._root)
        machine.covered, machine.postponed, machine.goals = 0, None, ()
        if self._values is None:
            arguments: tuple[Value, ...] = tuple(
                machine.unknown(shape, "" if name.startswith("_") else name)
                for name, shape in self._inputs
            )
        else:
            arguments = tuple(map(value_of, self._values))
        self.arguments = arguments
        first = (again, self._code.entries[self._mode], *arguments)
        return self.go(True, (first, ((_collect, arguments), None)))

    def go(self, value: Value, stack: Stack) -> Tree[Found]:
        """Run the current branch up to its next choice, its end, or the end of its turn."""
        machine = self.machine
        machine.fuel = SHORT
        while value is not None:
            if stack is None:
                return self._done(value)
            frame, stack = stack
            value = frame[0](machine, value, frame)
        stop = machine.stop
        if stop is PAUSE:
            with room_for_nesting(FRAMES), _no_collection():
                return self._go_on(stack)
        return self._fork(stack) if stop is CHOICE else self._end()

    def _go_on(self, stack: Stack) -> Tree[Found]:
        """The same after a pause, in longer runs."""
        machine = self.machine
        for _ in range(PAUSES):
            stack = self._captured(stack)
            machine.fuel = LONG
            value: Value = True
            while value is not None:
                if stack is None:
                    return self._done(value)
                frame, stack = stack
                value = frame[0](machine, value, frame)
            if machine.stop is not PAUSE:
                return self._fork(stack) if machine.stop is CHOICE else self._end()
        return self._later(Option(True), self._branch(self._captured(stack)))

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

    def _done(self, value: Value) -> Tree[Found]:
        return Done(Found(self._reached(), self._answer(value), self.machine.covered))

    def _answer(self, value: Value) -> Answer:
        return answer_of(value, self._ground)

    def _reached(self) -> tuple[Answer, ...]:
        """The inputs as they are in this branch."""
        return tuple(map(self._answer, self.arguments))

    def _end(self) -> Tree[Found]:
        """This branch has no value."""
        machine = self.machine
        machine.frames.clear()
        match machine.stop:
            case Fail():
                return self._without_value(None) if self._keep_failed else Failed()
            case Stuck() as stuck:
                if self._keep_stuck:
                    return self._without_value(explain(stuck))
                return Failed(stuck)
            case other:
                return Failed(other)

    def _without_value(self, stuck: Diagnostic | None) -> Tree[Found]:
        return Done(Found(self._reached(), None, self.machine.covered, stuck))

    def _fork(self, stack: Stack) -> Tree[Found]:
        branch = self._branch(self._captured(stack))
        trees = [self._later(each, branch) for each in self.machine.options]
        return trees[0] if len(trees) == 1 else Fork(lambda: trees)

    def _branch(self, stack: Stack) -> BranchState:
        machine = self.machine
        return BranchState(
            self.arguments,
            stack,
            machine.current,
            machine.covered,
            machine.postponed,
            machine.goals,
        )

    def _later(self, option: Option, branch: BranchState) -> Tree[Found]:
        later = _Onwards(self, branch, option)
        if option.condition is None:
            return later
        return Assume(option.condition).then(lambda _: later)


class _Onwards(Later[Found]):
    """An option of a branch."""

    __slots__ = ("_branch", "_evaluation", "_option")

    def __init__(self, evaluation: Evaluation, branch: BranchState, option: Option) -> None:
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
        evaluation, branch, option = self._evaluation, self._branch, self._option
        machine = evaluation.machine
        evaluation.arguments = branch.arguments
        machine.branch_from(branch.segment)
        machine.covered, machine.postponed = branch.covered, branch.postponed
        machine.goals = branch.goals
        if option.binding is not None:
            machine.set(*option.binding)
        if branch.goals and not evaluation.look_ahead():
            return Failed()
        return evaluation.go(option.value, branch.stack)


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


def _collect(machine: Machine, value: Value, frame: Frame) -> Value:
    """End with a result: what had to turn out false must have, and all is evaluated."""
    return _finish(machine, value, (_finish, frame[1], value))


def _finish(machine: Machine, _: Value, frame: Frame) -> Value:
    inputs, value = frame[1:]
    while machine.postponed is not None:
        pairs, machine.postponed = machine.postponed
        if compare(machine, pairs, FALSE) is None:
            machine.frames.append(frame)
            return None
    pending: Any = (value, None)
    for each in reversed(inputs):
        pending = (each, pending)
    if normalise(machine, pending) is None:
        machine.frames.append((_give, value))
        return None
    return value


def _give(machine: Machine, _: Value, frame: Frame) -> Value:
    return frame[1]


# Searching


@dataclass(slots=True)
class Failures:
    """Why branches had no value; collected while a search runs."""

    stuck: Diagnostic | None = None
    floundered: str = ""

    def note(self, reason: object) -> None:
        """Keep the first reason of each kind."""
        if isinstance(reason, Stuck) and self.stuck is None:
            self.stuck = explain(reason)
        elif isinstance(reason, Floundered) and not self.floundered:
            self.floundered = reason.message


def explain(stuck: Stuck) -> Diagnostic:
    """Why a branch got stuck; to be asked while that branch is current."""
    values = " ".join(show_value(answer_of(value), tight=True) for value in stuck.values)
    message = f"{stuck.end.message} `{values}`" if values else stuck.end.message
    return error("FL030", message, stuck.end.span)


def search_for(
    evaluation: Evaluation,
    request: Request[SearchOptions],
    strategy: str,
    *,
    results: int | None = None,
    cost: int | None = None,
    failures: Failures | None = None,
    check: Callable[[Search[Found], Path], Possible] | None = None,
) -> Search[Found]:
    """A search through the branches of an evaluation, as the user's options say.

    `check`, if given, decides in place of the solver whether a path of the search is possible.
    """
    options = request.options
    search: Search[Found] = Search(
        evaluation.tree(),
        strategy=options.strategy or strategy,
        budget=Budget(options.depth, cost, options.nodes, results, request.new_effort()),
        seed=options.seed,
        on_failure=failures.note if failures else None,
        check=None if check is None else lambda path: check(search, path),
    )
    return search


def statistics(search: Search[Found]) -> dict[str, int | float]:
    """The numbers of a search that are reported."""
    counts = search.statistics
    reported: dict[str, int | float] = {"nodes": counts.nodes, "depth": counts.deepest}
    if search.queries:
        reported["solver queries"] = search.queries
    if counts.unknown:
        reported["solver unknown"] = counts.unknown
    return reported
