"""One exploration of a task that answers many questions."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import TYPE_CHECKING

from refute.languages.language import Settings
from refute.languages.workflow.interpret import Interpreter
from refute.languages.workflow.simulate import Ended, Finding, Graph, Paths
from refute.languages.workflow.symbolic import Symbolic
from refute.languages.workflow.typecheck import Checked
from refute.report.outcome import Outcome
from refute.search import Budget, Ended as Stopped, Search
from refute.solver import open_session

if TYPE_CHECKING:
    from refute.languages.workflow.questions import Question

MOST_INPUTS = 6
"""So many inputs are tried for claims about inputs unless the user says otherwise."""

QUERY_SECONDS = 5.0
"""So long the solver may think about one condition."""

STRATEGY = "breadth-first"
"""Finds the fewest inputs first."""

CUT_OFF = "the paths that the look-ahead of --all-paths does not cut off"


class Exploration:
    """Walks the states (or with `--all-paths` the paths) of a task until all is answered."""

    def __init__(self, checked: Checked, settings: Settings, *, with_inputs: bool) -> None:
        self.checked = checked
        self.session = open_session(
            query_seconds=min(QUERY_SECONDS, settings.time_limit), seed=settings.seed
        )
        self.symbolic = Symbolic(checked, self.session)
        self.interpreter = Interpreter(checked)
        self.with_inputs = with_inputs
        self.all_paths = bool(settings.options.get("all-paths"))
        self.graph: Graph | None = None
        if not self.all_paths:
            self.graph = Graph(self.symbolic, with_inputs=with_inputs, progress=settings.progress)
        self.simulation = self.graph or Paths(self.symbolic)
        self.strategy = settings.strategy or STRATEGY
        self.most_inputs = settings.depth or (MOST_INPUTS if with_inputs else None)
        self.ends = 0
        self.search: Search[Finding] = Search(
            self.simulation.tree(),
            strategy=self.strategy,
            budget=Budget(
                depth=None if self.most_inputs is None else self.most_inputs + 1,
                nodes=settings.nodes,
                results=settings.limit,
                seconds=settings.time_limit,
            ),
            seed=settings.seed,
            session=self.session,
        )

    def answer(self, questions: Sequence[Question]) -> dict[Question, Outcome]:
        """Explore until every question is answered or the budget ends."""
        started = time.monotonic()
        for result in self.search:
            self.ends += isinstance(result.value, Ended)
            for each in questions:
                if each.outcome is None:
                    each.consider(result.value, self)
            if all(each.outcome is not None for each in questions):
                break
        for each in questions:
            if each.outcome is None:
                each.conclude(self)
        seconds = time.monotonic() - started
        return {each: each.answered(self, seconds) for each in questions}

    @property
    def never_ends(self) -> bool:
        """Whether it is certain that no inputs give the task a value."""
        return self.complete and not self.ends

    @property
    def complete(self) -> bool:
        """Whether everything that can happen was seen."""
        return not self.reason and not self.bound

    @property
    def bound(self) -> str:
        """Up to where everything was seen; empty when there is no such bound."""
        if self.reason:
            return ""
        if self.search.ended is Stopped.DEPTH:
            return f"at most {self.most_inputs} inputs"
        return (
            "the paths that the look-ahead of --all-paths does not cut off"
            if self.all_paths
            else ""
        )

    @property
    def reason(self) -> str:
        """Why it is not certain that everything was seen, up to the bound if there is one."""
        if self.symbolic.inexpressible:
            return f"{self.symbolic.inexpressible[0]} cannot be expressed to the solver"
        if self.symbolic.unknowns:
            return "the solver could not decide every condition"
        ended = self.search.ended
        if ended is Stopped.EXHAUSTED or (ended is Stopped.DEPTH and self._level_by_level):
            return ""
        return str(ended or "not everything was explored")

    @property
    def _level_by_level(self) -> bool:
        """Whether a cut at a depth leaves out only states that need more inputs."""
        return self.with_inputs or self.all_paths or self.strategy == STRATEGY

    @property
    def statistics(self) -> dict[str, int | float]:
        """The numbers of an outcome."""
        return {
            "nodes": self.search.statistics.nodes,
            "merged": self.graph.merged if self.graph else 0,
            "end_states": self.ends,
            "queries": self.session.statistics.queries,
        }
