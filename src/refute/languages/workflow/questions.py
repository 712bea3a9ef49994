"""The questions of `refute check`: what they look for, and what they make of it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any, TypeAlias

from refute.frontend.node import walk
from refute.languages.workflow import replay, syntax
from refute.languages.workflow.drawing import draw_value
from refute.languages.workflow.evaluation import extend
from refute.languages.workflow.interpret import EvaluationError
from refute.languages.workflow.monitor import Monitor
from refute.languages.workflow.project import symbols_of
from refute.languages.workflow.show import show
from refute.languages.workflow.simulate import Broken, Crashed, Edge, Ended, Finding, Graph, Node
from refute.languages.workflow.states import State
from refute.languages.workflow.tasks import LIMITS, Input
from refute.report.outcome import Bindings, Block, Lines, Outcome, Verdict
from refute.solver import Answer, Entailment, Path
from refute.source import Span
from refute.terms import (
    Term,
    conjunction,
    disjunction,
    negation,
    show as show_term,
    substitute,
)

if TYPE_CHECKING:
    from refute.languages.workflow.check import Exploration
    from refute.solver.session import Session


class Question(ABC):
    """One question; `outcome` is None while it is open."""

    about_inputs = False
    every_state = False
    monitor: Monitor | None = None
    compares: syntax.Compare | None = None

    def __init__(self, question: str, kind: str, span: Span) -> None:
        self.question = question
        self.kind = kind
        self.span = span
        self.outcome: Outcome | None = None
        self.doubt = ""

    @abstractmethod
    def consider(self, finding: Finding, exploration: Exploration) -> None:
        """Look at something that was found; may settle the question."""

    def conclude(self, exploration: Exploration) -> None:
        """Settle the question when nothing was found that does."""
        reason = self.doubt or exploration.reason
        if reason:
            self._settle(Verdict.UNDECIDED, self._open_summary(), reason=reason)
        elif exploration.bound:
            self._conclude_bounded(exploration)
        else:
            self._conclude_complete(exploration)

    def answered(self, exploration: Exploration) -> Outcome:
        """The outcome with the numbers of the exploration."""
        assert self.outcome is not None
        return replace(self.outcome, statistics=exploration.statistics)

    def _open_summary(self) -> str:
        return "no counterexample was found"

    def _conclude_bounded(self, exploration: Exploration) -> None:
        self._settle(Verdict.PASSED, "no counterexample was found", bound=exploration.bound)

    def _conclude_complete(self, exploration: Exploration) -> None:
        self._settle(Verdict.CONFIRMED, "it holds, whatever the inputs")

    def _settle(self, verdict: Verdict, summary: str, **rest: Any) -> None:
        self.outcome = Outcome(
            self.question, self.kind, verdict, summary, place=str(self.span), **rest
        )

    def _run(
        self, exploration: Exploration, path: Path, inputs: Sequence[Input]
    ) -> replay.Run | None:
        """The concrete run of a path, None when the solver gives no values for it."""
        given = replay.instantiate(exploration.session, path, inputs)
        return None if given is None else replay.play(exploration.interpreter, given)

    def _crashed(self, exploration: Exploration) -> list[Path]:
        """The paths on which a claim has no value; where it was given up, there is a doubt."""
        crashes = list(exploration.symbolic.crashes)
        exploration.symbolic.crashes.clear()
        for each in crashes:
            if each.message in LIMITS:
                self.doubt = f"it was given up where {each.message}"
        return [each.world.path for each in crashes if each.message not in LIMITS]

    def _shown(self, exploration: Exploration, run: replay.Run, title: str) -> dict[str, Any]:
        """What an outcome shows of a run."""
        blocks = self._blocks(exploration, run, title)
        return {"blocks": blocks, "entries": replay.entries(exploration.interpreter, run)}

    def _blocks(self, exploration: Exploration, run: replay.Run, title: str) -> tuple[Block, ...]:
        rows = [("inputs", replay.script(exploration.interpreter, run))]
        interpreter, now = exploration.interpreter, run.now
        value = None if now is None or run.error else interpreter.value(now.task, now.world)
        if value is not None:
            rows.append(("value", draw_value(value, exploration.checked.value)))
        replayed = Lines("replay", tuple(replay.describe(interpreter, run)))
        return Bindings(title, tuple(rows)), replayed


class ClaimQuestion(Question):
    """Does a property hold of every end state; is there one of which a reachable claim holds?"""

    def __init__(self, claim: syntax.Claim) -> None:
        self.is_property = isinstance(claim, syntax.Property)
        kind = "property" if self.is_property else "reachable"
        super().__init__(claim.name.name, kind, claim.name.span)
        self.claim = claim
        self.about_inputs = any(isinstance(each, syntax.Inputs) for each in walk(claim.body))

    def consider(self, finding: Finding, exploration: Exploration) -> None:
        """Try the claim on an end state: one implication of section 5.6 for each of its paths."""
        if not isinstance(finding, Ended):
            return
        for path in self._witnesses(finding.state, exploration):
            answer = exploration.session.check(path)
            if answer is Answer.UNKNOWN:
                self.doubt = "the solver could not decide the claim on every end state"
            if answer is Answer.SAT and self._try(path, finding.state, exploration):
                return

    def _witnesses(self, state: State, exploration: Exploration) -> Iterator[Path]:
        """The paths on which a property is false or has no value, or a reachable claim is true."""
        symbolic = exploration.symbolic
        given = {**exploration.simulation.names, "inputs": state.inputs}
        names = replay.bind(self.claim, state.value, given, extend)
        for truth, world in symbolic.evaluate(self.claim.body, names, state.world):
            yield world.path.extend(negation(truth) if self.is_property else truth)
        crashed = self._crashed(exploration)
        if self.is_property:
            yield from crashed

    def _try(self, path: Path, state: State, exploration: Exploration) -> bool:
        run = self._run(exploration, path, state.inputs)
        if run is None:
            self.doubt = "the solver could not give values for a counterexample"
            return False
        truth = replay.holds(exploration.interpreter, self.claim, run)
        if isinstance(truth, EvaluationError) and self.is_property:
            summary = f"after these inputs it has no value: {truth.message}"
        elif truth is not (not self.is_property):
            self.doubt = "inputs were found that do not replay"
            return False
        else:
            summary = "these inputs break it" if self.is_property else "these inputs lead there"
        verdict = Verdict.REFUTED if self.is_property else Verdict.CONFIRMED
        title = "counterexample" if self.is_property else "example"
        word = "" if self.is_property else "reached"
        self._settle(verdict, summary, **self._shown(exploration, run, title), word=word)
        return True

    def _open_summary(self) -> str:
        return "no counterexample was found" if self.is_property else "no way there was found"

    def _conclude_bounded(self, exploration: Exploration) -> None:
        if self.is_property:
            super()._conclude_bounded(exploration)
        else:
            reason = f"explored were {exploration.bound}"
            self._settle(Verdict.UNDECIDED, self._open_summary(), reason=reason)

    def _conclude_complete(self, exploration: Exploration) -> None:
        if not self.is_property:
            self._settle(Verdict.REFUTED, "no inputs lead there", word="unreached")
        elif exploration.never_ends:
            summary = "it holds of nothing: no inputs ever give the task a value"
            self._settle(Verdict.CONFIRMED, summary)
        elif exploration.takes_nothing:
            summary = "it holds of the value that the task has; it takes no input"
            self._settle(Verdict.CONFIRMED, summary)
        else:
            self._settle(Verdict.CONFIRMED, "it holds of every value that the task can end with")


class AssertionQuestion(Question):
    """Does an assertion hold whenever the task comes to it (section 5.8)?"""

    def __init__(self, assertion: syntax.Assert) -> None:
        super().__init__(show(assertion.condition), "assert", assertion.span)

    def consider(self, finding: Finding, exploration: Exploration) -> None:
        """Replay a path on which the assertion is false."""
        if not isinstance(finding, Broken) or finding.span != self.span:
            return
        run = self._run(exploration, finding.path, finding.inputs) if finding.known else None
        if run is None:
            self.doubt = "the solver could not decide the assertion on every path"
        elif run.now is None or self.span not in run.now.world.broken:
            self.doubt = "inputs were found that do not replay"
        else:
            shown = self._shown(exploration, run, "counterexample")
            self._settle(Verdict.REFUTED, "these inputs break it", **shown)


class ErrorQuestion(Question):
    """Does every operation have a result: no division by zero, no head or tail of nothing?"""

    def __init__(self, task: syntax.TaskDeclaration) -> None:
        super().__init__(f"{task.name.name} runs without errors", "task", task.name.span)

    def consider(self, finding: Finding, exploration: Exploration) -> None:
        """Replay a path that crashes."""
        if not isinstance(finding, Crashed):
            return
        run = self._run(exploration, finding.crash.world.path, finding.inputs)
        if run is None or run.error is None:
            self.doubt = "an error was found that does not replay"
            return
        summary = f"{run.error.message} at {run.error.span}"
        shown = self._shown(exploration, run, "counterexample")
        self._settle(Verdict.REFUTED, summary, **shown)


class FinishQuestion(Question):
    """Can the task always be finished, whatever was done before?"""

    def __init__(self, claim: syntax.Finishes) -> None:
        super().__init__(claim.name.name, "finishes", claim.name.span)

    def consider(self, finding: Finding, exploration: Exploration) -> None:
        """Nothing by itself; the question is about all states together."""

    def conclude(self, exploration: Exploration) -> None:
        """Look for a state from which no end state can be reached."""
        if exploration.graph is None:
            reason = "`--all-paths` does not keep the states that this is about"
            self._settle(Verdict.UNDECIDED, "nothing is known", reason=reason)
            return
        all_known = not exploration.symbolic.left_out and not exploration.cut
        stuck = find_stuck(exploration.graph) if all_known else None
        if stuck is not None:
            self._refute(stuck.state, stuck.state.world.path, exploration)
        if exploration.unsure:
            self.doubt = self.doubt or "the solver could not decide every condition"
        if self.outcome is None:
            super().conclude(exploration)

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
        self._settle(Verdict.UNDECIDED, "it is stuck in no state that was seen", reason=reason)

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
"""Maximum number of times that the condition of a state may change before it is given up."""


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


Chance: TypeAlias = frozenset[frozenset[Term]]
"""Alternatives, each of which is a conjunction."""

ALWAYS: Chance = frozenset({frozenset()})
NEVER: Chance = frozenset()

MOST_ALTERNATIVES = 64
"""Maximum number of alternatives in the condition of a state."""


class Finishing:
    """For each state, under which condition on its symbols it can be finished.

    The least solution of: an end state can; another state can where some value of some input
    leads to a state that can. `chances` are conditions on the names that a state's shape gives to
    its symbols; they are never too weak, and just right while `exact`.
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
        """A state with few inputs of which not all instances are known to finish, and which."""
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
        """The condition under which some input leads on to where the task can be finished."""
        found = self.chances[node]
        for edge in sorted(node.edges, key=lambda edge: len(edge.needs)):
            if found == ALWAYS:
                return ALWAYS
            for each in _alternatives(self.chances[edge.target]):
                found = _with(found, self._along(node, edge, each))
        known = Path.of(substitute(each, node.names) for each in node.state.world.known)
        proved = found and self._session.entails(known, _either(found)) is Entailment.PROVED
        return ALWAYS if proved else found

    def _along(self, node: Node, edge: Edge, chance: list[Term]) -> frozenset[Term] | None:
        """For which instances of a state an input leads along an edge and on to the end."""
        needs = (*edge.needs, *(substitute(each, edge.names) for each in chance))
        if chance:
            path = Path.of((*node.state.world.known, *needs))
            if self._session.check(path) is not Answer.SAT:
                return None
        projected = self._projection.project(needs, node.names)
        if any(symbols_of(each) - node.names.keys() for each in projected):
            self.exact = False
            return None
        return frozenset(substitute(each, node.names) for each in projected) - node.conditions


def _with(chance: Chance, alternative: frozenset[Term] | None) -> Chance:
    """One alternative more, without those that say more than another one."""
    if alternative is None or any(each <= alternative for each in chance):
        return chance
    return frozenset({alternative, *(each for each in chance if not alternative <= each)})


def _either(chance: Chance) -> Term:
    return disjunction(*(conjunction(*each) for each in _alternatives(chance)))


def _alternatives(chance: Chance) -> list[list[Term]]:
    """All in one order, so that the solver is always asked the same."""
    return sorted(
        (sorted(each, key=show_term) for each in chance),
        key=lambda alternative: list(map(show_term, alternative)),
    )
