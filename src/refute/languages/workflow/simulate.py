"""The successors of the states of a task, and the tree of all paths (Figure 16)."""

from __future__ import annotations

from collections.abc import Hashable, Iterator
from dataclasses import replace

from refute.languages.workflow import tasks
from refute.languages.workflow.evaluation import extend
from refute.languages.workflow.findings import Broken, Crashed, Ended, Finding, Reached, Violated
from refute.languages.workflow.monitor import BROKEN, Monitor
from refute.languages.workflow.states import (
    State,
    World,
    task_key,
)
from refute.languages.workflow.symbolic import Offer, Symbolic
from refute.languages.workflow.syntax import Event
from refute.languages.workflow.tasks import Environment, Input, Task
from refute.search import Done, Failed, Fork, Later, Tree
from refute.solver import SECOND, Entailment
from refute.source import Span
from refute.terms import negation, show

STATE_UNITS = SECOND // 4_000
"""Cost of reaching a state, not counting its queries."""


class Simulation:
    """A task run on symbols: the common part of both ways to explore it.

    It is accompanied by a monitor if there is one; with `every_state` each state is a finding.
    """

    def __init__(
        self,
        symbolic: Symbolic,
        *,
        monitor: Monitor | None = None,
        every_state: bool = False,
    ) -> None:
        self.symbolic = symbolic
        self.names: Environment = {}
        self.monitor = monitor
        self.offered: set[Event] = set()
        """Events whose label and type an input has, whoever does it and with whatever value."""
        self.happened: set[Event] = set()
        self.asserted: set[Span] = set()
        """The assertions that the task has reached."""
        self._every_state = every_state

    def begin(self) -> Iterator[State | Finding]:
        """The state before the first input."""
        for names, task, world in self.symbolic.start():
            self.names = names
            yield from self._reached(task, world, ())
        yield from self._crashed(())

    def successors(self, state: State) -> Iterator[State | Finding]:
        """The states and findings after one more input."""
        for offer in self._offers(state):
            if offer.given.shape is not None and self._is_idle(state, offer.given):
                continue
            inputs = (*state.inputs, offer.given)
            for task, world in self.symbolic.drive(offer):
                for seen, after in self._observed(state, offer.given, world):
                    yield from self._reached(task, after, inputs, seen)
            yield from self._crashed(inputs)

    def _observed(self, state: State, given: Input, world: World) -> Iterator[tuple[str, World]]:
        """The state of the monitor after an input, for each answer to its conditions."""
        seen = state.seen
        if self.monitor is None or not self.monitor.watches(given):
            yield seen, world
        elif self.monitor.forbids(given, state.world.doers):
            yield BROKEN, world
        else:
            first, *others = self.monitor.events
            for happened, between in self._happens(first, given, world, self.monitor):
                other = next(iter(others), None)
                for also, after in self._happens(other, given, between, self.monitor):
                    if happened is None or also is None:
                        yield BROKEN, after
                    else:
                        yield self.monitor.step(seen, happened, also), after

    def _happens(
        self, event: Event | None, given: Input, world: World, monitor: Monitor
    ) -> Iterator[tuple[bool | None, World]]:
        """Whether an input is an event; None if the condition of the event has no value."""
        if event is None or not self._fits(event, given):
            yield False, world
            return
        self.offered.add(event)
        if not monitor.matches(event, given):
            yield False, world
            return
        for holds, after in self._satisfies(event, given, world):
            if holds:
                self.happened.add(event)
            yield holds, after

    def _fits(self, event: Event, given: Input) -> bool:
        if event.label != given.label:
            return False
        return event.condition is None or given.shape == self.symbolic.checked.type_of(event)

    def _satisfies(
        self, event: Event, given: Input, world: World
    ) -> Iterator[tuple[bool | None, World]]:
        if event.condition is None or event.parameter is None:
            yield True, world
        else:
            around, self.symbolic.crashes = self.symbolic.crashes, []
            names = extend(self.names, event.parameter, given.action)
            found: list[tuple[bool | None, World]] = [
                (holds, world.on_path(after))
                for truth, between in self.symbolic.evaluate(event.condition, names, world)
                for holds, after in self.symbolic.decide(truth, between)
            ]
            for crash in self.symbolic.crashes:
                if crash.message in tasks.LIMITS:
                    around.append(crash)
                else:
                    found.append((None, world.on_path(crash.world)))
            self.symbolic.crashes = around
            yield from found

    def _offers(self, state: State) -> Iterator[Offer]:
        yield from self.symbolic.possible(state.task, state.world)

    def _is_idle(self, state: State, given: Input) -> bool:
        """Whether a value that could be entered can be left out without missing anything."""
        return False

    def _reached(
        self, task: Task, world: World, inputs: tuple[Input, ...], seen: str = ""
    ) -> Iterator[State | Finding]:
        self.symbolic.session.effort.spend(STATE_UNITS)
        for span, condition in world.asserted:
            self.asserted.add(span)
            entailed = self.symbolic.session.entails(world.path, condition)
            if entailed is not Entailment.PROVED:
                path = world.path.extend(negation(condition))
                yield Broken(span, path, inputs, entailed is Entailment.REFUTED)
        settled = replace(world, asserted=()) if world.asserted else world
        state = State(task, settled, inputs, self.symbolic.value(task, settled), seen)
        if self.monitor is not None and self._violates(state, self.monitor):
            yield Violated(state)
        if self._every_state:
            yield Reached(state)
        if seen != BROKEN:
            yield state

    def _violates(self, state: State, monitor: Monitor) -> bool:
        ended = state.value is not None and monitor.ends_badly(state.seen)
        return state.seen == BROKEN or ended

    def _crashed(self, inputs: tuple[Input, ...]) -> Iterator[Finding]:
        for crash in self.symbolic.crashes:
            yield Crashed(crash, inputs)
        self.symbolic.crashes.clear()


