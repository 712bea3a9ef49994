"""The search trees of a task: every state once, or every path as in Figure 16."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from refute.languages.workflow.evaluation import Crash
from refute.languages.workflow.states import State, World, identify, task_key
from refute.languages.workflow.symbolic import Symbolic
from refute.languages.workflow.tasks import Environment, Input, Task
from refute.record import record
from refute.search import Done, Failed, Fork, Later, Tree
from refute.solver import SECOND, Entailment, Path
from refute.source import Span
from refute.terms import Term, negation, show


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


Finding: TypeAlias = Ended | Crashed | Broken

STATE_UNITS = SECOND // 2_000
"""What it costs to reach a state, beside the queries that it needs."""


@dataclass(slots=True, eq=False)
class Node:
    """A state that was reached, and where the inputs that it takes lead.

    `names` are the names that the key of the state gives to its symbols.
    """

    state: State
    names: Mapping[Term, Term]
    edges: list[Edge] = field(default_factory=list)
    branches: list[Tree[Finding]] | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Edge:
    """What one input needs beyond the path of its source, and where it leads.

    `names` says which symbols the names of the target stand for on this way to it.
    """

    needs: tuple[Term, ...]
    names: Mapping[Term, Term]
    target: Node


class Simulation:
    """What a task does on symbols: the common part of both ways to explore it."""

    def __init__(self, symbolic: Symbolic) -> None:
        self.symbolic = symbolic
        self.names: Environment = {}

    def begin(self) -> Iterator[State | Finding]:
        """The state before the first input."""
        for names, task, world in self.symbolic.start():
            self.names = names
            yield from self._reached(task, world, ())
        yield from self._crashed(())

    def successors(self, state: State) -> Iterator[State | Finding]:
        """What one more input can lead to."""
        for offer in self.symbolic.offers(state.task, state.world):
            inputs = (*state.inputs, offer.given)
            for task, world in self.symbolic.drive(offer):
                yield from self._reached(task, world, inputs)
            yield from self._crashed(inputs)

    def _reached(
        self, task: Task, world: World, inputs: tuple[Input, ...]
    ) -> Iterator[State | Finding]:
        self.symbolic.session.effort.spend(STATE_UNITS)
        for span, condition in world.asserted:
            entailed = self.symbolic.session.entails(world.path, condition)
            if entailed is not Entailment.PROVED:
                path = world.path.extend(negation(condition))
                yield Broken(span, path, inputs, entailed is Entailment.REFUTED)
        settled = replace(world, asserted=()) if world.asserted else world
        yield State(task, settled, inputs, self.symbolic.value(task, settled))

    def _crashed(self, inputs: tuple[Input, ...]) -> Iterator[Finding]:
        for crash in self.symbolic.crashes:
            yield Crashed(crash, inputs)
        self.symbolic.crashes.clear()


class Graph(Simulation):
    """Every state once, up to the names of symbols; docs/workflow.md says why that is sound."""

    def __init__(
        self,
        symbolic: Symbolic,
        *,
        with_inputs: bool = False,
        progress: Callable[[str], None] | None = None,
    ) -> None:
        super().__init__(symbolic)
        self._progress = progress
        self.nodes: dict[Hashable, Node] = {}
        self.merged = 0
        self._with_inputs = with_inputs
        self._begun: list[Tree[Finding]] | None = None

    def tree(self) -> Tree[Finding]:
        """The states as a tree: each hangs where it was reached first."""
        return Fork(self._roots)

    def _roots(self) -> list[Tree[Finding]]:
        """Expanded once, like every node."""
        if self._begun is None:
            self._begun = list(self._branches(None, self.begin()))
        return self._begun

    def _visit(self, node: Node) -> Tree[Finding]:
        """Expanded once, so that walking again finds the same branches."""

        def branches() -> list[Tree[Finding]]:
            if node.branches is None:
                node.branches = list(self._branches(node, self.successors(node.state)))
            return node.branches

        return Fork(branches)

    def _branches(
        self, source: Node | None, reached: Iterable[State | Finding]
    ) -> Iterator[Tree[Finding]]:
        for each in reached:
            if isinstance(each, State):
                yield from self._enter(source, each)
            else:
                yield Done(each)

    def _enter(self, source: Node | None, state: State) -> Iterator[Tree[Finding]]:
        key, names, conditions = identify(state, self.names, with_inputs=self._with_inputs)
        node = self.nodes.get(key)
        known = node is not None
        if node is None:
            world = replace(state.world, known=conditions)
            node = self.nodes[key] = Node(replace(state, world=world), names)
            if self._progress is not None:
                self._progress(f"states: {len(self.nodes)}")
        if source is not None:
            needs = state.world.path.nodes(above=source.state.world.path.depth)
            conditions = tuple(each.condition for each in needs)
            reached = {name: symbol for symbol, name in names.items()}
            source.edges.append(Edge(conditions, reached, node))
        if known:
            self.merged += 1
        elif state.value is not None:
            yield Done(Ended(node.state))
        else:
            target = node
            yield Later(lambda: self._visit(target), cost=1)


class Paths(Simulation):
    """Every path, cut off by the look-ahead of Figure 16."""

    def tree(self) -> Tree[Finding]:
        """The function simulate of Figure 16 as a tree; a value before any input ends it."""
        return Fork(self._begin)

    def _begin(self) -> Iterator[Tree[Finding]]:
        for each in self.begin():
            if isinstance(each, State) and each.value is None:
                yield Later(
                    lambda state=each: self._simulate(state, again=True),  # type: ignore[misc]
                    label="start",
                )
            else:
                yield Done(Ended(each) if isinstance(each, State) else each)

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
    """A symbolic input as people write it."""
    action = show(given.action) if given.shape else given.action
    return " ".join([*given.way, action])
