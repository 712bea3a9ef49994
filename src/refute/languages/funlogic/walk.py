"""Walking the branches of an evaluation, one at a time or many at once."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import partial
from typing import TYPE_CHECKING, Any, TypeAlias

from refute.languages.funlogic.branches import Branch, Choices, Found
from refute.languages.funlogic.machine import CHOICE, FAIL, Stuck
from refute.languages.funlogic.unknowns import Option, Unknown, Value, Way, name_of, option
from refute.search import BINDINGS, Done, Failed, Stretch, Tree, Walkable

if TYPE_CHECKING:
    from refute.languages.funlogic.running import Running

SHORT, LONG = 100, 1_500
"""Calls up to the first pause of a run, and from then on: most runs are short, and only long ones
need more room on Python's stack."""

Halted: TypeAlias = "Choices | Done[Found] | Failed | Onwards"
"""Where the run of a branch stops: at a choice, with a value, without one, or after its turn."""


class Onwards(Walkable[Found]):
    """An option of a branch."""

    __slots__ = ("_evaluation", "branch", "option")

    def __init__(self, evaluation: Running, branch: Branch, chosen: Option) -> None:
        self._evaluation = evaluation
        self.branch = branch
        self.option = chosen
        self.cost = chosen[2]

    brief = False

    @property
    def label(self) -> str | Callable[[], str]:  # type: ignore[override]
        """Its name in drawings."""
        value, _, _, label = self.option
        if isinstance(label, str):
            return label
        unknown = self.branch.unknown
        made = value.made(0, self.branch.first + label) if isinstance(value, Way) else value
        assert unknown is not None, "only what binds an unknown has a number"
        return partial(_made, unknown, made)

    def resume(self) -> Tree[Found]:
        """Make the branch the current one, and run it with this option."""
        evaluation = self._evaluation
        return evaluation.fork(evaluation.resume(self.branch, self.option))

    def walk(self, limit: int) -> Walk:
        """Go on from here depth first."""
        return Walk(self._evaluation, self.branch, self.option, limit)


def _made(unknown: Unknown, value: Value) -> str:
    from refute.languages.funlogic.answers import answer_of  # noqa: PLC0415  # only for drawings
    from refute.languages.funlogic.show import show_value  # noqa: PLC0415

    return f"{name_of(unknown)} = {show_value(answer_of(value))}"


