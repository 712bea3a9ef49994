"""The search trees of a task: every state once, or every path as in Figure 16."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property
from typing import TypeAlias

from refute.frontend.node import walk
from refute.languages.workflow import syntax, tasks
from refute.languages.workflow.evaluation import Crash, extend
from refute.languages.workflow.monitor import BROKEN, Monitor
from refute.languages.workflow.project import Projection
from refute.languages.workflow.states import (
    Identity,
    State,
    World,
    identify,
    ignores,
    task_key,
    with_sums_named,
)
from refute.languages.workflow.symbolic import Offer, Symbolic
from refute.languages.workflow.syntax import Event
from refute.languages.workflow.tasks import Environment, Input, Task
from refute.record import record
from refute.search import Done, Failed, Fork, Later, Tree
from refute.solver import SECOND, Entailment, Path
from refute.source import Span
from refute.terms import Term, conjunction, disjunction, negation, show, substitute_all


@record
class Ended:
    """The task has a value."""

    state: State


@record
class Crashed:
    """An operation has no result after these inputs."""

    crash: Crash
    inputs: tuple[Input, ...]


@record
class Broken:
    """An assertion is not implied by the path that leads to it.

    `path` is where it does not hold; `known` is false when the solver could not say.
    """

    span: Span
    path: Path
    inputs: tuple[Input, ...]
    known: bool


@record
class Reached:
    """A state that users can see."""

    state: State


@record
class Violated:
    """The inputs are in an order that a monitor forbids."""

    state: State


@record
class Different:
    """Inputs after which two tasks differ; the last may be taken by the first of them only."""

    path: Path
    inputs: tuple[Input, ...]


Finding: TypeAlias = Ended | Crashed | Broken | Reached | Violated | Different

STATE_UNITS = SECOND // 4_000
"""What it costs to reach a state, beside the queries that it needs."""

SYMBOL_UNITS = SECOND // 20_000
"""What each symbol that a state mentions adds to that."""


@dataclass(slots=True, eq=False)
class Node:
    """A state that was reached, and where the inputs that it takes lead.

    `names` are the names that the shape of the state gives to its symbols; `conditions` are what
    is known of these.
    """

    state: State
    names: Mapping[Term, Term]
    conditions: frozenset[Term] = frozenset()
    edges: list[Edge] = field(default_factory=list)
    branches: list[Tree[Finding]] | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Edge:
    """What one input needs beyond the path of its source, and where it leads.

    `names` says which symbols the names of the target stand for on this way to it.
    """

    given: Input
    needs: tuple[Term, ...]
    names: Mapping[Term, Term]
    target: Node


class Simulation:
    """What a task does on symbols: the common part of both ways to explore it.

    A monitor goes along if there is one; with `every_state` each state is a finding.
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
        """What inputs have the label and the type of, whoever does them with whatever value."""
        self.happened: set[Event] = set()
        self.asserted: set[Span] = set()
        """The assertions that the task came to."""
        self._every_state = every_state

    def begin(self) -> Iterator[State | Finding]:
        """The state before the first input."""
        for names, task, world in self.symbolic.start():
            self.names = names
            yield from self._reached(task, world, ())
        yield from self._crashed(())

    def successors(self, state: State) -> Iterator[State | Finding]:
        """What one more input can lead to."""
        for offer in self._offers(state):
            if offer.given.shape is not None and self._is_idle(state, offer.given):
                continue
            inputs = (*state.inputs, offer.given)
            for task, world in self.symbolic.drive(offer):
                for seen, after in self._observed(state, offer.given, world):
                    yield from self._reached(task, after, inputs, seen)
            yield from self._crashed(inputs)

    def _observed(self, state: State, given: Input, world: World) -> Iterator[tuple[str, World]]:
        """What the monitor remembers after an input, for each answer to the conditions it has."""
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
        """Whether an input is an event; None where the condition of the event has no value."""
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
        """Whether nothing is missed without a value that could be entered."""
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


