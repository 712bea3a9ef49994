"""Can the task always be finished, whatever has been done before?"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, TypeAlias

from refute.languages.workflow import syntax
from refute.languages.workflow.findings import Finding
from refute.languages.workflow.graph import Edge, Graph, Node
from refute.languages.workflow.project import symbols_of
from refute.languages.workflow.questions import NO_START, Question
from refute.languages.workflow.states import State
from refute.report.outcome import Verdict
from refute.solver import Answer, Entailment, Path
from refute.terms import (
    Term,
    conjunction,
    disjunction,
    negation,
    show as show_term,
    substitute,
    substitute_all,
)

if TYPE_CHECKING:
    from refute.languages.workflow.check import Exploration
    from refute.solver.session import Session


class FinishQuestion(Question):
    """Do some inputs lead from every state to a value of the task?"""

    def __init__(self, claim: syntax.Finishes) -> None:
        super().__init__(claim.name.name, "finishes", claim.name.span)

    def consider(self, finding: Finding, exploration: Exploration) -> None:
        """Do nothing: the question is about all states together."""

    def conclude(self, exploration: Exploration) -> None:
        """Search for a state from which no end state can be reached."""
        if exploration.graph is None:
            reason = "`--all-paths` does not keep the states that this is about"
            self._settle(Verdict.UNDECIDED, "nothing is known", reason=reason)
            return
        all_known = not exploration.symbolic.left_out and not exploration.cut
        stuck = find_stuck(exploration.graph) if all_known else None
        if stuck is not None:
            self._refute(stuck.state, stuck.state.world.path, exploration)
        if exploration.unsure:
            self.doubt = self.doubt or exploration.search.budget.effort.doubt
        if self.outcome is None:
            super().conclude(exploration)

    def _vacuity(self, exploration: Exploration) -> str:
        states = exploration.graph is None or exploration.graph.nodes
        return "" if states else NO_START

    def _refute(self, state: State, path: Path, exploration: Exploration) -> None:
        run = self._run(exploration, path, state.inputs)
        if run is None or run.error is not None or run.refused is not None:
            self.doubt = "inputs were found that do not replay"
            return
        shown = self._shown(exploration, run, "counterexample")
        summary = "after these inputs no others give the task a value"
        self._settle(Verdict.REFUTED, summary, **shown)

    def _conclude_bounded(self, exploration: Exploration) -> None:
        reason = f"explored were {exploration.bound}"
        self._settle(Verdict.UNDECIDED, "it is not stuck in any state that was seen", reason=reason)

    def _conclude_complete(self, exploration: Exploration) -> None:
        assert exploration.graph is not None
        before = exploration.session.statistics.unknowns
        finishing = Finishing(exploration.graph, exploration.session)
        decided = exploration.session.statistics.unknowns == before
        unfinished = finishing.unfinished()
        if unfinished is None:
            self._settle(Verdict.CONFIRMED, "whatever was done, it can still be finished")
        elif finishing.exact and decided:
            self._refute(unfinished[0].state, unfinished[1], exploration)
        if self.outcome is None:
            reason = self.doubt or "for some values it could not be shown that it can be finished"
            self._settle(Verdict.UNDECIDED, "no values are known to get it stuck", reason=reason)


MOST_VISITS = 12
"""Maximum number of changes of the condition of a state before it is given up."""


def find_stuck(graph: Graph) -> Node | None:
    """The state with the fewest inputs from which no end state can be reached, if any.

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
    """The states from which each state is reached by one input."""
    before: dict[Node, dict[Node, None]] = {}
    for node in graph.nodes.values():
        for edge in node.edges:
            before.setdefault(edge.target, {})[node] = None
    return {node: list(sources) for node, sources in before.items()}


def _shortest(nodes: Iterable[Node]) -> Node | None:
    return min(nodes, key=lambda node: len(node.state.inputs), default=None)


Chance: TypeAlias = frozenset[frozenset[Term]]
"""A disjunction of conjunctions."""

ALWAYS: Chance = frozenset({frozenset()})
NEVER: Chance = frozenset()

MOST_ALTERNATIVES = 64
"""Maximum number of disjuncts in the condition of a state."""


class Finishing:
    """For each state, the condition on its symbols under which it can be finished.

    This is the least solution of: an end state can be finished; another state can if some value of
    some input leads to a state that can. `chances` are conditions on the names that a state's shape
    gives to its symbols; they are never too weak, and precise while `exact`.
    """

    def __init__(self, graph: Graph, session: Session) -> None:
        self.exact = True
        self._session = session
        self._projection = graph.projection
        self._nodes = list(graph.nodes.values())
        self.chances: dict[Node, Chance] = {
            node: NEVER if node.state.value is None else ALWAYS for node in self._nodes
        }
        self._solve(_sources(graph))

    def unfinished(self) -> tuple[Node, Path] | None:
        """A state with few inputs, with the path to instances that are not known to finish."""
        doubtful = [node for node in self._nodes if self.chances[node] != ALWAYS]
        node = _shortest(doubtful)
        if node is None:
            return None
        own = {name: symbol for symbol, name in node.names.items()}
        chance = substitute(_either(self.chances[node]), own)
        return node, node.state.world.path.extend(negation(chance))

    def _solve(self, before: dict[Node, list[Node]]) -> None:
        visits = dict.fromkeys(self._nodes, 0)
        changed = [node for node in self._nodes if self.chances[node] == ALWAYS]
        while changed:
            waiting = dict.fromkeys(each for node in changed for each in before.get(node, ()))
            changed = []
            for node in waiting:
                chance = self._chance(node)
                if chance == self.chances[node]:
                    continue
                visits[node] += 1
                if visits[node] > MOST_VISITS or len(chance) > MOST_ALTERNATIVES:
                    self.exact = False
                else:
                    self.chances[node] = chance
                    changed.append(node)

    def _chance(self, node: Node) -> Chance:
        """The condition under which some input leads to where the task can be finished."""
        found = self.chances[node]
        for edge in sorted(node.edges, key=lambda edge: len(edge.needs)):
            if found == ALWAYS:
                return ALWAYS
            for each in _alternatives(self.chances[edge.target]):
                found = _with(found, self._along(node, edge, each))
        known = Path.of(substitute_all(node.state.world.known, node.names))
        proved = found and self._session.entails(known, _either(found)) is Entailment.PROVED
        return ALWAYS if proved else found

    def _along(self, node: Node, edge: Edge, chance: list[Term]) -> frozenset[Term] | None:
        """The instances of a state for which an input leads along an edge and on to the end."""
        needs = (*edge.needs, *substitute_all(chance, edge.names))
        if chance:
            path = Path.of((*node.state.world.known, *needs))
            if self._session.check(path) is not Answer.SAT:
                return None
        projected = self._projection.project(needs, node.names)
        if any(symbols_of(each) - node.names.keys() for each in projected):
            self.exact = False
            return None
        return frozenset(substitute_all(projected, node.names)) - node.conditions


def _with(chance: Chance, alternative: frozenset[Term] | None) -> Chance:
    """The disjunction with one more alternative, without those that imply another one."""
    if alternative is None or any(each <= alternative for each in chance):
        return chance
    return frozenset({alternative, *(each for each in chance if not alternative <= each)})


def _either(chance: Chance) -> Term:
    return disjunction(*(conjunction(*each) for each in _alternatives(chance)))


def _alternatives(chance: Chance) -> list[list[Term]]:
    """All alternatives in a canonical order, so that the solver always gets the same query."""
    return sorted(
        (sorted(each, key=show_term) for each in chance),
        key=lambda alternative: list(map(show_term, alternative)),
    )
