"""Whether a task can be finished from each of its states."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING

from refute.languages.workflow.project import project, symbols_of
from refute.languages.workflow.simulate import Edge, Graph, Node
from refute.solver import Answer, Entailment, Path
from refute.terms import FALSE, TRUE, Term, conjunction, disjunction, negation, substitute

if TYPE_CHECKING:
    from refute.solver.session import Session

MOST_VISITS = 12
"""A state whose condition goes on changing is given up after so many times."""


def find_stuck(graph: Graph) -> Node | None:
    """The state of fewest inputs from which no end state can be reached, if any.

    A state that was not explored may lead anywhere.
    """
    hopeful = [
        node
        for node in graph.nodes.values()
        if node.state.value is not None or node.branches is None
    ]
    before = _sources(graph)
    reached = set(hopeful)
    while hopeful:
        for node in before.get(hopeful.pop(), ()):
            if node not in reached:
                reached.add(node)
                hopeful.append(node)
    return _shortest(node for node in graph.nodes.values() if node not in reached)


def _sources(graph: Graph) -> dict[Node, list[Node]]:
    """From which states each state is reached by one input."""
    before: dict[Node, dict[Node, None]] = {}
    for node in graph.nodes.values():
        for edge in node.edges:
            before.setdefault(edge.target, {})[node] = None
    return {node: list(sources) for node, sources in before.items()}


def _shortest(nodes: Iterable[Node]) -> Node | None:
    return min(nodes, key=lambda node: len(node.state.inputs), default=None)


class Finishing:
    """For each state, under which condition on its symbols it can be finished.

    The least solution of: an end state can; another state can where some value of some input
    leads to a state that can. `chances` are conditions on the names that a state's key gives to
    its symbols; they are never too weak, and just right while `exact`.
    """

    def __init__(self, graph: Graph, session: Session) -> None:
        self.exact = True
        self._session = session
        self._nodes = list(graph.nodes.values())
        self.chances: dict[Node, Term] = {
            node: FALSE if node.state.value is None else TRUE for node in self._nodes
        }
        self._solve(_sources(graph))

    def unfinished(self) -> tuple[Node, Path] | None:
        """A state with few inputs of which not all instances are known to finish, and which."""
        doubtful = [node for node in self._nodes if self.chances[node] is not TRUE]
        node = _shortest(doubtful)
        if node is None:
            return None
        own = {name: symbol for symbol, name in node.names.items()}
        chance = substitute(self.chances[node], own)
        return node, node.state.world.path.extend(negation(chance))

    def _solve(self, before: dict[Node, list[Node]]) -> None:
        visits = dict.fromkeys(self._nodes, 0)
        changed = [node for node in self._nodes if self.chances[node] is TRUE]
        while changed:
            waiting = dict.fromkeys(each for node in changed for each in before.get(node, ()))
            changed = []
            for node in waiting:
                chance = self._chance(node)
                if chance is self.chances[node]:
                    continue
                visits[node] += 1
                if visits[node] > MOST_VISITS:
                    self.exact = False
                else:
                    self.chances[node] = chance
                    changed.append(node)

    def _chance(self, node: Node) -> Term:
        """The condition under which some input leads on to where the task can be finished."""
        if self.chances[node] is TRUE:
            return TRUE
        found: dict[Term, None] = {}
        for edge in sorted(node.edges, key=lambda edge: len(edge.needs)):
            chance = self._along(node, edge)
            if chance is TRUE:
                return TRUE
            found[chance] = None
        either = substitute(disjunction(*found), node.names)
        known = Path()
        for condition in node.state.world.known:
            known = known.extend(substitute(condition, node.names))
        if self._session.entails(known, either) is Entailment.PROVED:
            return TRUE
        return either

    def _along(self, node: Node, edge: Edge) -> Term:
        """For which instances of a state an input leads along an edge and on to the end."""
        chance = self.chances[edge.target]
        if chance is FALSE:
            return FALSE
        if chance is TRUE and not edge.needs:
            return TRUE
        needs = (*edge.needs, substitute(chance, edge.names))
        if chance is not TRUE and not self._is_possible((*node.state.world.known, *needs)):
            return FALSE
        projected = conjunction(*project(needs, node.names))
        if symbols_of(projected) - node.names.keys():
            self.exact = False
            return FALSE
        return projected

    def _is_possible(self, conditions: Iterable[Term]) -> bool:
        path = Path()
        for condition in conditions:
            path = path.extend(condition)
        return self._session.check(path) is Answer.SAT
