"""Running a branch up to its next choice, its end, or the end of its turn."""

from __future__ import annotations

import gc
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from itertools import zip_longest

from refute.diagnostics import Diagnostic, error
from refute.frontend.nesting import room_for_nesting
from refute.languages.funlogic.answers import answer_of
from refute.languages.funlogic.branches import Branch, Choices, Found
from refute.languages.funlogic.equality import settle
from refute.languages.funlogic.forcing import normalise, without_thunks
from refute.languages.funlogic.keeping import Keeping
from refute.languages.funlogic.machine import (
    CHOICE,
    PAUSE,
    SHORT,
    DeadEnd,
    Fail,
    Frame,
    Goal,
    Machine,
    Stack,
    Stuck,
    TooLong,
)
from refute.languages.funlogic.show import show_value
from refute.languages.funlogic.unknowns import Option, Unknown, Value, Way, option
from refute.languages.funlogic.values import Answer
from refute.languages.funlogic.walk import Halted, OpenBranch
from refute.search import Assume, Done, Failed, Fork, Later, Segment, Tree
from refute.solver import SECOND
from refute.terms import Term

PAUSES = 4
"""Number of pauses after which other branches get their turn."""

FRAME_UNITS = SECOND // 250_000
"""What it costs to keep a frame, or a part of what a call hands on: so much that an endless
recursion does not take gigabytes. A long number costs a unit for each of its bits in a turn."""

FRAMES = 6_000
"""Maximum depth of Python's stack in a long run."""


