"""Walking the branches of an evaluation, one at a time or many at once."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import partial
from itertools import count, repeat
from operator import length_hint
from typing import TYPE_CHECKING, TypeAlias

from refute.languages.funlogic.branches import Branch, Choices, Found
from refute.languages.funlogic.machine import (
    CHOICE,
    FAIL,
    SHORT,
    OpenOption,
    Series,
    Stack,
    Stuck,
    TooLong,
)
from refute.languages.funlogic.series import NODES_EACH
from refute.languages.funlogic.unknowns import Option, Unknown, Value, Way, name_of, option
from refute.search import (
    BINDINGS,
    Bounds,
    Counts,
    Done,
    Failed,
    Result,
    Segment,
    Tree,
    Walkable,
    WalkedNodes,
)

if TYPE_CHECKING:
    from refute.languages.funlogic.running import Running

Halted: TypeAlias = "Choices | Done[Found] | Failed | OpenBranch"
"""Where the run of a branch stops: at a choice, with a value, without one, or after its turn."""


class OpenBranch(Walkable[Found]):
    """An option of a branch."""

    __slots__ = ("_evaluation", "branch", "option")

    def __init__(self, evaluation: Running, branch: Branch, chosen: Option, units: int = 0) -> None:
        self.units = units
        self._evaluation = evaluation
        self.branch = branch
        self.option = chosen
        self.cost = branch.spent + chosen[2]

    brief = False

    @property
    def label(self) -> str | Callable[[], str]:  # type: ignore[override]
        """Its name in drawings."""
        value, _, _, before, label = self.option
        if label is not None:
            return label
        unknown = self.branch.unknown
        made = value.made(0, self.branch.first + before) if isinstance(value, Way) else value
        assert unknown is not None, "only what binds an unknown has a number"
        return partial(_made, unknown, made)

    def resume(self) -> Tree[Found]:
        """Make the branch the current one, and run it with this option."""
        evaluation = self._evaluation
        return evaluation.fork(evaluation.resume(self.branch, self.option))

    def walk(self, bounds: Bounds) -> Walk:
        """Go on from here depth first."""
        return Walk(self._evaluation, self.branch, self.option, bounds)


def _made(unknown: Unknown, value: Value) -> str:
    from refute.languages.funlogic.answers import answer_of  # noqa: PLC0415  # only for drawings
    from refute.languages.funlogic.show import show_value  # noqa: PLC0415

    return f"{name_of(unknown)} = {show_value(answer_of(value), unknown[1].type)}"


class Walk(WalkedNodes[Found]):
    """A stretch of the search, with a stack of the options that are not walked.

    It does what `Running.resume` and `go` do, but without a call for each step, and goes on
    with the first option of a choice from where the machine stands. What the machine goes back to
    is above where it stands, unless somebody has read a value in between.

    `found` are the results of series that are still to be given. If it `goes_past_failures`,
    a branch without a value is no result. There are `enough` results with so many.
    """

    def __init__(self, evaluation: Running, branch: Branch, chosen: Option, bounds: Bounds) -> None:
        self.nodes = self.results = self.failures = self.turns = 0
        self.limit, self.deepest = bounds.nodes, bounds.depth
        self.turn, self.most = bounds.turn, bounds.most
        self.interrupted = False
        self.reasons: list[object] = []
        self.enough = bounds.results
        self.goes_past_failures = not evaluation.keep_failed and not evaluation.keep_stuck
        self.found: list[Series] = []
        self._left: Iterator[Segment] | None = None
        self._evaluation = evaluation
        self._bounds = bounds
        self._arguments = branch.arguments
        self._paused: list[tuple[Tree[Found], int, int]] = []
        value, condition, price, before, _ = chosen
        at, cost = branch.first + before, bounds.cost + branch.spent + price
        self.open: list[OpenOption] = [
            (*branch.state, branch.unknown, value, condition, at, bounds.depth, cost)
        ]

    def __iter__(self) -> Iterator[Result[Found]]:  # noqa: PLR0915  # the inner loop
        evaluation, waiting, limit = self._evaluation, self.open, self.limit
        path, enough = self._bounds.path, self.enough
        machine, arguments, make = evaluation.machine, self._arguments, tuple.__new__
        frames = machine.frames
        evaluation.arguments = arguments
        is_below, series = False, self.found
        try:
            while waiting and self.nodes < limit and self.results != enough:
                (stack, segment, machine.covered, machine.postponed, machine.goals, unknown, value,
                 condition, first, machine.depth, machine.cost) = waiting.pop()  # fmt: skip
                if condition is not None and self.nodes:
                    waiting.append(
                        (stack, segment, machine.covered, machine.postponed, machine.goals, unknown,
                         value, condition, first, machine.depth, machine.cost)
                    )  # fmt: skip
                    break
                if is_below:
                    here = machine.current
                    while here is not segment:
                        count = len(here)
                        if count == BINDINGS + 1:
                            here[BINDINGS][0][0] = None
                        elif count > BINDINGS:
                            for each in here[BINDINGS:]:
                                each[0][0] = None
                        here = here[0]
                elif machine.current is not segment:
                    machine.jump(segment)
                is_below = True
                while True:
                    self.nodes += 1
                    machine.now += 1
                    machine.spent = 0
                    if unknown is None:
                        machine.current = [segment, segment[1] + 1]
                    else:
                        if value.__class__ is Way:
                            value = value.made(machine.now, first)
                        machine.current = [segment, segment[1] + 1, (unknown, value)]
                        unknown[0] = value
                    if machine.goals:
                        if not evaluation.look_ahead():
                            machine.assumed = ()
                            self.failures += 1
                            break
                        if (condition := evaluation.insisted()) is not None:
                            branch = evaluation.branch(stack)
                            if machine.assumed:
                                self._pause(Choices(branch, [option(value, condition)]))
                            else:
                                cost = machine.cost + branch.spent
                                waiting.append(
                                    (*branch.state, None, value, condition, 0, machine.depth, cost)
                                )
                            break
                    machine.fuel, machine.walk = SHORT, self
                    try:
                        while value is not None and stack is not None:
                            frame, stack = stack
                            machine.below = stack
                            value = frame[0](machine, value, frame)
                    except TooLong as reason:
                        value = machine.flounder(str(reason))
                    machine.walk = None
                    if machine.assumed and (value is not None or machine.stop is not FAIL):
                        halted = evaluation.halted_with(value, stack)
                        if isinstance(halted, OpenBranch):
                            self.turns = 1
                        self._pause(halted)
                        break
                    if value is not None:
                        current = machine.current
                        found = (evaluation, arguments, current, machine.covered, value, None)
                        cost = machine.cost + machine.spent
                        if series:
                            self._add(make(Found, found), cost)
                            break
                        self.results += 1
                        yield make(Result, (make(Found, found), path, machine.depth, cost))
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
                        self.failures += 1
                        break
                    else:
                        halted = evaluation.halted(stack)
                        if machine.assumed:
                            if isinstance(halted, OpenBranch):
                                self.turns = 1
                            self._pause(halted)
                            break
                        if not isinstance(halted, Choices):
                            yield from self._ended(halted)
                            is_below = False
                            break
                        stack = halted.branch.stack
                    options, segment, unknown = machine.options, machine.current, machine.chosen
                    first, cost, count = machine.first, machine.cost + machine.spent, len(options)
                    if count > 1:
                        machine.depth += 1
                        if machine.depth > self.deepest:  # noqa: PLR1730  # for every choice
                            self.deepest = machine.depth
                    if (self.nodes >= limit and self.nodes >= self.limit) or options[0][
                        1
                    ] is not None:
                        self._leave(stack, options)
                        break
                    if count == 2:  # as `_leave` does
                        value, condition, price, before, _ = options[1]
                        waiting.append(
                            (stack, segment, machine.covered, machine.postponed, machine.goals,
                             unknown, value, condition, first + before, machine.depth, cost + price)
                        )  # fmt: skip
                    elif count > 1:
                        self._leave(stack, options[1:])
                    value, condition, price, before, _ = options[0]
                    machine.cost = cost + price
                    first += before
                if series:
                    current = machine.current
                    yield from self._given()
                    is_below = is_below and machine.current is current
                if self._paused:
                    break
                if self.nodes >= limit:
                    limit = self._next_limit()
        except KeyboardInterrupt:
            self.interrupted = True
        finally:
            machine.walk = None
        if self.found:
            yield from self._given()

    def _next_limit(self) -> int:
        """How far the walk may go by now; if one option is open then, that has another turn."""
        if self.nodes >= self.limit < self.most and len(self.open) == 1:
            self.limit += self.turn
        return self.limit

    def _given(self) -> Iterator[Result[Found]]:
        """Give the results of series; what came behind them is counted when they are given."""
        while self.found:
            series = self.found[0]
            self._left = iter(series.segments)
            yield from self._results(series, self._left)
            self._left = None
            self.results += len(series.segments)
            del self.found[0]

    def _add(self, found: Found, cost: int) -> None:
        """Let a result wait for those of series that come before it."""
        depth = self._evaluation.machine.depth
        counts = self.nodes, self.failures, self.deepest
        self.found.append(
            Series((found.segment,), found.covered, found.value, depth, cost, 0, *counts)
        )

    def _results(self, series: Series, left: Iterator[Segment]) -> Iterator[Result[Found]]:
        """The results of a series that end in some segments, made when they are asked for."""
        make, at = tuple.__new__, len(series.segments) - length_hint(left)
        depths, costs = (
            count(series.depth + at),
            count(series.cost + at * series.price, series.price),
        )
        branches = zip(
            repeat(self._evaluation), repeat(self._arguments), left, repeat(series.covered),
            repeat(series.value), repeat(None),
        )  # fmt: skip
        values = map(make, repeat(Found), branches)
        return map(make, repeat(Result), zip(values, repeat(self._bounds.path), depths, costs))

    def counts(self) -> Counts:
        """What it has come to, up to the last result that was given."""
        if self._left is None:
            return self.nodes, self.results, self.failures, self.deepest
        series = self.found[0]
        given = len(series.segments) - length_hint(self._left)
        depth = max(series.deepest, series.depth + given - 1)
        nodes = series.nodes + NODES_EACH * (given - 1)
        return nodes, self.results + given, series.failures, depth

    def _leave(self, stack: Stack, options: Sequence[Option]) -> None:
        """Leave options of the current branch open, the first of them as the next one."""
        machine = self._evaluation.machine
        unknown, first, cost = machine.chosen, machine.first, machine.cost + machine.spent
        segment, depth, add = machine.current, machine.depth, self.open.append
        covered, postponed, goals = machine.covered, machine.postponed, machine.goals
        for value, condition, price, before, _ in reversed(options):
            add((stack, segment, covered, postponed, goals, unknown, value, condition,
                 first + before, depth, cost + price))  # fmt: skip

    def _pause(self, halted: Halted) -> None:
        """End the stretch with a branch that has assumed something, which is to be looked at."""
        machine = self._evaluation.machine
        self._paused.append((self._evaluation.fork(halted), machine.depth, machine.cost))

    def _ended(self, halted: Halted) -> Iterator[Result[Found]]:
        """Take note of what a branch has come to that has no choice."""
        machine = self._evaluation.machine
        match halted:
            case Failed(reason):
                self.failures += 1
                if reason is not None:
                    self.reasons.append(reason)
            case Done(found):
                cost = machine.cost + machine.spent
                if self.found:
                    self._add(found, cost)
                else:
                    self.results += 1
                    yield Result(found, self._bounds.path, machine.depth, cost)
            case OpenBranch():
                self.turns = 1
                self._paused.append((halted, machine.depth, machine.cost))

    def rest(self) -> list[tuple[Tree[Found], int, int]]:
        """What is open, the newest first, and before that the results that were not given."""
        left, branch = self._not_given(), None
        left += self._paused
        for *state, unknown, value, condition, first, depth, cost in reversed(self.open):
            if branch is None or branch.stack is not state[0] or branch.segment is not state[1]:
                branch = Branch(self._arguments, *state)
                branch.unknown = unknown
            chosen = option(value, condition, 0, first)
            left.append((self._evaluation.option(branch, chosen), depth, cost))
        return left

    def _not_given(self) -> list[tuple[Tree[Found], int, int]]:
        left = [
            each
            for number, series in enumerate(self.found)
            for each in self._results(
                series, iter(series.segments) if number or self._left is None else self._left
            )
        ]
        return [(Done(result.value), result.depth, result.cost) for result in left]