def can_continue(state: State) -> bool:
    """Whether a run continues: it ends at the first value after an input (Figure 16)."""
    return state.value is None or not state.inputs


class Paths(Simulation):
    """All paths, cut off by the look-ahead of Figure 16."""

    def tree(self) -> Tree[Finding]:
        """The function simulate of Figure 16 as a tree; a value before any input is one, too."""
        return Fork(self._begin)

    def _begin(self) -> Iterator[Tree[Finding]]:
        for each in self.begin():
            if not isinstance(each, State):
                yield Done(each)
                continue
            if each.value is not None:
                yield Done(Ended(each))
            yield Later(
                lambda state=each: self._simulate(state, again=True),  # type: ignore[misc]
                label="start",
            )

    def _simulate(self, state: State, *, again: bool) -> Tree[Finding]:
        return Fork(lambda: self._steps(state, again))

    def _steps(self, state: State, again: bool) -> Iterator[Tree[Finding]]:
        before = task_key(state.task)
        depth = state.world.path.depth
        for each in self.successors(state):
            if not isinstance(each, State):
                yield Done(each)
                continue
            new = [show(node.condition) for node in each.world.path.nodes(above=depth)]
            label = ", ".join([show_input(each.inputs[-1]), *new])
            yield Later(
                lambda state=each: self._follow(state, before, again),  # type: ignore[misc]
                label=label,
            )

    def _follow(self, state: State, before: Hashable, again: bool) -> Tree[Finding]:
        """The cases of simulate'; those with an impossible condition never get here."""
        if state.value is not None:
            return Done(Ended(state))
        if task_key(state.task) != before:
            return self._simulate(state, again=True)
        return self._simulate(state, again=False) if again else Failed("the look-ahead ends here")


def show_input(given: Input) -> str:
    """A symbolic input as people write it: by its label and who does it, or by its position."""
    value = [show(given.action)] if given.shape else []
    if given.label:
        return " ".join([given.name, *value])
    who = [f"{given.person}:"] if given.person else []
    return " ".join([*who, *given.way, *(value or [given.action])])
