"""The questions of `refute check`: what each searches for, and the outcome it derives."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from refute.frontend.node import walk
from refute.languages.workflow import replay, syntax
from refute.languages.workflow.drawing import draw_value
from refute.languages.workflow.evaluation import extend
from refute.languages.workflow.findings import Broken, Crashed, Ended, Finding
from refute.languages.workflow.interpret import EvaluationError
from refute.languages.workflow.monitor import Monitor
from refute.languages.workflow.show import show
from refute.languages.workflow.states import State, World
from refute.languages.workflow.tasks import LIMITS, Environment, Input
from refute.report.outcome import Bindings, Block, Lines, Outcome, Verdict
from refute.solver import Answer, Path
from refute.source import Span
from refute.terms import (
    negation,
)

if TYPE_CHECKING:
    from refute.languages.workflow.check import Exploration


NO_START = "there is an error before the first input"


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
        """Consider a finding, which may settle the question."""

    def conclude(self, exploration: Exploration) -> None:
        """Settle the question after no finding has done so."""
        reason = self.doubt or exploration.reason
        nothing = self._vacuity(exploration)
        if reason:
            self._settle(Verdict.UNDECIDED, self._open_summary(), reason=reason)
        elif nothing:
            reason = nothing + (f"; explored were {exploration.bound}" if exploration.bound else "")
            summary = "nothing was put to the test"
            self._settle(Verdict.UNDECIDED, summary, reason=reason, word="vacuous")
        elif exploration.bound:
            self._conclude_bounded(exploration)
        else:
            self._conclude_complete(exploration)

    def answered(self, exploration: Exploration) -> Outcome:
        """The outcome with the statistics of the exploration."""
        assert self.outcome is not None
        return replace(self.outcome, statistics=exploration.statistics)

    def _open_summary(self) -> str:
        return "no counterexample was found"

    def _vacuity(self, exploration: Exploration) -> str:
        """Why nothing that was seen could have broken the claim; empty if something could."""
        return ""

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
        """The concrete run of a path; None if the solver gives no values for it."""
        given = replay.instantiate(exploration.session, path, inputs)
        return None if given is None else replay.play(exploration.interpreter, given)

    def _crashed(self, exploration: Exploration) -> list[Path]:
        """The paths on which a claim has no value; if evaluation was given up, raises a doubt."""
        crashes = list(exploration.symbolic.crashes)
        exploration.symbolic.crashes.clear()
        for each in crashes:
            if each.message in LIMITS:
                self.doubt = f"it was given up where {each.message}"
        return [each.world.path for each in crashes if each.message not in LIMITS]

    def _shown(self, exploration: Exploration, run: replay.Run, title: str) -> dict[str, Any]:
        """The blocks of an outcome that show a run."""
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


class Premise:
    """The premise of a claim of the form `p ==> q`, and whether some state satisfies it."""

    def __init__(self, claim: syntax.Expression) -> None:
        self._condition = _premise(claim)
        self.met = self._condition is None

    def look(self, names: Environment, world: World, exploration: Exploration) -> None:
        """Note whether a state satisfies it; if that is not known, it may."""
        if self.met or self._condition is None:
            return
        symbolic = exploration.symbolic
        paths = [
            after.path.extend(truth)
            for truth, after in symbolic.evaluate(self._condition, names, world)
        ]
        self.met = bool(symbolic.crashes) or any(
            exploration.session.check(each) is not Answer.UNSAT for each in paths
        )
        symbolic.crashes.clear()

    def __str__(self) -> str:
        return show(self._condition) if self._condition else ""


def _premise(claim: syntax.Expression) -> syntax.Expression | None:
    match claim:
        case syntax.Binary("==>", left, right):
            further = _premise(right)
            return left if further is None else replace(claim, operator="and", right=further)
        case syntax.Let(body=body):
            inner = _premise(body)
            return None if inner is None else replace(claim, body=inner)
        case _:
            return None


class ClaimQuestion(Question):
    """Does a property hold of every end state; is there one of which a reachable claim holds?"""

    def __init__(self, claim: syntax.Claim) -> None:
        self.is_property = isinstance(claim, syntax.Property)
        kind = "property" if self.is_property else "reachable"
        super().__init__(claim.name.name, kind, claim.name.span)
        self.claim = claim
        self.about_inputs = any(isinstance(each, syntax.Inputs) for each in walk(claim.body))
        self._premise = Premise(claim.body)

    def consider(self, finding: Finding, exploration: Exploration) -> None:
        """Test the claim on an end state: one implication of section 5.6 for each of its paths."""
        if not isinstance(finding, Ended):
            return
        if self.is_property:
            self._premise.look(
                self._names(finding.state, exploration), finding.state.world, exploration
            )
        for path in self._witnesses(finding.state, exploration):
            answer = exploration.session.check(path)
            if answer is Answer.UNKNOWN:
                self.doubt = "the solver could not decide the claim on every end state"
            if answer is Answer.SAT and self._try(path, finding.state, exploration):
                return

    def _witnesses(self, state: State, exploration: Exploration) -> Iterator[Path]:
        """The paths on which a property is false or has no value, or a reachable claim is true."""
        names = self._names(state, exploration)
        for truth, world in exploration.symbolic.evaluate(self.claim.body, names, state.world):
            yield world.path.extend(negation(truth) if self.is_property else truth)
        crashed = self._crashed(exploration)
        if self.is_property:
            yield from crashed

    def _names(self, state: State, exploration: Exploration) -> Environment:
        given = {**exploration.simulation.names, "inputs": state.inputs}
        return replay.bind(self.claim, state.value, given, extend)

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

    def _vacuity(self, exploration: Exploration) -> str:
        if not self.is_property:
            return ""
        if not exploration.ends:
            return "no inputs give the task a value"
        if not self._premise.met:
            return f"no value that the task ends with meets the premise `{self._premise}`"
        return ""

    def _conclude_complete(self, exploration: Exploration) -> None:
        if not self.is_property:
            self._settle(Verdict.REFUTED, "no inputs lead there", word="unreached")
        elif exploration.takes_nothing:
            summary = "it holds of the value that the task has; it takes no input"
            self._settle(Verdict.CONFIRMED, summary)
        else:
            self._settle(Verdict.CONFIRMED, "it holds of every value that the task can end with")


class AssertionQuestion(Question):
    """Does an assertion hold whenever the task reaches it (section 5.8)?"""

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

    def _vacuity(self, exploration: Exploration) -> str:
        return "" if self.span in exploration.simulation.asserted else "the task never comes here"


class ErrorQuestion(Question):
    """Does every operation have a result: no division by zero, no head or tail of an empty list?"""

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
