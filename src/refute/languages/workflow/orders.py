"""Questions about more than values: invariants, orders, permissions, equal tasks."""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

from refute.languages.workflow import compare, replay, syntax, tasks
from refute.languages.workflow.findings import Different, Finding, Reached, Violated
from refute.languages.workflow.interpret import EvaluationError, Interpreter, RunState
from refute.languages.workflow.monitor import BROKEN, Monitor, described
from refute.languages.workflow.questions import NO_START, Premise, Question
from refute.languages.workflow.states import State
from refute.languages.workflow.tasks import Environment, Input
from refute.report.outcome import Verdict
from refute.solver import Answer, Path
from refute.terms import negation

if TYPE_CHECKING:
    from refute.languages.workflow.check import Exploration


class InvariantQuestion(Question):
    """Does a condition hold in every state that users can see?"""

    every_state = True

    def __init__(self, claim: syntax.Invariant) -> None:
        super().__init__(claim.name.name, "invariant", claim.name.span)
        self._body = claim.body
        self._premise = Premise(claim.body)
        self._tried = False

    def consider(self, finding: Finding, exploration: Exploration) -> None:
        """Try the condition on a state."""
        if not isinstance(finding, Reached):
            return
        symbolic, state = exploration.symbolic, finding.state
        names = {**exploration.simulation.names, "inputs": state.inputs}
        self._tried = True
        self._premise.look(names, state.world, exploration)
        paths = [
            world.path.extend(negation(truth))
            for truth, world in symbolic.evaluate(self._body, names, state.world)
        ]
        paths += self._crashed(exploration)
        for path in paths:
            answer = exploration.session.check(path)
            if answer is Answer.UNKNOWN:
                self.doubt = "the solver could not decide the claim in every state"
            if answer is Answer.SAT and self._try(path, state, exploration):
                return

    def _try(self, path: Path, state: State, exploration: Exploration) -> bool:
        run = self._run(exploration, path, state.inputs)
        now = None if run is None else run.now
        if run is None or now is None or run.error is not None or run.refused is not None:
            self.doubt = "inputs were found that do not replay"
            return False
        names = {**run.names, "inputs": run.inputs}
        try:
            holds, _ = exploration.interpreter.evaluate(self._body, names, now.world)
            summary = "after these inputs it does not hold"
        except EvaluationError as failure:
            holds, summary = False, f"after these inputs it has no value: {failure.message}"
        if holds:
            self.doubt = "inputs were found that do not replay"
            return False
        shown = self._shown(exploration, run, "counterexample")
        self._settle(Verdict.REFUTED, summary, **shown)
        return True

    def _vacuity(self, exploration: Exploration) -> str:
        if not self._tried:
            return NO_START
        return "" if self._premise.met else f"the premise `{self._premise}` is never met"

    def _conclude_complete(self, exploration: Exploration) -> None:
        self._settle(Verdict.CONFIRMED, "it holds at the start and after every input")


class OrderQuestion(Question):
    """Do inputs always come in an order that a claim allows, from those whom it allows?"""

    def __init__(self, claim: syntax.Order | syntax.Only | syntax.Nobody, monitor: Monitor) -> None:
        kind = claim.quantifier if isinstance(claim, syntax.Order) else type(claim).__name__.lower()
        super().__init__(claim.name.name, kind, claim.name.span)
        self.monitor = self._monitor = monitor

    def consider(self, finding: Finding, exploration: Exploration) -> None:
        """Replay inputs in an order that is not allowed."""
        if not isinstance(finding, Violated):
            return
        run = self._run(exploration, finding.state.world.path, finding.state.inputs)
        if run is None:
            self.doubt = "the solver could not give values for a counterexample"
            return
        summary = violation(exploration.interpreter, self._monitor, run)
        if summary:
            shown = self._shown(exploration, run, "counterexample")
            self._settle(Verdict.REFUTED, summary, **shown)
        else:
            self.doubt = "inputs were found that do not replay"

    def _vacuity(self, exploration: Exploration) -> str:
        simulation = exploration.simulation
        missing = self._monitor.missing(simulation.offered, simulation.happened)
        if missing:
            return f"{', '.join(dict.fromkeys(map(described, missing)))} is never done"
        ends = exploration.ends or not self._monitor.looks_at_the_end
        return "" if ends else "no run ends"

    def _conclude_complete(self, exploration: Exploration) -> None:
        self._settle(Verdict.CONFIRMED, self._monitor.says(exploration.simulation.happened))