class Running:
    """Runs the branches of a machine.

    With `keep_stuck` a branch that gets stuck is a result of its own, and with `keep_failed` one
    that fails is, too.
    """

    def __init__(
        self, machine: Machine, *, keep_stuck: bool = False, keep_failed: bool = False
    ) -> None:
        self.machine = machine
        self.keep_failed = keep_failed
        self.arguments: tuple[Value, ...] = ()
        self.keep_stuck = keep_stuck
        self._is_explained = False
        self._keeping = Keeping()

    def read(self, value: Value, segment: Segment) -> Answer:
        """A value as it was at the end of a segment."""
        if self.machine.current is not segment:
            self.machine.jump(segment)
        return answer_of(value, self.machine.ground)

    def enter(self, branch: Branch, chosen: Option) -> Value:
        """Make a branch the current one, with one of its options; gives the value of that."""
        machine = self.machine
        self.arguments = branch.arguments
        machine.branch_from(branch.segment)
        machine.covered, machine.postponed = branch.covered, branch.postponed
        machine.goals, machine.spent = branch.goals, 0
        value, _, _, before, _ = chosen
        if branch.unknown is not None:
            if isinstance(value, Way):
                value = value.made(machine.now, branch.first + before)
            machine.set(branch.unknown, value)
        return value

    def resume(self, branch: Branch, chosen: Option) -> Halted:
        """Run a branch with one of its options."""
        value = self.enter(branch, chosen)
        if branch.goals:
            if not self.look_ahead():
                return Failed()
            if self.machine.goals and (condition := self.insisted()) is not None:
                return Choices(self.branch(branch.stack), [option(value, condition)])
        return self.go(value, branch.stack)

    def go(self, value: Value, stack: Stack) -> Halted:
        """Run the current branch up to its next choice, its end, or the end of its turn."""
        machine = self.machine
        machine.fuel = SHORT
        try:
            while value is not None:
                if stack is None:
                    return Done(self._found(value))
                frame, stack = stack
                value = frame[0](machine, value, frame)
        except TooLong as reason:
            machine.flounder(str(reason))
        return self.halted(stack)

    def halted_with(self, value: Value, stack: Stack) -> Halted:
        """What the current branch has come to, with a value or interrupted."""
        return self.halted(stack) if value is None else Done(self._found(value))

    def halted(self, stack: Stack) -> Halted:
        """What the current branch has come to when it is interrupted; after a pause it goes on."""
        stop = self.machine.stop
        if stop is CHOICE:
            machine = self.machine
            branch = self.branch(self._captured(stack), machine.chosen, machine.first)
            return Choices(branch, machine.options)
        if stop is PAUSE:
            try:
                with room_for_nesting(FRAMES), _no_collection():
                    return self._go_on(stack)
            except RecursionError:
                self.machine.flounder("a call inside of calls is nested too deeply")
            except TooLong as reason:
                self.machine.flounder(str(reason))
        return self._end()

    def _go_on(self, stack: Stack) -> Halted:
        """The same after a pause, in longer runs."""
        machine, growth = self.machine, -1  # one frame was taken when the turn began
        for _ in range(PAUSES):
            growth += len(machine.frames)
            stack = self._captured(stack)
            machine.fuel = machine.turn
            value: Value = True
            while value is not None:
                if stack is None:
                    return Done(self._found(value))
                frame, stack = stack
                value = frame[0](machine, value, frame)
                growth -= 1
            if machine.stop is not PAUSE:
                return self.halted(stack)
        machine.effort.look_at_memory()
        parts, bits = self._keeping.grown(machine.frames[0])
        machine.shorten_turns(bits)
        units = FRAME_UNITS * (max(0, growth + len(machine.frames)) + parts) + bits
        return OpenBranch(self, self.branch(self._captured(stack)), option(True), units)

    def look_ahead(self) -> bool:
        """Evaluate the goals as far as they go without a choice; whether none of them fails."""
        machine = self.machine
        tried: set[Goal] = set()
        at, moved = 0, False
        while True:
            goals = machine.goals
            while at < len(goals) and (not goals[at].is_ready or goals[at] in tried):
                at += 1
            if at >= len(goals):
                if not moved and not self._gathered():
                    return True
                at, moved = 0, False
                continue
            machine.goals, moved = goals[:at] + goals[at + 1 :], True
            later = self._evaluated(goals[at])
            if later is not None:
                machine.goals = (*machine.goals, later)
                tried.add(later)
            elif machine.stop.__class__ is Fail:
                return False

    def _gathered(self) -> bool:
        """Assume what goals cannot do without, as far as that is possible; whether any goes on."""
        machine, before = self.machine, self.machine.goals
        machine.goals = tuple(map(self._onwards, before))
        return any(new is not old for new, old in zip(machine.goals, before, strict=True))

    def _onwards(self, goal: Goal) -> Goal:
        match goal.options:
            case [(value, Term() as condition, *_)] if goal.unknown is None:
                if self.machine.assume(condition):
                    return Goal(goal.number, goal.stack, value)
                return goal
            case _:
                return goal

    def insisted(self) -> Term | None:
        """A condition that one of the goals cannot do without, if there is one; the goal goes on
        as if it held."""
        machine = self.machine
        for index, goal in enumerate(machine.goals):
            match goal.options:
                case [(value, Term() as condition, *_)] if goal.unknown is None:
                    onwards = Goal(goal.number, goal.stack, value)
                    goals = machine.goals
                    machine.goals = (*goals[:index], onwards, *goals[index + 1 :])
                    return condition
        return None

    def _evaluated(self, goal: Goal) -> Goal | None:
        """A goal after it went on; nothing if that has ended it, and then `stop` says how.

        One that is stuck is forgotten: it comes to that in its turn, if nothing fails before.
        """
        machine = self.machine
        value, stack, machine.fuel = goal.given, goal.stack, SHORT
        try:
            while value is not None:
                if stack is None:
                    return Goal(goal.number, None)
                frame, stack = stack
                value = frame[0](machine, value, frame)
        except TooLong as reason:
            machine.flounder(str(reason))
        stop, interrupted = machine.stop, self._captured(stack)
        stack = without_thunks(interrupted)
        is_whole = stack is interrupted
        if stop is PAUSE:
            return Goal(goal.number, stack, waits=not is_whole)
        if stop is CHOICE:
            options = machine.options if is_whole else None
            chosen, first = machine.chosen, machine.first
            return Goal(goal.number, stack, True, True, options, chosen, first)
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
                return self._without_value(None) if self.keep_failed else Failed()
            case Stuck() as stuck:
                if self.keep_stuck:
                    return self._without_value(explain(stuck))
                return self._failed(stuck)
            case other:
                return Failed(other)

    @property
    def forgets_stuck(self) -> bool:
        """Whether a branch that gets stuck is like one that fails."""
        return self._is_explained and not self.keep_stuck

    def _failed(self, stuck: Stuck) -> Failed:
        """Only of the first branch that gets stuck it is said why."""
        if self._is_explained:
            return Failed()
        self._is_explained = True
        return Failed(explain(stuck))

    def _found(self, value: Value, stuck: Diagnostic | None = None) -> Found:
        machine = self.machine
        return Found(self, self.arguments, machine.current, machine.covered, value, stuck)

    def _without_value(self, stuck: Diagnostic | None) -> Halted:
        return Done(self._found(None, stuck))

    def branch(self, stack: Stack, unknown: Unknown | None = None, first: int = 0) -> Branch:
        """The current branch with what is to be done in it, and what unknown is to be chosen."""
        machine = self.machine
        return Branch(
            self.arguments,
            stack,
            machine.current,
            machine.covered,
            machine.postponed,
            machine.goals,
            unknown,
            first,
            machine.spent,
        )

    def option(self, branch: Branch, chosen: Option) -> Tree[Found]:
        """A branch that goes on with an option, as a tree."""
        later = OpenBranch(self, branch, chosen)
        condition = chosen[1]
        if condition is None:
            return later
        return Assume(condition).then(lambda _: later)

    def fork(self, halted: Halted) -> Tree[Found]:
        """What a branch has come to, as a tree; what it has assumed must be possible."""
        assumed, self.machine.assumed = self.machine.assumed, ()
        if isinstance(halted, Failed) and halted.reason is None:
            return halted
        tree: Tree[Found] = self._forked(halted) if isinstance(halted, Choices) else halted
        if isinstance(halted, Done) and self.machine.spent:
            tree = Later(_constantly(halted), self.machine.spent, brief=True)
        for number, condition in enumerate(reversed(assumed)):
            tree = Assume(condition, pending=number > 0).then(_constantly(tree))
        return tree

    def _forked(self, choices: Choices) -> Tree[Found]:
        trees = [self.option(choices.branch, each) for each in choices.options]
        return trees[0] if len(trees) == 1 else Fork(lambda: trees)