class Graph(Simulation):
    """Every state once, up to the names of symbols, unless others have all of its instances.

    docs/workflow.md says why that is sound.
    """

    _in_order = False
    """Whether it matters in which order parallel tasks stand."""

    def __init__(
        self,
        symbolic: Symbolic,
        *,
        with_inputs: bool = False,
        progress: Callable[[str], None] | None = None,
        monitor: Monitor | None = None,
        every_state: bool = False,
        bounded: bool = False,
    ) -> None:
        super().__init__(symbolic, monitor=monitor, every_state=every_state)
        self._in_order = self._in_order or with_inputs or bounded
        self._progress = progress
        self.nodes: dict[Hashable, Node] = {}
        self.projection = Projection(symbolic.session)
        self._similar: dict[Hashable, list[Node]] = {}
        self.merged = 0
        self._with_inputs = with_inputs
        self._begun: dict[bool, list[Tree[Finding]]] = {}

    def tree(self) -> Tree[Finding]:
        """The states as a tree: each hangs where it was reached first."""
        return Fork(self._roots)

    def _roots(self) -> list[Tree[Finding]]:
        """Expanded once, like every node."""
        in_order = self._in_order
        if in_order not in self._begun:
            self._begun[in_order] = list(self._branches(None, self.begin()))
        return self._begun[in_order]

    def _again(self) -> Iterator[Tree[Finding]]:
        """All from the start, once it is seen that the order of parallel tasks matters."""
        if self.symbolic.contended and not self._in_order:
            self._in_order = True
            self.nodes.clear()
            self._similar.clear()
            yield Later(self.tree, cost=1)

    def _visit(self, node: Node) -> Tree[Finding]:
        """Expanded once, so that walking again finds the same branches."""

        def branches() -> list[Tree[Finding]]:
            if node.branches is None:
                node.branches = list(self._branches(node, self.successors(node.state)))
            return node.branches

        return Fork(branches)

    def _is_idle(self, state: State, given: Input) -> bool:
        if self._with_inputs or self.symbolic.people.matters(given):
            return False
        if self.monitor is not None and self.monitor.watches(given):
            return False
        if given.way in unseen(state.task):
            return True
        return not self._watches_values and given.way in out_of_turn(state.task)

    @cached_property
    def _watches_values(self) -> bool:
        """Whether an editor may be watched, so that it matters which is filled first."""
        labelled = {
            node.label
            for node in walk(self.symbolic.checked.program)
            if isinstance(node, syntax.Labelled)
        }
        events = self.monitor.events if self.monitor else ()
        return bool(labelled & {*self.symbolic.people.tracked, *(each.label for each in events)})

    def _branches(
        self, source: Node | None, reached: Iterable[State | Finding]
    ) -> Iterator[Tree[Finding]]:
        for each in reached:
            if isinstance(each, State):
                yield from self._enter(source, each)
            else:
                yield Done(each)
        yield from self._again()

    def _enter(self, source: Node | None, state: State) -> Iterator[Tree[Finding]]:
        state, identity = self._identified(state)
        self.symbolic.session.effort.spend(SYMBOL_UNITS * len(identity.names))
        targets = self._covering(identity)
        if targets:
            self.merged += 1
        else:
            node = self._add(state, identity)
            targets = [(node, ())]
            if state.value is not None:
                yield Done(Ended(node.state))
            if goes_on(state):
                yield Later(lambda: self._visit(node), cost=1)
        if source is not None:
            path = state.world.path.nodes(above=source.state.world.path.depth)
            reached = {name: symbol for symbol, name in identity.names.items()}
            for node, conditions in targets:
                chosen = substitute_all(conditions, reached)
                needs = (*(each.condition for each in path), *chosen)
                source.edges.append(Edge(state.inputs[-1], needs, reached, node))

    def _identified(self, state: State) -> tuple[State, Identity]:
        """A state with its identity; sums in the store get names where these suffice."""
        named = state if self._with_inputs else with_sums_named(state)
        identity = self._identify(named)
        if named is state or identity.closed:
            return named, identity
        return state, self._identify(state)

    def _identify(self, state: State) -> Identity:
        return identify(
            state,
            self.names,
            self.projection,
            with_inputs=self._with_inputs,
            in_order=self._in_order,
        )

    def _add(self, state: State, identity: Identity) -> Node:
        world = replace(state.world, known=identity.conditions)
        node = Node(replace(state, world=world), identity.names, identity.renamed)
        self.nodes[identity.shape, identity.renamed] = node
        if identity.closed:
            self._similar.setdefault(identity.shape, []).append(node)
        if self._progress is not None:
            self._progress(f"states: {len(self.nodes)}")
        return node

    def _covering(self, identity: Identity) -> list[tuple[Node, tuple[Term, ...]]]:
        """Known states that have all instances of a state, each with the condition on its own."""
        same = self.nodes.get((identity.shape, identity.renamed))
        if same is not None:
            return [(same, ())]
        similar = self._similar.get(identity.shape, [])
        for node in similar:
            if node.conditions <= identity.renamed:
                return [(node, ())]
        if not similar:
            return []
        session = self.symbolic.session
        path = Path.of(substitute_all(identity.conditions, identity.names))
        own = [_renamed(node) for node in similar]
        for node, conditions in zip(similar, own, strict=True):
            if session.entails(path, conjunction(*conditions)) is Entailment.PROVED:
                return [(node, ())]
        either = disjunction(*(conjunction(*each) for each in own))
        covered = len(own) > 1 and session.entails(path, either) is Entailment.PROVED
        return list(zip(similar, own, strict=True)) if covered else []