class CompareQuestion(Question):
    """Does one task take what another takes, with the same values?

    `same` is checked in both directions, one after the other.
    """

    def __init__(self, claim: syntax.Compare) -> None:
        super().__init__(claim.name.name, claim.relation, claim.span)
        self.compares = self._claim = claim
        self._pairs = [(claim.left, claim.right)]
        if claim.relation == "same":
            self._pairs.append((claim.right, claim.left))

    @property
    def pair(self) -> tuple[syntax.Name, syntax.Name]:
        """The tasks in the current direction."""
        return self._pairs[0]

    def turn(self) -> bool:
        """Turn to the other direction, if one is left and nothing is settled."""
        if self.outcome is None or self.outcome.verdict is not Verdict.CONFIRMED:
            return False
        del self._pairs[0]
        if self._pairs:
            self.outcome = None
        return bool(self._pairs)

    def consider(self, finding: Finding, exploration: Exploration) -> None:
        """Replay inputs after which the tasks differ."""
        if not isinstance(finding, Different):
            return
        given = replay.instantiate(exploration.session, finding.path, finding.inputs)
        if given is None:
            self.doubt = "the solver could not give values for a counterexample"
            return
        left, right = (
            Interpreter(compare.of_task(exploration.checked, name)) for name in self.pair
        )
        found = compare.replay_both(left, right, given)
        if found.difference:
            shown = compare.blocks(left, right, found)
            self._settle(Verdict.REFUTED, found.difference, blocks=shown)
        else:
            self.doubt = "inputs were found that do not replay"

    def _conclude_complete(self, exploration: Exploration) -> None:
        assert isinstance(exploration.simulation, compare.Pairs)
        if exploration.simulation.given_up:
            reason = f"it was given up where {exploration.simulation.given_up}"
            self._settle(Verdict.UNDECIDED, self._open_summary(), reason=reason)
            return
        if not exploration.simulation.nodes and len(self._pairs) == 1:
            reason = f"nothing can be compared: {NO_START}"
            self._settle(Verdict.UNDECIDED, self._open_summary(), reason=reason)
            return
        left, right = self._claim.left.name, self._claim.right.name
        summary = f"`{right}` takes whatever inputs `{left}` takes, with the same values"
        if self._claim.relation == "same":
            summary = "whatever the inputs, both take them, with the same values"
        if exploration.simulation.crashed:
            summary += f", as far as `{left}` runs without errors"
        self._settle(Verdict.CONFIRMED, summary)


def violation(interpreter: Interpreter, monitor: Monitor, run: replay.Run) -> str:
    """How a run, or its end, violates a claim; empty if it does not."""
    if run.now is None or run.error is not None or run.refused is not None:
        return ""
    seen = ""
    satisfies = partial(_satisfies, interpreter, run.names)
    for given, before, now in zip(run.inputs, run.stands, run.stands[1:], strict=False):
        if monitor.forbids(given, before.world.doers):
            return BREAKS
        try:
            happened = [
                monitor.matches(each, given) and satisfies(each, given, now)
                for each in monitor.events
            ]
        except EvaluationError as failure:
            return f"after these inputs it has no value: {failure.message}"
        seen = monitor.step(seen, happened[0], happened[-1] and len(happened) > 1)
        if seen == BROKEN:
            return BREAKS
    value = interpreter.value(run.now.task, run.now.world)
    return BREAKS if value is not None and monitor.ends_badly(seen) else ""


BREAKS = "these inputs break it"


def _satisfies(
    interpreter: Interpreter, names: Environment, event: syntax.Event, given: Input, now: RunState
) -> bool:
    if event.condition is None or event.parameter is None:
        return True
    if given.shape != interpreter.checked.type_of(event):
        return False
    bound = tasks.extend(names, event.parameter, given.action)
    return bool(interpreter.evaluate(event.condition, bound, now.world)[0])
