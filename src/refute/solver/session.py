"""A conversation with the solver that keeps what it has said."""

from __future__ import annotations

import signal
import threading
import time
from collections.abc import Sequence
from typing import Any
from weakref import WeakSet

import z3
from z3 import z3core

from refute.solver.alarm import Alarm
from refute.solver.answer import Answer, Entailment, Model, Samples, Statistics
from refute.solver.guess import guess
from refute.solver.path import Path
from refute.solver.read import read_model
from refute.solver.sample import Suggest, sample, suggest_value
from refute.solver.smallest import smallest
from refute.solver.sorts import UntranslatableError
from refute.solver.translate import Translator
from refute.terms import FALSE, Term, Value, constant, equal, evaluate, negation, satisfies


class Session:
    """An incremental solver; moving between paths keeps what they have in common."""

    def __init__(self, *, query_seconds: float = 5.0, seed: int = 0) -> None:
        self.query_seconds = query_seconds
        self.seed = seed
        self.statistics = Statistics()
        self._context = z3.Context()
        self._translator = Translator(self._context)
        self._alarm = Alarm(query_seconds * 1.25 + 0.25, self._context.interrupt)
        self._unknown: WeakSet[Path] = WeakSet()
        self._reset()

    def _reset(self) -> None:
        self._solver = z3.SimpleSolver(ctx=self._context)
        self._configure(self._solver, min(self.query_seconds, _QUICK_SECONDS), ctrl_c=False)
        self._pushed: list[Path] = []

    def _configure(self, solver: Any, seconds: float, *, ctrl_c: bool) -> None:
        solver.set("timeout", max(1, int(seconds * 1000)))
        solver.set("random_seed", self.seed)
        solver.set("ctrl_c", ctrl_c)

    def check(self, path: Path) -> Answer:
        """Whether all conditions of a path can be true together."""
        answer = self._remembered(path)
        if answer is not None:
            return answer
        answer, model, _ = self._query(path, ())
        if answer is Answer.UNKNOWN:
            self._unknown.add(path)
        else:
            self._remember(path, answer, model)
        return answer

    def model(self, path: Path) -> Model | None:
        """Values under which every condition of the path is true, if any are known."""
        return path.model if self.check(path) is Answer.SAT else None

    def entails(self, path: Path, term: Term) -> Entailment:
        """Whether a term is true in every model of a path."""
        return _ENTAILMENT[self.check(path.extend(negation(term)))]

    def smallest(self, path: Path, terms: Sequence[Term], queries: int = 100) -> Model | None:
        """A model in which integer terms are small: first all together, then each in order."""
        return smallest(self, path, terms, queries)

    def sample(
        self,
        path: Path,
        variables: Sequence[Term],
        count: int,
        seed: int,
        suggest: Suggest = suggest_value,
    ) -> Samples:
        """Models that differ in the variables, near suggested values; the same for the same seed.

        A session of its own makes the result independent of what this one was asked before.
        """
        session = Session(query_seconds=self.query_seconds, seed=seed)
        try:
            return sample(
                session,
                path.conditions(),
                variables=variables,
                count=count,
                seed=seed,
                suggest=suggest,
            )
        finally:
            self.statistics.add(session.statistics)

    def assume(self, path: Path, values: Model) -> tuple[Answer, Model | None, list[Term]]:
        """The answer for a path with some values given; if unsat, the variables to blame."""
        return self._query(path, tuple(values.items()))

    def _remembered(self, path: Path) -> Answer | None:
        """The answer that follows from the nearest path above with a known one, if any."""
        fresh = []
        node = path
        while node.answer is None:
            if node.condition is FALSE:
                self._remember(path, Answer.UNSAT, None)
                return Answer.UNSAT
            fresh.append(node)
            assert node.parent is not None
            node = node.parent
        if not fresh:
            return path.answer
        if node.answer is Answer.UNSAT:
            self._remember(path, Answer.UNSAT, None)
            return Answer.UNSAT
        model = node.model
        assert model is not None
        while fresh and evaluate(fresh[-1].condition, model):
            passed = fresh.pop()
            passed.answer, passed.model = Answer.SAT, model
            self.statistics.answered_from_models += passed is path
        if not fresh:
            return Answer.SAT
        if path in self._unknown:
            return Answer.UNKNOWN
        if len(fresh) == 1 and (changed := guess(path, model)) is not None:
            path.answer, path.model = Answer.SAT, changed
            self.statistics.answered_from_models += 1
            return Answer.SAT
        return None

    def _remember(self, path: Path, answer: Answer, model: Model | None) -> None:
        path.answer, path.model = answer, model
        node = path.parent
        while answer is Answer.SAT and node is not None and node.answer is None:
            node.answer, node.model = answer, model
            node = node.parent

    def _query(
        self, path: Path, given: tuple[tuple[Term, Value], ...]
    ) -> tuple[Answer, Model | None, list[Term]]:
        """One call of the solver; whatever goes wrong in it is unknown, and forgotten."""
        self.statistics.queries += 1
        started = time.perf_counter()
        try:
            with self._alarm:
                return self._ask(path, given)
        except (z3.Z3Exception, UntranslatableError, ValueError):
            self._reset()
            self.statistics.unknowns += 1
            return Answer.UNKNOWN, None, []
        except BaseException:
            self._reset()
            raise
        finally:
            self.statistics.seconds += time.perf_counter() - started

    def _ask(
        self, path: Path, given: tuple[tuple[Term, Value], ...]
    ) -> tuple[Answer, Model | None, list[Term]]:
        self._synchronize(path)
        literals = [
            self._translator.expression(equal(variable, constant(value, variable.sort)))
            for variable, value in given
        ]
        solver = self._solver
        found = self._decide(solver, literals)
        if found == z3.Z3_L_UNDEF and self.query_seconds > _QUICK_SECONDS:
            self._reset()
            solver, found = self._decide_patiently(path, literals)
        if found == z3.Z3_L_UNDEF:
            raise UntranslatableError(solver.reason_unknown())
        if found == z3.Z3_L_FALSE:
            core = {each.get_id() for each in solver.unsat_core()} if given else set()
            blamed = zip(given, literals, strict=True)
            return Answer.UNSAT, None, [pair[0] for pair, each in blamed if each.get_id() in core]
        model = read_model(self._translator, solver.model())
        if not satisfies(model, path.conditions()):
            raise UntranslatableError("the model does not make every condition true")
        return Answer.SAT, model, []

    def _decide(self, solver: Any, literals: list[Any]) -> int:
        assumed = (z3.Ast * len(literals))(*[each.ast for each in literals])
        found: int = z3core.Z3_solver_check_assumptions(
            self._context.ref(), solver.solver, len(literals), assumed
        )
        return found

    def _decide_patiently(self, path: Path, literals: list[Any]) -> tuple[Any, int]:
        """What the incremental solver cannot decide quickly goes to a solver of its own.

        z3 loses a Ctrl-C that comes just as it answers, so quick queries leave it to Python; a
        long one must take it, to stop at once, and hands it on.
        """
        seconds = self.query_seconds - _QUICK_SECONDS
        ctrl_c = threading.current_thread() is threading.main_thread()
        solver = z3.Solver(ctx=self._context)
        self._configure(solver, seconds, ctrl_c=ctrl_c)
        for condition in path.conditions():
            expression = self._translator.expression(condition)
            z3core.Z3_solver_assert(self._context.ref(), solver.solver, expression.ast)
        started = time.monotonic()
        found = self._decide(solver, literals)
        early = time.monotonic() - started < seconds * 0.9
        if early and ctrl_c and solver.reason_unknown() in _CANCELLED:
            signal.raise_signal(signal.SIGINT)
        return solver, found

    def _synchronize(self, path: Path) -> None:
        """Pop to what the path has in common with what is pushed, and push the rest."""
        if self._translator.trim():
            self._reset()
        pushed = self._pushed
        context, solver = self._context.ref(), self._solver.solver
        fresh: list[Path] = []
        node = path
        while node.depth > len(pushed) or (node.depth and pushed[node.depth - 1] is not node):
            fresh.append(node)
            assert node.parent is not None
            node = node.parent
        if node.depth < len(pushed):
            z3core.Z3_solver_pop(context, solver, len(pushed) - node.depth)
            del pushed[node.depth :]
        for each in reversed(fresh):
            expression = self._translator.expression(each.condition)
            z3core.Z3_solver_push(context, solver)
            z3core.Z3_solver_assert(context, solver, expression.ast)
            pushed.append(each)


_QUICK_SECONDS = 0.25
_CANCELLED = ("canceled", "interrupted from keyboard")
_ENTAILMENT = {
    Answer.SAT: Entailment.REFUTED,
    Answer.UNSAT: Entailment.PROVED,
    Answer.UNKNOWN: Entailment.UNKNOWN,
}
