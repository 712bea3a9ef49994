"""Every state of a task once, with the inputs that lead from one to another."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field, replace
from functools import cached_property

from refute.frontend.node import walk
from refute.languages.workflow import syntax
from refute.languages.workflow.findings import Ended, Finding
from refute.languages.workflow.monitor import Monitor
from refute.languages.workflow.project import Projection
from refute.languages.workflow.simulate import Simulation, can_continue
from refute.languages.workflow.states import (
    Identity,
    State,
    identify,
    with_sums_named,
)
from refute.languages.workflow.symbolic import Symbolic
from refute.languages.workflow.tasks import Input
from refute.languages.workflow.turns import out_of_turn, unseen
from refute.search import Done, Fork, Later, Tree
from refute.solver import SECOND, Entailment, Path
from refute.terms import Term, conjunction, disjunction, substitute_all

SYMBOL_UNITS = SECOND // 20_000
"""Cost that each symbol mentioned in a state adds to reaching the state."""


@dataclass(slots=True, eq=False)
class Node:
    """A state that was reached, and where its inputs lead.

    `names` are the names that the shape of the state gives to its symbols; `conditions` are the
    known conditions on these.
    """

    state: State
    names: Mapping[Term, Term]
    conditions: frozenset[Term] = frozenset()
    edges: list[Edge] = field(default_factory=list)
    branches: list[Tree[Finding]] | None = None


@dataclass(frozen=True, slots=True, eq=False)
class Edge:
    """The conditions of one input beyond the path of its source, and the state it leads to.

    `names` maps the names of the target to the symbols that they stand for on this way to it.
    """

    given: Input
    needs: tuple[Term, ...]
    names: Mapping[Term, Term]
    target: Node


class Graph(Simulation):
    """Every state once, up to the names of symbols, unless others cover all of its instances.

    docs/workflow.md explains why that is sound.
    """

    _in_order = False
    """Whether the order of parallel tasks matters."""

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
        """The states as a tree, each below the state from which it was reached first."""
        return Fork(self._roots)

    def _roots(self) -> list[Tree[Finding]]:
        """The roots, expanded only once, like every node."""
        in_order = self._in_order
        if in_order not in self._begun:
            self._begun[in_order] = list(self._branches(None, self.begin()))
        return self._begun[in_order]

    def _again(self) -> Iterator[Tree[Finding]]:
        """Start again, once it is found that the order of parallel tasks matters."""
        if self.symbolic.contended and not self._in_order:
            self._in_order = True
            self.nodes.clear()
            self._similar.clear()
            yield Later(self.tree, cost=1)

    def _visit(self, node: Node) -> Tree[Finding]:
        """Expand a node only once, so that another walk finds the same branches."""

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
        """Whether an editor may be watched, so that the order of filling editors matters."""
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
            if can_continue(state):
                yield Later(lambda: self._visit(node), cost=1)
        if source is not None:
            path = state.world.path.nodes(above=source.state.world.path.depth)
            reached = {name: symbol for symbol, name in identity.names.items()}
            for node, conditions in targets:
                chosen = substitute_all(conditions, reached)
                needs = (*(each.condition for each in path), *chosen)
                source.edges.append(Edge(state.inputs[-1], needs, reached, node))

    def _identified(self, state: State) -> tuple[State, Identity]:
        """A state with its identity; sums in the store are replaced by symbols if that suffices."""
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
        """Known states that cover all instances of a state, with the conditions on their own."""
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


def _renamed(node: Node) -> tuple[Term, ...]:
    return tuple(substitute_all(node.state.world.known, node.names))