def _constantly(tree: Tree[Found]) -> Callable[..., Tree[Found]]:
    return lambda *_: tree


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


def finish(machine: Machine, value: Value, frame: Frame) -> Value:
    """End with a result: what had to turn out false must have, and all of it is evaluated.

    The inputs are: an unknown is only bound to what is.
    """
    result = value if frame[1] is None else frame[1]
    if machine.postponed is not None and settle(machine, result, (settle, result)) is None:
        machine.frames.append((finish, result))
        return None
    if normalise(machine, (result, None)) is None:
        machine.frames.append((_give, result))
        return None
    return result


def _give(machine: Machine, _: Value, frame: Frame) -> Value:
    return frame[1]


def _is_of_prelude(end: DeadEnd) -> bool:
    return end.span.source.name == "library:Prelude.fl"


def explain(stuck: Stuck) -> Diagnostic:
    """Why the current branch got stuck."""
    typed = zip_longest(map(answer_of, stuck.values), stuck.end.shapes)
    values = " ".join(show_value(*each, tight=True) for each in typed)
    for name in ("error", "undefined"):  # which the prelude defines as what has no value
        if stuck.end.message == f"no equation of `{name}` matches" and _is_of_prelude(stuck.end):
            return Diagnostic("FL030", f"the program came to `{f'{name} {values}'.strip()}`")
    message = f"{stuck.end.message} `{values}`" if values else stuck.end.message
    return error("FL030", message, stuck.end.span)
