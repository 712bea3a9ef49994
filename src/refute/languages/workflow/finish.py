"""Whether a task can be finished from each of its states."""

from __future__ import annotations

from typing import TYPE_CHECKING

from refute.languages.workflow.project import project, symbols_of
from refute.languages.workflow.simulate import Graph, Node
from refute.languages.workflow.states import State
from refute.solver import Entailment, Path
from refute.terms import TRUE, Term, conjunction, disjunction

if TYPE_CHECKING:
    from refute.solver.session import Session


def find_stuck(graph: Graph) -> State | None:
    """The state of fewest inputs from which no end state can be reached, if any.

    A state that was not explored may lead anywhere.
    """
    hopeful = [
        node
        for node in graph.nodes.values()
        if node.state.value is not None or node.branches is None
    ]
    before: dict[Node, list[Node]] = {}
    for node in graph.nodes.values():
        for edge in node.edges:
            before.setdefault(edge.target, []).append(node)
    reached = set(hopeful)
    while hopeful:
        for node in before.get(hopeful.pop(), ()):
            if node not in reached:
                reached.add(node)
                hopeful.append(node)
    stuck = [node.state for node in graph.nodes.values() if node not in reached]
    return min(stuck, key=lambda state: len(state.inputs), default=None)


def unproved(graph: Graph, session: Session) -> State | None:
    """A state for which it is not proved that all its instances can be finished.

    A state is proved when its conditions imply that some input leads on to a proved state.
    """
    proved = {node for node in graph.nodes.values() if node.state.value is not None}
    open_nodes = [node for node in graph.nodes.values() if node not in proved]
    growing = True
    while growing:
        growing = False
        for node in reversed(open_nodes):
            if _leads_on(node, proved, session):
                proved.add(node)
                growing = True
        open_nodes = [node for node in open_nodes if node not in proved]
    return open_nodes[0].state if open_nodes else None


def _leads_on(node: Node, proved: set[Node], session: Session) -> bool:
    """Whether every instance of a state has an input that leads to a proved state."""
    chances = [_chance(node, edge.needs) for edge in node.edges if edge.target in proved]
    either = disjunction(*chances)
    if either is TRUE or not chances:
        return bool(chances)
    path = Path()
    for condition in node.state.world.known:
        path = path.extend(condition)
    return session.entails(path, either) is Entailment.PROVED


def _chance(node: Node, needs: tuple[Term, ...]) -> Term:
    """For which instances of a state some value makes an input lead where its edge says."""
    given = {symbol for each in node.state.world.path.conditions() for symbol in symbols_of(each)}
    given |= {
        symbol
        for each in node.state.inputs
        if isinstance(each.action, Term)
        for symbol in symbols_of(each.action)
    }
    return conjunction(*project(needs, given))