def goes_on(state: State) -> bool:
    """Whether a run can go on: it ends at the first value after an input (Figure 16)."""
    return state.value is None or not state.inputs


def unseen(task: Task, *, ignored: bool = False) -> frozenset[tuple[str, ...]]:
    """The ways to editors that hold a value that is ignored, or the only one of its type.

    Changing it changes nothing.
    """
    match task:
        case tasks.Editor(_, shape):
            return frozenset({()} if ignored or shape.name == "Unit" else ())
        case tasks.Stepping(inner, follow):
            return unseen(inner, ignored=ignores(follow))
        case tasks.Marked(inner) | tasks.Timed(inner):
            return unseen(inner, ignored=ignored)
        case tasks.Joined(left, right) | tasks.Alternative(left, right):
            first, second = (unseen(each, ignored=ignored) for each in (left, right))
            return _below("F", first) | _below("S", second)
        case _:
            return frozenset()


def out_of_turn(task: Task) -> frozenset[tuple[str, ...]]:
    """The ways to empty editors that have another one on their left.

    Nobody sees a value before all of them have one, so that filling them from left to right,
    whenever the last of them is filled, leads to all that any order leads to.
    """
    match task:
        case tasks.Stepping(inner) | tasks.Marked(inner) | tasks.Timed(inner):
            return out_of_turn(inner)
        case tasks.Joined(left, right) | tasks.Alternative(left, right):
            ways = _below("F", out_of_turn(left)) | _below("S", out_of_turn(right))
            waits = isinstance(task, tasks.Joined) and empties(left)
            return ways | _below("S", empties(right)) if waits else ways
        case _:
            return frozenset()


def empties(task: Task) -> frozenset[tuple[str, ...]]:
    """The ways to the empty editors that stand side by side."""
    match task:
        case tasks.Empty():
            return frozenset({()})
        case tasks.Marked(inner):
            return empties(inner)
        case tasks.Joined(left, right):
            return _below("F", empties(left)) | _below("S", empties(right))
        case _:
            return frozenset()


def _below(side: str, ways: frozenset[tuple[str, ...]]) -> frozenset[tuple[str, ...]]:
    return frozenset((side, *way) for way in ways)


def _renamed(node: Node) -> tuple[Term, ...]:
    return tuple(substitute_all(node.state.world.known, node.names))


class Paths(Simulation):
    """Every path, cut off by the look-ahead of Figure 16."""

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
        """The cases of simulate'; those with an impossible condition never come here."""
        if state.value is not None:
            return Done(Ended(state))
        if task_key(state.task) != before:
            return self._simulate(state, again=True)
        return self._simulate(state, again=False) if again else Failed("the look-ahead ends here")


def show_input(given: Input) -> str:
    """A symbolic input as people write it: by its label, with who does it, or by its way."""
    value = [show(given.action)] if given.shape else []
    if given.label:
        return " ".join([given.name, *value])
    who = [f"{given.person}:"] if given.person else []
    return " ".join([*who, *given.way, *(value or [given.action])])