class Walk(Stretch[Found]):
    """A stretch of the search, with a stack of the choices whose options are not all walked.

    It does what `Running.resume` and `go` do, but without a call for each step, and goes on
    with the first option of a choice from where the machine stands. An open choice is a tuple of
    the state of the branch there, the options, which of them is next, and how many choices led
    there at which cost. What the machine goes back to is above where it stands, unless somebody
    has read a value in between.
    """

    def __init__(self, evaluation: Running, branch: Branch, chosen: Option, limit: int) -> None:
        self.nodes = self.failures = self.deepest = self.turns = 0
        self.reasons: list[object] = []
        self._evaluation = evaluation
        self._limit = limit
        self._arguments = branch.arguments
        self._paused: list[tuple[Tree[Found], int, int]] = []
        self._open: list[tuple[Any, ...]] = [(*branch.state, (chosen,), 0, 0, 0)]

    def __iter__(self) -> Iterator[tuple[Found, int, int]]:  # noqa: PLR0915  # the inner loop
        evaluation, waiting, limit = self._evaluation, self._open, self._limit
        machine = evaluation.machine
        frames, nodes, failures = machine.frames, 0, 0
        arguments, make = self._arguments, tuple.__new__
        evaluation.arguments = arguments
        is_below = False
        while waiting and nodes < limit:
            point = waiting.pop()
            (stack, segment, covered, postponed, goals, unknown, first, options, index, depth,
             cost) = point  # fmt: skip
            chosen = options[index]
            if chosen[1] is not None and nodes:
                waiting.append(point)
                break
            index += 1
            if index < len(options):
                waiting.append(
                    (stack, segment, covered, postponed, goals, unknown, first, options, index,
                     depth, cost)
                )  # fmt: skip
            machine.covered, machine.postponed, machine.goals = covered, postponed, goals
            if is_below:
                here = machine.current
                while here is not segment:
                    if len(here) > BINDINGS:
                        for at in range(BINDINGS, len(here)):
                            here[at][0][0] = None
                    here = here[0]
                machine.current = segment
            elif machine.current is not segment:
                machine.jump(segment)
            is_below = True
            while True:
                nodes += 1
                machine.now += 1
                value, _, price, label = chosen
                cost += price
                if unknown is None:
                    current = machine.current = [segment, segment[1] + 1]
                else:
                    if value.__class__ is Way:
                        value = value.made(machine.now, first + label)
                    current = machine.current = [segment, segment[1] + 1, (unknown, value)]
                    unknown[0] = value
                if machine.goals:
                    if not evaluation.look_ahead():
                        machine.assumed = ()
                        failures += 1
                        break
                    if (condition := evaluation.insisted()) is not None:
                        branch = evaluation.branch(stack)
                        insisted = [option(value, condition)]
                        if machine.assumed:
                            self._pause(Choices(branch, insisted), depth, cost)
                        else:
                            waiting.append((*branch.state, insisted, 0, depth, cost))
                        break
                machine.fuel = SHORT
                while value is not None and stack is not None:
                    frame, stack = stack
                    value = frame[0](machine, value, frame)
                if machine.assumed and (value is not None or machine.stop is not FAIL):
                    halted = evaluation.halted_with(value, stack)
                    if isinstance(halted, Onwards):
                        self.turns = 1
                    self._pause(halted, depth, cost)
                    break
                if value is not None:
                    self.nodes, self.failures = nodes, failures
                    found = (evaluation, arguments, current, machine.covered, value, None)
                    yield make(Found, found), depth, cost
                    is_below = machine.current is current
                    break
                stop = machine.stop
                if stop is CHOICE:
                    while frames:
                        stack = (frames.pop(), stack)
                elif (stop is FAIL and not evaluation.keep_failed) or (
                    stop.__class__ is Stuck and evaluation.forgets_stuck
                ):
                    machine.assumed = ()
                    frames.clear()
                    failures += 1
                    break
                else:
                    halted = evaluation.halted(stack)
                    if machine.assumed:
                        if isinstance(halted, Onwards):
                            self.turns = 1
                        self._pause(halted, depth, cost)
                        break
                    if not isinstance(halted, Choices):
                        failures += isinstance(halted, Failed)
                        self.nodes, self.failures = nodes, failures
                        yield from self._ended(halted, depth, cost)
                        is_below = False
                        break
                    stack = halted.branch.stack
                options, segment = machine.options, machine.current
                unknown, first = machine.chosen, machine.first
                chosen, is_choice = options[0], len(options) > 1
                is_stopped = nodes >= limit or chosen[1] is not None
                if is_choice:
                    depth += 1
                    if depth > self.deepest:  # noqa: PLR1730  # this is done for every choice
                        self.deepest = depth
                if is_choice or is_stopped:
                    waiting.append(
                        (stack, segment, machine.covered, machine.postponed, machine.goals,
                         unknown, first, options, 0 if is_stopped else 1, depth, cost)
                    )  # fmt: skip
                if is_stopped:
                    break
            if self._paused:
                break
        self.nodes, self.failures = nodes, failures

    def _pause(self, halted: Halted, depth: int, cost: int) -> None:
        """End the stretch with a branch that has assumed something, which is to be looked at."""
        self._paused.append((self._evaluation.fork(halted), depth, cost))

    def _ended(self, halted: Halted, depth: int, cost: int) -> Iterator[tuple[Found, int, int]]:
        """Take note of what a branch has come to that has no choice."""
        match halted:
            case Failed(reason):
                if reason is not None:
                    self.reasons.append(reason)
            case Done(found):
                yield found, depth, cost
            case Onwards():
                self.turns = 1
                self._paused.append((halted, depth, cost))

    def rest(self) -> list[tuple[Tree[Found], int, int]]:
        """What is open, the newest first."""
        left = list(self._paused)
        for *state, options, index, depth, cost in reversed(self._open):
            branch = Branch(self._arguments, *state)
            left.extend(
                (self._evaluation.option(branch, each), depth, cost) for each in options[index:]
            )
        return left
